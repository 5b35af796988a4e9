// Collecting, and sorting what fits: byte by byte of the key from the highest, in place, since a second array would
// halve what fits.
#include "pair_sort.h"

#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FEW_RECORDS = 32, // sorted by insertion
    LEAST_RECORDS = 1 << 12,
    RADIX = 256,
};

static void swap_records(uint64_t *a, uint64_t *b, size_t width)
{
    for (size_t i = 0; i < width; i++) {
        uint64_t kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

static void sort_few(uint64_t *records, size_t count, size_t width)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && records[(k - 1) * width] > records[k * width]; k--)
            swap_records(&records[(k - 1) * width], &records[k * width], width);
}

static void sort_by_byte(uint64_t *records, size_t count, size_t width, unsigned shift)
{
    size_t next[RADIX] = { 0 }, end[RADIX], start = 0;
    for (size_t i = 0; i < count; i++)
        next[records[i * width] >> shift & (RADIX - 1)]++;
    for (size_t digit = 0; digit < RADIX; digit++) {
        end[digit] = start + next[digit];
        next[digit] = start;
        start = end[digit];
    }
    // Puts each record into the stretch of its byte: what lies in the way is taken along.
    for (size_t digit = 0; digit < RADIX; digit++)
        while (next[digit] < end[digit]) {
            uint64_t *here = &records[next[digit] * width];
            size_t home = here[0] >> shift & (RADIX - 1);
            if (home == digit)
                next[digit]++;
            else
                swap_records(here, &records[next[home]++ * width], width);
        }
    for (size_t digit = 0, low = 0; shift > 0 && digit < RADIX; low = end[digit++])
        if (end[digit] - low <= FEW_RECORDS)
            sort_few(records + low * width, end[digit] - low, width);
        else
            sort_by_byte(records + low * width, end[digit] - low, width, shift - 8);
}

void pair_records_sort(uint64_t *records, size_t count, size_t width)
{
    if (count <= FEW_RECORDS)
        sort_few(records, count, width);
    else
        sort_by_byte(records, count, width, 56);
}

pair_sorter pair_sorter_begin(size_t bytes, bool distances)
{
    pair_sorter sorter = { .width = distances ? 2 : 1, .file = -1 };
    sorter.most = bytes / (sorter.width * sizeof *sorter.records);
    sorter.most = sorter.most > LEAST_RECORDS ? sorter.most : LEAST_RECORDS;
    return sorter;
}

void pair_sorter_end(pair_sorter *sorter)
{
    free(sorter->records);
    free(sorter->runs);
    if (sorter->file >= 0)
        close(sorter->file);
    *sorter = (pair_sorter){ .file = -1 };
}

static bool add_run(pair_sorter *sorter)
{
    if (sorter->run_count == sorter->run_room) {
        size_t room = sorter->run_room * 2 + 16;
        pair_run *runs = realloc(sorter->runs, room * sizeof *runs);
        if (runs == NULL) {
            complain("%s", strerror(ENOMEM));
            return false;
        }
        sorter->runs = runs;
        sorter->run_room = room;
    }
    sorter->runs[sorter->run_count++] = (pair_run){ sorter->written, sorter->count };
    return true;
}

static bool spill(pair_sorter *sorter)
{
    pair_records_sort(sorter->records, sorter->count, sorter->width);
    if (!add_run(sorter) || !pair_file_write(sorter, sorter->records, sorter->count))
        return false;
    sorter->count = 0;
    return true;
}

// Room for one record more. Where the system has no more memory, what there is has to do.
static bool make_room(pair_sorter *sorter)
{
    if (sorter->room < sorter->most) {
        size_t room = sorter->room == 0                 ? LEAST_RECORDS
                      : sorter->room > sorter->most / 2 ? sorter->most
                                                        : sorter->room * 2;
        uint64_t *records = realloc(sorter->records, room * sorter->width * sizeof *records);
        if (records != NULL) {
            sorter->records = records;
            sorter->room = room;
            return true;
        }
        if (sorter->room == 0) {
            complain("%s", strerror(ENOMEM));
            return false;
        }
        sorter->most = sorter->room;
    }
    return spill(sorter);
}

bool pair_sorter_add(pair_sorter *sorter, uint64_t key, double distance)
{
    if (sorter->count == sorter->room && !make_room(sorter))
        return false;
    uint64_t *record = &sorter->records[sorter->count++ * sorter->width];
    record[0] = key;
    if (sorter->width == 2)
        memcpy(&record[1], &distance, sizeof distance);
    return true;
}

bool pair_sorter_take_all(pair_sorter *sorter, pair_taker *take, void *context)
{
    if (sorter->run_count > 0)
        return (sorter->count == 0 || spill(sorter)) && pair_runs_merge(sorter, take, context);
    pair_records_sort(sorter->records, sorter->count, sorter->width);
    bool more = true;
    for (size_t i = 0; more && i < sorter->count; i++) {
        const uint64_t *record = &sorter->records[i * sorter->width];
        double distance = 0;
        if (sorter->width == 2)
            memcpy(&distance, &record[1], sizeof distance);
        more = take(context, record[0], distance);
    }
    return true;
}
