// Convex polygons against a box: see polygon.h.
#include "polygon.h"

#include "orient.h"

bool qd__polygon_of(const qd_vec2 *corners, size_t count, qd__polygon *polygon)
{
    if (count < 3 || count > QD_MAX_CORNERS)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!(corners[i].x >= -DBL_MAX && corners[i].x <= DBL_MAX && corners[i].y >= -DBL_MAX &&
              corners[i].y <= DBL_MAX))
            return false;
    // Which way it turns: 1 left, -1 right. Every three corners, in their order, must turn the same way or not at all;
    // 0 if they do not, or none does. (To look at the two edges of each corner would let stars pass, which wind twice.)
    bool left = false, right = false;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = i + 1; j < count; j++) {
            for (size_t k = j + 1; k < count; k++) {
                const int side = qd__orient(corners[i], corners[j], corners[k]);
                left |= side > 0;
                right |= side < 0;
            }
        }
    }
    const int turn = left == right ? 0 : left ? 1 : -1;
    polygon->count = 0;
    for (size_t i = 0; i < count; i++) { // a corner that comes twice is no edge
        const size_t after = (i + 1) % count;
        const qd_vec2 at = corners[turn > 0 ? i : count - 1 - i];
        const qd_vec2 next = corners[turn > 0 ? after : count - 1 - after];
        if (at.x != next.x || at.y != next.y)
            polygon->corners[polygon->count++] = at;
    }
    polygon->corners[polygon->count] = polygon->corners[0];
    return turn != 0;
}

qd_box qd__polygon_box(const qd__polygon *polygon)
{
    qd_box box = { polygon->corners[0], polygon->corners[0] };
    for (unsigned i = 1; i < polygon->count; i++) {
        const qd_vec2 at = polygon->corners[i];
        box.min.x = at.x < box.min.x ? at.x : box.min.x;
        box.min.y = at.y < box.min.y ? at.y : box.min.y;
        box.max.x = at.x > box.max.x ? at.x : box.max.x;
        box.max.y = at.y > box.max.y ? at.y : box.max.y;
    }
    return box;
}

/// How the corner of a box that reaches farthest to the left of an edge lies to it, or the one that reaches least far.
static int side_of_box(const qd_vec2 *edge, const qd_box *box, bool farthest)
{
    const bool up = (edge[1].y > edge[0].y) == farthest, on = (edge[1].x > edge[0].x) == farthest;
    // To the left of an edge that runs up is where x is small, of one that runs on where y is large.
    const qd_vec2 corner = { up ? box->min.x : box->max.x, on ? box->max.y : box->min.y };
    return qd__orient(edge[0], edge[1], corner);
}

bool qd__polygon_reaches(const qd__polygon *polygon, const qd_box *box, bool open)
{
    for (unsigned i = 0; i < polygon->count; i++) {
        const int side = side_of_box(&polygon->corners[i], box, true);
        if (open ? side <= 0 : side < 0)
            return false;
    }
    return true;
}

bool qd__polygon_holds(const qd__polygon *polygon, const qd_box *box)
{
    for (unsigned i = 0; i < polygon->count; i++)
        if (side_of_box(&polygon->corners[i], box, false) < 0)
            return false;
    return true;
}
