// Bodies of all ranks in the order of the file: see moved.h. Each goes to the rank that has its share of the numbers.
#include "moved.h"

#include "commands.h"
#include "ranks.h"
#include "shares.h"

#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

typedef struct moved_body {
    uint64_t number;
    double values[5]; // x, y, vx, vy, mass
} moved_body;

qd_mpi_bodies moved_begin(const bodies *list)
{
    return (qd_mpi_bodies){ .count = list->count,
                            .x = list->x,
                            .y = list->y,
                            .vx = list->vx,
                            .vy = list->vy,
                            .mass = list->mass,
                            .first_user = ranks_below(list->count) };
}

status moved_open(moved_output *to)
{
    char name[4200];
    const bool wanted = !to->merged || ranks_own() == 0;
    const char *own = wanted ? commands_output(to->path, to->merged, name) : NULL;
    to->opened = own != NULL && output_open(&to->out, own);
    const status all = ranks_agree(to->opened || !wanted ? STATUS_DONE : STATUS_FAILED);
    if (all != STATUS_DONE && to->opened) {
        to->opened = false;
        output_finish(&to->out, all);
    }
    return all;
}

/// Where the share of a rank begins.
static uint64_t share_start(uint64_t count, int rank)
{
    const uint64_t ranks = (uint64_t)ranks_count(), own = (uint64_t)rank;
    return count / ranks * own + count % ranks * own / ranks;
}

static int share_of(uint64_t count, uint64_t number)
{
    int low = 0, high = ranks_count() - 1;
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (share_start(count, middle) <= number)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/// Puts bodies that have come into their order.
static void unpack(bodies *list, const moved_body *received, size_t count, uint64_t first)
{
    list->count = count;
    for (size_t i = 0; i < count && list->x != NULL; i++) {
        const size_t at = (size_t)(received[i].number - first);
        const double *values = received[i].values;
        list->x[at] = values[0];
        list->y[at] = values[1];
        list->vx[at] = values[2];
        list->vy[at] = values[3];
        list->mass[at] = values[4];
    }
}

/// This rank's share of all bodies, in order.
static status collect(bodies *list, const qd_mpi_gravity *gravity, uint64_t count)
{
    qd_motion m;
    const uint64_t *numbers;
    qd_mpi_gravity_get_motion(gravity, &m, &numbers);
    shares s;
    bool good = ranks_all(shares_open(&s) && m.count <= INT_MAX);
    for (size_t i = 0; good && i < m.count; i++)
        s.to[share_of(count, numbers[i])]++;
    good = good && ranks_all(shares_tell(&s));
    moved_body *sent = good ? shares_make(s.sent, sizeof *sent) : NULL;
    moved_body *received = good ? shares_make(s.received, sizeof *received) : NULL;
    good = good && ranks_all(sent != NULL && received != NULL && bodies_reserve(list, s.received + 1));
    if (good) {
        for (size_t i = 0; i < m.count; i++)
            sent[s.to_at[share_of(count, numbers[i])]++] =
                (moved_body){ numbers[i], { m.x[i], m.y[i], m.vx[i], m.vy[i], m.mass[i] } };
        shares_rewind(&s);
        shares_move_bytes(&s, sent, received, sizeof *sent);
        unpack(list, received, s.received, share_start(count, ranks_own()));
    } else {
        complain("%s", strerror(ENOMEM));
    }
    free(sent);
    free(received);
    shares_free(&s);
    return ranks_agree(good ? STATUS_DONE : STATUS_FAILED);
}

/// The bodies of all ranks in shares: this rank's, and on rank 0 room for that of another.
typedef struct moved_shares {
    uint64_t count;
    bodies own, other;
} moved_shares;

static void end_shares(moved_shares *self)
{
    bodies_free(&self->own);
    bodies_free(&self->other);
}

/// Collective.
static status begin_shares(moved_shares *self, const qd_mpi_gravity *gravity, uint64_t count)
{
    *self = (moved_shares){ .count = count };
    const status result = collect(&self->own, gravity, count);
    const bool room = result == STATUS_DONE && (ranks_own() != 0 || bodies_reserve(&self->other, self->own.count + 1));
    return ranks_agree(room ? STATUS_DONE : STATUS_FAILED); // shares differ by one
}

/// A rank's share to rank 0, or from it.
static void pass_bodies(bodies *list, int rank)
{
    double *const arrays[] = { list->x, list->y, list->vx, list->vy, list->mass };
    const int count = (int)list->count;
    for (int i = 0; i < 5; i++)
        if (ranks_own() == 0)
            MPI_Recv(arrays[i], count, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Send(arrays[i], count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
}

/// Collective: rank 0 takes one share after the other. It gets them all, whatever it does with them.
static void pass_shares(moved_shares *self, bodies_taker *take, void *context)
{
    if (ranks_own() != 0) {
        pass_bodies(&self->own, 0);
        return;
    }
    take(context, &self->own);
    for (int rank = 1; rank < ranks_count(); rank++) {
        self->other.count = (size_t)(share_start(self->count, rank + 1) - share_start(self->count, rank));
        pass_bodies(&self->other, rank);
        take(context, &self->other);
    }
}

/// For rank 0: announces to the others that it goes through all bodies once more.
static void pass_again(void *from, bodies_taker *take, void *context)
{
    ranks_told(true);
    pass_shares(from, take, context);
}

status moved_use(const qd_mpi_gravity *gravity, uint64_t count, moved_user *use, void *context)
{
    moved_shares every;
    status result = begin_shares(&every, gravity, count);
    if (result == STATUS_DONE && ranks_own() == 0) {
        const bodies_source all = { (size_t)count, pass_again, &every };
        result = use(context, &all) ? STATUS_DONE : STATUS_FAILED;
        ranks_told(false);
    } else if (result == STATUS_DONE) {
        while (ranks_told(false))
            pass_shares(&every, NULL, NULL);
    }
    end_shares(&every);
    return ranks_agree(result);
}

static void put_some(void *context, const bodies *some)
{
    bodies_put(context, some);
}

status moved_write(moved_output *to, const qd_mpi_gravity *gravity, uint64_t count, bool good)
{
    moved_shares every = { .count = count };
    status result = STATUS_FAILED;
    if (good)
        result = begin_shares(&every, gravity, count);
    if (result == STATUS_DONE) {
        if (to->opened && ranks_own() == 0)
            bodies_put_head(&to->out);
        if (to->merged)
            pass_shares(&every, put_some, &to->out);
        else
            bodies_put(&to->out, &every.own);
    }
    end_shares(&every);
    if (to->opened)
        output_flush(&to->out);
    const bool failed = to->opened && output_failed(&to->out);
    result = ranks_sum(failed) > 0 ? STATUS_FAILED : result;
    if (to->opened)
        result = output_finish(&to->out, result);
    to->opened = false;
    return ranks_agree(result);
}
