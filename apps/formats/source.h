/// The bytes of a file, unpacked if they are packed: gzip by zlib, zstd by libzstd, known by their first bytes. Both
/// may come in several pieces one behind the other (members, frames). What is cut off, damaged, followed by other
/// bytes, or unpacks to more than SOURCE_MOST is an error. Memory does not grow with the file;
/// what a reader makes of it does, within the source's limit (limit.h).
#ifndef QUADRILLE_FORMATS_SOURCE_H
#define QUADRILLE_FORMATS_SOURCE_H

#include "limit.h"
#include "message.h"
#include "utf8_watch.h"

#include <stdint.h>
#include <stdio.h>

enum {
    SOURCE_LOOK = 4096,     ///< Bytes that can be looked at before they are read.
    SOURCE_PIECE = 1 << 14, ///< Bytes taken from the file at once.
};

/// Most bytes that packed ones may become: 8 GiB.
#define SOURCE_MOST (UINT64_C(8) << 30)

typedef struct byte_source {
    FILE *file;                 ///< NULL: the bytes are in memory.
    const unsigned char *bytes; ///< Those still to come, then.
    size_t left;
    unsigned char raw[SOURCE_PIECE];    ///< As in the file.
    size_t next, end;                   ///< The part of `raw` still to be unpacked.
    bool begun, ended;                  ///< Is it known how they are packed? Are there no more to come?
    const struct unpack_method *method; ///< NULL: not packed.
    void *state;                        ///< The method's.
    bool inside;                        ///< A member or frame is not over yet.
    uint64_t says, inside_made;         ///< What it says that it becomes, and what it has become.
    unsigned char ahead[SOURCE_LOOK];
    size_t ahead_next, ahead_end; ///< The part looked at and not read yet.
    uint64_t taken, made, most;   ///< Bytes of the file so far, unpacked bytes so far, and most of those.
    uint64_t until;               ///< Bytes of the file after which it ends for us.
    memory_limit own, *limit; ///< What its reader may take of memory: its own limit, or that of a file it is a part of.
    utf8_watch *watch;        ///< Looks at what is read; NULL: nothing does.
    format_message message;   ///< What is wrong, if its fault says so.
} byte_source;

/// Reads from `file`, which stays the caller's. source_end afterwards. The source must stay where it is.
void source_from_file(byte_source *self, FILE *file);

/// Reads bytes in memory, which stay the caller's. source_end afterwards.
void source_from_bytes(byte_source *self, const void *bytes, size_t size);

void source_end(byte_source *self);

/// Goes on at `start` of the file, which is not packed and can be sought in, and takes `until` for its end. False: it
/// could not, and self->message says why.
bool source_move(byte_source *self, uint64_t start, uint64_t until);

/// The next SOURCE_LOOK bytes, or fewer before the end or a failure. They count as not read. Valid until the next call.
const char *source_look(byte_source *self, size_t *size);

/// Reads `size` bytes; fewer at the end, or after a failure.
size_t source_read(byte_source *self, void *buffer, size_t size);

/// Is something wrong? self->message says what.
bool source_failed(const byte_source *self);

/// Is it packed? Known once something has been looked at or read.
bool source_is_packed(const byte_source *self);

#endif
