// Files on all ranks: see load.h.
#include "load.h"

#include "parts.h"
#include "ranks.h"
#include "same.h"

#include <mpi.h>
#include <row_text.h>
#include <string.h>

static status read_list(items *list, input *in)
{
    const status result = items_read(list, in);
    return result == STATUS_DONE && in->keep_rows && !row_text_ready(list, in) ? STATUS_USAGE : result;
}

static status read_part(part_of_items *part, input *in, csv_notes *notes)
{
    parted_file file = { in->file, 0 };
    status result = parts_open(&file);
    if (result != STATUS_DONE)
        return result;
    in->part = parts_find;
    in->part_context = &file;
    in->notes = notes;
    result = ranks_agree(read_list(&part->list, in));
    in->part = NULL;
    in->notes = NULL;
    return result;
}

/// What floats must keep of the file is what they must keep of every part.
static void share_digits(part_of_items *part, const input *in)
{
    kept_digits *own = &part->list.digits;
    const bool lost = in->asked != NULL && in->asked->lost;
    int first = own->lost ? ranks_own() : ranks_count();
    if (own->lost && !lost)
        own->row += part->list.before;
    if (lost) // on all ranks
        return;
    MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, own->error, DIGITS_KINDS, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, own->half, DIGITS_KINDS, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    if (first < ranks_count())
        MPI_Bcast(own, sizeof *own, MPI_BYTE, first, MPI_COMM_WORLD);
    else
        digits_settle(own);
}

/// Every rank maps the index, of which the pages are shared on a machine, and copies its share.
static status read_index(part_of_items *part, input *in)
{
    parted_file file = { in->file, 0 };
    status result = parts_open(&file);
    if (result != STATUS_DONE)
        return result;
    items whole;
    result = read_list(&whole, in);
    const uint64_t ranks = (uint64_t)ranks_count(), own = (uint64_t)ranks_own(), count = whole.count;
    const uint64_t first = count * own / ranks, end = count * (own + 1) / ranks;
    part->list.exact = whole.exact;
    part->list.kind = whole.kind;
    part->list.before = first; // numbers of rows follow from where an item is
    if (result == STATUS_DONE && !items_copy_part(&part->list, &whole, (size_t)first, (size_t)end))
        result = STATUS_FAILED;
    items_free(&whole);
    return ranks_agree(result);
}

static status read_alone(part_of_items *part, input *in)
{
    items_begin(&part->list, in);
    status result = STATUS_DONE;
    if (ranks_own() == 0)
        result = read_list(&part->list, in);
    if (ranks_own() == 0 && result == STATUS_DONE && !items_need_boxes(&part->list))
        result = STATUS_FAILED;
    result = ranks_agree(result);
    if (result != STATUS_DONE)
        return result;
    in->edges = (int)ranks_told((uint64_t)in->edges);
    in->exact = ranks_told(in->exact) != 0;
    part->list.exact = ranks_told(part->list.exact) != 0;
    part->list.open = ranks_told(part->list.open) != 0;
    part->list.separator = (char)ranks_told((uint64_t)part->list.separator);
    return STATUS_DONE;
}

status parts_decide(part_of_items *const *parts, input *const *ins, size_t count)
{
    items *lists[2] = { NULL, NULL };
    for (size_t i = 0; i < count; i++) {
        lists[i] = &parts[i]->list;
        lists[i]->written = !lists[i]->exact && ranks_all(items_are_written(lists[i]));
    }
    return ranks_agree(items_decide(lists, ins, count) ? STATUS_DONE : STATUS_USAGE);
}

status part_load(part_of_items *part, input *in)
{
    memset(part, 0, sizeof *part);
    // Bad rows that are passed over may have quotes that mislead about what follows.
    const parts_way way = in->skip_bad || in->bad_rows != NULL ? PARTS_ALONE : parts_possible(in->file);
    const bool later = in->later;
    in->later = later || way != PARTS_ALONE; // for all ranks decide about their parts together
    csv_notes notes;
    status result = way == PARTS_ROWS    ? read_part(part, in, &notes)
                    : way == PARTS_INDEX ? read_index(part, in)
                                         : read_alone(part, in);
    if (result != STATUS_DONE)
        return result;
    part_count_items(part, part->list.count);
    share_digits(part, in);
    part->texts = ranks_sum(part->list.has_texts) > 0;
    part->named = part->texts || ranks_sum(part->list.numbers != NULL || part->list.packed != NULL) > 0;
    if (way == PARTS_ROWS && later)
        parts_note(&notes, in->file);
    if (!later)
        result = parts_decide(&part, &in, 1);
    if (result != STATUS_DONE)
        return result;
    if (way == PARTS_ROWS && !later)
        parts_note(&notes, in->file);
    if (way == PARTS_ROWS)
        items_tell_shapes(part->list.kind, in->file, ranks_sum(part->list.shapes), part->first[ranks_count()]);
    if (way == PARTS_ROWS)
        return ranks_agree(same_tell(part, in->file) ? STATUS_DONE : STATUS_FAILED);
    return STATUS_DONE;
}
