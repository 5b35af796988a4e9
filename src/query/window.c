// Box, point and circle: the shapes that the search is asked for.
#include "window.h"
#include "search.h"

#include "distance.h"

static uint64_t overlap_circle(const qd__shape *shape, qd__boxes boxes)
{
    double squares[QD__LANES_MOST];
    const uint64_t near = shape->simd->near(boxes, shape->center, shape->radius_squared, squares);
    uint64_t edge = 0;
    for (uint64_t left = shape->open ? near : 0; left; left &= left - 1) {
        const unsigned lane = qd__lowest_bit_long(left);
        edge |= (uint64_t)(squares[lane] >= shape->radius_squared) << lane;
    }
    return near & ~edge;
}

static uint32_t circle_overlaps_nodes(const qd__shape *shape, const qd__four *bounds)
{
    return (uint32_t)overlap_circle(shape, qd__four_boxes(bounds));
}

/// False: the window is inverted or has a NaN, and finds nothing. (The comparisons alone would let [5, 1] overlap [0,
/// 10].)
bool qd__window_shape(const qd_tree *tree, qd_box box, qd__shape *shape)
{
    shape->simd = tree->simd;
    shape->is_window = shape->nodes_by_window = true;
    shape->exact = NULL;
    shape->window = qd__aabb_of(box);
    shape->probe = qd__probe(shape->window);
    shape->open = tree->open;
    return box.min.x <= box.max.x && box.min.y <= box.max.y;
}

bool qd__circle_shape(const qd_tree *tree, qd_vec2 center, float radius, qd__shape *shape)
{
    shape->overlap = overlap_circle;
    shape->simd = tree->simd;
    shape->overlap_nodes = circle_overlaps_nodes;
    shape->is_window = shape->nodes_by_window = false;
    shape->exact = NULL;
    const qd_box at = { center, center };
    shape->window = qd__aabb_grown(qd__aabb_of(at), qd__reach_of(radius));
    shape->center = center;
    shape->radius_squared = (double)radius * radius;
    shape->open = tree->open;
    return radius >= 0 && qd_box_is_valid(at);
}

static qd_box box_at(qd_vec2 point)
{
    const qd_box box = { point, point };
    return box;
}

static const qd_cost no_cost = { 0, 0, 0 };

size_t qd_find_box(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out, size_t capacity)
{
    qd__shape shape;
    return qd__window_shape(tree, box, &shape) ? qd__find_shape(tree, &shape, filter, out, capacity) : 0;
}

size_t qd_find_point(const qd_tree *tree, qd_vec2 point, qd_query_filter filter, qd_found *out, size_t capacity)
{
    return qd_find_box(tree, box_at(point), filter, out, capacity);
}

size_t qd_find_circle(const qd_tree *tree, qd_vec2 center, float radius, qd_query_filter filter, qd_found *out,
                      size_t capacity)
{
    qd__shape shape;
    return qd__circle_shape(tree, center, radius, &shape) ? qd__find_shape(tree, &shape, filter, out, capacity) : 0;
}

qd_cost qd_visit_box(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_visitor *visitor, void *context)
{
    qd__shape shape;
    return qd__window_shape(tree, box, &shape) ? qd__visit_shape(tree, &shape, filter, visitor, context) : no_cost;
}

qd_cost qd_visit_point(const qd_tree *tree, qd_vec2 point, qd_query_filter filter, qd_visitor *visitor, void *context)
{
    return qd_visit_box(tree, box_at(point), filter, visitor, context);
}

qd_cost qd_visit_circle(const qd_tree *tree, qd_vec2 center, float radius, qd_query_filter filter, qd_visitor *visitor,
                        void *context)
{
    qd__shape shape;
    return qd__circle_shape(tree, center, radius, &shape) ? qd__visit_shape(tree, &shape, filter, visitor, context)
                                                          : no_cost;
}
