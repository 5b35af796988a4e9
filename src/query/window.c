// Box, point and circle: the shapes that the search is asked for.
#include "search.h"

#include "distance.h"
#include "lanes_base.h"

enum { BATCH = 256 };

static uint32_t meet_window(const qd__shape *shape, const qd__record *records, unsigned count)
{
    return count == 4 ? qd__four_meet(records, shape->probe, shape->open)
                      : shape->lanes->meet(records, count, shape->probe, shape->open);
}

static uint32_t meet_circle(const qd__shape *shape, const qd__record *records, unsigned count)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < count; i++) {
        const double distance = qd__distance_squared(&records[i], shape->center);
        const bool meets = shape->open ? distance < shape->radius_squared : distance <= shape->radius_squared;
        mask |= (uint32_t)meets << i;
    }
    return mask;
}

/// False: the window is inverted or has a NaN, and finds nothing. (The comparisons alone would let [5, 1] meet [0,
/// 10].)
static bool window_of(const qd_tree *tree, qd_box box, qd__shape *shape)
{
    shape->meet = meet_window;
    shape->lanes = tree->lanes;
    shape->is_window = true;
    shape->exact = NULL;
    shape->window = qd__record_of(box);
    shape->probe = qd__probe(shape->window);
    shape->open = tree->open;
    return box.min.x <= box.max.x && box.min.y <= box.max.y;
}

static bool circle_of(const qd_tree *tree, qd_vec2 center, float radius, qd__shape *shape)
{
    shape->meet = meet_circle;
    shape->is_window = false;
    shape->exact = NULL;
    shape->center = center;
    shape->radius_squared = (double)radius * radius;
    shape->open = tree->open;
    const qd_box at = { center, center };
    return radius >= 0 && qd_box_is_valid(at);
}

static qd_box box_at(qd_vec2 point)
{
    const qd_box box = { point, point };
    return box;
}

static size_t find(const qd_tree *tree, const qd__shape *shape, qd_query_filter filter, qd_found *out, size_t capacity)
{
    qd__sink sink = { out, capacity, 0, NULL, NULL };
    if (capacity > 0) {
        qd__search(tree, shape, &filter, &sink);
    }
    return sink.count;
}

static qd_cost visit(const qd_tree *tree, const qd__shape *shape, qd_query_filter filter, qd_visitor *visitor,
                     void *context)
{
    qd_found buffer[BATCH];
    qd__sink sink = { buffer, BATCH, 0, visitor, context };
    return qd__search(tree, shape, &filter, &sink);
}

static const qd_cost no_cost = { 0, 0, 0 };

size_t qd_find_box(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out, size_t capacity)
{
    qd__shape shape;
    return window_of(tree, box, &shape) ? find(tree, &shape, filter, out, capacity) : 0;
}

size_t qd_find_point(const qd_tree *tree, qd_vec2 point, qd_query_filter filter, qd_found *out, size_t capacity)
{
    return qd_find_box(tree, box_at(point), filter, out, capacity);
}

size_t qd_find_circle(const qd_tree *tree, qd_vec2 center, float radius, qd_query_filter filter, qd_found *out,
                      size_t capacity)
{
    qd__shape shape;
    return circle_of(tree, center, radius, &shape) ? find(tree, &shape, filter, out, capacity) : 0;
}

qd_cost qd_visit_box(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_visitor *visitor, void *context)
{
    qd__shape shape;
    return window_of(tree, box, &shape) ? visit(tree, &shape, filter, visitor, context) : no_cost;
}

qd_cost qd_visit_point(const qd_tree *tree, qd_vec2 point, qd_query_filter filter, qd_visitor *visitor, void *context)
{
    return qd_visit_box(tree, box_at(point), filter, visitor, context);
}

qd_cost qd_visit_circle(const qd_tree *tree, qd_vec2 center, float radius, qd_query_filter filter, qd_visitor *visitor,
                        void *context)
{
    qd__shape shape;
    return circle_of(tree, center, radius, &shape) ? visit(tree, &shape, filter, visitor, context) : no_cost;
}
