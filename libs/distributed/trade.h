// Things of one size that go from every rank to every other.
#ifndef QD_MPI_TRADE_H
#define QD_MPI_TRADE_H

#include "job.h"

/// How many go to and come from each rank, and where they lie. One block holds all arrays.
typedef struct qd__trade {
    const qd__job *job;
    size_t size; ///< A thing's size in bytes.
    int *to, *to_at, *from, *from_at;
    char *sent, *received;
    size_t sent_count, received_count, sent_room, received_room;
} qd__trade;

/// The counts are 0. False: out of memory; not collective. qd__trade_free in either case.
bool qd__trade_begin(qd__trade *trade, const qd__job *job, size_t size);
void qd__trade_free(qd__trade *trade);

/// Room for the things that `to` counts; each rank's begin at to_at. False: out of memory, or more than MPI counts.
bool qd__trade_make_room(qd__trade *trade);

/// The same for things that are in an array already, those for rank 0 first: `sent` with its room becomes the trade's.
/// False: more than MPI counts.
bool qd__trade_take(qd__trade *trade, void *sent, size_t room);

/// Sends and receives, where `good` holds on all ranks. The result is agreed on: QD_NO_MEMORY where it does not.
/// Collective.
qd_result qd__trade_do(qd__trade *trade, bool good);

#endif
