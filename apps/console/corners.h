/// Boxes that a user gives as X0,Y0,X1,Y1, the lower corner first.
#ifndef QUADRILLE_CONSOLE_CORNERS_H
#define QUADRILLE_CONSOLE_CORNERS_H

#include <quadrille/geometry.h>

static inline bool corners_inverted(qd_box box)
{
    return box.min.x > box.max.x || box.min.y > box.max.y;
}

/// From degrees east to degrees west, as map services write what lies across 180 degrees: coordinates are numbers in a
/// plane here, which does not close there.
static inline bool corners_across(qd_box box)
{
    return box.min.x > 0 && box.min.x <= 180 && box.max.x < 0 && box.max.x >= -180 && box.min.y <= box.max.y;
}

/// What to do then, behind what is wrong with the box.
#define CORNERS_TWICE "; what lies across 180 degrees takes two: X0,Y0,180,Y1 and -180,Y0,X1,Y1"

#endif
