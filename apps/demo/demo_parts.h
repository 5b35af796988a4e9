// What the files of the demo share.
#ifndef QUADRILLE_DEMO_DEMO_PARTS_H
#define QUADRILLE_DEMO_DEMO_PARTS_H

#include "demo.h"

/// A message.
void demo_say(demo *self, const char *what, const char *why);

/// Starts it again by a definition. False: *why, and it is as it was.
bool demo_renew(demo *self, const demo_def *def, const char **why);

/// Gives the second index a side, if there is one.
void demo_pair_sides(demo *self);

/// Looks up cells, depth and bytes of each side, which ticks do seldom: after a change between two ticks.
void demo_take_shapes(demo *self);

/// Does the view show the whole world, as after demo_fit?
bool demo_is_fitted(const demo *self);

#endif
