/// What the scenes' generators share: random places, sides and velocities on the even and odd steps of a field.
#ifndef QUADRILLE_BENCH_FIELD_PLACE_H
#define QUADRILLE_BENCH_FIELD_PLACE_H

#include "field.h"

#include <random.h>

/// A number in [0, 1) with 53 random bits.
double place_unit(scene_random *random);

/// An odd number of steps near `side`, within 1..most.
int32_t place_side(double side, int32_t most);

/// An even place in [0, room].
int32_t place_even(scene_random *random, int32_t room);

/// From the normal distribution of mean 0 and deviation 1.
double place_normal(scene_random *random);

/// A random direction, and a speed up to a quarter of `side`.
void place_velocity(mover *m, scene_random *random, int32_t side);

/// A box of that side, anywhere in the field, that moves.
void place_anywhere(field *f, mover *m, scene_random *random, int32_t side);

/// Puts the movers in random order.
void place_shuffle(field *f, scene_random *random);

#endif
