// Files on all ranks: see load.h.
#include "load.h"

#include "parts.h"
#include "ranks.h"
#include "same.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static status read_part(part_of_items *part, input *in)
{
    parted_file file = { in->file, 0 };
    status result = parts_open(&file);
    if (result != STATUS_DONE)
        return result;
    in->part = parts_find;
    in->part_context = &file;
    result = ranks_agree(items_read(&part->list, in));
    in->part = NULL;
    return result;
}

/// Are items called by the numbers of their rows in the whole file, of which those of the list begin at `first`?
static bool numbers_are_rows(const items *list, uint64_t first)
{
    bool rows = !list->has_texts;
    for (size_t i = 0; rows && i < list->count; i++)
        rows = items_number(list, i) == first + i + 1;
    return rows;
}

/// Every rank maps the index, of which the pages are shared on a machine, and copies its share.
static status read_index(part_of_items *part, input *in)
{
    parted_file file = { in->file, 0 };
    status result = parts_open(&file);
    if (result != STATUS_DONE)
        return result;
    items whole;
    result = items_read(&whole, in);
    const uint64_t ranks = (uint64_t)ranks_count(), own = (uint64_t)ranks_own(), count = whole.count;
    const uint64_t first = count * own / ranks, end = count * (own + 1) / ranks;
    part->list.exact = whole.exact;
    if (result == STATUS_DONE && !items_copy_part(&part->list, &whole, (size_t)first, (size_t)end))
        result = STATUS_FAILED;
    items_free(&whole);
    result = ranks_agree(result);
    // Numbers of rows follow from where an item is, on any rank.
    if (result == STATUS_DONE && ranks_sum(!numbers_are_rows(&part->list, first)) == 0) {
        free(part->list.numbers);
        part->list.numbers = NULL;
    }
    return result;
}

static status read_alone(part_of_items *part, input *in)
{
    part->list.exact = in->exact;
    status result = STATUS_DONE;
    if (ranks_own() == 0)
        result = items_read(&part->list, in);
    if (ranks_own() == 0 && result == STATUS_DONE && !items_need_boxes(&part->list))
        result = STATUS_FAILED;
    result = ranks_agree(result);
    if (result != STATUS_DONE)
        return result;
    in->edges = (int)ranks_told((uint64_t)in->edges);
    in->exact = part->list.exact = ranks_told(part->list.exact) != 0;
    return STATUS_DONE;
}

/// Where each rank's items are in the file.
static bool count_items(part_of_items *part)
{
    const size_t count = (size_t)ranks_count();
    const uint64_t own = part->list.count;
    part->first = calloc(count + 1, sizeof *part->first);
    if (part->first == NULL)
        return false;
    MPI_Allgather(&own, 1, MPI_UINT64_T, part->first + 1, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    for (size_t rank = 0; rank < count; rank++)
        part->first[rank + 1] += part->first[rank];
    return true;
}

status part_load(part_of_items *part, input *in)
{
    memset(part, 0, sizeof *part);
    // Bad rows that are passed over may have quotes that mislead about what follows.
    const parts_way way = in->skip_bad || in->bad_rows != NULL ? PARTS_ALONE : parts_possible(in->file);
    status result = way == PARTS_ROWS    ? read_part(part, in)
                    : way == PARTS_INDEX ? read_index(part, in)
                                         : read_alone(part, in);
    if (result != STATUS_DONE)
        return result;
    if (!count_items(part))
        MPI_Abort(MPI_COMM_WORLD, STATUS_FAILED);
    const bool named = part->list.has_texts || part->list.numbers != NULL || part->list.packed != NULL;
    part->named = ranks_sum(named) > 0;
    if (way == PARTS_ROWS)
        return ranks_agree(same_tell(part, in->file) ? STATUS_DONE : STATUS_FAILED);
    return STATUS_DONE;
}

void part_free(part_of_items *part)
{
    items_free(&part->list);
    free(part->first);
    part->first = NULL;
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
