// Whose items are where: see part_of_items.h.
#include "part_of_items.h"

#include "ranks.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

void part_count_items(part_of_items *part, uint64_t own)
{
    const size_t count = (size_t)ranks_count();
    part->first = calloc(count + 1, sizeof *part->first);
    if (part->first == NULL) {
        MPI_Abort(MPI_COMM_WORLD, STATUS_FAILED);
        abort(); // for readers that do not know that it does not return
    }
    MPI_Allgather(&own, 1, MPI_UINT64_T, part->first + 1, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    for (size_t rank = 0; rank < count; rank++)
        part->first[rank + 1] += part->first[rank];
    part->list.before = part->first[ranks_own()];
}

void part_of_one(part_of_items *part)
{
    memset(part, 0, sizeof *part);
    part_count_items(part, ranks_own() == 0);
}

void part_free(part_of_items *part)
{
    items_free(&part->list);
    free(part->first);
    part->first = NULL;
}

qd_mpi_boxes part_boxes(const part_of_items *part)
{
    return (qd_mpi_boxes){ .count = part->list.count,
                           .boxes = items_view(&part->list),
                           .first_user = part->first[ranks_own()] };
}

int part_owner(const part_of_items *part, uint64_t item)
{
    int low = 0, high = ranks_count() - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (part->first[middle + 1] > item)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
