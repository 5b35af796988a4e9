/// @file geometry.h
/// Points, axis-aligned boxes, and arrays of them. Coordinates are doubles in any unit, y up or down; floats convert to
/// them exactly.
#ifndef QUADRILLE_GEOMETRY_H
#define QUADRILLE_GEOMETRY_H

#include <float.h>
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

/// Does the inner box lie within the outer one, shared edges included? For a point: qd_box_at. False where a side is
/// NaN.
QD_INLINE bool qd_box_contains(qd_box outer, qd_box inner)
{
    return outer.min.x <= inner.min.x && inner.max.x <= outer.max.x && outer.min.y <= inner.min.y &&
           inner.max.y <= outer.max.y;
}

/// The centre of a valid box: on each axis half the rounded sum of the sides, or the sum of their halves where that is
/// too large. It lies within the box.
QD_INLINE qd_vec2 qd_box_center(qd_box box)
{
    const double x = box.min.x + box.max.x, y = box.min.y + box.max.y;
    qd_vec2 center = { x >= -DBL_MAX && x <= DBL_MAX ? x / 2 : box.min.x / 2 + box.max.x / 2,
                       y >= -DBL_MAX && y <= DBL_MAX ? y / 2 : box.min.y / 2 + box.max.y / 2 };
    return center;
}

/// Width and height, as x and y; infinite where the difference exceeds DBL_MAX, negative where the box is inverted.
QD_INLINE qd_vec2 qd_box_size(qd_box box)
{
    qd_vec2 size = { box.max.x - box.min.x, box.max.y - box.min.y };
    return size;
}

/// The smallest box around two valid ones.
QD_INLINE qd_box qd_box_union(qd_box a, qd_box b)
{
    qd_box both = { { a.min.x < b.min.x ? a.min.x : b.min.x, a.min.y < b.min.y ? a.min.y : b.min.y },
                    { a.max.x > b.max.x ? a.max.x : b.max.x, a.max.y > b.max.y ? a.max.y : b.max.y } };
    return both;
}

/// The points that two valid boxes share. Boxes that only touch share a segment or a point, a valid box. If they do not
/// overlap, the result is inverted on the axes that separate them: qd_box_is_valid is false, a tree refuses it, and a
/// question with it finds nothing.
QD_INLINE qd_box qd_box_intersection(qd_box a, qd_box b)
{
    qd_box shared = { { a.min.x > b.min.x ? a.min.x : b.min.x, a.min.y > b.min.y ? a.min.y : b.min.y },
                      { a.max.x < b.max.x ? a.max.x : b.max.x, a.max.y < b.max.y ? a.max.y : b.max.y } };
    return shared;
}

/// The box with each side moved outward by `margin`, in double. A negative margin moves the sides inward; by more than
/// half of the width or height nothing is left, and the result is inverted, as in qd_box_intersection.
QD_INLINE qd_box qd_box_grow(qd_box box, double margin)
{
    qd_box grown = { { box.min.x - margin, box.min.y - margin }, { box.max.x + margin, box.max.y + margin } };
    return grown;
}

/// What the four numbers of a view's element are.
typedef enum qd_form {
    QD_CORNERS = 0, ///< The sides: min_x, min_y, max_x, max_y.
    QD_SIZES = 1,   ///< Lower corner and size: `max_x` is the address of the width, `max_y` of the height.
    QD_HALVES = 2,  ///< Centre and half the size: `min_x` and `min_y` are the addresses of the centre, `max_x` and
                    ///< `max_y` of half the width and half the height. A radius: both are its address.
} qd_form;

/// Boxes or points in arrays of the caller, read in place: four addresses of first elements and one stride, so packed
/// boxes, arrays of structs, one array for each side, and rows of a numpy array need no copy. For points, the addresses
/// of max equal those of min. `precision` gives the type of the elements, float or double, whatever the tree's
/// precision; they are aligned as that type. A zeroed view has no elements.
///
/// Sizes and halves become sides in the view's precision: float elements are added and subtracted as floats (x + width,
/// x - half), double elements as doubles, each result rounded once; a float tree then rounds the sides of doubles. A
/// size or half that is negative or NaN makes the box invalid, even one too small to change the sum.
typedef struct qd_boxes {
    const void *min_x, *min_y, *max_x, *max_y;
    ptrdiff_t stride; ///< Bytes from one box to the next; may be negative. 0: the first box every time.
    qd_precision precision;
    qd_form form; ///< Default QD_CORNERS. Where a call takes points: QD_CORNERS.
} qd_boxes;

