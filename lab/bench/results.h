/// What was measured: a cell is one task on one scene of one size, with a row for each contender. Every raw time is
/// kept.
#ifndef QUADRILLE_BENCH_RESULTS_H
#define QUADRILLE_BENCH_RESULTS_H

#include "statistics.h"

#include <stdbool.h>
#include <stdint.h>

/// What a time is of. Not every task has all.
typedef enum series {
    SERIES_ALL,   ///< What the task is about,
    SERIES_BUILD, ///< and parts of that.
    SERIES_MOVE,
    SERIES_FIND,
    SERIES_WHOLE, ///< Where few boxes move: a tick in which all do, from the same go, to be compared with.
    SERIES_COUNT
} series;

/// Their names in JSON and CSV.
extern const char *const series_names[SERIES_COUNT];

/// What they are called above a column of a table.
extern const char *const series_titles[SERIES_COUNT];

/// No time of anything, to begin with: one for each series.
#define SERIES_NO_TIMES                                                                                                \
    {                                                                                                                  \
        -1, -1, -1, -1, -1                                                                                             \
    }

/// How the questions of a task are asked.
typedef enum ask_mode {
    ASK_AS_GIVEN, ///< One by one, in the order in which they are given.
    ASK_SORTED,   ///< All are known at once, so they are sorted along a curve first, and that is part of the time.
    ASK_AT_ONCE,  ///< All in one call.
} ask_mode;

typedef struct row {
    const char *contender;
    const char *library;      ///< As the entry's.
    double *ms[SERIES_COUNT]; ///< Milliseconds, in the order they were taken; unused series hold zeros.
    size_t count, room;
    bool has[SERIES_COUNT];
    uint64_t operations; ///< In each of those times, in finding alone where that is separate; 0: none to count.
    uint64_t found;      ///< Pairs, hits or whatever the task looks for, over all checks.
    uint64_t checksum;   ///< Over the finds, in any order.
    uint64_t checks;     ///< How many answers those two cover.
    uint64_t tests, upkeep;
    double bytes_per_item;      ///< The index's, fully loaded; 0: not measured.
    double peak_bytes_per_item; ///< The most that it held at once, loading and moving; 0: not known.
    char tuned[48];             ///< What it chose beforehand; empty: nothing.
    uint32_t workers;           ///< Threads that worked for it; 0 or 1: one.
    ask_mode asks;
    char left_out[120]; ///< Why there is nothing of it; empty: there is.
} row;

typedef struct cell {
    const char *task, *part, *title, *scene;
    size_t n;
    row *rows;
    size_t count;
    bool differ;   ///< Not all found the same.
    double others; ///< Processors that other processes kept at work meanwhile; negative: not known.
} cell;

typedef struct results {
    cell *cells;
    size_t count, room;
    bool differ; ///< In some cell.
} results;

/// How busy other processes kept the machine.
typedef struct results_busy {
    size_t cells; ///< Cells that were measured on a busy machine (busy.h).
    double most;  ///< Processors, in the worst of them.
} results_busy;

/// The next cell, with so many rows. NULL: no memory.
cell *results_add(results *all, size_t rows);
void results_free(results *all);

/// Forgets the last cell.
void results_drop(results *all);

/// The cell of that task, part, scene and size, or NULL.
const cell *results_find(const results *all, const char *task, const char *part, const char *scene, size_t n);

/// All zero where the machine was not busy, or nothing is known of it.
results_busy results_how_busy(const results *all);

/// Fills `to`, which has as many rows, with what `from` holds. False: no memory.
bool results_copy(cell *to, const cell *from);

/// Keeps one set of times; series that the task does not have are negative. False: no memory.
bool row_keep(row *r, const double ms[SERIES_COUNT]);

/// Adds finds to the compared sum. Positions count: the same finds in other ticks are another sum.
void row_found(row *r, uint64_t found, uint64_t checksum);

/// Takes back the finds since the row was as it was `before`.
void row_unfind(row *r, const row *before);

/// Is it to be compared with the library's own, asked one by one by one thread? Other rows stand beside these.
bool row_is_plain(const row *r);

/// Has it any times?
bool row_ran(const row *r);

/// Why it has no times, for a reader; only for a row that did not run.
const char *row_reason(const row *r);

/// Summary of a series. All zero if it ran out of memory or has no values.
summary row_summary(const row *r, series which);

/// The row of that contender if it ran, or NULL.
const row *cell_row(const cell *c, const char *contender);

/// Compares what all found, and marks the cell.
void cell_compare(cell *c);

/// The row that most rows agree with, the first of them; NULL: none ran.
const row *cell_majority(const cell *c);

/// Have both found the same?
bool row_agrees(const row *a, const row *b);

#endif
