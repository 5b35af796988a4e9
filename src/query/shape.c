// Questions made ready: see shape.h. First the hooks, by which AABBs compare with a shape; then what chooses them.
//
//     overlaps                    inside                      contains
//
//        +-------+                +---------------+           +---------------+
//     +--|--+    |  shape         |  +-----+      |           |   +-------+   |
//     |  |  |    |                |  |     |      |           |   | shape |   |
//     +--|--+    |                |  +-----+      |           |   +-------+   |
//        +-------+                +---------------+           +---------------+
//
//     two comparisons an axis:    no side reaches beyond      each side reaches to that of `held`
//     the opposite sides          the same side of the        or beyond
//                                 shape
//
// A circle compares the distance from its centre to the nearest point of the AABB, for inside to the farthest. A
// polygon first compares the box around it.
#include "shape.h"

#include "distance.h"
#include "exact.h"

// Windows.

static uint64_t overlap_probe(const qd__shape *shape, qd__boxes boxes)
{
    return shape->simd->overlap(boxes, shape->rounded.probe, shape->rounded.open);
}

/// AABBs with no side less than the same side of the window: many at a time, by negated sides that are at most the
/// window's.
static uint64_t hits_inside(const qd__shape *shape, qd__boxes boxes)
{
    float sides[4][QD__BOXES_MOST];
    qd__aabb outer;
    const uint32_t end = (boxes.count + QD__GROUP - 1) / QD__GROUP * QD__GROUP; // unused boxes stay NaN
    for (uint32_t side = 0; side < 4; side++) {
        outer.v[side] = -shape->rounded.window.v[side];
        for (uint32_t i = 0; i < end; i++) {
            sides[side][i] = -boxes.sides[side * boxes.stride + i];
        }
    }
    const qd__boxes negated = { sides[0], QD__BOXES_MOST, boxes.count };
    return shape->simd->overlap(negated, outer, false) & overlap_probe(shape, boxes);
}

/// Compared as a probe, `held` meets the same side of a box instead of the opposite one.
static uint64_t hits_contain(const qd__shape *shape, qd__boxes boxes)
{
    return shape->simd->overlap(boxes, shape->rounded.held, false) & overlap_probe(shape, boxes);
}

static uint32_t nodes_contain(const qd__shape *shape, const qd__four *bounds)
{
    return qd__four_overlap(bounds, shape->rounded.held, false) &
           qd__four_overlap(bounds, shape->rounded.probe, shape->rounded.open);
}

// Circles, in a tree of floats.

static uint64_t hits_circle(const qd__shape *shape, qd__boxes boxes)
{
    const qd__shape_rounded *circle = &shape->rounded;
    double squares[QD__LANES_MOST];
    const uint64_t near = shape->simd->near(boxes, circle->center, circle->radius_squared, squares);
    uint64_t edge = 0;
    for (uint64_t left = circle->open ? near : 0; left; left &= left - 1) {
        const unsigned lane = qd__lowest_bit_long(left);
        edge |= (uint64_t)(squares[lane] >= circle->radius_squared) << lane;
    }
    return near & ~edge;
}

static uint32_t nodes_circle(const qd__shape *shape, const qd__four *bounds)
{
    return (uint32_t)hits_circle(shape, qd__four_boxes(bounds));
}

static uint64_t hits_inside_circle(const qd__shape *shape, qd__boxes boxes)
{
    const qd__shape_rounded *circle = &shape->rounded;
    uint64_t inside = 0;
    for (uint64_t left = hits_circle(shape, boxes); left; left &= left - 1) {
        const unsigned i = qd__lowest_bit_long(left);
        const qd__aabb aabb = qd__boxes_at(boxes, i);
        inside |= (uint64_t)(qd__gap_squared_most(&aabb, &circle->center) <= circle->radius_squared) << i;
    }
    return inside;
}

static uint64_t hits_contain_circle(const qd__shape *shape, qd__boxes boxes)
{
    return shape->simd->overlap(boxes, shape->rounded.held, false) & hits_circle(shape, boxes);
}

static uint32_t nodes_contain_circle(const qd__shape *shape, const qd__four *bounds)
{
    return qd__four_overlap(bounds, shape->rounded.held, false) & nodes_circle(shape, bounds);
}

// Polygons, in a tree of floats.

/// Those of some boxes that the polygon reaches.
static uint64_t reached(const qd__shape *shape, qd__boxes boxes, uint64_t some)
{
    uint64_t mask = 0;
    for (; some; some &= some - 1) {
        const unsigned i = qd__lowest_bit_long(some);
        const qd_box box = qd__box_of(qd__aabb_box(qd__boxes_at(boxes, i)));
        mask |= (uint64_t)qd__polygon_reaches(&shape->asked.polygon, &box, shape->rounded.open) << i;
    }
    return mask;
}

static uint64_t hits_polygon(const qd__shape *shape, qd__boxes boxes)
{
    return reached(shape, boxes, overlap_probe(shape, boxes));
}

static uint32_t nodes_polygon(const qd__shape *shape, const qd__four *bounds)
{
    const uint32_t met = qd__four_overlap(bounds, shape->rounded.probe, shape->rounded.open);
    return (uint32_t)reached(shape, qd__four_boxes(bounds), met);
}