/// View of packed boxes of floats: min_x, min_y, max_x, max_y of each.
QD_INLINE qd_boxes qd_boxes_float(const float *boxes)
{
    qd_boxes view = { boxes, boxes + 1, boxes + 2, boxes + 3, 4 * (ptrdiff_t)sizeof(float), QD_FLOAT, QD_CORNERS };
    return view;
}

/// View of packed points of floats: x, y of each.
QD_INLINE qd_boxes qd_points_float(const float *points)
{
    qd_boxes view = { points, points + 1, points, points + 1, 2 * (ptrdiff_t)sizeof(float), QD_FLOAT, QD_CORNERS };
    return view;
}

/// View of an array of boxes.
QD_INLINE qd_boxes qd_boxes_double(const qd_box *boxes)
{
    const double *sides = (const double *)(const void *)boxes;
    qd_boxes view = { sides, sides + 1, sides + 2, sides + 3, sizeof(qd_box), QD_DOUBLE, QD_CORNERS };
    return view;
}

/// View of an array of points.
QD_INLINE qd_boxes qd_points_double(const qd_vec2 *points)
{
    const double *sides = (const double *)(const void *)points;
    qd_boxes view = { sides, sides + 1, sides, sides + 1, sizeof(qd_vec2), QD_DOUBLE, QD_CORNERS };
    return view;
}

/// View of structs that have x, y, width and height as four floats in a row: the address of x in the first struct, and
/// the bytes from one struct to the next, such as `qd_boxes_xywh(&sprites->x, sizeof *sprites)`.
QD_INLINE qd_boxes qd_boxes_xywh(const float *x, size_t stride)
{
    qd_boxes view = { x, x + 1, x + 2, x + 3, (ptrdiff_t)stride, QD_FLOAT, QD_SIZES };
    return view;
}

/// The same of doubles.
QD_INLINE qd_boxes qd_boxes_xywh_double(const double *x, size_t stride)
{
    qd_boxes view = { x, x + 1, x + 2, x + 3, (ptrdiff_t)stride, QD_DOUBLE, QD_SIZES };
    return view;
}

/// View of structs that have x, y and radius as three floats in a row, as the boxes around these circles: the address
/// of x in the first struct, and the bytes from one struct to the next. In questions too they are boxes, not circles.
QD_INLINE qd_boxes qd_boxes_xyr(const float *x, size_t stride)
{
    qd_boxes view = { x, x + 1, x + 2, x + 2, (ptrdiff_t)stride, QD_FLOAT, QD_HALVES };
    return view;
}

/// The same of doubles.
QD_INLINE qd_boxes qd_boxes_xyr_double(const double *x, size_t stride)
{
    qd_boxes view = { x, x + 1, x + 2, x + 2, (ptrdiff_t)stride, QD_DOUBLE, QD_HALVES };
    return view;
}

/// Box `i` of a view, as the library reads it. Invalid (inverted) where the view has no elements, its form is unknown,
/// or a size is negative or NaN. Cost O(1).
QD_INLINE qd_box qd_boxes_at(qd_boxes view, size_t i)
{
    const void *const first[4] = { view.min_x, view.min_y, view.max_x, view.max_y };
    double v[4] = { 0, 0, 0, 0 }, low[2] = { 1, 1 }, high[2] = { 0, 0 };
    qd_box box = { { 1, 1 }, { 0, 0 } };
    const bool is_known = view.form == QD_CORNERS || view.form == QD_SIZES || view.form == QD_HALVES;
    if (!is_known || !view.min_x || !view.min_y || !view.max_x || !view.max_y)
        return box;
    for (int k = 0; k < 4; k++) {
        const void *at = (const char *)first[k] + (ptrdiff_t)i * view.stride;
        v[k] = view.precision == QD_FLOAT ? (double)*(const float *)at : *(const double *)at;
    }
    for (int axis = 0; axis < 2; axis++) {
        low[axis] = view.form == QD_HALVES ? v[axis] - v[2 + axis] : v[axis];
        high[axis] = view.form == QD_CORNERS ? v[2 + axis] : v[axis] + v[2 + axis];
        if (view.precision == QD_FLOAT) { // a sum of two floats, rounded to double and then to float, is the float sum
            low[axis] = (double)(float)low[axis];
            high[axis] = (double)(float)high[axis];
        }
        if (view.form != QD_CORNERS && !(v[2 + axis] >= 0))
            return box;
    }
    box.min.x = low[0];
    box.min.y = low[1];
    box.max.x = high[0];
    box.max.y = high[1];
    return box;
}

#ifdef __cplusplus
}
#endif
#endif
