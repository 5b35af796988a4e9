/// @file gravity_error.h
/// How far the tree's sums are from those of all pairs, at all bodies or at a sample of them.
#ifndef QUADRILLE_CLI_GRAVITY_ERROR_H
#define QUADRILLE_CLI_GRAVITY_ERROR_H

#include "gravity_bodies.h"

#include <quadrille/gravity.h>

/// So many bodies are summed up by all pairs; of more, a sample of SAMPLE, evenly spread over the rows.
enum { DIRECT_MOST = 50000, SAMPLE = 4000 };

/// What all pairs say.
typedef struct exact_field {
    size_t count, bodies; ///< Sampled; in all.
    double *ax, *ay;
    double mean; ///< Size of the acceleration.
} exact_field;

/// False: no memory or a number out of range, complained. Free it in any case.
bool exact_field_make(exact_field *exact, const qd_gravity_def *def, const bodies *list);
void exact_field_free(exact_field *exact);

/// Relative errors, |a - exact| / |exact|, of the sampled bodies. Where a body is pulled nowhere it is the error over
/// the mean acceleration.
typedef struct error_figures {
    double median, rms, p99, most;
    double mean;         ///< The root mean square of |a - exact|, over the mean of |exact|.
    double interactions; ///< Of one body: with bodies and cells.
    double ms;           ///< Of building and solving: the median of several times.
} error_figures;

/// False: no memory, complained.
bool error_measure(error_figures *figures, const qd_gravity_def *def, const bodies *list, const exact_field *exact);

#endif
