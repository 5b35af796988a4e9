/// @file geometry.h
/// Points, axis-aligned boxes, and arrays of them. Coordinates are doubles in any unit, y up or down; floats convert to
/// them exactly.
#ifndef QUADRILLE_GEOMETRY_H
#define QUADRILLE_GEOMETRY_H

#include <quadrille/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A point, or a vector.
typedef struct qd_vec2 {
    double x, y;
} qd_vec2;

/// Axis-aligned box: two corners, not a corner and a size (see qd_box_xywh). Valid when finite and min <= max on both
/// axes; a point has min == max. Its memory is four doubles: min.x, min.y, max.x, max.y.
typedef struct qd_box {
    qd_vec2 min, max;
} qd_box;

/// True when the box is valid. Tests the bits, so -ffast-math does not break it. Cost O(1).
QD_API bool qd_box_is_valid(const qd_box *box);

/// Box from its lower corner and its size. A negative width or height makes it invalid.
QD_INLINE qd_box qd_box_xywh(double x, double y, double width, double height)
{
    qd_box box = { { x, y }, { x + width, y + height } };
    return box;
}

/// Box from its centre and half its size.
QD_INLINE qd_box qd_box_around(qd_vec2 center, double half_width, double half_height)
{
    qd_box box = { { center.x - half_width, center.y - half_height },
                   { center.x + half_width, center.y + half_height } };
    return box;
}

/// Box between any two opposite corners.
QD_INLINE qd_box qd_box_between(qd_vec2 p, qd_vec2 q)
{
    qd_box box = { { p.x < q.x ? p.x : q.x, p.y < q.y ? p.y : q.y }, { p.x < q.x ? q.x : p.x, p.y < q.y ? q.y : p.y } };
    return box;
}

/// Box that is one point.
QD_INLINE qd_box qd_box_at(qd_vec2 point)
{
    qd_box box = { point, point };
    return box;
}

/// Do two boxes share a point, edges included? For callers; the library itself does not use it.
QD_INLINE bool qd_box_overlaps(qd_box a, qd_box b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

/// Boxes or points in arrays of the caller, read in place: four addresses of first elements and one stride, so packed
/// boxes, arrays of structs, one array for each side, and rows of a numpy array need no copy. For points, the addresses
/// of max equal those of min. `precision` gives the type of the elements, float or double, whatever the tree's
/// precision; they are aligned as that type. A zeroed view has no elements.
typedef struct qd_boxes {
    const void *min_x, *min_y, *max_x, *max_y;
    ptrdiff_t stride; ///< Bytes from one box to the next; may be negative. 0: the first box every time.
    qd_precision precision;
} qd_boxes;

/// View of packed boxes of floats: min_x, min_y, max_x, max_y of each.
QD_INLINE qd_boxes qd_boxes_float(const float *boxes)
{
    qd_boxes view = { boxes, boxes + 1, boxes + 2, boxes + 3, 4 * (ptrdiff_t)sizeof(float), QD_FLOAT };
    return view;
}

/// View of packed points of floats: x, y of each.
QD_INLINE qd_boxes qd_points_float(const float *points)
{
    qd_boxes view = { points, points + 1, points, points + 1, 2 * (ptrdiff_t)sizeof(float), QD_FLOAT };
    return view;
}

/// View of an array of boxes.
QD_INLINE qd_boxes qd_boxes_double(const qd_box *boxes)
{
    const double *sides = (const double *)(const void *)boxes;
    qd_boxes view = { sides, sides + 1, sides + 2, sides + 3, sizeof(qd_box), QD_DOUBLE };
    return view;
}

/// View of an array of points.
QD_INLINE qd_boxes qd_points_double(const qd_vec2 *points)
{
    const double *sides = (const double *)(const void *)points;
    qd_boxes view = { sides, sides + 1, sides, sides + 1, sizeof(qd_vec2), QD_DOUBLE };
    return view;
}

#ifdef __cplusplus
}
#endif
#endif