static uint64_t hits_inside_polygon(const qd__shape *shape, qd__boxes boxes)
{
    const qd__polygon *polygon = &shape->asked.polygon;
    uint64_t mask = 0;
    for (uint64_t some = hits_inside(shape, boxes); some; some &= some - 1) {
        const unsigned i = qd__lowest_bit_long(some);
        const qd_box box = qd__box_of(qd__aabb_box(qd__boxes_at(boxes, i)));
        const bool inside =
            qd__polygon_holds(polygon, &box) && (!shape->rounded.open || qd__polygon_reaches(polygon, &box, true));
        mask |= (uint64_t)inside << i;
    }
    return mask;
}

/// The hooks for AABBs of what lies inside a window or contains it, or the box around another shape.
static void window_hooks(qd__shape_hooks *hooks, qd_relation relation)
{
    hooks->hits = relation == QD_INSIDE ? hits_inside : hits_contain;
    hooks->nodes = relation == QD_CONTAINS ? nodes_contain : hooks->nodes;
}

static bool window_of(const qd_tree *tree, qd__fbox box, qd_relation relation, qd__shape *shape)
{
    const bool good = qd__shape_window(tree, box, shape);
    shape->rounded.held = shape->rounded.window;
    if (QD__CAN_SHAPES && relation != QD_OVERLAPS) {
        window_hooks(&shape->hooks, relation);
        shape->rounded.certain = relation == QD_INSIDE ? shape->rounded.certain : qd__aabb_empty();
    }
    return good;
}

/// Never inlined, as polygons: windows should not pay for the registers that these need.
QD__NEVER_INLINE static bool circle_of(const qd_tree *tree, qd__fvec2 center, float radius, qd_relation relation,
                                       qd__shape *shape)
{
    const qd__fbox at = { center, center };
    if (!(radius >= 0) || !qd__fbox_is_valid(at)) {
        return false;
    }
    qd__shape_window(tree, at, shape);
    qd__shape_rounded *rounded = &shape->rounded;
    rounded->center = rounded->window;
    rounded->window = qd__aabb_grown(rounded->center, qd__reach_of(radius));
    rounded->certain = qd__aabb_empty();
    rounded->radius_squared = (double)radius * radius;
    shape->hooks.hits = relation == QD_OVERLAPS ? hits_circle
                        : relation == QD_INSIDE ? hits_inside_circle
                                                : hits_contain_circle;
    shape->hooks.nodes = relation == QD_CONTAINS ? nodes_contain_circle : nodes_circle;
    if (relation == QD_CONTAINS) {
        const qd_box box = qd_box_around(qd__vec2_of(center), radius, radius);
        // The AABB that boxes of floats cover just when they contain a box of doubles.
        const double sides[4] = { box.min.x, box.min.y, -box.max.x, -box.max.y };
        for (int i = 0; i < 4; i++) {
            rounded->held.v[i] = sides[i] >= -FLT_MAX ? qd__round_down(sides[i]) : -INFINITY;
        }
    }
    return true;
}

QD__NEVER_INLINE static bool polygon_of(const qd_tree *tree, const qd_shape *asked, qd_relation relation,
                                        qd__shape *shape)
{
    qd_vec2 corners[QD_MAX_CORNERS];
    if (!asked->corners || asked->corner_count > QD_MAX_CORNERS) {
        return false;
    }
    for (uint32_t i = 0; i < asked->corner_count; i++) {
        corners[i] = qd__vec2_of(qd__fvec2_of(asked->corners[i]));
    }
    qd__polygon *polygon = &shape->asked.polygon;
    if (!qd__polygon_of(corners, asked->corner_count, polygon)) {
        return false;
    }
    const qd_box around = qd__polygon_box(polygon);
    qd__shape_window(tree, qd__fbox_of(&around), shape);
    shape->rounded.held = shape->rounded.window;
    shape->rounded.certain = qd__aabb_empty();
    // What contains a polygon contains the box around it, and overlaps both since they have an area.
    shape->hooks.hits = relation == QD_CONTAINS ? hits_contain
                        : relation == QD_INSIDE ? hits_inside_polygon
                                                : hits_polygon;
    shape->hooks.nodes = relation == QD_CONTAINS ? nodes_contain : nodes_polygon;
    return true;
}

bool qd__shape_of(const struct qd_tree *tree, const qd_query *query, qd__shape *shape)
{
    static const qd_query every = { .shape = { .type = QD_EVERYWHERE } };
    query = query ? query : &every;
    const qd_relation relation = query->relation;
    if (relation != QD_OVERLAPS && !(QD__CAN_SHAPES && (relation == QD_INSIDE || relation == QD_CONTAINS))) {
        return false;
    }
    shape->asked.relation = relation;
    if (qd__is_precise(tree)) {
        const bool good = qd__exact_shape_of(tree, query, shape);
        if (QD__CAN_SHAPES && relation != QD_OVERLAPS) {
            window_hooks(&shape->hooks, relation);
        }
        return good;
    }
    const qd__fbox box = qd__fbox_of(&query->shape.box), at = { box.min, box.min };
    switch (query->shape.type) {
    case QD_BOX:
        return window_of(tree, box, relation, shape);
    case QD_EVERYWHERE:
        return window_of(tree, (qd__fbox){ { -INFINITY, -INFINITY }, { INFINITY, INFINITY } }, relation, shape);
    case QD_POINT:
        return qd__fbox_is_valid(at) && window_of(tree, at, relation, shape);
    case QD_CIRCLE:
        return QD__CAN_SHAPES && circle_of(tree, box.min, (float)query->shape.radius, relation, shape);
    case QD_POLYGON:
        return QD__CAN_POLYGONS && polygon_of(tree, &query->shape, relation, shape);
    }
    return false;
}
