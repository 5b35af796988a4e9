// Things for all ranks: see trade.h.
#include "trade.h"

#include "allocator.h"

#include <limits.h>
#include <string.h>

bool qd__trade_begin(qd__trade *trade, const qd__job *job, size_t size)
{
    const size_t ranks = (size_t)job->ranks;
    memset(trade, 0, sizeof *trade);
    trade->job = job;
    trade->size = size;
    trade->to = qd__allocator_get(&job->memory, 4 * ranks, sizeof *trade->to);
    if (!trade->to)
        return false;
    memset(trade->to, 0, 4 * ranks * sizeof *trade->to);
    trade->to_at = trade->to + ranks;
    trade->from = trade->to + 2 * ranks;
    trade->from_at = trade->to + 3 * ranks;
    return true;
}

void qd__trade_free(qd__trade *trade)
{
    const qd_allocator *memory = &trade->job->memory;
    qd__allocator_give(memory, trade->to, 4 * (size_t)trade->job->ranks, sizeof *trade->to);
    qd__allocator_give(memory, trade->sent, trade->sent_room, trade->size);
    qd__allocator_give(memory, trade->received, trade->received_room, trade->size);
    trade->to = NULL;
    trade->sent = trade->received = NULL;
}

/// Places one behind the other. False: more than an int counts.
static bool lay_out(const int *counts, int *places, int ranks, size_t *all)
{
    *all = 0;
    for (int rank = 0; rank < ranks; rank++) {
        places[rank] = (int)*all;
        *all += (size_t)counts[rank];
        if (*all > INT_MAX)
            return false;
    }
    return true;
}

bool qd__trade_make_room(qd__trade *trade)
{
    if (!lay_out(trade->to, trade->to_at, trade->job->ranks, &trade->sent_count))
        return false;
    trade->sent = qd__allocator_get(&trade->job->memory, trade->sent_count, trade->size);
    trade->sent_room = trade->sent ? trade->sent_count : 0;
    return trade->sent != NULL;
}

bool qd__trade_take(qd__trade *trade, void *sent, size_t room)
{
    trade->sent = sent;
    trade->sent_room = room;
    return lay_out(trade->to, trade->to_at, trade->job->ranks, &trade->sent_count);
}

qd_result qd__trade_do(qd__trade *trade, bool good)
{
    const qd__job *job = trade->job;
    qd_result result = qd__job_agree(job, good ? QD_OK : QD_NO_MEMORY);
    if (result != QD_OK || !good)
        return result;
    MPI_Alltoall(trade->to, 1, MPI_INT, trade->from, 1, MPI_INT, job->comm);
    bool room = lay_out(trade->from, trade->from_at, job->ranks, &trade->received_count);
    if (room) {
        trade->received = qd__allocator_get(&job->memory, trade->received_count, trade->size);
        trade->received_room = trade->received ? trade->received_count : 0;
        room = trade->received != NULL;
    }
    result = qd__job_agree(job, room ? QD_OK : QD_NO_MEMORY);
    if (result != QD_OK)
        return result;
    MPI_Datatype thing;
    MPI_Type_contiguous((int)trade->size, MPI_BYTE, &thing);
    MPI_Type_commit(&thing);
    MPI_Alltoallv(trade->sent, trade->to, trade->to_at, thing, trade->received, trade->from, trade->from_at, thing,
                  job->comm);
    MPI_Type_free(&thing);
    return QD_OK;
}
