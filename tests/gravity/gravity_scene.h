/// Bodies for the tests of gravity, what acts on them, and how far that is from brute force.
#ifndef TESTS_GRAVITY_SCENE_H
#define TESTS_GRAVITY_SCENE_H

#include "gravity_oracle.h"
#include "support.h"

/// Bodies that can be changed.
struct scene {
    size_t count;
    double *x, *y, *mass;
};

struct scene scene_of(size_t count); ///< All zero.
void scene_free(struct scene *scene);
qd_bodies scene_bodies(const struct scene *scene);

/// At random in the unit square; masses add up to 1.
struct scene scene_uniform(size_t count, uint64_t seed);
/// Plummer's sphere seen from above, of the scale radius 1, cut off at ten of them; masses add up to 1.
struct scene scene_plummer(size_t count, uint64_t seed);

void scene_any_signs(struct scene *scene, uint64_t seed); ///< Masses of random signs and sizes, a few of them 0.
void scene_scale(struct scene *scene, double factor);
void scene_shift(struct scene *scene, double x, double y);

/// How far a coordinate lies outside a range.
double scene_outside(double at, double low, double high);

/// The number in [low, high).
double prng_real(struct prng *random, double low, double high);

/// What acts on each body, by room for as many.
struct pulls {
    size_t count;
    qd_field field;
};

struct pulls pulls_for(size_t count);
void pulls_free(struct pulls *pulls);
bool pulls_are_same_bits(const struct pulls *a, const struct pulls *b);

/// So small an opening angle that the tree takes nothing together.
#define THETA_EXACT 1e-300

/// A new one, or the test fails; and one with these bodies in it.
qd_gravity *gravity_of(const qd_gravity_def *def);
qd_gravity *gravity_with(const qd_gravity_def *def, const struct scene *scene);
void gravity_must_set(qd_gravity *gravity, const struct scene *scene);
struct pulls gravity_pulls(qd_gravity *gravity, bool direct);

/// Both get the same bits.
void assert_same_pulls(qd_gravity *gravity, qd_gravity *other, bool direct);

/// A definition and a scene of 3000 bodies for each number: laws, orders, softenings, signs.
qd_gravity_def some_def(int which);
struct scene some_scene(int which);

/// Fails the test unless these are what the oracle says about every `each`-th body, to so many parts of its terms.
void assert_pulls(const qd_gravity_def *def, const struct scene *scene, const struct pulls *pulls, size_t each,
                  double error);

/// By the tree and by all pairs, with and without potentials. By the tree with THETA_EXACT, whatever `def` has.
void assert_exact(const qd_gravity_def *def, const struct scene *scene, size_t each);

#endif
