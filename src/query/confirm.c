// What decides in a tree of doubles: see confirm.h.
#include "confirm.h"

#include "exact.h"

static bool contains_box(const qd_box *outer, const qd_box *inner)
{
    return (outer->min.x <= inner->min.x) & (outer->min.y <= inner->min.y) & (outer->max.x >= inner->max.x) &
           (outer->max.y >= inner->max.y);
}

/// The relation of the item to the shape's box, which the item has been found to overlap.
static bool is_related(const qd__shape *shape, const qd_box *item)
{
    return shape->relation == QD_OVERLAPS ||
           (shape->relation == QD_INSIDE ? contains_box(&shape->box, item) : contains_box(item, &shape->box));
}

bool qd__confirm_window(const qd__shape *shape, uint32_t slot)
{
    const qd_box *item = qd__exact_box(shape->tree, slot);
    return qd__boxes_overlap(item, &shape->box, shape->tree->edges_open) && is_related(shape, item);
}

bool qd__confirm_circle(const qd__shape *shape, uint32_t slot)
{
    const qd_box *item = qd__exact_box(shape->tree, slot);
    const double distance = qd__distance(item, shape->middle);
    if (shape->tree->edges_open ? distance >= shape->radius : distance > shape->radius) {
        return false;
    }
    return shape->relation == QD_INSIDE ? qd__distance_most(item, shape->middle) <= shape->radius
                                        : is_related(shape, item);
}

bool qd__confirm_polygon(const qd__shape *shape, uint32_t slot)
{
    const qd_box *item = qd__exact_box(shape->tree, slot);
    const bool open = shape->tree->edges_open;
    if (!qd__boxes_overlap(item, &shape->box, open) || !is_related(shape, item)) {
        return false;
    }
    return qd__polygon_reaches(&shape->polygon, item, open) &&
           (shape->relation != QD_INSIDE || qd__polygon_holds(&shape->polygon, item));
}
