/// @file reports.h
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

void report_table(output *out, const report *r);
void report_markdown(output *out, const report *r);

/// An array of objects, one for each contender in each cell.
void report_json(output *out, const report *r);

/// Every raw time, a line each.
void report_csv(output *out, const report *r);

/// What was aimed at, and whether it was reached; nothing where nothing of it was measured.
void report_goals(output *out, const results *all);

/// From how many questions a tick on a contender that keeps an index beats the loop that keeps none; negative: never,
/// or it was not measured.
double report_break_even(const cell *c, const row *r);

/// Says on standard error where contenders did not find the same, and by how much.
void report_differences(const results *all);

/// Median of the row over that of the library's own; negative: there is none, or the two found different things.
double report_ahead(const cell *c, const row *r);

/// Nanoseconds of one operation; negative: the task counts none.
double report_ns(const row *r);

#endif
