// The hooks of shapes: see hooks.h.
#include "hooks.h"

#include "distance.h"
#include "narrow.h"
#include "simd_base.h"

static uint64_t overlap_probe(const qd__shape *shape, qd__boxes boxes)
{
    return shape->simd->overlap(boxes, shape->probe, shape->open);
}

/// What reaches beyond the window nowhere: no side is less than the same side of the window. Negated, what is no less
/// is no more, and that is compared many at a time.
uint64_t qd__hits_inside(const qd__shape *shape, qd__boxes boxes)
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
    return shape->simd->overlap(negated, outer, false) & overlap_probe(shape, boxes);
}

/// What the shape reaches beyond nowhere: each side is compared with the same side of the box around the shape, instead
/// of the opposite one.
uint64_t qd__hits_contain(const qd__shape *shape, qd__boxes boxes)
{
    return shape->simd->overlap(boxes, shape->held, false) & overlap_probe(shape, boxes);
}

uint32_t qd__nodes_contain(const qd__shape *shape, const qd__four *bounds)
{
    return qd__four_overlap(bounds, shape->held, false) & qd__four_overlap(bounds, shape->probe, shape->open);
}

uint64_t qd__hits_circle(const qd__shape *shape, qd__boxes boxes)
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

uint32_t qd__nodes_circle(const qd__shape *shape, const qd__four *bounds)
{
    return (uint32_t)qd__hits_circle(shape, qd__four_boxes(bounds));
}

uint64_t qd__hits_inside_circle(const qd__shape *shape, qd__boxes boxes)
{
    uint64_t inside = 0;
    for (uint64_t left = qd__hits_circle(shape, boxes); left; left &= left - 1) {
        const unsigned i = qd__lowest_bit_long(left);
        const qd__aabb aabb = qd__boxes_at(boxes, i);
        inside |= (uint64_t)(qd__gap_squared_most(&aabb, &shape->center) <= shape->radius_squared) << i;
    }
    return inside;
}

uint64_t qd__hits_contain_circle(const qd__shape *shape, qd__boxes boxes)
{
    return shape->simd->overlap(boxes, shape->held, false) & qd__hits_circle(shape, boxes);
}

uint32_t qd__nodes_contain_circle(const qd__shape *shape, const qd__four *bounds)
{
    return qd__four_overlap(bounds, shape->held, false) & qd__nodes_circle(shape, bounds);
}

/// Those of some boxes that the polygon reaches.
static uint64_t reached(const qd__shape *shape, qd__boxes boxes, uint64_t some)
{
    uint64_t mask = 0;
    for (; some; some &= some - 1) {
        const unsigned i = qd__lowest_bit_long(some);
        const qd_box box = qd__box_of(qd__aabb_box(qd__boxes_at(boxes, i)));
        mask |= (uint64_t)qd__polygon_reaches(&shape->polygon, &box, shape->open) << i;
    }
    return mask;
}

uint64_t qd__hits_polygon(const qd__shape *shape, qd__boxes boxes)
{
    return reached(shape, boxes, overlap_probe(shape, boxes));
}

uint32_t qd__nodes_polygon(const qd__shape *shape, const qd__four *bounds)
{
    const uint32_t met = qd__four_overlap(bounds, shape->probe, shape->open);
    return (uint32_t)reached(shape, qd__four_boxes(bounds), met);
}

uint64_t qd__hits_inside_polygon(const qd__shape *shape, qd__boxes boxes)
{
    uint64_t mask = 0;
    for (uint64_t some = qd__hits_inside(shape, boxes); some; some &= some - 1) {
        const unsigned i = qd__lowest_bit_long(some);
        const qd_box box = qd__box_of(qd__aabb_box(qd__boxes_at(boxes, i)));
        const bool inside = qd__polygon_holds(&shape->polygon, &box) &&
                            (!shape->open || qd__polygon_reaches(&shape->polygon, &box, true));
        mask |= (uint64_t)inside << i;
    }
    return mask;
}

/// Sides that rounding has left infinite end where items do.
static double finite_side(double side)
{
    return side > DBL_MAX ? DBL_MAX : side < -DBL_MAX ? -DBL_MAX : side;
}

/// By boxes around all that the AABBs can stand for, edges included.
uint32_t qd__nodes_polygon_wide(const qd__shape *shape, const qd__four *bounds)
{
    uint32_t mask = 0;
    for (uint32_t some = qd__four_overlap(bounds, shape->probe, false); some; some &= some - 1) {
        const uint32_t lane = qd__lowest_bit(some);
        const qd__aabb aabb = qd__four_at(bounds, lane);
        const qd_box wide = qd__widen(&shape->tree->origin, &aabb);
        const qd_box box = { { finite_side(wide.min.x), finite_side(wide.min.y) },
                             { finite_side(wide.max.x), finite_side(wide.max.y) } };
        mask |= (uint32_t)qd__polygon_reaches(&shape->polygon, &box, false) << lane;
    }
    return mask;
}
