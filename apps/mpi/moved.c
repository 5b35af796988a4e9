// Bodies of all ranks in the order of the file: see moved.h. Each goes to the rank that has its share of the numbers.
#include "moved.h"

#include "ranks.h"

#include <errno.h>
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

typedef struct moved_body {
    uint64_t number;
    double values[5]; // x, y, vx, vy, mass
} moved_body;

status moved_open(moved_output *to)
{
    char name[4200];
    to->opened = false;
    const int length = to->merged ? snprintf(name, sizeof name, "%s", to->path)
                                  : snprintf(name, sizeof name, "%s.%d", to->path, ranks_own());
    const bool wanted = !to->merged || ranks_own() == 0, fits = length > 0 && (size_t)length < sizeof name;
    if (wanted && !fits)
        complain_at(to->path, 0, "cannot write: %s", strerror(ENAMETOOLONG));
    to->opened = wanted && fits && output_open(&to->out, name);
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

/// Bodies on their way, with how many go to and come from each rank.
typedef struct way {
    moved_body *sent, *received;
    int *counts; ///< To, to_at, from and from_at, one behind the other.
    size_t from;
} way;

/// Packs this rank's bodies for the others. False: no memory.
static bool pack(way *self, const qd_mpi_gravity *gravity, uint64_t count)
{
    qd_motion m;
    const uint64_t *numbers;
    const size_t ranks = (size_t)ranks_count();
    qd_mpi_gravity_get_motion(gravity, &m, &numbers);
    self->from = (size_t)(share_start(count, ranks_own() + 1) - share_start(count, ranks_own()));
    self->counts = calloc(4 * ranks, sizeof *self->counts);
    self->sent = malloc((m.count + 1) * sizeof *self->sent);
    self->received = malloc((self->from + 1) * sizeof *self->received);
    if (self->counts == NULL || self->sent == NULL || self->received == NULL || m.count > INT_MAX ||
        self->from > INT_MAX)
        return false;
    int *to = self->counts, *to_at = to + ranks;
    for (size_t i = 0; i < m.count; i++)
        to[share_of(count, numbers[i])]++;
    for (size_t rank = 1; rank < ranks; rank++)
        to_at[rank] = to_at[rank - 1] + to[rank - 1];
    for (size_t i = 0; i < m.count; i++)
        self->sent[to_at[share_of(count, numbers[i])]++] =
            (moved_body){ numbers[i], { m.x[i], m.y[i], m.vx[i], m.vy[i], m.mass[i] } };
    for (size_t rank = 0; rank < ranks; rank++)
        to_at[rank] -= to[rank];
    return true;
}

/// Sends them, and puts those that come into their order.
static void send(way *self, bodies *list, uint64_t first)
{
    const int ranks = ranks_count();
    int *to = self->counts, *to_at = to + ranks, *from = to_at + ranks, *from_at = from + ranks;
    MPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD);
    for (int rank = 1; rank < ranks; rank++)
        from_at[rank] = from_at[rank - 1] + from[rank - 1];
    MPI_Datatype body;
    MPI_Type_contiguous(sizeof(moved_body), MPI_BYTE, &body);
    MPI_Type_commit(&body);
    MPI_Alltoallv(self->sent, to, to_at, body, self->received, from, from_at, body, MPI_COMM_WORLD);
    MPI_Type_free(&body);
    list->count = self->from;
    for (size_t i = 0; i < self->from; i++) {
        const size_t at = (size_t)(self->received[i].number - first);
        const double *values = self->received[i].values;
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
    way self = { NULL, NULL, NULL, 0 };
    bool room = pack(&self, gravity, count) && bodies_reserve(list, self.from + 1);
    if (!room)
        complain("%s", strerror(ENOMEM));
    const status result = ranks_agree(room ? STATUS_DONE : STATUS_FAILED);
    if (result == STATUS_DONE)
        send(&self, list, share_start(count, ranks_own()));
    free(self.sent);
    free(self.received);
    free(self.counts);
    return result;
}

/// One array of a rank's share to rank 0, or from it.
static void pass_array(double *values, size_t count, int rank)
{
    if (ranks_own() == 0)
        MPI_Recv(values, (int)count, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(values, (int)count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
}

static void pass_bodies(bodies *list, int rank)
{
    double *const arrays[] = { list->x, list->y, list->vx, list->vy, list->mass };
    for (int i = 0; i < 5; i++)
        pass_array(arrays[i], list->count, rank);
}

/// Rank 0 writes one share after the other, in room for the largest. It takes them all, whatever becomes of its file.
static void write_merged(moved_output *to, bodies *list, uint64_t count)
{
    if (ranks_own() != 0) {
        pass_bodies(list, 0);
        return;
    }
    bodies_put(&to->out, list);
    for (int rank = 1; rank < ranks_count(); rank++) {
        list->count = (size_t)(share_start(count, rank + 1) - share_start(count, rank));
        if (!bodies_reserve(list, list->count)) // the shares differ by one, and there is room for one more
            MPI_Abort(MPI_COMM_WORLD, STATUS_FAILED);
        pass_bodies(list, rank);
        bodies_put(&to->out, list);
    }
}

status moved_write(moved_output *to, const qd_mpi_gravity *gravity, uint64_t count, bool good)
{
    bodies list = { 0 };
    status result = STATUS_FAILED;
    if (good)
        result = collect(&list, gravity, count);
    if (result == STATUS_DONE) {
        if (to->opened && ranks_own() == 0)
            bodies_put_head(&to->out);
        if (to->merged)
            write_merged(to, &list, count);
        else
            bodies_put(&to->out, &list);
    }
    bodies_free(&list);
    if (to->opened)
        output_flush(&to->out);
    const bool failed = to->opened && output_failed(&to->out);
    result = ranks_sum(failed) > 0 ? STATUS_FAILED : result;
    if (to->opened)
        result = output_finish(&to->out, result);
    to->opened = false;
    return ranks_agree(result);
}
