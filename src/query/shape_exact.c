// Questions in a tree of doubles: the shape rounded about the tree's origin, and the exact boxes that decide.
#include "shape.h"

#include "distance.h"
#include "exact.h"
#include "narrow.h"

static bool contains_box(const qd_box *outer, const qd_box *inner)
{
    return (outer->min.x <= inner->min.x) & (outer->min.y <= inner->min.y) & (outer->max.x >= inner->max.x) &
           (outer->max.y >= inner->max.y);
}

/// The relation of an item to the shape's box, which it has been found to overlap.
static bool is_related(const qd__shape *shape, const qd_box *item)
{
    const qd_box *box = &shape->asked.box;
    return shape->asked.relation == QD_OVERLAPS ||
           (shape->asked.relation == QD_INSIDE ? contains_box(box, item) : contains_box(item, box));
}

static bool confirm_window(const qd__shape *shape, uint32_t slot)
{
    const qd_box *item = qd__exact_box(shape->tree, slot);
    return qd__boxes_overlap(item, &shape->asked.box, shape->tree->settings.edges_open) && is_related(shape, item);
}

static bool confirm_circle(const qd__shape *shape, uint32_t slot)
{
    const qd_box *item = qd__exact_box(shape->tree, slot);
    const double distance = qd__distance(item, shape->asked.middle);
    if (shape->tree->settings.edges_open ? distance >= shape->asked.radius : distance > shape->asked.radius) {
        return false;
    }
    return shape->asked.relation == QD_INSIDE ? qd__distance_most(item, shape->asked.middle) <= shape->asked.radius
                                              : is_related(shape, item);
}

static bool confirm_polygon(const qd__shape *shape, uint32_t slot)
{
    const qd_box *item = qd__exact_box(shape->tree, slot);
    const bool open = shape->tree->settings.edges_open;
    if (!qd__boxes_overlap(item, &shape->asked.box, open) || !is_related(shape, item)) {
        return false;
    }
    return qd__polygon_reaches(&shape->asked.polygon, item, open) &&
           (shape->asked.relation != QD_INSIDE || qd__polygon_holds(&shape->asked.polygon, item));
}

uint64_t qd__confirm_hits(const qd__shape *shape, const qd__bucket *bucket, uint64_t candidates)
{
    const uint32_t *slots = qd__bucket_slots(bucket);
    uint64_t hits = candidates, doubtful = candidates;
    if (!shape->hooks.hits) { // what overlaps the part that is certain overlaps the shape
        doubtful &= ~shape->simd->overlap(qd__bucket_boxes(bucket), qd__probe(shape->rounded.certain), true);
    }
    for (; doubtful; doubtful &= doubtful - 1) {
        const uint32_t lane = qd__lowest_bit_long(doubtful);
        hits &= ~((uint64_t)!shape->hooks.confirm(shape, slots[lane]) << lane);
    }
    return hits;
}

/// Sides that rounding has left infinite end where items do.
static double finite_side(double side)
{
    return side > DBL_MAX ? DBL_MAX : side < -DBL_MAX ? -DBL_MAX : side;
}

/// A hook for nodes: by boxes around all that the AABBs can stand for, edges included.
static uint32_t nodes_exact_polygon(const qd__shape *shape, const qd__four *bounds)
{
    uint32_t mask = 0;
    for (uint32_t some = qd__four_overlap(bounds, shape->rounded.probe, false); some; some &= some - 1) {
        const uint32_t lane = qd__lowest_bit(some);
        const qd__aabb aabb = qd__four_at(bounds, lane);
        const qd_box wide = qd__widen(&shape->tree->origin, &aabb);
        const qd_box box = { { finite_side(wide.min.x), finite_side(wide.min.y) },
                             { finite_side(wide.max.x), finite_side(wide.max.y) } };
        mask |= (uint32_t)qd__polygon_reaches(&shape->asked.polygon, &box, false) << lane;
    }
    return mask;
}

