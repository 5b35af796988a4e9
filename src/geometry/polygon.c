// Convex polygons against an AABB: see polygon.h.
#include "polygon.h"

#include "orient.h"

static bool corner_is_finite(qd_vec2 at)
{
    const qd_box box = { at, at };
    return qd__box_is_valid(box);
}

/// Which way it turns: 1 left, -1 right. Every three corners, in their order, must turn the same way or not at all; 0
/// if they do not, or none does. (To look at the two edges of each corner would let stars pass, which wind twice.)
static int turn_of(qd_polygon polygon)
{
    bool left = false, right = false;
    for (size_t i = 0; i < polygon.count; i++) {
        for (size_t j = i + 1; j < polygon.count; j++) {
            for (size_t k = j + 1; k < polygon.count; k++) {
                const int turn = qd__orient(polygon.corners[i], polygon.corners[j], polygon.corners[k]);
                left |= turn > 0;
                right |= turn < 0;
            }
        }
    }
    return left == right ? 0 : left ? 1 : -1;
}

static qd_box box_of_corners(qd_polygon polygon)
{
    qd_box box = { polygon.corners[0], polygon.corners[0] };
    for (size_t i = 1; i < polygon.count; i++) {
        const qd_vec2 at = polygon.corners[i];
        box.min.x = at.x < box.min.x ? at.x : box.min.x;
        box.min.y = at.y < box.min.y ? at.y : box.min.y;
        box.max.x = at.x > box.max.x ? at.x : box.max.x;
        box.max.y = at.y > box.max.y ? at.y : box.max.y;
    }
    return box;
}

bool qd__polygon_of(qd_polygon polygon, qd__polygon *result)
{
    if (polygon.count < 3 || polygon.count > QD_POLYGON_MOST) {
        return false;
    }
    for (size_t i = 0; i < polygon.count; i++) {
        if (!corner_is_finite(polygon.corners[i])) {
            return false;
        }
    }
    const int turn = turn_of(polygon);
    result->count = 0;
    result->box = box_of_corners(polygon);
    for (size_t i = 0; i < polygon.count; i++) {
        const qd_vec2 from = polygon.corners[i], to = polygon.corners[i + 1 < polygon.count ? i + 1 : 0];
        if (from.x != to.x || from.y != to.y) { // a corner that comes twice is no edge
            const qd__edge ahead = { from, to }, back = { to, from };
            result->edges[result->count++] = turn > 0 ? ahead : back;
        }
    }
    return turn != 0;
}

bool qd_polygon_is_valid(qd_polygon polygon)
{
    qd__polygon ignored;
    return qd__polygon_of(polygon, &ignored);
}

/// How the corner of a box that reaches farthest to the left of an edge lies to it, or the one that reaches least far.
static int side_of_box(const qd__edge *edge, const qd__aabb *aabb, bool farthest)
{
    const qd_box box = qd__aabb_box(*aabb);
    const bool up = (edge->to.y > edge->from.y) == farthest, on = (edge->to.x > edge->from.x) == farthest;
    // To the left of an edge that runs up is where x is small, of one that runs on where y is large.
    const qd_vec2 corner = { up ? box.min.x : box.max.x, on ? box.max.y : box.min.y };
    return qd__orient(edge->from, edge->to, corner);
}

bool qd__polygon_reaches(const qd__polygon *polygon, const qd__aabb *aabb, bool open)
{
    for (unsigned i = 0; i < polygon->count; i++) {
        const int side = side_of_box(&polygon->edges[i], aabb, true);
        if (open ? side <= 0 : side < 0) {
            return false;
        }
    }
    return true;
}

bool qd__polygon_holds(const qd__polygon *polygon, const qd__aabb *aabb)
{
    for (unsigned i = 0; i < polygon->count; i++) {
        if (side_of_box(&polygon->edges[i], aabb, false) < 0) {
            return false;
        }
    }
    return true;
}
