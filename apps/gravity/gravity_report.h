/// The report of a run of `quadrille gravity`: rows of CSV, or an object.
#ifndef QUADRILLE_GRAVITY_GRAVITY_REPORT_H
#define QUADRILLE_GRAVITY_GRAVITY_REPORT_H

#include "gravity.h"

/// All forces once, and what they took.
typedef struct gravity_measured {
    qd_gravity_cost cost;
    double build_ms, solve_ms;
} gravity_measured;

typedef struct gravity_results {
    const gravity_settings *set;
    const bodies *list;
    qd_gravity_def def;
    qd_motion_sums first, last;
    int64_t steps;                  ///< Done so far.
    double change_most;             ///< The largest size of gravity_energy_change in a row.
    gravity_measured before, after; ///< The first step and the last one.
    double steps_ms;
    const char *more; ///< Further members of the object, or NULL.
} gravity_results;

/// How far the energy is from what it was at first, in parts of that; as it is where that was 0.
double gravity_energy_change(const qd_motion_sums *first, const qd_motion_sums *now);

void gravity_put_head(output *out);
void gravity_put_row(output *out, const gravity_results *results, int64_t step);
void gravity_put_json(output *out, const gravity_results *results);

/// A double, null where it is not finite.
void put_json_double(output *out, double value);

#endif
