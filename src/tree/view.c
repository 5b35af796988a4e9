// The caller's arrays of boxes: see view.h.
#include "view.h"

/// Do floats lie there as in an array of qd__fbox?
static bool lie_packed(const qd_boxes *boxes)
{
    const float *first = (const float *)boxes->min_x;
    return boxes->precision == QD_FLOAT && boxes->stride == (ptrdiff_t)sizeof(qd__fbox) && first &&
           boxes->min_y == first + 1 && boxes->max_x == first + 2 && boxes->max_y == first + 3;
}

/// Does each lie there as a qd_box?
static bool lie_whole(const qd_boxes *boxes)
{
    const double *first = (const double *)boxes->min_x;
    return boxes->precision == QD_DOUBLE && first && boxes->min_y == first + 1 && boxes->max_x == first + 2 &&
           boxes->max_y == first + 3;
}

qd__view qd__view_of(const struct qd_tree *tree, const qd_boxes *boxes)
{
    const bool in_place = !qd__is_precise(tree) && lie_packed(boxes);
    const qd__view view = { tree, *boxes, in_place ? (const qd__fbox *)boxes->min_x : NULL,
                            lie_whole(boxes) ? (const char *)boxes->min_x : NULL };
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
