/// Records of every call on an index: written while a scene runs, repeated later, by any method, on any machine.
/// docs/format.md describes the bytes. Written files have version 2; version 1 is read too.
#ifndef QUADRILLE_RECORDING_H
#define QUADRILLE_RECORDING_H

#include <methods.h>
#include <stdio.h>

enum { RECORDING_NAME_MOST = 63 };

/// What a record begins with.
typedef struct recording_head {
    char scene[RECORDING_NAME_MOST + 1];  ///< Its name: lower case letters, digits, '-' and '_'.
    char method[RECORDING_NAME_MOST + 1]; ///< By which it was recorded: likewise.
    uint64_t seed;
    qd_edges edges;
    int leaf_capacity, max_depth; ///< 0: the defaults. Otherwise 1..4096 and 1..QD_MAX_DEPTH.
} recording_head;

/// The head of a record of a scene, whose name is a proper one, in an index by that definition.
recording_head recording_head_of(const char *scene, uint64_t seed, const index_def *def);

typedef struct recorder recorder;

/// Begins a record. Until it is closed it is not `path`, which stays what it is, but `path`.partial, and after each
/// tick it can be read as far as it goes (whole_file.h). NULL: errno says why.
recorder *recorder_open(const char *path, const recording_head *head);

/// An index_log; its context is the recorder.
void recorder_call(void *context, const index_call *call);

/// At the end of each tick: the sum of the answers so far.
void recorder_tick(recorder *self, uint64_t answers);

/// The file that it is written to meanwhile; NULL: it has no more than a head.
const char *recorder_part(const recorder *self);

/// Ends a record with what the index holds, which makes it the file, and frees the recorder. 0, or the errno of the
/// first write that failed: then it is left.
int recorder_close(recorder *self, uint64_t contents);

/// Leaves a record in the middle: its whole ticks stay where they are. Frees the recorder; 0 or errno likewise.
int recorder_leave(recorder *self);

/// Removes it and frees the recorder.
void recorder_drop(recorder *self);

typedef struct recording recording;

typedef enum record_kind {
    RECORD_CALL, ///< `call`, which stays until the next one is read.
    RECORD_TICK, ///< A tick has ended: `sum` of the answers so far.
    RECORD_END,  ///< The record has ended: `sum` of what the index held.
    RECORD_CUT,  ///< The bytes end before the record does; an incomplete tick gives no calls:
                 ///< recording_complaint says where. The next one is RECORD_BAD.
    RECORD_BAD,  ///< It cannot be read on: recording_complaint.
} record_kind;

typedef struct record {
    record_kind kind;
    index_call call;
    uint64_t sum;
} record;

/// Opens a record and reads its head. Never NULL but for want of memory; a file that is none has a complaint.
recording *recording_open(const char *path, recording_head *head);

/// The same from a file that is open at its beginning and becomes the recording's, whatever comes of it; `name` is what
/// complaints call it.
recording *recording_open_file(FILE *file, const char *name, recording_head *head);

/// The next one. A tick gives its calls only when it is complete and its sum is right. Memory follows the bytes read: a
/// count that a file only claims costs none.
record recording_next(recording *self);

/// What is wrong, and where: "FILE: ...". NULL: nothing so far.
const char *recording_complaint(const recording *self);

/// How far it has been read, 0..1; below 0: unknown.
double recording_share(const recording *self);

/// NULL is allowed.
void recording_close(recording *self);

#endif
