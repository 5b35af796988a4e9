// Files on all ranks: see load.h.
#include "load.h"

#include "parts.h"
#include "ranks.h"

#include <errno.h>
#include <kind.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// Can it be read in parts? Bad rows that are passed over may have quotes that mislead about what follows.
static bool has_parts(const input *in)
{
    struct stat about;
    FILE *file = strcmp(in->file, "-") != 0 && !in->skip_bad && in->bad_rows == NULL ? fopen(in->file, "rb") : NULL;
    if (file == NULL)
        return false;
    byte_source *from = malloc(sizeof *from);
    bool parts = from != NULL && fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode);
    if (parts) {
        const char *remedy = NULL;
        size_t looked = 0;
        source_from_file(from, file);
        const char *head = source_look(from, &looked);
        parts = kind_find(in->file, head, looked, &remedy) == KIND_CSV && !source_is_packed(from);
        source_end(from);
    }
    free(from);
    fclose(file);
    return parts;
}

/// Opens it on every rank, since not all may be able to.
static status look_at(parted_file *file)
{
    struct stat about;
    FILE *opened = fopen(file->path, "rb");
    const bool good = opened != NULL && fstat(fileno(opened), &about) == 0;
    file->size = good ? (uint64_t)about.st_size : 0;
    if (!good)
        complain_at(file->path, 0, "rank %d: %s", ranks_own(), strerror(errno));
    if (opened != NULL)
        fclose(opened);
    const bool same = file->size == ranks_told(file->size);
    if (good && !same)
        complain_at(file->path, 0, "rank %d: not the file that rank 0 has", ranks_own());
    return good && same ? STATUS_DONE : STATUS_USAGE;
}

static status read_part(part_of_items *part, input *in)
{
    parted_file file = { in->file, 0 };
    status result = ranks_agree(look_at(&file));
    if (result != STATUS_DONE)
        return result;
    in->part = parts_find;
    in->part_context = &file;
    result = ranks_agree(items_read(&part->list, in));
    in->part = NULL;
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
    const bool parts = ranks_told(has_parts(in)) != 0;
    status result = parts ? read_part(part, in) : read_alone(part, in);
    if (result != STATUS_DONE)
        return result;
    if (!count_items(part))
        MPI_Abort(MPI_COMM_WORLD, STATUS_FAILED);
    const bool named = part->list.has_texts || part->list.numbers != NULL || part->list.packed != NULL;
    part->named = ranks_sum(named) > 0;
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
