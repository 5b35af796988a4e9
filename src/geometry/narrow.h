// From doubles to the floats of the tree inside, and back.
//
// The origin is subtracted from each coordinate, and the difference is rounded away from the box's inside:
//
//     doubles     ....[=====]......      exact box
//     floats      |  [:::::::]   |       its AABB: nothing between two floats is lost
//
// Every step on the way (the difference, the rounding, the clamping into the finite floats) keeps or merges the order
// of coordinates and never turns it round. So boxes that touch have AABBs that touch, however coarse the floats are
// and whatever overflowed: an AABB can only find too much. As in an AABB, the upper corner goes negated, so that all
// four sides round downward.
#ifndef QD_NARROW_H
#define QD_NARROW_H

#include "aabb.h"

#include <string.h>

/// What is subtracted from the sides of a box: x, y, -x, -y.
typedef struct qd__origin {
    double v[4];
} qd__origin;

static inline qd__origin qd__origin_at(qd_vec2 location)
{
    return (qd__origin){ { location.x, location.y, -location.x, -location.y } };
}

/// The largest finite float that is not above; below all floats the lowest.
///
/// Half of all numbers are rounded up at first and must go one step back, so no branch asks which: with the bits of the
/// negative turned over, floats are whole numbers in order. (What is rounded up to zero has a sign, and -0 steps on to
/// the lowest below it.)
static inline float qd__round_down(double value)
{
    const double most = value < FLT_MAX ? value : FLT_MAX, clamped = most > -FLT_MAX ? most : -FLT_MAX;
    float nearest = (float)clamped;
    uint32_t bits;
    memcpy(&bits, &nearest, sizeof bits);
    bits ^= (0 - (bits >> 31)) & UINT32_C(0x7fffffff);
    bits -= nearest > clamped;
    bits ^= (0 - (bits >> 31)) & UINT32_C(0x7fffffff);
    memcpy(&nearest, &bits, sizeof nearest);
    return nearest;
}

/// Is it finite and not inverted?
static inline bool qd__box_is_valid(const qd_box *box)
{
    return (box->min.x >= -DBL_MAX) & (box->min.x <= box->max.x) & (box->max.x <= DBL_MAX) & (box->min.y >= -DBL_MAX) &
           (box->min.y <= box->max.y) & (box->max.y <= DBL_MAX);
}

static inline bool qd__is_finite(qd_vec2 point)
{
    return (fabs(point.x) <= DBL_MAX) & (fabs(point.y) <= DBL_MAX);
}

/// Infinite sides end where items do.
static inline double qd__finite(double side)
{
    return side > DBL_MAX ? DBL_MAX : side < -DBL_MAX ? -DBL_MAX : side;
}

static inline qd_box qd__box_finite(qd_box box)
{
    return (qd_box){ { qd__finite(box.min.x), qd__finite(box.min.y) },
                     { qd__finite(box.max.x), qd__finite(box.max.y) } };
}

/// The box as the tree inside has it. Infinite sides become the outermost floats, where everything beyond lies too.
static inline qd__fbox qd__narrow(const qd__origin *origin, qd_box box)
{
    const double sides[4] = { box.min.x, box.min.y, -box.max.x, -box.max.y };
    float v[4];
    for (int i = 0; i < 4; i++)
        v[i] = qd__round_down(sides[i] - origin->v[i]);
    return (qd__fbox){ { v[0], v[1] }, { -v[2], -v[3] } };
}

/// The AABB of qd__narrow, rounded outward, and the one rounded inward. An AABB is sure to meet the latter's box when
/// it does without its edges: had the item's side not been short of the box's, rounding, which keeps the order, would
/// not have left it so. It may be inverted.
///
/// Each side is rounded to the nearest float. The bits of the next float, on the other side of the number, are one more
/// or one less.
static inline void qd__narrow_both(const qd__origin *origin, const qd_box *box, qd__aabb *outward, qd__aabb *inward)
{
    const double sides[4] = { box->min.x, box->min.y, -box->max.x, -box->max.y };
    double exact[4];
    float nearest[4];
    int32_t bits[4], below[4], above[4];
    for (int i = 0; i < 4; i++) {
        const double value = sides[i] - origin->v[i];
        const double most = value < FLT_MAX ? value : FLT_MAX;
        exact[i] = most > -FLT_MAX ? most : -FLT_MAX;
        nearest[i] = (float)exact[i];
    }
    memcpy(bits, nearest, sizeof bits);
    for (int i = 0; i < 4; i++) {
        const int32_t away = bits[i] < 0 ? -1 : 1; // from zero
        below[i] = bits[i] - (nearest[i] > exact[i] ? away : 0);
        above[i] = bits[i] + (nearest[i] < exact[i] ? away : 0);
    }
    memcpy(outward->v, below, sizeof below);
    memcpy(inward->v, above, sizeof above);
    for (int i = 0; i < 4; i++) { // no negative zero
        outward->v[i] += 0.0f;
        inward->v[i] += 0.0f;
    }
}

