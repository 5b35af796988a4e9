/// @file outward.h
/// Boxes that surely hold what they are meant to hold: their corners are rounded outward.
#ifndef QUADRILLE_OUTWARD_H
#define QUADRILLE_OUTWARD_H

#include "contender.h"

#include <float.h>
#include <math.h>

/// A coordinate rounded outward, by more than the rounding of a sum of numbers of this magnitude and of a float.
static inline float outward(double value, double magnitude, double direction)
{
    value += direction * (magnitude * 0x1p-22 + FLT_MIN);
    return (float)(value < -FLT_MAX ? -FLT_MAX : value > FLT_MAX ? FLT_MAX : value);
}

/// All that is within a distance of a point, and what is farther by less than rounding can tell: a box at FLT_MIN is
/// one away from a point at -1.
static inline fbox outward_box(fvec2 point, double distance)
{
    double x = fabs((double)point.x) + distance, y = fabs((double)point.y) + distance;
    return (fbox){ { outward(point.x - distance, x, -1), outward(point.y - distance, y, -1) },
                   { outward(point.x + distance, x, 1), outward(point.y + distance, y, 1) } };
}

/// Between which values a coordinate of a ray lies between two times, of which the later may be infinite.
static inline void ray_stretch(double origin, double direction, double from, double to, float *low, float *high)
{
    *low = *high = (float)origin;
    if (direction == 0)
        return;
    double early = direction < 0 ? to : from, late = direction < 0 ? from : to;
    double reach = fabs(direction);
    *low = outward(origin + (direction < 0 ? -reach : reach) * early, fabs(origin) + reach * early, -1);
    *high = outward(origin + (direction < 0 ? -reach : reach) * late, fabs(origin) + reach * late, 1);
}

/// A box that holds a ray between two times.
static inline fbox ray_part(contender_ray ray, double from, double to)
{
    fbox part;
    ray_stretch(ray.origin.x, ray.direction.x, from, to, &part.min.x, &part.max.x);
    ray_stretch(ray.origin.y, ray.direction.y, from, to, &part.min.y, &part.max.y);
    return part;
}

#endif
