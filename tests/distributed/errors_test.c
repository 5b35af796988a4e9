// What goes wrong on one rank, all ranks are told alike; and nothing is left in memory.
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
    int all = 0;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks: %s\n", ranks, all == 0 ? "errors are the same on all" : "wrong");
    MPI_Finalize();
    return all == 0 ? 0 : 1;
}
