// Parts of whole rows: see parts.h.
#include "parts.h"

#include "ranks.h"
#include "report.h"

#include <errno.h>
#include <kind.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { BLOCK = 1 << 20 };
#define NOWHERE UINT64_MAX

/// What a slice holds, or a beginning of it.
typedef struct slice {
    uint64_t start, end;
    uint64_t lines; ///< Line ends.
    bool quoted;    ///< Is the number of quotes odd?
} slice;

/// Reads a slice up to the first row that begins in it, if one is looked for: *row gets its place, or NOWHERE. Within
/// `quoted` fields line ends end no row. False: the file cannot be read; errno says why.
static bool scan(FILE *file, const csv_form *form, slice *s, bool look, uint64_t *row)
{
    const bool quotes = form->quotes == CSV_QUOTES_AROUND;
    const unsigned char row_end = (unsigned char)form->row_end;
    unsigned char *block = malloc(BLOCK);
    *row = NOWHERE;
    s->lines = 0;
    bool good = block != NULL && fseeko(file, (off_t)s->start, SEEK_SET) == 0;
    for (uint64_t at = s->start; good && at < s->end && *row == NOWHERE;) {
        const size_t size = s->end - at < BLOCK ? (size_t)(s->end - at) : BLOCK;
        errno = EIO; // what a file that has become shorter is taken for
        good = fread(block, 1, size, file) == size;
        for (size_t i = 0; good && i < size && *row == NOWHERE; i++) {
            s->quoted ^= quotes && block[i] == '"';
            s->lines += block[i] == row_end;
            if (look && block[i] == row_end && !s->quoted)
                *row = at + i + 1;
        }
        at += size;
    }
    free(block);
    return good;
}

static bool fail(const char *path)
{
    complain_at(path, 0, "%s", strerror(errno));
    return false;
}

/// Counts in this rank's slice, and learns what those before it say: is it begun within quotes, and in which line?
static bool learn_start(FILE *file, const csv_form *form, const parted_file *of, const slice *own, size_t line,
                        slice *before)
{
    slice counted = *own;
    uint64_t row = 0;
    bool good = file != NULL && scan(file, form, &counted, false, &row);
    if (!good)
        fail(of->path);
    before->quoted = ranks_below(counted.quoted) % 2 != 0;
    before->lines = line + ranks_below(counted.lines);
    return ranks_all(good);
}

/// The first row of this rank's slice, or NOWHERE. Lines are counted on to it.
static bool find_row(FILE *file, const csv_form *form, const parted_file *of, const slice *own, slice *before,
                     uint64_t *row)
{
    slice s = { own->start, own->end, 0, before->quoted };
    // A row begins at the start of the file, and behind a byte that ends one.
    const bool begins = own->start == 0 || (!before->quoted && fseeko(file, (off_t)own->start - 1, SEEK_SET) == 0 &&
                                            fgetc(file) == form->row_end);
    *row = own->start < own->end && begins ? own->start : NOWHERE;
    if (*row == NOWHERE && !scan(file, form, &s, true, row))
        return fail(of->path);
    before->lines += s.lines;
    *row = *row == own->end ? NOWHERE : *row; // that is the next rank's
    return true;
}

/// Where the next part begins.
static uint64_t end_of_part(uint64_t start, uint64_t size)
{
    const int count = ranks_count();
    uint64_t *starts = malloc((size_t)count * sizeof *starts), end = size;
    if (starts == NULL) {
        MPI_Abort(MPI_COMM_WORLD, STATUS_FAILED);
        return end;
    }
    MPI_Allgather(&start, 1, MPI_UINT64_T, starts, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    for (int rank = count - 1; rank > ranks_own(); rank--)
        end = starts[rank] != NOWHERE ? starts[rank] : end;
    free(starts);
    return end;
}

/// What rank 0 sees.
static parts_way way_of(const char *path)
{
    struct stat about;
    FILE *file = strcmp(path, "-") != 0 ? fopen(path, "rb") : NULL;
    if (file == NULL)
        return PARTS_ALONE;
    byte_source *from = malloc(sizeof *from);
    parts_way way = PARTS_ALONE;
    if (from != NULL && fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode)) {
        const char *remedy = NULL;
        size_t looked = 0;
        source_from_file(from, file);
        const char *head = source_look(from, &looked);
        const file_kind kind = kind_find(path, head, looked, &remedy);
        if (!source_is_packed(from))
            way = kind == KIND_CSV ? PARTS_ROWS : kind == KIND_INDEX ? PARTS_INDEX : PARTS_ALONE;
        source_end(from);
    }
    free(from);
    fclose(file);
    return way;
}

parts_way parts_possible(const char *path)
{
    return (parts_way)ranks_told((uint64_t)(ranks_own() == 0 ? way_of(path) : PARTS_ALONE));
}

status parts_open(parted_file *file)
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
    return ranks_agree(good && same ? STATUS_DONE : STATUS_USAGE);
}

void parts_note(const csv_notes *own, const char *path)
{
    csv_notes all = { .comments = own->above + ranks_sum(own->comments - own->above),
                      .footers = ranks_sum(own->footers) };
    MPI_Allreduce(&own->odd, &all.odd, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    csv_notes_print(&all, path);
}

bool parts_find(void *context, const csv_form *form, uint64_t from, size_t line, csv_part *part)
{
    const parted_file *of = context;
    const uint64_t own = (uint64_t)ranks_own(), count = (uint64_t)ranks_count();
    const uint64_t size = of->size > from ? of->size - from : 0;
    const slice s = { from + size / count * own + size % count * own / count,
                      from + size / count * (own + 1) + size % count * (own + 1) / count, 0, false };
    FILE *file = fopen(of->path, "rb");
    slice before = { 0, 0, 0, false };
    uint64_t row = from;
    bool good = learn_start(file, form, of, &s, line, &before);
    if (good) {
        const bool found = own == 0 || find_row(file, form, of, &s, &before, &row);
        good = ranks_all(found);
    }
    if (file != NULL)
        fclose(file);
    if (!good)
        return false;
    const uint64_t end = end_of_part(row, of->size > from ? of->size : from);
    *part = (csv_part){ row != NOWHERE ? row : end, end, (size_t)before.lines };
    return true;
}
