// Bodies of a rank, and their way to others: see bodies.h.
#include "bodies.h"

#include "allocator.h"
#include "deal.h"
#include "trade.h"

#include <string.h>

enum { NUMBERS = 8 }; // arrays of doubles

bool qd__bodies_renew(qd__bodies *bodies, const qd_allocator *memory, size_t count)
{
    if (count > bodies->room || !bodies->users) {
        qd__bodies_free(bodies, memory);
        char *block = qd__allocator_get(memory, count, sizeof *bodies->users + NUMBERS * sizeof *bodies->x);
        if (!block)
            return false;
        bodies->room = count;
        bodies->users = (uint64_t *)(void *)block;
        double *numbers = (double *)(void *)(block + count * sizeof *bodies->users);
        double **const arrays[NUMBERS] = { &bodies->x,    &bodies->y,  &bodies->vx, &bodies->vy,
                                           &bodies->mass, &bodies->ax, &bodies->ay, &bodies->potential };
        for (size_t i = 0; i < NUMBERS; i++)
            *arrays[i] = numbers + i * count;
    }
    bodies->count = count;
    return true;
}

void qd__bodies_free(qd__bodies *bodies, const qd_allocator *memory)
{
    qd__allocator_give(memory, bodies->users, bodies->room, sizeof *bodies->users + NUMBERS * sizeof *bodies->x);
    memset(bodies, 0, sizeof *bodies);
}

/// A body as it is sent.
typedef struct body_sent {
    uint64_t user;
    double x, y, vx, vy, mass;
} body_sent;

/// Each body to its home.
static qd_result send_bodies(qd__job *job, qd__bodies *bodies, const uint32_t *homes)
{
    qd__trade trade;
    bool good = qd__trade_begin(&trade, job, sizeof(body_sent));
    for (size_t i = 0; good && i < bodies->count; i++)
        trade.to[homes[i]]++;
    good = good && qd__trade_make_room(&trade);
    if (good) {
        body_sent *sent = (body_sent *)(void *)trade.sent;
        for (size_t i = 0; i < bodies->count; i++) {
            sent[trade.to_at[homes[i]]++] = (body_sent){ bodies->users[i], bodies->x[i],  bodies->y[i],
                                                         bodies->vx[i],    bodies->vy[i], bodies->mass[i] };
        }
        for (int rank = 0; rank < trade.job->ranks; rank++)
            trade.to_at[rank] -= trade.to[rank];
        job->cost.bytes_sent += (trade.sent_count - (size_t)trade.to[job->rank]) * sizeof(body_sent);
    }
    qd_result result = qd__trade_do(&trade, good);
    if (result == QD_OK) {
        const bool room = qd__bodies_renew(bodies, &job->memory, trade.received_count);
        result = qd__job_agree(job, room ? QD_OK : QD_NO_MEMORY);
    }
    if (result == QD_OK) {
        const body_sent *received = (const body_sent *)(const void *)trade.received;
        for (size_t i = 0; i < bodies->count; i++) {
            bodies->users[i] = received[i].user;
            bodies->x[i] = received[i].x;
            bodies->y[i] = received[i].y;
            bodies->vx[i] = received[i].vx;
            bodies->vy[i] = received[i].vy;
            bodies->mass[i] = received[i].mass;
        }
    }
    qd__trade_free(&trade);
    return result;
}

qd_result qd__bodies_deal(qd__job *job, qd__bodies *bodies, uint64_t work)
{
    // The bodies as points, for the cut.
    qd__job_set *set = &job->sets[0];
    set->part.count = bodies->count;
    set->part.boxes =
        (qd_boxes){ bodies->x, bodies->y, bodies->x, bodies->y, sizeof *bodies->x, QD_DOUBLE, QD_CORNERS };
    set->weight = work > 0 ? work : 1;
    job->set_count = 1;
    job->no_pairs = true;
    qd__job_weigh(job);
    if (job->sets[0].all == 0 || job->ranks == 1)
        return QD_OK;
    qd__deal deal;
    qd_result result = qd__deal_begin(job, &deal);
    if (result == QD_OK)
        result = send_bodies(job, bodies, deal.homes[0]);
    qd__deal_end(job, &deal);
    return result;
}
