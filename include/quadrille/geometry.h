/// @file geometry.h
/// Points and axis-aligned boxes. Coordinates are floats in any unit and any orientation of the axes.
#ifndef QUADRILLE_GEOMETRY_H
#define QUADRILLE_GEOMETRY_H

#include <quadrille/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qd_vec2 {
    float x, y;
} qd_vec2;

/// Axis-aligned box: two corners, not a corner and a size (see qd_box_xywh). Valid when finite and min <= max on both
/// axes; a point has min == max.
typedef struct qd_box {
    qd_vec2 min, max;
} qd_box;

/// Is the box finite and not inverted? Decided on the bits, so that it holds under -ffast-math too.
QD_API bool qd_box_is_valid(qd_box box);

/// Box from its lower corner and its size, both of which should not be negative.
static inline qd_box qd_box_xywh(float x, float y, float width, float height)
{
    qd_box box = { { x, y }, { x + width, y + height } };
    return box;
}

/// Box from its centre and half its size.
static inline qd_box qd_box_around(qd_vec2 center, float half_width, float half_height)
{
    qd_box box = { { center.x - half_width, center.y - half_height },
                   { center.x + half_width, center.y + half_height } };
    return box;
}

/// Box between any two opposite corners.
static inline qd_box qd_box_between(qd_vec2 p, qd_vec2 q)
{
    qd_box box = { { p.x < q.x ? p.x : q.x, p.y < q.y ? p.y : q.y }, { p.x < q.x ? q.x : p.x, p.y < q.y ? q.y : p.y } };
    return box;
}

/// Do two boxes share a point, edges included? A convenience for callers: the library's own answers never come from
/// here.
static inline bool qd_box_overlaps(qd_box a, qd_box b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

#ifdef __cplusplus
}
#endif
#endif
