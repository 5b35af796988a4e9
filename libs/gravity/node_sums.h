// What each node comes to. See masses.h.
#ifndef QD_GRAVITY_NODE_SUMS_H
#define QD_GRAVITY_NODE_SUMS_H

#include "masses.h"

/// Sums up what is in the nodes, from the bottom, and says from where they are opened; those of cells are what was
/// given. False: out of memory.
bool qd__masses_sum(qd__masses *masses, const qd_allocator *allocator, const qd__given *given, double theta);

/// Widens the bounds of a shape.
static inline void qd__shape_cover(qd__mass_shape *shape, double min_x, double min_y, double max_x, double max_y)
{
    shape->min_x = min_x < shape->min_x ? min_x : shape->min_x;
    shape->min_y = min_y < shape->min_y ? min_y : shape->min_y;
    shape->max_x = max_x > shape->max_x ? max_x : shape->max_x;
    shape->max_y = max_y > shape->max_y ? max_y : shape->max_y;
}

#endif
