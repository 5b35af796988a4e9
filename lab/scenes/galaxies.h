/// Bodies to begin with, for gravity: the same from the same seed on every machine. Places and velocities take only
/// sums, products, quotients and roots, which are the same in every C library; directions are drawn by rejection.
///
/// The constant of gravity is 1, and so is the mass of each scene: of each galaxy, for an encounter.
#ifndef QUADRILLE_SCENE_GALAXIES_H
#define QUADRILLE_SCENE_GALAXIES_H

#include <quadrille/gravity.h>

typedef enum galaxies_kind {
    GALAXIES_PLUMMER,   ///< As dense as Plummer's sphere is to look at, with velocities that keep it so.
    GALAXIES_DISC,      ///< Kuzmin's disc about a heavy centre, the first body.
    GALAXIES_ENCOUNTER, ///< Two such discs on parabolic paths; the centres are the first bodies of each.
    GALAXIES_UNIFORM,   ///< At rest, anywhere in the unit square.
    GALAXIES_KINDS
} galaxies_kind;

/// Their names in that order, and NULL.
extern const char *const galaxies_names[];

/// What makes a scene worth looking at.
typedef struct galaxies_plan {
    size_t count, steps;
    double softening, step;
} galaxies_plan;

galaxies_plan galaxies_plan_of(galaxies_kind kind);

typedef struct galaxies_def {
    galaxies_kind kind;
    size_t count;
    uint64_t seed;
    qd_gravity_law law; ///< Velocities are such as this and the softening, 0 to 1e60, ask for.
    double softening;
    qd_executor executor; ///< Changes nothing but the time it takes.
} galaxies_def;

/// Arrays of def->count, all the caller's.
typedef struct galaxies_bodies {
    double *x, *y, *vx, *vy, *mass;
} galaxies_bodies;

/// Writes the bodies, at rest together. False: no memory. Cost that of qd_gravity_solve.
bool galaxies_make(const galaxies_def *def, const galaxies_bodies *out);

#endif