#define QD__LITTLE 0x1p-40 ///< Far more than the few steps of a double that sums, squares and roots lose.

/// A side less the origin, rounded to the nearest float. `slack` becomes no less than what that takes off.
static inline float qd__nearest_float(double value, double *slack)
{
    const double most = value < FLT_MAX ? value : FLT_MAX, clamped = most > -FLT_MAX ? most : -FLT_MAX;
    const float nearest = (float)clamped;
    const double off = fabs(nearest - clamped) + fabs((double)nearest) * QD__LITTLE;
    *slack = off > *slack ? off : *slack;
    return nearest;
}

/// A box of which distances are asked, with sides rounded to the nearest floats, so that the tree's own vector loops
/// can be asked. Clamping, like rounding to the nearest, brings no two places farther apart but for what the rounding
/// adds: that is the slack.
static inline qd__aabb qd__narrow_nearest(const qd__origin *origin, const qd_box *box, double *slack)
{
    double x = 0, y = 0;
    const qd__aabb nearest = {
        { qd__nearest_float(box->min.x - origin->v[0], &x), qd__nearest_float(box->min.y - origin->v[1], &y),
          qd__nearest_float(-box->max.x - origin->v[2], &x), qd__nearest_float(-box->max.y - origin->v[3], &y) }
    };
    *slack = x + y;
    return nearest;
}

/// An item may be nearer to such a box than another with a nearer AABB, but by no more than this spread and a part of
/// the distance. The box is rounded by half a step of a float, once for each of the two items. The side of the other
/// AABB that faces the box is no larger than the box's and the distance together, and the item's own side is less than
/// a step behind it. Where that is the outermost float, the item may be anywhere; but the square of so large a spread
/// is beyond all floats, and rules nothing out.
static inline double qd__narrow_spread(const qd__aabb *nearest)
{
    double spread = 0;
    for (int side = 0; side < 4; side++)
        spread += fabs((double)nearest->v[side]) * 0x1p-22 + FLT_TRUE_MIN; // twice two steps, or more
    return spread;
}

/// Items up to a distance from the box have AABBs no farther than this; finite.
static inline double qd__narrow_reach(double distance, double slack)
{
    const double reach = (distance + slack) * (1 + 2 * QD__LITTLE);
    return reach < 0x1p500 ? reach : 0x1p500;
}

/// Items with AABBs no farther than this are nearer than the distance, and not exactly at it. 0 or less: no AABB is
/// known to be. As bound_most of a ranking (ranking_near.c) read backwards, and a little less.
static inline double qd__narrow_sure(double distance, double slack, double spread)
{
    const double sure = (distance - spread / 2) * (1 - 0x1p-19) - 2 * slack;
    return distance < 0x1p59 ? sure : -1;
}

/// Do all boxes that two AABBs can stand for, about two origins, overlap by more than an edge? See qd__surely_overlap.
static inline bool qd__surely_overlap_between(qd__aabb a, const qd__origin *from, qd__aabb b, const qd__origin *to)
{
    int sure = 1;
    for (int i = 0; i < 4; i++) {
        const double v = a.v[i], w = b.v[i ^ 2], o = from->v[i], p = to->v[i ^ 2];
        const double margin = (fabs(v) + fabs(w)) * 0x1p-22 + (fabs(o) + fabs(p)) * 0x1p-50 + (double)FLT_MIN;
        sure &= ((v + w) + (o + p) < -margin) & (v < FLT_MAX) & (w < FLT_MAX);
    }
    return sure;
}

/// A box of doubles around all boxes that an AABB can stand for.
///
/// A side `s` of such a box has round(s - o) >= v, so s >= o + v but for half a step of a double near v; computing o +
/// v and the margin may each lose half a step more. Four halves of a step near |o| + |v| cover that: 2^-51 of them. The
/// outermost float may stand for anything beyond.
static inline qd_box qd__widen(const qd__origin *origin, const qd__aabb *aabb)
{
    double sides[4];
    for (int i = 0; i < 4; i++) {
        const double v = aabb->v[i], o = origin->v[i];
        const double margin = ((v < 0 ? -v : v) + (o < 0 ? -o : o)) * 0x1p-51;
        sides[i] = v > -FLT_MAX ? (o + v) - margin : -INFINITY;
    }
    return (qd_box){ { sides[0], sides[1] }, { -sides[2], -sides[3] } };
}

/// Sums of finite sides may overflow, those of their halves do not.
static inline qd_vec2 qd__box_middle(const qd_box *box)
{
    return (qd_vec2){ box->min.x / 2 + box->max.x / 2, box->min.y / 2 + box->max.y / 2 };
}

/// The box around two.
static inline qd_box qd__box_unite(qd_box a, const qd_box *b)
{
    a.min.x = b->min.x < a.min.x ? b->min.x : a.min.x;
    a.min.y = b->min.y < a.min.y ? b->min.y : a.min.y;
    a.max.x = b->max.x > a.max.x ? b->max.x : a.max.x;
    a.max.y = b->max.y > a.max.y ? b->max.y : a.max.y;
    return a;
}

#endif
