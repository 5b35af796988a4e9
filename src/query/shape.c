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
    return shape->simd->overlap(boxes, shape->rounded.window.probe, shape->rounded.open);
}

/// AABBs with no side less than the same side of the window: many at a time, by negated sides that are at most the
/// window's.
static uint64_t hits_inside(const qd__shape *shape, qd__boxes boxes)
{
    float sides[4][QD__BOXES_MOST];
    qd__aabb outer;
    const uint32_t end = (boxes.count + QD__GROUP - 1) / QD__GROUP * QD__GROUP; // unused boxes stay NaN
    for (uint32_t side = 0; side < 4; side++) {
        outer.v[side] = -shape->rounded.window.aabb.v[side];
        for (uint32_t i = 0; i < end; i++)
            sides[side][i] = -boxes.sides[side * boxes.stride + i];
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
           qd__four_overlap(bounds, shape->rounded.window.probe, shape->rounded.open);
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
    const uint32_t met = qd__four_overlap(bounds, shape->rounded.window.probe, shape->rounded.open);
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

/// The hooks for AABBs of windows, circles and polygons: of what overlaps them, lies inside, contains them. What
/// contains a polygon contains the box around it, and overlaps both since they have an area.
#define POLYGONS(hook) (QD__CAN_POLYGONS ? (hook) : NULL)
static const qd__shape_hooks hooks_of[3][3] = {
    { { NULL, NULL }, { hits_inside, NULL }, { hits_contain, nodes_contain } },
    { { hits_circle, nodes_circle },
      { hits_inside_circle, nodes_circle },
      { hits_contain_circle, nodes_contain_circle } },
    { { POLYGONS(hits_polygon), POLYGONS(nodes_polygon) },
      { POLYGONS(hits_inside_polygon), POLYGONS(nodes_polygon) },
      { hits_contain, nodes_contain } }
};

/// From the window that is its centre, in a tree of floats.
static void circle_about(qd__shape *shape)
{
    qd__shape_rounded *rounded = &shape->rounded;
    rounded->center = rounded->window.aabb;
    rounded->window.aabb = qd__aabb_grown(rounded->center, qd__reach_of((float)shape->asked.radius));
    rounded->window.certain = qd__aabb_empty();
    rounded->radius_squared = shape->asked.radius * shape->asked.radius;
    if (shape->asked.relation == QD_CONTAINS) {
        // The AABB that boxes of floats cover just when they contain the box around the circle.
        const double radius = shape->asked.radius;
        const qd_box box = qd_box_around(shape->asked.middle, radius, radius);
        const double sides[4] = { box.min.x, box.min.y, -box.max.x, -box.max.y };
        for (int i = 0; i < 4; i++)
            rounded->held.v[i] = sides[i] >= -FLT_MAX ? qd__round_down(sides[i]) : -INFINITY;
    }
}

/// A point of a shape as the tree has it: in a tree of floats its numbers become the nearest ones.
static inline qd_vec2 point_taken(qd_vec2 point, bool precise)
{
    return precise ? point : qd__vec2_of(qd__fvec2_of(point));
}

/// Never inlined: windows should not pay for the registers that it needs.
QD__NEVER_INLINE static bool polygon_of(const qd_shape *given, bool precise, qd__polygon *polygon)
{
    qd_vec2 corners[QD_MAX_CORNERS];
    if (!given->corners || given->corner_count > QD_MAX_CORNERS)
        return false;
    for (uint32_t i = 0; i < given->corner_count; i++)
        corners[i] = point_taken(given->corners[i], precise);
    return qd__polygon_of(corners, given->corner_count, polygon);
}

/// Notes a shape as the tree has it, and the box around it; in a tree of floats the box of a circle is its middle.
/// False: it is malformed.
static QD__ALWAYS_INLINE bool take_shape(const qd_shape *given, bool precise, qd__shape_asked *asked, qd_box *box)
{
    switch (given->type) {
    case QD_BOX:
        *box = given->box;
        return true;
    case QD_EVERYWHERE:
        *box = (qd_box){ { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
        return true;
    case QD_POINT:
        box->min = box->max = point_taken(given->box.min, precise);
        return qd__is_finite(box->min);
    case QD_CIRCLE:
        box->min = box->max = asked->middle = point_taken(given->box.min, precise);
        asked->radius = precise ? given->radius : qd__double_of((float)given->radius);
        if (!QD__CAN_SHAPES || !(asked->radius >= 0) || !qd__is_finite(asked->middle))
            return false;
        if (precise)
            *box = qd_box_around(asked->middle, asked->radius, asked->radius);
        return true;
    case QD_POLYGON:
        if (!QD__CAN_POLYGONS || !polygon_of(given, precise, &asked->polygon))
            return false;
        *box = qd__polygon_box(&asked->polygon);
        return true;
    }
    return false;
}

bool qd__shape_of(const struct qd_tree *tree, const qd_query *query, qd__shape *shape)
{
    static const qd_query every = { .shape = { .type = QD_EVERYWHERE } };
    query = query ? query : &every;
    const qd_shape_type type = query->shape.type;
    const qd_relation relation = query->relation;
    const bool precise = qd__is_precise(tree);
    if (relation != QD_OVERLAPS && !(QD__CAN_SHAPES && (relation == QD_INSIDE || relation == QD_CONTAINS)))
        return false;
    shape->asked.relation = relation;
    qd_box box;
    const bool good =
        precise
            ? take_shape(&query->shape, true, &shape->asked, &box) && qd__exact_window(tree, &box, shape)
            : take_shape(&query->shape, false, &shape->asked, &box) && qd__shape_window(tree, qd__fbox_of(&box), shape);
    if (!good)
        return false;
    if (!QD__CAN_SHAPES || (relation == QD_OVERLAPS && type < QD_CIRCLE))
        return true; // a window needs nothing more
    shape->rounded.doubts = true;
    shape->hooks = hooks_of[precise || type < QD_CIRCLE ? 0 : type - QD_POINT][relation];
    shape->rounded.held = shape->rounded.window.aabb;
    if (relation == QD_CONTAINS || type == QD_POLYGON)
        shape->rounded.window.certain = qd__aabb_empty();
    if (precise)
        qd__exact_shape(shape, type);
    else if (type == QD_CIRCLE)
        circle_about(shape);
    return true;
}
