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
    const qd_box middle = { shape->asked.middle, shape->asked.middle };
    const double distance = qd__box_distance(item, &middle);
    if (shape->tree->settings.edges_open ? distance >= shape->asked.radius : distance > shape->asked.radius)
        return false;
    return shape->asked.relation == QD_INSIDE ? qd__box_distance_most(item, &middle) <= shape->asked.radius
                                              : is_related(shape, item);
}

static bool confirm_polygon(const qd__shape *shape, uint32_t slot)
{
    const qd_box *item = qd__exact_box(shape->tree, slot);
    const bool open = shape->tree->settings.edges_open;
    if (!qd__boxes_overlap(item, &shape->asked.box, open) || !is_related(shape, item))
        return false;
    return qd__polygon_reaches(&shape->asked.polygon, item, open) &&
           (shape->asked.relation != QD_INSIDE || qd__polygon_holds(&shape->asked.polygon, item));
}

uint64_t qd__confirm_some(const qd__shape *shape, const qd__bucket *bucket, uint64_t candidates, uint64_t doubtful)
{
    uint64_t hits = candidates;
    const uint32_t *slots = qd__bucket_slots(bucket);
    for (uint64_t left = QD__CAN_PREFETCH ? doubtful & (doubtful - 1) : 0; left; left &= left - 1)
        qd__prefetch(qd__exact_box(shape->tree, slots[qd__lowest_bit_long(left)]), sizeof(qd_box));
    for (; doubtful; doubtful &= doubtful - 1) {
        const uint32_t lane = qd__lowest_bit_long(doubtful);
        hits &= ~((uint64_t)!shape->confirm(shape, slots[lane]) << lane);
    }
    return hits;
}

/// Which of some items lie inside the window for sure: their AABBs lie in its certain part, and touch no edge.
static uint64_t surely_inside(const qd__shape *shape, const qd__bucket *bucket, uint64_t some)
{
    const float *certain = shape->rounded.window.certain.v;
    uint64_t inside = 0;
    for (; some; some &= some - 1) {
        const uint32_t lane = qd__lowest_bit_long(some);
        const qd__aabb item = qd__bucket_aabb(bucket, lane);
        const bool sure =
            (certain[0] < item.v[0]) & (certain[1] < item.v[1]) & (certain[2] < item.v[2]) & (certain[3] < item.v[3]);
        inside |= (uint64_t)sure << lane;
    }
    return inside;
}

uint64_t qd__confirm_hits(const qd__shape *shape, const qd__bucket *bucket, uint64_t candidates)
{
    uint64_t doubtful = candidates;
    if (QD__CAN_BOUNDS && shape->rounded.by_distance) {
        double squares[QD__LANES_MOST];
        doubtful &=
            ~shape->simd->near(qd__bucket_boxes(bucket), shape->rounded.center, shape->rounded.sure_squared, squares);
    } else if (!shape->hooks.hits) { // what overlaps the part that is certain overlaps the shape
        doubtful &= ~shape->simd->overlap(qd__bucket_boxes(bucket), qd__probe(shape->rounded.window.certain), true);
    } else if (QD__CAN_BOUNDS && shape->confirm == confirm_window && shape->asked.relation == QD_INSIDE) {
        doubtful &= ~surely_inside(shape, bucket, candidates);
    }
    return qd__confirm_some(shape, bucket, candidates, doubtful);
}

/// A hook for nodes: by boxes around all that the AABBs can stand for, edges included.
static uint32_t nodes_exact_polygon(const qd__shape *shape, const qd__four *bounds)
{
    uint32_t mask = 0;
    for (uint32_t some = qd__four_overlap(bounds, shape->rounded.window.probe, false); some; some &= some - 1) {
        const uint32_t lane = qd__lowest_bit(some);
        const qd__aabb aabb = qd__four_at(bounds, lane);
        const qd_box box = qd__box_finite(qd__widen(&shape->tree->origin, &aabb));
        mask |= (uint32_t)qd__polygon_reaches(&shape->asked.polygon, &box, false) << lane;
    }
    return mask;
}

