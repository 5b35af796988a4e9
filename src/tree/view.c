// The caller's arrays of boxes: see view.h.
#include "view.h"

enum { AT_ONCE = 64 }; ///< Boxes that are read before they are rounded.

static bool has_addresses(const qd_boxes *boxes)
{
    return boxes->min_x && boxes->min_y && boxes->max_x && boxes->max_y;
}

qd__view qd__view_of(const struct qd_tree *tree, const qd_boxes *boxes)
{
    const bool sides = has_addresses(boxes) && boxes->form == QD_CORNERS, floats = boxes->precision == QD_FLOAT;
    // Do floats lie there as in an array of qd__fbox, or doubles each as a qd_box?
    const char *first = (const char *)boxes->min_x;
    const size_t size = floats ? sizeof(float) : sizeof(double);
    const bool adjacent =
        sides && boxes->min_y == first + size && boxes->max_x == first + 2 * size && boxes->max_y == first + 3 * size;
    const bool packed = floats && adjacent && boxes->stride == (ptrdiff_t)sizeof(qd__fbox) && !qd__is_precise(tree);
    return (qd__view){ tree,
                       *boxes,
                       packed ? (const qd__fbox *)(const void *)first : NULL,
                       !floats && adjacent ? first : NULL,
                       sides,
                       sides && !floats };
}

static double side_at(const void *first, ptrdiff_t offset, qd_precision precision)
{
    const void *at = (const char *)first + offset;
    return precision == QD_FLOAT ? (double)*(const float *)at : *(const double *)at;
}

/// Are there elements with sizes or halves?
static bool has_sizes(const qd_boxes *boxes)
{
    return QD__CAN_FORMS && has_addresses(boxes) && (boxes->form == QD_SIZES || boxes->form == QD_HALVES);
}

/// Sizes or halves, or invalid boxes: apart from the usual reading, which it would slow down. A sum of two floats
/// rounded to double and then to float is the float sum.
static QD__NEVER_INLINE qd_box read_form(const qd_boxes *boxes, size_t i)
{
    const qd_box invalid = { { NAN, NAN }, { NAN, NAN } };
    if (!has_sizes(boxes))
        return QD__CAN_FORMS ? qd_boxes_at(*boxes, i) : invalid;
    const ptrdiff_t offset = (ptrdiff_t)i * boxes->stride;
    const bool halves = boxes->form == QD_HALVES;
    const double x = side_at(boxes->min_x, offset, boxes->precision);
    const double y = side_at(boxes->min_y, offset, boxes->precision);
    const double width = side_at(boxes->max_x, offset, boxes->precision);
    const double height = side_at(boxes->max_y, offset, boxes->precision);
    const qd_box box = { { halves ? x - width : x, halves ? y - height : y }, { x + width, y + height } };
    if (!(width >= 0 && height >= 0))
        return invalid;
    return boxes->precision == QD_FLOAT ? qd__box_of(qd__fbox_of(&box)) : box;
}

/// Floats for a tree of floats: as qd__view_read, but a loop without calls and doubles.
static void round_floats(const qd__view *view, size_t first, size_t count, qd__fbox *rounded)
{
    const qd_boxes *boxes = &view->boxes;
    const qd__fbox invalid = { { NAN, NAN }, { NAN, NAN } };
    const bool halves = boxes->form == QD_HALVES;
    for (size_t i = 0; i < count; i++) {
        const ptrdiff_t offset = (ptrdiff_t)(first + i) * boxes->stride;
        const float x = *(const float *)(const void *)((const char *)boxes->min_x + offset);
        const float y = *(const float *)(const void *)((const char *)boxes->min_y + offset);
        const float third = *(const float *)(const void *)((const char *)boxes->max_x + offset);
        const float fourth = *(const float *)(const void *)((const char *)boxes->max_y + offset);
        if (view->sides) {
            rounded[i] = (qd__fbox){ { x, y }, { third, fourth } };
        } else {
            const qd__fbox box = { { halves ? x - third : x, halves ? y - fourth : y }, { x + third, y + fourth } };
            rounded[i] = third >= 0 && fourth >= 0 ? box : invalid;
        }
    }
}

qd_box qd__view_read(const qd__view *view, size_t i)
{
    const qd_boxes *boxes = &view->boxes;
    if (!view->sides)
        return read_form(boxes, i);
    const ptrdiff_t offset = (ptrdiff_t)i * boxes->stride;
    return (
        qd_box){ { side_at(boxes->min_x, offset, boxes->precision), side_at(boxes->min_y, offset, boxes->precision) },
                 { side_at(boxes->max_x, offset, boxes->precision), side_at(boxes->max_y, offset, boxes->precision) } };
}

qd_vec2 qd__view_point(const qd__view *view, size_t i)
{
    const qd_boxes *boxes = &view->boxes;
    const ptrdiff_t offset = (ptrdiff_t)i * boxes->stride;
    qd_vec2 point = { NAN, NAN };
    if (has_addresses(boxes)) {
        point.x = side_at(boxes->min_x, offset, boxes->precision);
        point.y = side_at(boxes->min_y, offset, boxes->precision);
    }
    return point;
}

void qd__view_round(const qd__view *view, size_t first, size_t count, qd__fbox *rounded)
{
    const struct qd_tree *tree = view->tree;
    if (view->whole && qd__is_precise(tree)) {
        const char *at = view->whole + (ptrdiff_t)first * view->boxes.stride;
        tree->settings.simd->narrow(at, view->boxes.stride, count, &tree->origin, rounded);
    } else if (qd__is_precise(tree)) {
        qd_box some[AT_ONCE];
        for (size_t at = 0, end; at < count; at = end) {
            end = count - at < AT_ONCE ? count : at + AT_ONCE;
            for (size_t i = at; i < end; i++)
                some[i - at] = qd__view_box(view, first + i);
            tree->settings.simd->narrow(some, sizeof *some, end - at, &tree->origin, rounded + at);
        }
    } else if (QD__CAN_FORMS && view->boxes.precision == QD_FLOAT && (view->sides || has_sizes(&view->boxes))) {
        round_floats(view, first, count, rounded);
    } else {
        for (size_t i = 0; i < count; i++) {
            const qd_box box = qd__view_box(view, first + i);
            rounded[i] = qd__fbox_of(&box);
        }
    }
}
