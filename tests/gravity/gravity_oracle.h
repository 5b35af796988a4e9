// Forces between bodies as the definitions in quadrille/gravity.h have them: sums over all pairs in long doubles, with
// no scale, no tree and no shortcut.
#ifndef TESTS_GRAVITY_ORACLE_H
#define TESTS_GRAVITY_ORACLE_H

#include <quadrille/gravity.h>

// What acts on a place, and what the sizes of all terms come to: what rounding may do is in proportion to them.
struct gravity_pull {
    long double ax, ay, potential;
    long double force_size, potential_size;
};

// What all bodies but the `but`-th do to a mass of 1 (SIZE_MAX: all bodies).
struct gravity_pull gravity_oracle_at(const qd_gravity_def *def, const qd_bodies *bodies, double x, double y,
                                      size_t but);

// The same for the place of a body.
struct gravity_pull gravity_oracle_on(const qd_gravity_def *def, const qd_bodies *bodies, size_t body);

// Adds what a part does to a place, by its expansion up to the definition's order. The dipole counts where `dipoles` is
// true: a walk may leave it out where all masses have one sign.
void gravity_oracle_add_part(struct gravity_pull *pull, const qd_gravity_def *def, const qd_gravity_part *part,
                             bool dipoles, double x, double y);

// Are these so near to it? `error` is in parts of the terms' sizes. The potential may be NULL.
bool gravity_oracle_agrees(const struct gravity_pull *pull, double ax, double ay, const double *potential,
                           double error);

#endif