bool qd__exact_window(const qd_tree *tree, const qd_box *box, qd__shape *shape)
{
    qd__shape_rounded *rounded = &shape->rounded;
    shape->tree = tree;
    shape->simd = tree->settings.simd;
    shape->hooks.hits = NULL;
    shape->hooks.nodes = NULL;
    shape->confirm = confirm_window;
    shape->rounded.doubts = !QD__CAN_BOUNDS;
    shape->rounded.by_distance = false;
    shape->asked.box = *box;
    // An infinite side is rounded to the outermost float, where everything beyond lies too.
    qd__narrow_window(&tree->origin, box, &rounded->window.aabb, &rounded->window.certain);
    rounded->window.probe = qd__probe(rounded->window.aabb);
    rounded->open = false;
    rounded->certain_open = true;
    return box->min.x <= box->max.x && box->min.y <= box->max.y;
}

// A circle by the distances of AABBs, which leave few items in doubt.

static uint64_t hits_about_circle(const qd__shape *shape, qd__boxes boxes)
{
    double squares[QD__LANES_MOST];
    return shape->simd->near(boxes, shape->rounded.center, shape->rounded.radius_squared, squares);
}

static void circle_by_distance(qd__shape *shape)
{
    const double radius = shape->asked.radius;
    const qd_box center = { shape->asked.middle, shape->asked.middle };
    double slack;
    shape->rounded.center = qd__narrow_nearest(&shape->tree->origin, &center, &slack);
    const double spread = qd__narrow_spread(&shape->rounded.center);
    const double reach = qd__narrow_reach(radius, slack), sure = qd__narrow_sure(radius, slack, spread);
    if (sure > 0) {
        shape->rounded.radius_squared = reach * reach;
        shape->rounded.sure_squared = sure * sure;
        shape->rounded.by_distance = true;
        shape->hooks.hits = hits_about_circle;
    }
}

/// From the window that is the box around the circle, which is as large as what contains the circle must be. Never
/// inlined: see shape.c.
QD__NEVER_INLINE static void exact_circle(qd__shape *shape)
{
    const qd__origin *origin = &shape->tree->origin;
    const qd_vec2 center = shape->asked.middle;
    const double radius = shape->asked.radius;
    shape->confirm = confirm_circle;
    // What comes within the radius meets a box around the circle that is some steps larger, since its corners and the
    // distances are rounded.
    const double x = center.x < 0 ? -center.x : center.x, y = center.y < 0 ? -center.y : center.y;
    const double more_x = (x + radius) * 0x1p-51 + DBL_TRUE_MIN, more_y = (y + radius) * 0x1p-51 + DBL_TRUE_MIN;
    const qd_box around = { { (center.x - radius) - more_x, (center.y - radius) - more_y },
                            { (center.x + radius) + more_x, (center.y + radius) + more_y } };
    // What overlaps a square within the circle overlaps the circle: half of its side is less than 1 / sqrt(2) of the
    // radius, and less by what rounding takes.
    const double half = 0.7 * radius;
    qd__shape_rounded *rounded = &shape->rounded;
    qd__aabb unused;
    qd__narrow_window(origin, &around, &rounded->window.aabb, &unused);
    rounded->window.probe = qd__probe(rounded->window.aabb);
    rounded->window.certain = qd__aabb_empty();
    if (QD__CAN_BOUNDS && shape->asked.relation == QD_OVERLAPS)
        circle_by_distance(shape);
    if (shape->asked.relation == QD_OVERLAPS && half > more_x && half > more_y) {
        const qd_box within = qd_box_around(center, half - more_x, half - more_y);
        qd__narrow_window(origin, &within, &unused, &rounded->window.certain);
    }
}

void qd__exact_shape(qd__shape *shape, qd_shape_type type)
{
    if (QD__CAN_SHAPES && type == QD_CIRCLE) {
        exact_circle(shape);
    } else if (QD__CAN_POLYGONS && type == QD_POLYGON) {
        shape->hooks.nodes = shape->hooks.nodes ? shape->hooks.nodes : nodes_exact_polygon;
        shape->confirm = confirm_polygon;
    }
}
