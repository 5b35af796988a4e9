// What goes wrong on one rank, all ranks are told alike; and nothing is left in memory.
#include "scenes.h"

#include <math.h>
#include <quadrille/distributed.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 300 };

static int rank, ranks, failures;

static void expect(bool right, const char *what)
{
    if (!right) {
        failures++;
        fprintf(stderr, "rank %d of %d: %s\n", rank, ranks, what);
    }
}

// Memory that is counted, and fails at one call.
typedef struct ledger {
    long long bytes, calls, fails_at;
} ledger;

static void *ledger_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    ledger *book = context;
    if (new_size == 0) {
        free(block);
        book->bytes -= (long long)old_size;
        return NULL;
    }
    if (book->calls++ == book->fails_at)
        return NULL;
    void *fresh = aligned_alloc(64, (new_size + 63) / 64 * 64);
    if (fresh == NULL)
        return NULL;
    if (old_size > 0)
        memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    free(block);
    book->bytes += (long long)new_size - (long long)old_size;
    return fresh;
}

// A row of boxes on each rank, each of which overlaps the next, and those of the other ranks above it.
static void make_boxes(qd_box *boxes)
{
    for (int i = 0; i < COUNT; i++)
        boxes[i] = (qd_box){ { i, rank * 0.5 }, { i + 1.5, rank * 0.5 + 1 } };
}

static qd_mpi_boxes given(const qd_box *boxes)
{
    return (qd_mpi_boxes){ .count = COUNT, .boxes = qd_boxes_double(boxes), .first_user = (uint64_t)rank << 32 };
}

static qd_flow stop_at_once(void *context, const qd_mpi_pair *pairs, size_t count)
{
    (void)pairs;
    (void)count;
    ++*(int *)context;
    return QD_STOP;
}

static void bad_boxes(qd_box *boxes)
{
    const qd_mpi_boxes mine = given(boxes);
    size_t bad = 5;
    const double kept = boxes[17].max.x;
    if (rank == ranks - 1)
        boxes[17].max.x = NAN;
    expect(qd_mpi_pairs(MPI_COMM_WORLD, NULL, &mine, NULL, NULL, NULL, &bad) == QD_BAD_VALUE, "a NaN passes");
    expect(bad == (rank == ranks - 1 ? 17 : SIZE_MAX), "another box is called bad");
    expect(qd_mpi_join(MPI_COMM_WORLD, NULL, &(qd_mpi_boxes){ 0 }, &mine, NULL, NULL, NULL, &bad) == QD_BAD_VALUE,
           "a NaN passes as one of the second set");
    boxes[17].max.x = kept;
    if (rank == 0)
        boxes[3].max.x = 1e300;
    expect(qd_mpi_pairs(MPI_COMM_WORLD, NULL, &mine, NULL, NULL, NULL, NULL) == QD_BAD_VALUE, "infinity as a float");
    const qd_mpi_def doubles = { .precision = QD_DOUBLE };
    expect(qd_mpi_pairs(MPI_COMM_WORLD, &doubles, &mine, NULL, NULL, NULL, NULL) == QD_OK, "a large double is refused");
    make_boxes(boxes);
}

static void bad_definitions(const qd_box *boxes)
{
    const qd_mpi_boxes mine = given(boxes);
    size_t bad = 5;
    const qd_mpi_def wrong[] = { { .imbalance = 0.5 },
                                 { .imbalance = NAN },
                                 { .message = 63 },
                                 { .message = UINT32_MAX },
                                 { .precision = (qd_precision)2 },
                                 { .edges = (qd_edges)-1 },
                                 { .edges = rank == 0 ? QD_OPEN : QD_CLOSED },
                                 { .memory = rank == 0 ? 1 : 0 } };
    for (size_t i = 0; i < (ranks > 1 ? 8 : 6); i++)
        expect(qd_mpi_pairs(MPI_COMM_WORLD, &wrong[i], &mine, NULL, NULL, NULL, &bad) == QD_BAD_VALUE &&
                   bad == SIZE_MAX,
               "a wrong definition, or one that differs, passes");
}

static void stopping(const qd_box *boxes)
{
    const qd_mpi_boxes mine = given(boxes);
    int calls = 0;
    qd_mpi_visitor *visit = rank == 0 ? stop_at_once : NULL;
    expect(qd_mpi_pairs(MPI_COMM_WORLD, NULL, &mine, visit, &calls, NULL, NULL) == QD_STOPPED, "all ranks stop");
    expect(calls == (rank == 0 ? 1 : 0), "a visitor that stops is called again");
}

