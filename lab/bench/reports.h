/// The results as text: tables for people, JSON and CSV for programs, Markdown for the documentation.
#ifndef QUADRILLE_BENCH_REPORTS_H
#define QUADRILLE_BENCH_REPORTS_H

#include "machine.h"
#include "plan.h"

#include <output.h>

typedef struct report {
    const plan *plan;
    const results *results;
    machine machine;
    const char *command; ///< As it was typed.
} report;

/// A form in which results are written as they come. Functions that are NULL have nothing to write.
typedef struct report_form {
    void (*begin)(output *out, const report *r);

    /// The cell at that index is final, and so are those before it.
    void (*cell)(output *out, const report *r, size_t at);

    /// The cells from `first` to the last one are all there are of a task.
    void (*task)(output *out, const report *r, size_t first);

    void (*end)(output *out, const report *r);
} report_form;

extern const report_form report_table, report_markdown;

/// An array of objects, one for each contender in each cell.
extern const report_form report_json;

/// Every raw time, a line each.
extern const report_form report_csv;

/// One line where the machine was busy with something else while a cell was measured; nothing where it was not.
void report_busy(output *out, const report *r);

/// The goals, and whether they are met; nothing of cells that were not measured.
void report_goals(output *out, const results *all);

/// Is it about how many questions make up for keeping an index?
bool report_has_break_even(const cell *c);

/// From how many questions a tick on a contender takes less time than the same on either loop over all boxes, the one
/// over the caller's array and the one that copies it first; infinite: never. Negative: it is one of the loops, or
/// they were not measured.
double report_break_even(const cell *c, const row *r);

/// Says on standard error where contenders did not find the same, and by how much.
void report_differences(const results *all);

/// Names on standard error the cells of the plan that are not among the results.
void report_missing(const plan *p, const results *all);

/// Median of the row over that of the library's own; negative: one has no times, or the two found different things.
double report_ahead(const cell *c, const row *r);

/// Nanoseconds of one operation; negative: the task counts none.
double report_ns(const row *r);

#endif
