/// Pairs in order, in a stated amount of memory. What does not fit goes to a temporary file in sorted runs, which are
/// merged at the end. The file lies in the folder that TMPDIR names, or /tmp, and has no name, so that nothing is left
/// of it however the program ends.
#ifndef QUADRILLE_PAIRS_PAIR_SORT_H
#define QUADRILLE_PAIRS_PAIR_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A stretch of records in the file, ascending by key.
typedef struct pair_run {
    uint64_t start, count; ///< In records.
} pair_run;

typedef struct pair_sorter {
    size_t width; ///< Numbers in a record: the key, and the bits of the distance where pairs have one.
    size_t most;  ///< Records that fit.
    uint64_t *records;
    size_t count, room;
    pair_run *runs;
    size_t run_count, run_room;
    uint64_t written; ///< Records in the file.
    int file;         ///< -1: none yet.
} pair_sorter;

/// Sorts within so many bytes, at least some thousand.
pair_sorter pair_sorter_begin(size_t bytes, bool distances);
void pair_sorter_end(pair_sorter *sorter);

/// No key comes twice. False: complained.
bool pair_sorter_add(pair_sorter *sorter, uint64_t key, double distance);

/// Receives a record; false: enough.
typedef bool pair_taker(void *context, uint64_t key, double distance);

/// Hands out all records in ascending order. False: complained.
bool pair_sorter_take_all(pair_sorter *sorter, pair_taker *take, void *context);

/// Parts of it: sorts records in place; and the file, reading and writing whole records. False: complained.
void pair_records_sort(uint64_t *records, size_t count, size_t width);
bool pair_file_write(pair_sorter *sorter, const uint64_t *records, size_t count);
bool pair_file_read(const pair_sorter *sorter, uint64_t start, uint64_t *records, size_t count);

/// Merges runs until one pass can take the rest, and hands out the records.
bool pair_runs_merge(pair_sorter *sorter, pair_taker *take, void *context);

#endif