static void too_little(qd_box *boxes)
{
    for (int i = 0; i < COUNT; i++)
        boxes[i] = (qd_box){ { 1, 1 }, { 2, 2 } };
    const qd_mpi_boxes mine = given(boxes);
    qd_mpi_def def = { .memory = 1000 };
    qd_mpi_cost cost;
    expect(qd_mpi_pairs(MPI_COMM_WORLD, &def, &mine, NULL, NULL, &cost, NULL) == QD_TOO_SMALL, "a pile was cut");
    def.memory = cost.most_memory;
    expect(def.memory >= 16 * COUNT && qd_mpi_pairs(MPI_COMM_WORLD, &def, &mine, NULL, NULL, &cost, NULL) == QD_OK,
           "the memory that it says is needed is not enough");
    const uint64_t all = (uint64_t)COUNT * (uint64_t)ranks;
    expect(cost.all_pairs == all * (all - 1) / 2, "a pile has other pairs");
    make_boxes(boxes);
}

// One allocation of one rank fails, whichever: all say so, and all give everything back.
static void no_memory(const qd_box *boxes, int failing)
{
    const qd_mpi_boxes mine = given(boxes);
    qd_result result = QD_NO_MEMORY;
    for (int at = 0; result == QD_NO_MEMORY && at < 1000; at += 2) {
        ledger book = { 0, 0, rank == failing ? at : -1 };
        const qd_mpi_def def = { .precision = QD_DOUBLE, .allocator = { ledger_resize, &book } };
        qd_mpi_cost cost;
        result = qd_mpi_pairs(MPI_COMM_WORLD, &def, &mine, NULL, NULL, &cost, NULL);
        int agreed = (int)result;
        MPI_Bcast(&agreed, 1, MPI_INT, 0, MPI_COMM_WORLD);
        expect(agreed == (int)result, "ranks have different results");
        expect(result == QD_OK || result == QD_NO_MEMORY, qd_result_text(result));
        expect(book.bytes == 0, "memory is left");
    }
    expect(result == QD_OK, "memory runs out for ever");
}

// Bodies at random, at rest.
typedef struct some_bodies {
    double x[COUNT], y[COUNT], still[COUNT], mass[COUNT];
} some_bodies;

static void make_bodies(some_bodies *bodies)
{
    uint64_t state = 1 + (uint64_t)rank;
    for (int i = 0; i < COUNT; i++) {
        bodies->x[i] = (double)(scene_random(&state) % 1024);
        bodies->y[i] = (double)(scene_random(&state) % 1024);
        bodies->still[i] = 0;
        bodies->mass[i] = 1;
    }
}

static qd_mpi_bodies bodies_given(const some_bodies *of)
{
    return (qd_mpi_bodies){ COUNT, of->x, of->y, of->still, of->still, of->mass, NULL, (uint64_t)rank * COUNT };
}

static void bad_bodies(some_bodies *bodies)
{
    const qd_mpi_bodies mine = bodies_given(bodies);
    double *const numbers[] = { bodies->x, bodies->y, bodies->still, bodies->mass };
    const double wrong[] = { NAN, INFINITY, -1.1e60 };
    for (int i = 0; i < 12; i++) {
        qd_mpi_gravity *gravity = (qd_mpi_gravity *)bodies;
        size_t bad = 5;
        const double kept = numbers[i % 4][17];
        numbers[i % 4][17] = rank == ranks - 1 ? wrong[i / 4] : kept;
        expect(qd_mpi_gravity_create(MPI_COMM_WORLD, NULL, &mine, &gravity, &bad) == QD_BAD_VALUE && gravity == NULL,
               "a bad body passes");
        expect(bad == (rank == ranks - 1 ? 17 : SIZE_MAX), "another body is called bad");
        numbers[i % 4][17] = kept;
    }
    const qd_mpi_gravity_def defs[] = { { .gravity = { .theta = 3 } },
                                        { .gravity = { .order = 7 } },
                                        { .imbalance = 0.5 },
                                        { .gravity = { .theta = rank == 0 ? 0.5 : 0.25 } },
                                        { .gravity = { .softening = rank == 0 ? 0 : 1 } },
                                        { .imbalance = rank == 0 ? 1 : 2 } };
    for (int i = 0; i < (ranks > 1 ? 6 : 3); i++) {
        qd_mpi_gravity *gravity = (qd_mpi_gravity *)bodies;
        size_t bad = 5;
        expect(qd_mpi_gravity_create(MPI_COMM_WORLD, &defs[i], &mine, &gravity, &bad) == QD_BAD_VALUE &&
                   gravity == NULL && bad == SIZE_MAX,
               "a wrong definition of gravity, or one that differs, passes");
    }
    qd_mpi_gravity_destroy(NULL);
}

// Where the bodies of this rank are.
static double sum_of(const qd_mpi_gravity *gravity)
{
    qd_motion m;
    double sum = 0;
    qd_mpi_gravity_get_motion(gravity, &m, NULL);
    for (size_t i = 0; i < m.count; i++)
        sum += (m.x[i] + 3 * m.vx[i] + 5 * m.ax[i] + m.y[i]) * (double)(i + 1);
    return sum;
}

