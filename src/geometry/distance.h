// Distances and rays against an AABB, in double and with division.
//
// One function each decides for items and for bounds alike. Both are monotone: a box inside another is never nearer,
// never met earlier, so a search may pass by a node on the answer for its bounds. They are not inline: one compiled
// copy cannot disagree with itself. simd.c has vector forms of them, which take the same steps and give the same bits.
#ifndef QD_DISTANCE_H
#define QD_DISTANCE_H

#include "aabb.h"

/// Distance on one axis from a number to a range, 0 inside.
static inline double qd__axis_gap(double low, double high, double at)
{
    const double below = low - at, above = at - high;
    const double most = below > above ? below : above;
    return most > 0 ? most : 0;
}

/// Squared distance from a finite point to the box, 0 inside; +infinity to the bounds of nothing.
static inline double qd__distance_squared(const qd__aabb *aabb, qd_vec2 point)
{
    const double dx = qd__axis_gap(aabb->v[0], -(double)aabb->v[2], point.x);
    const double dy = qd__axis_gap(aabb->v[1], -(double)aabb->v[3], point.y);
    return dx * dx + dy * dy;
}

/// Squared distance between two boxes, 0 where they overlap or touch; the same whichever comes first. Of finite boxes
/// it is finite.
double qd__gap_squared(const qd__aabb *a, const qd__aabb *b);

/// A distance as results tell it, from its square.
static inline float qd__told_distance(double squared)
{
    const double distance = sqrt(squared);
    return distance < FLT_MAX ? (float)distance : FLT_MAX;
}

/// A distance of 0 or more made as much larger as rounding could ask for; then what to grow a box by, so that it meets
/// every box that is no farther away than that.
static inline float qd__reach_of(float distance)
{
    return distance * (1 + 0x1p-20f) + FLT_TRUE_MIN;
}

/// A box and all around it within a reach. It may end before that by less than a step between two floats; as other
/// boxes end on floats, it meets all that come so near. The bounds of nothing, and an AABB that is unused, stay that.
static inline qd__aabb qd__aabb_grown(qd__aabb aabb, float reach)
{
    for (int i = 0; i < 4; i++) {
        aabb.v[i] = aabb.v[i] < INFINITY ? aabb.v[i] - reach : aabb.v[i];
    }
    return aabb;
}

/// Squared distance from a finite point to the farthest corner of the box: no box inside it is farther. +infinity for
/// the bounds of nothing.
double qd__distance_squared_most(const qd__aabb *aabb, qd_vec2 point);

/// A box that moves in a straight line; of no size, it is the origin of a ray. What it meets on an axis follows from
/// the one side that goes ahead and the one that comes last, so a moving box costs no more than a ray, and nothing is
/// grown that could be rounded.
typedef struct qd__line {
    double low[2], high[2]; ///< Its corners at the start.
    double direction[2];    ///< Finite. A zero component asks for containment on that axis instead.
    double end;
    bool open; ///< A box only grazed is passed by.
} qd__line;

/// Where a line runs through a box: it enters at `enter` and leaves at `exit`. A miss has enter > exit, or NaN in both.
typedef struct qd__slab {
    double enter, exit;
    int axis; ///< Of the face it enters through: 0 for x (also at a corner), 1 for y.
} qd__slab;

qd__slab qd__slab_of(const qd__aabb *aabb, const qd__line *line);

/// Does the line meet the box of that slab between its start and its end?
bool qd__slab_counts(const qd__slab *slab, const qd__line *line);

/// Where the line comes to the box, 0 when it starts inside; NaN when it passes it by or ends before.
double qd__line_enters(const qd__aabb *aabb, const qd__line *line);

#endif
