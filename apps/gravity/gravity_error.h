/// How far the tree's sums are from those of all pairs, at all bodies or at a sample of them.
#ifndef QUADRILLE_GRAVITY_GRAVITY_ERROR_H
#define QUADRILLE_GRAVITY_GRAVITY_ERROR_H

#include "gravity_bodies.h"

#include <quadrille/gravity.h>

/// So many bodies are summed up by all pairs; of more, a sample of SAMPLE, evenly spread over the rows.
enum { DIRECT_MOST = 50000, SAMPLE = 4000 };

/// Accelerations of the sample.
typedef struct sampled_field {
    size_t count, bodies; ///< Sampled; in all.
    double *ax, *ay;
} sampled_field;

/// A sample from `of` bodies, with zeroed accelerations. False: no memory. Free it in any case.
bool sampled_open(sampled_field *field, size_t of);
void sampled_free(sampled_field *field);

/// The body that is number i of the sample; and the first number that belongs to this body or to a later one.
size_t sampled_body(const sampled_field *field, size_t i);
size_t sampled_from(const sampled_field *field, size_t body);

/// Adds what these bodies do to the place of one, by the definition.
void sampled_sum_up(sampled_field *field, size_t i, const qd_gravity_def *def, const bodies *list, double x, double y);

/// Relative errors, |a - exact| / |exact|, of the sampled bodies. Where a body is pulled nowhere it is the error over
/// the mean acceleration.
typedef struct error_figures {
    double median, rms, p99, most;
    double mean;         ///< The root mean square of |a - exact|, over the mean of |exact|.
    double interactions; ///< One body's, with bodies and cells.
    double ms;           ///< Time of building and solving, the median of several.
} error_figures;

/// Fills in all but the last two. False: no memory.
bool error_compare(error_figures *figures, const sampled_field *exact, const sampled_field *field);

#endif
