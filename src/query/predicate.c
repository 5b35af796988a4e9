// Inside, containing, and polygons: shapes whose items are asked something else than their cells.
#include "lanes_base.h"
#include "search.h"

static uint32_t meet_window(const qd__shape *shape, const qd__record *records, unsigned count)
{
    return shape->lanes->meet(records, count, shape->probe, shape->open);
}

/// What reaches beyond the window nowhere.
static uint32_t lie_inside(const qd__shape *shape, const qd__record *records, unsigned count)
{
    uint32_t within = 0;
    for (unsigned i = 0; i < count; i++) {
        within |= (uint32_t)qd__covers(shape->window, records[i]) << i;
    }
    return within & meet_window(shape, records, count);
}

/// What the window reaches beyond nowhere: each of its sides is compared with the same side of the window instead of
/// the opposite one.
static uint32_t contain(const qd__shape *shape, const qd__record *records, unsigned count)
{
    return shape->lanes->meet(records, count, shape->window, false) & meet_window(shape, records, count);
}

static uint32_t cells_contain(const qd__shape *shape, const qd__record *bounds)
{
    return qd__four_meet(bounds, shape->window, false) & qd__four_meet(bounds, shape->probe, shape->open);
}

static bool inside_of(const qd_tree *tree, qd_box box, qd__shape *shape)
{
    const bool is_window = qd__window_shape(tree, box, shape);
    shape->meet = lie_inside;
    shape->is_window = false;
    return is_window;
}

static bool containing_of(const qd_tree *tree, qd_box box, qd__shape *shape)
{
    const bool is_window = qd__window_shape(tree, box, shape);
    shape->meet = contain;
    shape->meet_cells = cells_contain;
    shape->is_window = shape->cells_by_window = false;
    return is_window;
}

/// Those of some records, which meet the box around the polygon, that it reaches.
static uint32_t reached(const qd__shape *shape, const qd__record *records, uint32_t some)
{
    uint32_t mask = 0;
    for (; some; some &= some - 1) {
        const unsigned i = qd__lowest_bit(some);
        mask |= (uint32_t)qd__polygon_reaches(shape->polygon, &records[i], shape->open) << i;
    }
    return mask;
}

static uint32_t meet_polygon(const qd__shape *shape, const qd__record *records, unsigned count)
{
    return reached(shape, records, meet_window(shape, records, count));
}

static uint32_t polygon_meets_cells(const qd__shape *shape, const qd__record *bounds)
{
    return reached(shape, bounds, qd__four_meet(bounds, shape->probe, shape->open));
}

static uint32_t lie_inside_polygon(const qd__shape *shape, const qd__record *records, unsigned count)
{
    uint32_t mask = 0;
    for (uint32_t some = lie_inside(shape, records, count); some; some &= some - 1) {
        const unsigned i = qd__lowest_bit(some);
        const bool inside = qd__polygon_holds(shape->polygon, &records[i]) &&
                            (!shape->open || qd__polygon_reaches(shape->polygon, &records[i], true));
        mask |= (uint32_t)inside << i;
    }
    return mask;
}

static bool polygon_of(const qd_tree *tree, qd_polygon polygon, qd__polygon *room, qd__shape *shape)
{
    if (!qd__polygon_of(polygon, room)) {
        return false;
    }
    qd__window_shape(tree, room->box, shape);
    shape->meet = meet_polygon;
    shape->meet_cells = polygon_meets_cells;
    shape->is_window = shape->cells_by_window = false;
    shape->polygon = room;
    return true;
}

static bool inside_polygon_of(const qd_tree *tree, qd_polygon polygon, qd__polygon *room, qd__shape *shape)
{
    const bool is_polygon = polygon_of(tree, polygon, room, shape);
    shape->meet = lie_inside_polygon;
    return is_polygon;
}

static const qd_cost no_cost = { 0, 0, 0 };

size_t qd_find_inside(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out, size_t capacity)
{
    qd__shape shape;
    return inside_of(tree, box, &shape) ? qd__find_shape(tree, &shape, filter, out, capacity) : 0;
}

qd_cost qd_visit_inside(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_visitor *visitor, void *context)
{
    qd__shape shape;
    return inside_of(tree, box, &shape) ? qd__visit_shape(tree, &shape, filter, visitor, context) : no_cost;
}

size_t qd_find_containing(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_found *out, size_t capacity)
{
    qd__shape shape;
    return containing_of(tree, box, &shape) ? qd__find_shape(tree, &shape, filter, out, capacity) : 0;
}

qd_cost qd_visit_containing(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_visitor *visitor, void *context)
{
    qd__shape shape;
    return containing_of(tree, box, &shape) ? qd__visit_shape(tree, &shape, filter, visitor, context) : no_cost;
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
    return polygon_of(tree, polygon, &room, &shape) ? qd__visit_shape(tree, &shape, filter, visitor, context) : no_cost;
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
                                                           : no_cost;
}
