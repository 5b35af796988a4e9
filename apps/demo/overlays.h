/// What is laid over a scene: the cells of the tree and what they hold, what a question looks into and finds, how many
/// tests questions need where, and the step that is being explained.
#ifndef QUADRILLE_DEMO_OVERLAYS_H
#define QUADRILLE_DEMO_OVERLAYS_H

#include "demo.h"

bool overlays_want_cells(const demo *self);

/// Adds to the shapes of a side. `patience`: as in demo_look.
/// What lies under the scene of a side, on its ground.
void overlays_draw_under(demo *self, int number);

void overlays_draw(demo *self, int number, const question *asked, double patience);

void overlays_free_heat(side *at);

#endif
