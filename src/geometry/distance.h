// Distances and moving boxes against an AABB or a box, in double and with division.
//
// One function each decides for items and for bounds alike. Both are monotone: a box inside another is never nearer,
// never met earlier, so a search may pass by a node on the answer for its bounds. simd.c has vector forms of those
// about AABBs, which take the same steps and give the same bits.
#ifndef QD_DISTANCE_H
#define QD_DISTANCE_H

#include "aabb.h"

/// How far two ranges on an axis are apart, 0 where they meet; upper ends are negated, as in an AABB.
static inline double qd__axis_gap(double low, double high, double from_low, double from_high)
{
    const double below = low + from_high, above = high + from_low;
    const double most = below > above ? below : above;
    return most > 0 ? most : 0;
}

/// Squared distance between two boxes, 0 where they overlap or touch; the same whichever comes first. For finite boxes
/// it is finite; +infinity to the bounds of nothing.
static inline double qd__gap_squared(const qd__aabb *a, const qd__aabb *b)
{
    const double dx = qd__axis_gap(a->v[0], a->v[2], b->v[0], b->v[2]);
    const double dy = qd__axis_gap(a->v[1], a->v[3], b->v[1], b->v[3]);
    return dx * dx + dy * dy;
}

/// A distance as results have it, from its square.
static inline float qd__result_distance(double squared)
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
    for (int i = 0; i < 4; i++)
        aabb.v[i] = aabb.v[i] < INFINITY ? aabb.v[i] - reach : aabb.v[i];
    return aabb;
}

/// The largest squared distance from a box to one inside the bounds.
double qd__gap_squared_most(const qd__aabb *bounds, const qd__aabb *from);

/// A box that moves in a straight line; of no size, it is the origin of a ray. What it meets on an axis follows from
/// the one side that goes ahead and the one that comes last, so a moving box costs no more than a ray, and nothing is
/// grown that could be rounded.
typedef struct qd__line {
    double low[2], high[2]; ///< Its corners at the start.
    double direction[2];    ///< Finite. A zero component asks for containment on that axis instead.
    double end;
    bool open;      ///< A box only grazed is passed by.
    bool halved[2]; ///< The direction is half of what it should be, which would overflow.
} qd__line;

/// Moves along an axis by the difference of two numbers.
static inline void qd__line_set_motion(qd__line *line, int axis, double to, double from)
{
    const double motion = to - from;
    line->halved[axis] = fabs(motion) > DBL_MAX;
    line->direction[axis] = line->halved[axis] ? to / 2 - from / 2 : motion;
}

/// Where a line runs through a box: it enters at `enter` and leaves at `exit`, infinite where it does not move and
/// where the box has no end. Differences and quotients are rounded as if exponents had no end: a time at DBL_MAX or at
/// the smallest number may have been decided beyond it. A miss has enter > exit, or NaN in both.
typedef struct qd__slab {
    double enter, exit;
    int axis; ///< The axis of the face it enters through: 0 for x (also at a corner), 1 for y.
} qd__slab;

/// Is it neither zero nor beyond the normal doubles? Nearly always; then nothing needs a closer look. An int, since the
/// answers are joined without branches.
static inline int qd__is_usual(double at)
{
    return (fabs(at) <= DBL_MAX) & (fabs(at) >= DBL_MIN);
}

/// For qd__slab_of: where one of the crossings is not usual. What does not count is a miss.
qd__slab qd__unusual_slab(const qd_box *box, const qd__line *line);

/// The same for a box that may be infinite. Its first side cannot be predicted: without a branch.
static inline qd__slab qd__slab_of(const qd_box *box, const qd__line *line)
{
    const double *way = line->direction;
    const double low_x = (box->min.x - line->high[0]) / way[0], high_x = (box->max.x - line->low[0]) / way[0];
    const double low_y = (box->min.y - line->high[1]) / way[1], high_y = (box->max.y - line->low[1]) / way[1];
    if (!(qd__is_usual(low_x) & qd__is_usual(high_x) & qd__is_usual(low_y) & qd__is_usual(high_y) & !line->halved[0] &
          !line->halved[1]))
        return qd__unusual_slab(box, line);
    const double near_x = low_x < high_x ? low_x : high_x, far_x = low_x > high_x ? low_x : high_x;
    const double near_y = low_y < high_y ? low_y : high_y, far_y = low_y > high_y ? low_y : high_y;
    return (qd__slab){ near_x > near_y ? near_x : near_y, far_x < far_y ? far_x : far_y, near_x < near_y };
}

/// Does the line meet the box of that slab between its start and its end?
static inline bool qd__slab_counts(const qd__slab *slab, const qd__line *line)
{
    return line->open ? slab->enter < slab->exit && slab->enter < line->end && slab->exit > 0
                      : slab->enter <= slab->exit && slab->enter <= line->end && slab->exit >= 0;
}

/// Where the line comes to the box, 0 when it starts inside; NaN when it passes it by or ends before.
double qd__line_enters(const qd_box *box, const qd__line *line);
double qd__line_enters_aabb(qd__aabb aabb, const qd__line *line);

/// The same number where no quotient can be zero over zero, too large or too small for a double: the line is one that a
/// sketch is good for. Without a branch that depends on where it comes in. An unused AABB, NaN, stays NaN: of two
/// numbers that cannot be compared, the later one is taken.
static inline double qd__plain_line_enters(qd__aabb aabb, const qd__line *line)
{
    double enter = -INFINITY, exit = INFINITY;
    for (int axis = 0; axis < 2; axis++) {
        const double a = (aabb.v[axis] - line->high[axis]) / line->direction[axis];
        const double b = (-(double)aabb.v[axis + 2] - line->low[axis]) / line->direction[axis];
        const double near = a < b ? a : b, far = a > b ? a : b;
        enter = enter > near ? enter : near;
        exit = exit < far ? exit : far;
    }
    const qd__slab slab = { enter, exit, 0 };
    return qd__slab_counts(&slab, line) ? (enter > 0 ? enter : 0) : NAN;
}

#endif