static void bad_steps(const some_bodies *bodies)
{
    const qd_mpi_bodies mine = bodies_given(bodies);
    qd_mpi_gravity *gravity = NULL;
    expect(qd_mpi_gravity_create(MPI_COMM_WORLD, NULL, &mine, &gravity, NULL) == QD_OK, "bodies are refused");
    const double before = sum_of(gravity);
    qd_motion m;
    qd_mpi_gravity_get_motion(gravity, &m, NULL);
    expect(m.potential != NULL, "there is no potential at first");
    size_t bad = 5;
    expect(qd_mpi_gravity_step(gravity, NAN, true, &bad) == QD_BAD_VALUE && bad == SIZE_MAX, "a step of NaN is made");
    if (ranks > 1) {
        expect(qd_mpi_gravity_step(gravity, rank == 0 ? 1 : 2, true, NULL) == QD_BAD_VALUE, "steps differ");
        expect(qd_mpi_gravity_step(gravity, 1, rank == 0, NULL) == QD_BAD_VALUE, "what is asked for differs");
    }
    const double kept = m.count > 7 ? m.vy[7] : 0;
    const bool mine_goes = rank == ranks - 1 && m.count > 7;
    if (mine_goes)
        m.vy[7] = 1e60;
    expect(qd_mpi_gravity_step(gravity, 10, false, &bad) == QD_BAD_VALUE && bad == (mine_goes ? 7 : SIZE_MAX),
           "a body leaves what there is");
    if (mine_goes)
        m.vy[7] = kept;
    expect(sum_of(gravity) == before, "a step that fails has changed something");
    expect(qd_mpi_gravity_step(gravity, 1e-3, false, &bad) == QD_OK, "a good step is refused");
    qd_mpi_gravity_get_motion(gravity, &m, NULL);
    expect(m.potential == NULL && sum_of(gravity) != before, "nothing has moved");
    qd_mpi_gravity_destroy(gravity);
}

static void no_memory_for_bodies(const some_bodies *bodies, int failing)
{
    const qd_mpi_bodies mine = bodies_given(bodies);
    qd_result result = QD_NO_MEMORY;
    for (int at = 0; result == QD_NO_MEMORY && at < 1000; at += 2) {
        ledger book = { 0, 0, rank == failing ? at : -1 };
        const qd_mpi_gravity_def def = { .gravity.allocator = { ledger_resize, &book } };
        qd_mpi_gravity *gravity = NULL;
        result = qd_mpi_gravity_create(MPI_COMM_WORLD, &def, &mine, &gravity, NULL);
        if (result == QD_OK)
            for (int i = 0; i < 3 && result == QD_OK; i++)
                result = qd_mpi_gravity_step(gravity, 1e-3, true, NULL);
        int agreed = (int)result;
        MPI_Bcast(&agreed, 1, MPI_INT, 0, MPI_COMM_WORLD);
        expect(agreed == (int)result, "ranks have different results of gravity");
        expect(result == QD_OK || result == QD_NO_MEMORY, qd_result_text(result));
        qd_mpi_gravity_destroy(gravity);
        expect(book.bytes == 0, "memory of bodies is left");
    }
    expect(result == QD_OK, "memory for bodies runs out for ever");
}

// A step without memory leaves bodies as they were, and goes on when there is some.
static void steps_without_memory(const some_bodies *bodies, int failing)
{
    const qd_mpi_bodies mine = bodies_given(bodies);
    ledger book = { 0, 0, -1 };
    const qd_mpi_gravity_def def = { .gravity.allocator = { ledger_resize, &book }, .imbalance = 1 };
    qd_mpi_gravity *gravity = NULL;
    expect(qd_mpi_gravity_create(MPI_COMM_WORLD, &def, &mine, &gravity, NULL) == QD_OK, "bodies are refused");
    int refused = 0;
    for (int at = 0; at < 12; at++) {
        const double before = sum_of(gravity);
        book.fails_at = rank == failing ? book.calls + at : -1;
        const qd_result result = qd_mpi_gravity_step(gravity, 1e-3, at % 2, NULL);
        book.fails_at = -1;
        expect(result == QD_OK || (result == QD_NO_MEMORY && sum_of(gravity) == before), "a step without memory");
        refused += result == QD_NO_MEMORY;
        expect(qd_mpi_gravity_step(gravity, 1e-3, true, NULL) == QD_OK, "a step with memory is refused");
    }
    expect(refused > 3, "no memory was refused");
    qd_mpi_gravity_destroy(gravity);
    expect(book.bytes == 0, "memory of steps is left");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    qd_box boxes[COUNT];
    make_boxes(boxes);
    bad_boxes(boxes);
    bad_definitions(boxes);
    stopping(boxes);
    too_little(boxes);
    no_memory(boxes, 0);
    if (ranks > 1)
        no_memory(boxes, ranks - 1);
    some_bodies bodies;
    make_bodies(&bodies);
    bad_bodies(&bodies);
    bad_steps(&bodies);
    no_memory_for_bodies(&bodies, 0);
    no_memory_for_bodies(&bodies, ranks - 1);
    steps_without_memory(&bodies, ranks - 1);
    int all = 0;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks: %s\n", ranks, all == 0 ? "errors are the same on all" : "wrong");
    MPI_Finalize();
    return all == 0 ? 0 : 1;
}
