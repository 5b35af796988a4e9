// Inside, containing, and polygons: shapes with one test for items and another for their nodes.
#include "search.h"
#include "simd_base.h"
#include "window.h"

static uint64_t overlap_window(const qd__shape *shape, qd__boxes boxes)
{
    return shape->simd->overlap(boxes, shape->probe, shape->open);
}

/// What reaches beyond the window nowhere: no side is less than the same side of the window. Negated, what is no less
/// is no more, and that is compared many at a time.
static uint64_t lie_inside(const qd__shape *shape, qd__boxes boxes)
{
    float sides[4][QD__BOXES_MOST];
    qd__aabb outer;
    const uint32_t end = (boxes.count + QD__GROUP - 1) / QD__GROUP * QD__GROUP; // unused boxes stay NaN
    for (uint32_t side = 0; side < 4; side++) {
        outer.v[side] = -shape->window.v[side];
        for (uint32_t i = 0; i < end; i++) {
            sides[side][i] = -boxes.sides[side * boxes.stride + i];
        }
    }
    const qd__boxes negated = { sides[0], QD__BOXES_MOST, boxes.count };
    return shape->simd->overlap(negated, outer, false) & overlap_window(shape, boxes);
}

/// What the window reaches beyond nowhere: each of its sides is compared with the same side of the window instead of
/// the opposite one.
static uint64_t contain(const qd__shape *shape, qd__boxes boxes)
{
    return shape->simd->overlap(boxes, shape->window, false) & overlap_window(shape, boxes);
}

static uint32_t nodes_contain(const qd__shape *shape, const qd__four *bounds)
{
    return qd__four_overlap(bounds, shape->window, false) & qd__four_overlap(bounds, shape->probe, shape->open);
}

static bool inside_of(const qd_tree *tree, qd_box box, qd__shape *shape)
{
    const bool is_window = qd__window_shape(tree, box, shape);
    shape->overlap = lie_inside;
    shape->is_window = false;
    return is_window;
}

static bool containing_of(const qd_tree *tree, qd_box box, qd__shape *shape)
{
    const bool is_window = qd__window_shape(tree, box, shape);
    shape->overlap = contain;
    shape->overlap_nodes = nodes_contain;
    shape->is_window = shape->nodes_by_window = false;
    return is_window;
}

/// Those of some boxes, which overlap the box around the polygon, that it reaches.
static uint64_t reached(const qd__shape *shape, qd__boxes boxes, uint64_t some)
{
    uint64_t mask = 0;
    for (; some; some &= some - 1) {
        const unsigned i = qd__lowest_bit_long(some);
        const qd__aabb aabb = qd__boxes_at(boxes, i);
        mask |= (uint64_t)qd__polygon_reaches(shape->polygon, &aabb, shape->open) << i;
    }
    return mask;
}

static uint64_t overlap_polygon(const qd__shape *shape, qd__boxes boxes)
{
    return reached(shape, boxes, overlap_window(shape, boxes));
}

static uint32_t polygon_overlaps_nodes(const qd__shape *shape, const qd__four *bounds)
{
    const uint32_t met = qd__four_overlap(bounds, shape->probe, shape->open);
    return (uint32_t)reached(shape, qd__four_boxes(bounds), met);
}

static uint64_t lie_inside_polygon(const qd__shape *shape, qd__boxes boxes)
{
    uint64_t mask = 0;
    for (uint64_t some = lie_inside(shape, boxes); some; some &= some - 1) {
        const unsigned i = qd__lowest_bit_long(some);
        const qd__aabb aabb = qd__boxes_at(boxes, i);
        const bool inside = qd__polygon_holds(shape->polygon, &aabb) &&
                            (!shape->open || qd__polygon_reaches(shape->polygon, &aabb, true));
        mask |= (uint64_t)inside << i;
    }
    return mask;
}

static bool polygon_of(const qd_tree *tree, qd_polygon polygon, qd__polygon *room, qd__shape *shape)
{
    if (!qd__polygon_of(polygon, room)) {
        return false;
    }
    qd__window_shape(tree, room->box, shape);
    shape->overlap = overlap_polygon;
    shape->overlap_nodes = polygon_overlaps_nodes;
    shape->is_window = shape->nodes_by_window = false;
    shape->polygon = room;
    return true;
}

static bool inside_polygon_of(const qd_tree *tree, qd_polygon polygon, qd__polygon *room, qd__shape *shape)
{
    const bool is_polygon = polygon_of(tree, polygon, room, shape);
    shape->overlap = lie_inside_polygon;
    return is_polygon;
}

static const qd_cost no_relation_cost = { 0, 0, 0 };

size_t qd_find_inside(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out, size_t capacity)
{
    qd__shape shape;
    return inside_of(tree, box, &shape) ? qd__find_shape(tree, &shape, filter, out, capacity) : 0;
}

qd_cost qd_visit_inside(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_visitor *visitor, void *context)
{
    qd__shape shape;
    return inside_of(tree, box, &shape) ? qd__visit_shape(tree, &shape, filter, visitor, context) : no_relation_cost;
}

size_t qd_find_containing(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out, size_t capacity)
{
    qd__shape shape;
    return containing_of(tree, box, &shape) ? qd__find_shape(tree, &shape, filter, out, capacity) : 0;
}

qd_cost qd_visit_containing(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_visitor *visitor, void *context)
{
    qd__shape shape;
    return containing_of(tree, box, &shape) ? qd__visit_shape(tree, &shape, filter, visitor, context)
                                            : no_relation_cost;
}

size_t qd_find_polygon(const qd_tree *tree, qd_polygon polygon, qd_query_filter filter, qd_found *out, size_t capacity)
{
    qd__polygon room;
    qd__shape shape;
    return polygon_of(tree, polygon, &room, &shape) ? qd__find_shape(tree, &shape, filter, out, capacity) : 0;
}

qd_cost qd_visit_polygon(const qd_tree *tree, qd_polygon polygon, qd_query_filter filter, qd_visitor *visitor,
                         void *context)
{
    qd__polygon room;
    qd__shape shape;
    return polygon_of(tree, polygon, &room, &shape) ? qd__visit_shape(tree, &shape, filter, visitor, context)
                                                    : no_relation_cost;
}

size_t qd_find_inside_polygon(const qd_tree *tree, qd_polygon polygon, qd_query_filter filter, qd_found *out,
                              size_t capacity)
{
    qd__polygon room;
    qd__shape shape;
    return inside_polygon_of(tree, polygon, &room, &shape) ? qd__find_shape(tree, &shape, filter, out, capacity) : 0;
}

qd_cost qd_visit_inside_polygon(const qd_tree *tree, qd_polygon polygon, qd_query_filter filter, qd_visitor *visitor,
                                void *context)
{
    qd__polygon room;
    qd__shape shape;
    return inside_polygon_of(tree, polygon, &room, &shape) ? qd__visit_shape(tree, &shape, filter, visitor, context)
                                                           : no_relation_cost;
}