/// A box around the shape, rounded outward; and inward, which is certain where the box is the shape. An infinite one is
/// rounded to the outermost floats, where everything beyond lies too.
static void round_window(const qd_tree *tree, const qd_box *box, qd__shape *shape)
{
    shape->tree = tree;
    shape->simd = tree->settings.simd;
    shape->hooks.hits = NULL;
    shape->hooks.nodes = NULL;
    qd__narrow_both(&tree->origin, box, &shape->rounded.window, &shape->rounded.certain);
    shape->rounded.held = shape->rounded.window;
    shape->rounded.probe = qd__probe(shape->rounded.window);
    shape->rounded.open = false;
    shape->rounded.certain_open = true;
    shape->asked.box = *box;
}

bool qd__exact_window(const qd_tree *tree, const qd_box *box, qd__shape *shape)
{
    round_window(tree, box, shape);
    if (shape->asked.relation == QD_CONTAINS) {
        shape->rounded.certain = qd__aabb_empty();
    }
    shape->hooks.confirm = confirm_window;
    return box->min.x <= box->max.x && box->min.y <= box->max.y;
}

/// Never inlined, as polygons: see shape.c.
QD__NEVER_INLINE static bool exact_circle(const qd_tree *tree, qd_vec2 center, double radius, qd__shape *shape)
{
    const qd_box at = { center, center };
    if (!(radius >= 0) || !qd__box_is_valid(&at)) {
        return false;
    }
    // What comes within the radius meets this box around the circle, which is some steps larger since its corners and
    // the distances are rounded.
    const double x = center.x < 0 ? -center.x : center.x, y = center.y < 0 ? -center.y : center.y;
    const double more_x = (x + radius) * 0x1p-51 + DBL_TRUE_MIN, more_y = (y + radius) * 0x1p-51 + DBL_TRUE_MIN;
    const qd_box around = { { (center.x - radius) - more_x, (center.y - radius) - more_y },
                            { (center.x + radius) + more_x, (center.y + radius) + more_y } };
    round_window(tree, &around, shape);
    shape->rounded.certain = qd__aabb_empty();
    shape->hooks.confirm = confirm_circle;
    shape->asked.middle = center;
    shape->asked.radius = radius;
    shape->asked.box = qd_box_around(center, radius, radius);
    // What overlaps a square within the circle overlaps the circle: half of its side is less than 1 / sqrt(2) of the
    // radius, and less by what rounding takes.
    const double half = 0.7 * radius;
    if (shape->asked.relation == QD_OVERLAPS && half > more_x && half > more_y) {
        shape->rounded.certain = qd__narrow_inward(&tree->origin, qd_box_around(center, half - more_x, half - more_y));
    }
    shape->rounded.held = qd__aabb_of(qd__narrow(&tree->origin, shape->asked.box));
    return true;
}

QD__NEVER_INLINE static bool exact_polygon(const qd_tree *tree, const qd_shape *asked, qd__shape *shape)
{
    if (!asked->corners || !qd__polygon_of(asked->corners, asked->corner_count, &shape->asked.polygon)) {
        return false;
    }
    const qd_box around = qd__polygon_box(&shape->asked.polygon);
    round_window(tree, &around, shape);
    shape->rounded.certain = qd__aabb_empty();
    shape->hooks.nodes = nodes_exact_polygon;
    shape->hooks.confirm = confirm_polygon;
    return true;
}

bool qd__exact_shape_of(const struct qd_tree *tree, const qd_query *query, qd__shape *shape)
{
    static const qd_box everything = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    const qd_shape *asked = &query->shape;
    const qd_box at = { asked->box.min, asked->box.min };
    switch (asked->type) {
    case QD_BOX:
        return qd__exact_window(tree, &asked->box, shape);
    case QD_EVERYWHERE:
        return qd__exact_window(tree, &everything, shape);
    case QD_POINT:
        return qd__box_is_valid(&at) && qd__exact_window(tree, &at, shape);
    case QD_CIRCLE:
        return QD__CAN_SHAPES && exact_circle(tree, asked->box.min, asked->radius, shape);
    case QD_POLYGON:
        return QD__CAN_POLYGONS && exact_polygon(tree, asked, shape);
    }
    return false;
}
