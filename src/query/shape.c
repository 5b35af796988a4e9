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

/// What contains a polygon contains the box around it, and overlaps both since they have an area.
static void polygon_hooks(qd__shape_hooks *hooks, qd_relation relation)
{
    hooks->hits = relation == QD_CONTAINS ? hits_contain : relation == QD_INSIDE ? hits_inside_polygon : hits_polygon;
    hooks->nodes = relation == QD_CONTAINS ? nodes_contain : nodes_polygon;
}

static void circle_hooks(qd__shape_hooks *hooks, qd_relation relation)
{
    hooks->hits = relation == QD_CONTAINS ? hits_contain_circle
                  : relation == QD_INSIDE ? hits_inside_circle
                                          : hits_circle;
    hooks->nodes = relation == QD_CONTAINS ? nodes_contain_circle : nodes_circle;
}

/// The hooks for AABBs of what lies inside a window or contains it, or the box around another shape.
static void window_hooks(qd__shape_hooks *hooks, qd_relation relation)
{
    hooks->hits = relation == QD_INSIDE ? hits_inside : hits_contain;
    hooks->nodes = relation == QD_CONTAINS ? nodes_contain : hooks->nodes;
}

/// The AABB that boxes of floats cover just when they contain the box around a circle.
static qd__aabb held_by_floats(qd_vec2 center, double radius)
{
    const qd_box box = qd_box_around(center, radius, radius);
    const double sides[4] = { box.min.x, box.min.y, -box.max.x, -box.max.y };
    qd__aabb held;
    for (int i = 0; i < 4; i++) {
        held.v[i] = sides[i] >= -FLT_MAX ? qd__round_down(sides[i]) : -INFINITY;
    }
    return held;
}

/// From the window that is its centre. Never inlined, as polygons: windows should not pay for the registers that these
/// need.
QD__NEVER_INLINE static void circle_about(qd__fvec2 center, float radius, qd__shape *shape)
{
    qd__shape_rounded *rounded = &shape->rounded;
    rounded->center = rounded->window;
    rounded->window = qd__aabb_grown(rounded->center, qd__reach_of(radius));
    rounded->certain = qd__aabb_empty();
    rounded->radius_squared = (double)radius * radius;
    circle_hooks(&shape->hooks, shape->asked.relation);
    if (shape->asked.relation == QD_CONTAINS) {
        rounded->held = held_by_floats(qd__vec2_of(center), radius);
    }
}

/// Its corners rounded, and the box around them.
QD__NEVER_INLINE static bool polygon_of(const qd_shape *asked, qd__polygon *polygon, qd__fbox *around)
{
    qd_vec2 corners[QD_MAX_CORNERS];
    if (!asked->corners || asked->corner_count > QD_MAX_CORNERS) {
        return false;
    }
    for (uint32_t i = 0; i < asked->corner_count; i++) {
        corners[i] = qd__vec2_of(qd__fvec2_of(asked->corners[i]));
    }
    const bool good = qd__polygon_of(corners, asked->corner_count, polygon);
    const qd_box box = good ? qd__polygon_box(polygon) : asked->box;
    *around = qd__fbox_of(&box);
    return good;
}

/// The shape's box of floats: of a circle, its centre. False: the shape is malformed.
static bool rounded_box(const qd_shape *asked, qd__polygon *polygon, qd__fbox *box)
{
    const qd__fbox given = qd__fbox_of(&asked->box), at = { given.min, given.min };
    switch (asked->type) {
    case QD_BOX:
        *box = given;
        return true;
    case QD_EVERYWHERE:
        *box = (qd__fbox){ { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
        return true;
    case QD_POINT:
        *box = at;
        return qd__fbox_is_valid(at);
    case QD_CIRCLE:
        *box = at;
        return QD__CAN_SHAPES && (float)asked->radius >= 0 && qd__fbox_is_valid(at);
    case QD_POLYGON:
        return QD__CAN_POLYGONS && polygon_of(asked, polygon, box);
    }
    return false;
}

bool qd__shape_of(const struct qd_tree *tree, const qd_query *query, qd__shape *shape)
{
    static const qd_query every = { .shape = { .type = QD_EVERYWHERE } };
    query = query ? query : &every;
    const qd_shape *asked = &query->shape;
    const qd_relation relation = query->relation;
    if (relation != QD_OVERLAPS && !(QD__CAN_SHAPES && (relation == QD_INSIDE || relation == QD_CONTAINS))) {
        return false;
    }
    shape->asked.relation = relation;
    if (qd__is_precise(tree)) {
        const bool good = qd__exact_shape_of(tree, asked, shape);
        if (QD__CAN_SHAPES && relation != QD_OVERLAPS) {
            window_hooks(&shape->hooks, relation);
        }
        return good;
    }
    qd__fbox box;
    if (!rounded_box(asked, &shape->asked.polygon, &box) || !qd__shape_window(tree, box, shape)) {
        return false;
    }
    shape->rounded.held = shape->rounded.window;
    if (QD__CAN_SHAPES && asked->type == QD_CIRCLE) {
        circle_about(box.min, (float)asked->radius, shape);
    } else if (QD__CAN_POLYGONS && asked->type == QD_POLYGON) {
        shape->rounded.certain = qd__aabb_empty();
        polygon_hooks(&shape->hooks, relation);
    } else if (QD__CAN_SHAPES && relation != QD_OVERLAPS) {
        shape->rounded.certain = relation == QD_INSIDE ? shape->rounded.certain : qd__aabb_empty();
        window_hooks(&shape->hooks, relation);
    }
    return true;
}
