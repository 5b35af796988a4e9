/// The parts of report_goals: each prints whether a cell meets the goals of one kind, a line for each goal, and nothing
/// without goals.
#ifndef QUADRILLE_BENCH_GOALS_H
#define QUADRILLE_BENCH_GOALS_H

#include "reports.h"

/// Begins a line about a goal.
void goals_put_verdict(output *out, bool met, const cell *c);

/// Begins a line that judges nothing.
void goals_put_note(output *out, const cell *c);

/// Goals that are shares of a rival's time.
void goals_judge_ratios(output *out, const cell *c);

/// Goals in nanoseconds, bytes or questions.
void goals_judge_figures(output *out, const results *all, size_t at);

/// Goals that compare cells with one another: other sizes, and hard scenes with U.
void goals_judge_growth(output *out, const results *all, size_t at);

#endif
