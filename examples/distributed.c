// Many machines: each rank has some of the boxes, and finds some of the overlapping pairs; together they find each
// once.
#include <inttypes.h>
#include <quadrille/distributed.h>
#include <stdio.h>

enum { COUNT = 1000 };

// Gets the pairs that this rank has found, by the boxes' user values; prints those of two ranks' boxes.
static qd_flow print(void *context, const qd_mpi_pair *pairs, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        if (pairs[i].a / COUNT != pairs[i].b / COUNT)
            printf("%" PRIu64 " and %" PRIu64 " touch\n", pairs[i].a, pairs[i].b);
    return QD_CONTINUE;
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    // This rank's part of a row of boxes: each ends where the next begins.
    qd_box boxes[COUNT];
    for (int i = 0; i < COUNT; i++)
        boxes[i] = qd_box_xywh(rank * COUNT + i, 0, 1, 1);
    qd_mpi_boxes mine = { .count = COUNT, .boxes = qd_boxes_double(boxes), .first_user = (uint64_t)rank * COUNT };

    qd_mpi_cost cost;
    size_t bad;
    qd_result result = qd_mpi_pairs(MPI_COMM_WORLD, NULL, &mine, print, NULL, &cost, &bad);
    if (rank == 0 && result == QD_OK)
        printf("%d boxes, %" PRIu64 " pairs\n", ranks * COUNT, cost.all_pairs);
    MPI_Finalize();
    return result != QD_OK;
}

// Output:
// 1999 and 2000 touch
// 3000 boxes, 2999 pairs
// 999 and 1000 touch
