// The caller's arrays of boxes: see view.h.
#include "view.h"

/// Do the four sides of a box follow each other, as numbers of so many bytes?
static bool sides_are_adjacent(const qd_boxes *boxes, size_t size)
{
    const char *first = boxes->min_x;
    return first && boxes->min_y == first + size && boxes->max_x == first + 2 * size &&
           boxes->max_y == first + 3 * size;
}

qd__view qd__view_of(const struct qd_tree *tree, const qd_boxes *boxes)
{
    // Do floats lie there as in an array of qd__fbox, or doubles each as a qd_box?
    const bool floats = boxes->precision == QD_FLOAT;
    const bool adjacent = sides_are_adjacent(boxes, floats ? sizeof(float) : sizeof(double));
    const bool packed = floats && adjacent && boxes->stride == (ptrdiff_t)sizeof(qd__fbox) && !qd__is_precise(tree);
    const qd__view view = { tree, *boxes, packed ? boxes->min_x : NULL, !floats && adjacent ? boxes->min_x : NULL };
    return view;
}

static double side_at(const void *first, ptrdiff_t offset, qd_precision precision)
{
    const void *at = (const char *)first + offset;
    return precision == QD_FLOAT ? (double)*(const float *)at : *(const double *)at;
}

qd_box qd__view_sides(const qd_boxes *boxes, size_t i)
{
    const ptrdiff_t offset = (ptrdiff_t)i * boxes->stride;
    qd_box box = { { NAN, NAN }, { NAN, NAN } };
    if (boxes->min_x && boxes->min_y && boxes->max_x && boxes->max_y) {
        box.min.x = side_at(boxes->min_x, offset, boxes->precision);
        box.min.y = side_at(boxes->min_y, offset, boxes->precision);
        box.max.x = side_at(boxes->max_x, offset, boxes->precision);
        box.max.y = side_at(boxes->max_y, offset, boxes->precision);
    }
    return box;
}

qd_vec2 qd__view_point(const qd__view *view, size_t i)
{
    const qd_boxes *boxes = &view->boxes;
    const ptrdiff_t offset = (ptrdiff_t)i * boxes->stride;
    qd_vec2 point = { NAN, NAN };
    if (boxes->min_x && boxes->min_y && boxes->max_x && boxes->max_y) {
        point.x = side_at(boxes->min_x, offset, boxes->precision);
        point.y = side_at(boxes->min_y, offset, boxes->precision);
    }
    return point;
}

void qd__view_pack(qd__view *view, qd__fbox *packed, size_t count)
{
    for (size_t i = 0; !view->packed && i < count; i++) {
        packed[i] = qd__view_rounded(view, i);
    }
    view->packed = view->packed ? view->packed : packed;
}
