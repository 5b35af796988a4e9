/// Where a ray meets a box: slabs, in doubles, with divisions, so that no box is missed for a rounded reciprocal.
#ifndef QUADRILLE_RAY_H
#define QUADRILLE_RAY_H

#include "lanes.h"
#include "ray_part.h"

#include <math.h>

#define RAY_NO_HIT ((contender_hit){ UINT32_MAX, INFINITY })

typedef struct ray_range {
    double from, to; ///< from > to: nothing.
} ray_range;

/// The part of a range in which one coordinate of the ray lies between two values.
static inline ray_range ray_slab(ray_range range, double origin, double direction, double low, double high)
{
    if (direction == 0)
        return low <= origin && origin <= high ? range : (ray_range){ 1, 0 };
    double a = (low - origin) / direction, b = (high - origin) / direction;
    double enter = a < b ? a : b, leave = a < b ? b : a;
    return (ray_range){ enter > range.from ? enter : range.from, leave < range.to ? leave : range.to };
}

/// The part of a ray that lies in a box.
static inline ray_range ray_within(contender_ray ray, fbox box)
{
    ray_range range = { 0, ray.t_max };
    range = ray_slab(range, ray.origin.x, ray.direction.x, box.min.x, box.max.x);
    return range.from > range.to ? range : ray_slab(range, ray.origin.y, ray.direction.y, box.min.y, box.max.y);
}

/// Offers an item: it takes the place of the first hit if it is met before.
static inline void ray_try(contender_hit *first, uint32_t item, contender_ray ray, fbox box)
{
    ray_range range = ray_within(ray, box);
    if (range.from <= range.to && (range.from < first->t || (range.from == first->t && item < first->item)))
        *first = (contender_hit){ item, range.from };
}

/// A search for the first hit: what does not meet `part`, where the ray is until then, needs no division.
typedef struct ray_search {
    contender_ray ray;
    contender_hit first;
    lanes_box part;
} ray_search;

static inline ray_search ray_begin(contender_ray ray)
{
    return (ray_search){ ray, RAY_NO_HIT, lanes_of(ray_part(ray, 0, ray.t_max)) };
}

/// Offers the boxes of [from, to); NULL: item i's box is at i.
static inline void ray_scan(ray_search *search, const box_columns *all, const uint32_t *items, size_t from, size_t to)
{
    for (size_t at = from; at < to; at += LANES) {
        unsigned mask = lanes_meet(all, at, search->part, false) & lanes_first(to - at);
        for (size_t i = at; mask; mask >>= 1, i++) {
            double before = search->first.t;
            if (mask & 1)
                ray_try(&search->first, items ? items[i] : (uint32_t)i, search->ray, boxes_get(all, i));
            if (search->first.t < before)
                search->part = lanes_of(ray_part(search->ray, 0, search->first.t));
        }
    }
}

#endif
