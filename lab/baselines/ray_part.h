/// The box around a part of a ray: an item that does not meet it is no hit there, and needs no division.
#ifndef QUADRILLE_RAY_PART_H
#define QUADRILLE_RAY_PART_H

#include "contender.h"
#include "outward.h"

#include <math.h>

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
