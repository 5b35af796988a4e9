/// Boxes that surely hold what they are meant to hold: their corners are rounded outward.
#ifndef QUADRILLE_OUTWARD_H
#define QUADRILLE_OUTWARD_H

#include "fbox.h"

#include <float.h>
#include <math.h>

/// A coordinate rounded outward, by more than the rounding of a sum of numbers of this magnitude and of a float.
static inline float outward(double value, double magnitude, double direction)
{
    value += direction * (magnitude * 0x1p-22 + FLT_MIN);
    return (float)(value < -FLT_MAX ? -FLT_MAX : value > FLT_MAX ? FLT_MAX : value);
}

/// The box within a distance of a point, with those that are farther by less than rounding: a box at FLT_MIN is one
/// away from a point at -1.
static inline fbox outward_box(fvec2 point, double distance)
{
    double x = fabs((double)point.x) + distance, y = fabs((double)point.y) + distance;
    return (fbox){ { outward(point.x - distance, x, -1), outward(point.y - distance, y, -1) },
                   { outward(point.x + distance, x, 1), outward(point.y + distance, y, 1) } };
}

#endif
