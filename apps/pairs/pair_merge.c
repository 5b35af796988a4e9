// Merging runs: each has a share of the memory that the records had, and a heap says which has the smallest key. Where
// there are more runs than shares, some are first merged into one that goes to the end of the file.
#include "pair_sort.h"

#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHARE_BYTES = 4096 }; // of a run, at least

static bool complain_of_file(void)
{
    const char *folder = getenv("TMPDIR");
    complain_at(
        folder != NULL && folder[0] != 0 ? folder : "/tmp", 0,
        "cannot sort there: %s; TMPDIR may name another folder, --memory may be larger, --unsorted sorts nothing",
        strerror(errno));
    return false;
}

static bool open_file(pair_sorter *sorter)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/quadrille-XXXXXX", folder != NULL && folder[0] != 0 ? folder : "/tmp");
    errno = ENAMETOOLONG;
    if (length > 0 && (size_t)length < sizeof path)
        sorter->file = mkstemp(path);
    if (sorter->file >= 0)
        unlink(path);
    return sorter->file >= 0 || complain_of_file();
}

bool pair_file_write(pair_sorter *sorter, const uint64_t *records, size_t count)
{
    if (sorter->file < 0 && !open_file(sorter))
        return false;
    const size_t size = sorter->width * sizeof *records;
    const char *bytes = (const char *)records;
    off_t at = (off_t)(sorter->written * size);
    for (size_t left = count * size; left > 0;) {
        ssize_t put = pwrite(sorter->file, bytes, left, at);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return complain_of_file();
        bytes += put;
        at += put;
        left -= (size_t)put;
    }
    sorter->written += count;
    return true;
}

bool pair_file_read(const pair_sorter *sorter, uint64_t start, uint64_t *records, size_t count)
{
    const size_t size = sorter->width * sizeof *records;
    char *bytes = (char *)records;
    off_t at = (off_t)(start * size);
    for (size_t left = count * size; left > 0;) {
        ssize_t got = pread(sorter->file, bytes, left, at);
        if (got < 0 && errno == EINTR)
            continue;
        errno = got == 0 ? EIO : errno; // it is shorter than what was written
        if (got <= 0)
            return complain_of_file();
        bytes += got;
        at += got;
        left -= (size_t)got;
    }
    return true;
}

// A run being read.
typedef struct run_reader {
    pair_run left; // in the file
    uint64_t *records;
    size_t at, count;
} run_reader;

typedef struct run_merge {
    pair_sorter *sorter;
    run_reader *readers;
    size_t *heap; // readers, that with the smallest key first
    size_t count, share;
} run_merge;

static uint64_t key_of(const run_merge *m, size_t place)
{
    const run_reader *r = &m->readers[m->heap[place]];
    return r->records[r->at * m->sorter->width];
}

static void sink_reader(const run_merge *m, size_t place)
{
    for (size_t child = 2 * place + 1; child < m->count; child = 2 * place + 1) {
        if (child + 1 < m->count && key_of(m, child + 1) < key_of(m, child))
            child++;
        if (key_of(m, place) <= key_of(m, child))
            return;
        size_t kept = m->heap[place];
        m->heap[place] = m->heap[child];
        m->heap[child] = kept;
        place = child;
    }
}

static bool fill_reader(const run_merge *m, run_reader *r)
{
    r->at = 0;
    r->count = r->left.count < m->share ? (size_t)r->left.count : m->share;
    bool good = pair_file_read(m->sorter, r->left.start, r->records, r->count);
    r->left.start += r->count;
    r->left.count -= r->count;
    return good;
}

// Past the smallest record.
static bool advance(run_merge *m)
{
    run_reader *r = &m->readers[m->heap[0]];
    bool good = true;
    if (++r->at == r->count) {
        if (r->left.count > 0)
            good = fill_reader(m, r);
        else
            m->heap[0] = m->heap[--m->count];
    }
    sink_reader(m, 0);
    return good;
}

// Opens the first `count` runs.
static bool open_runs(run_merge *m, size_t count)
{
    pair_sorter *s = m->sorter;
    m->count = count;
    m->share = s->room / (count + 1); // one is for what is merged
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        m->readers[i] = (run_reader){ .left = s->runs[i], .records = s->records + i * m->share * s->width };
        m->heap[i] = i;
        good = fill_reader(m, &m->readers[i]);
    }
    for (size_t i = count; good && i-- > 0;)
        sink_reader(m, i);
    return good;
}

static const uint64_t *smallest_record(const run_merge *m)
{
    const run_reader *r = &m->readers[m->heap[0]];
    return &r->records[r->at * m->sorter->width];
}

// The first `count` runs become one, the last.
static bool merge_some(run_merge *m, size_t count)
{
    pair_sorter *s = m->sorter;
    pair_run whole = { s->written, 0 };
    uint64_t *out = s->records + count * (s->room / (count + 1)) * s->width;
    size_t held = 0;
    bool good = open_runs(m, count);
    while (good && m->count > 0) {
        memcpy(out + held++ * s->width, smallest_record(m), s->width * sizeof *out);
        whole.count++;
        good = advance(m);
        if (good && (held == m->share || m->count == 0)) {
            good = pair_file_write(s, out, held);
            held = 0;
        }
    }
    s->run_count -= count;
    memmove(s->runs, s->runs + count, s->run_count * sizeof *s->runs);
    s->runs[s->run_count++] = whole;
    return good;
}

static bool hand_out(run_merge *m, pair_taker *take, void *context)
{
    bool good = open_runs(m, m->sorter->run_count), more = true;
    while (good && more && m->count > 0) {
        const uint64_t *record = smallest_record(m);
        double distance = 0;
        if (m->sorter->width == 2)
            memcpy(&distance, &record[1], sizeof distance);
        more = take(context, record[0], distance);
        good = advance(m);
    }
    return good;
}

bool pair_runs_merge(pair_sorter *sorter, pair_taker *take, void *context)
{
    const size_t shares = sorter->room * sorter->width * sizeof *sorter->records / SHARE_BYTES;
    const size_t most = shares > 3 ? shares - 1 : 2;
    run_merge m = { .sorter = sorter };
    m.readers = calloc(sorter->run_count, sizeof *m.readers);
    m.heap = calloc(sorter->run_count, sizeof *m.heap);
    bool good = m.readers != NULL && m.heap != NULL;
    if (!good)
        complain("%s", strerror(ENOMEM));
    while (good && sorter->run_count > most)
        good = merge_some(&m, most);
    good = good && hand_out(&m, take, context);
    free(m.readers);
    free(m.heap);
    return good;
}
