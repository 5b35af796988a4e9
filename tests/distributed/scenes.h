/// Boxes to find pairs among: made of numbers alone, so that every rank can make them all.
#ifndef QUADRILLE_TESTS_DISTRIBUTED_SCENES_H
#define QUADRILLE_TESTS_DISTRIBUTED_SCENES_H

#include <quadrille/geometry.h>

enum { SCENE_KINDS = 12 };

/// What a kind is, for messages.
extern const char *const scene_names[SCENE_KINDS];

/// Writes `count` boxes of a kind. All numbers are floats.
void scene_make(int kind, uint64_t seed, size_t count, qd_box *boxes);

/// A number that looks like chance; the state goes on.
uint64_t scene_random(uint64_t *state);

#endif
