// Sending and receiving: see exchange.h. Counts go first, in one collective call; then the boxes, from each rank to
// each that gets some, in messages that arrive in the order in which they were sent.
#include "exchange.h"

#include "allocator.h"

#include <string.h>

enum { BOX_TAG = 1 };

/// The messages of a rank, under way.
typedef struct mail {
    qd__job *job;
    MPI_Request *requests;
    size_t count;
    size_t piece; ///< Most bytes in a message, whole boxes.
} mail;

static size_t messages_for(const mail *m, uint64_t bytes)
{
    return (size_t)((bytes + m->piece - 1) / m->piece);
}

static void send_bytes(mail *m, const char *bytes, uint64_t size, int rank)
{
    m->job->cost.bytes_sent += size;
    m->job->cost.messages_sent += messages_for(m, size);
    for (uint64_t at = 0; at < size; at += m->piece) {
        const uint64_t left = size - at;
        MPI_Isend(bytes + at, (int)(left < m->piece ? left : m->piece), MPI_BYTE, rank, BOX_TAG, m->job->comm,
                  &m->requests[m->count++]);
    }
}

static void receive_bytes(mail *m, char *bytes, uint64_t size, int rank)
{
    for (uint64_t at = 0; at < size; at += m->piece) {
        const uint64_t left = size - at;
        MPI_Irecv(bytes + at, (int)(left < m->piece ? left : m->piece), MPI_BYTE, rank, BOX_TAG, m->job->comm,
                  &m->requests[m->count++]);
    }
}

/// Boxes from, or for, a rank.
static uint64_t count_of(const uint64_t *counts, int rank)
{
    return counts[2 * (size_t)rank] + counts[2 * (size_t)rank + 1];
}

/// Which of the boxes that are coming touch this region alone: the first ones of each rank.
static void mark_inside(const qd__job *job, const uint64_t *counts, qd__received *out)
{
    uint64_t at = 0;
    memset(out->inside, 0, (size_t)(out->count / 8 + 1));
    for (int rank = 0; rank < job->ranks; rank++) {
        for (uint64_t i = 0; i < counts[2 * (size_t)rank]; i++)
            out->inside[(at + i) / 8] |= (unsigned char)(1 << (at + i) % 8);
        at += count_of(counts, rank);
    }
}

static void post_mail(mail *m, const qd__packed *packed, const uint64_t *coming, qd__received *out)
{
    const uint64_t size = qd__deal_size(m->job);
    char *to = out->bytes;
    for (int rank = 0; rank < m->job->ranks; rank++) {
        if (rank != m->job->rank)
            receive_bytes(m, to, count_of(coming, rank) * size, rank);
        to += count_of(coming, rank) * size;
    }
    const char *from = packed->bytes;
    to = out->bytes;
    for (int rank = 0; rank < m->job->ranks; rank++) {
        const uint64_t bytes = count_of(packed->counts, rank) * size;
        if (rank != m->job->rank)
            send_bytes(m, from, bytes, rank);
        else if (bytes > 0)
            memcpy(to, from, (size_t)bytes);
        from += bytes;
        to += count_of(coming, rank) * size;
    }
}

qd_result qd__exchange(qd__job *job, const qd__packed *packed, qd__received *out)
{
    const qd_allocator *memory = &job->memory;
    const size_t classes = 2 * (size_t)job->ranks, size = qd__deal_size(job);
    memset(out, 0, sizeof *out);
    uint64_t *coming = qd__allocator_get(memory, classes, sizeof *coming);
    qd_result result = qd__job_agree(job, coming ? QD_OK : QD_NO_MEMORY);
    mail m = { job, NULL, 0, job->def.message / size * size };
    size_t messages = 0;
    if (result == QD_OK && coming) {
        MPI_Alltoall(packed->counts, 2, MPI_UINT64_T, coming, 2, MPI_UINT64_T, job->comm);
        for (int rank = 0; rank < job->ranks; rank++) {
            out->count += count_of(coming, rank);
            messages += messages_for(&m, count_of(coming, rank) * size) +
                        messages_for(&m, count_of(packed->counts, rank) * size);
        }
        out->bytes = qd__allocator_get(memory, (size_t)out->count, size);
        out->inside = qd__allocator_get(memory, (size_t)(out->count / 8 + 1), 1);
        m.requests = qd__allocator_get(memory, messages, sizeof(MPI_Request));
        // A tree takes no more than so many.
        const bool room = out->bytes && out->inside && m.requests && out->count <= UINT32_MAX - 1;
        result = qd__job_agree(job, room ? QD_OK : QD_NO_MEMORY);
    }
    if (result == QD_OK && coming && out->bytes && out->inside) { // which is what it means
        mark_inside(job, coming, out);
        post_mail(&m, packed, coming, out);
        enum { AT_ONCE = 1 << 20 }; // MPI counts requests by an int
        for (size_t at = 0; at < m.count; at += AT_ONCE) {
            const size_t left = m.count - at;
            MPI_Waitall(left < AT_ONCE ? (int)left : AT_ONCE, m.requests + at, MPI_STATUSES_IGNORE);
        }
    }
    qd__allocator_give(memory, m.requests, messages, sizeof(MPI_Request));
    qd__allocator_give(memory, coming, classes, sizeof *coming);
    return result;
}

void qd__received_free(const qd__job *job, qd__received *received)
{
    const qd_allocator *memory = &job->memory;
    qd__allocator_give(memory, received->bytes, (size_t)received->count, qd__deal_size(job));
    qd__allocator_give(memory, received->inside, (size_t)(received->count / 8 + 1), 1);
    memset(received, 0, sizeof *received);
}
