// Distances and moving boxes against a box: see distance.h.
#include "distance.h"

double qd__gap_squared_most(const qd__aabb *bounds, const qd__aabb *from)
{
    // Sides change places: an item ends where the bounds begin at the least.
    const double dx = qd__axis_gap(-(double)bounds->v[2], -(double)bounds->v[0], from->v[0], from->v[2]);
    const double dy = qd__axis_gap(-(double)bounds->v[3], -(double)bounds->v[1], from->v[1], from->v[3]);
    return dx * dx + dy * dy;
}

typedef struct span {
    double near, far;
} span;

/// The time at which a side of the moving line reaches a side of the box. False: no double says when.
static inline bool crosses(double side, double origin, double direction, double *at)
{
    *at = (side - origin) / direction;
    return qd__is_usual(*at) || side == origin;
}

/// Is the line within the box's sides all the time? For an axis on which it does not move: 0 times infinity would be
/// NaN on an edge, so the test is whether it lies within.
static inline bool stays_within(double low, double high, const qd__line *line, int axis)
{
    return line->open ? low < line->high[axis] && line->low[axis] < high
                      : low <= line->high[axis] && line->low[axis] <= high;
}

static inline bool span_on_axis(double low, double high, const qd__line *line, int axis, span *within)
{
    const double direction = line->direction[axis];
    if (direction == 0) {
        const span all = { -INFINITY, INFINITY }, none = { NAN, NAN };
        *within = stays_within(low, high, line, axis) ? all : none;
        return true;
    }
    double at_low = 0, at_high = 0;
    const bool known = !line->halved[axis] && crosses(low, line->high[axis], direction, &at_low) &&
                       crosses(high, line->low[axis], direction, &at_high);
    if (known)
        *within = direction > 0 ? (span){ at_low, at_high } : (span){ at_high, at_low };
    return known;
}

// Where no double says when, since that is too large for it or too small.

/// A time as if exponents had no end: value * 2^power, where the value is from 1/2 to below 1 in size, 0 or infinite.
typedef struct instant {
    double value;
    int power;
} instant;

enum { POWER_MOST = 1 << 14 }; ///< More than a quotient of two doubles can have.

static instant instant_of(double value, int power)
{
    int own = 0;
    const double part = frexp(value, &own);
    return (instant){ part, part == 0 ? -POWER_MOST : fabs(part) < 1 ? power + own : POWER_MOST };
}

static bool is_before(instant a, instant b)
{
    if (a.power == b.power || (a.value < 0) != (b.value < 0))
        return a.value < b.value;
    return (a.power < b.power) != (a.value < 0 || b.value < 0);
}

/// A time above zero stays above it, however soon it is, and a finite one finite.
static double rounded_instant(instant at)
{
    const double rounded = ldexp(at.value, at.power);
    if (rounded == 0 && at.value != 0)
        return at.value > 0 ? DBL_TRUE_MIN : -DBL_TRUE_MIN;
    return fabs(at.value) < 1 && fabs(rounded) > DBL_MAX ? copysign(DBL_MAX, rounded) : rounded;
}

typedef struct far_span {
    instant near, far;
} far_span;

/// When a side of the line comes to one of the box. The difference and the quotient are rounded; neither overflows or
/// vanishes. Half of a difference that is too large for a double fits one.
static instant crossing(double side, double origin, double direction, bool halved)
{
    const double way = side - origin;
    const bool far = fabs(way) > DBL_MAX;
    int power = 0;
    const instant over = instant_of(far ? side / 2 - origin / 2 : way, far - halved);
    const double part = frexp(direction, &power);
    return instant_of(over.value / part, over.power - power);
}

static far_span far_span_on_axis(double low, double high, const qd__line *line, int axis)
{
    const double direction = line->direction[axis];
    if (direction == 0) {
        const double end = stays_within(low, high, line, axis) ? INFINITY : -INFINITY;
        return (far_span){ instant_of(-end, 0), instant_of(end, 0) };
    }
    const instant at_low = crossing(low, line->high[axis], direction, line->halved[axis]);
    const instant at_high = crossing(high, line->low[axis], direction, line->halved[axis]);
    return direction > 0 ? (far_span){ at_low, at_high } : (far_span){ at_high, at_low };
}

static qd__slab far_slab(const qd_box *box, const qd__line *line)
{
    const far_span x = far_span_on_axis(box->min.x, box->max.x, line, 0);
    const far_span y = far_span_on_axis(box->min.y, box->max.y, line, 1);
    const bool later_on_y = is_before(x.near, y.near);
    const far_span all = { later_on_y ? y.near : x.near, is_before(y.far, x.far) ? y.far : x.far };
    const instant end = instant_of(line->end, 0), start = instant_of(0, 0);
    const bool counts = // as qd__slab_counts says
        line->open ? is_before(all.near, all.far) && is_before(all.near, end) && is_before(start, all.far)
                   : !is_before(all.far, all.near) && !is_before(end, all.near) && !is_before(all.far, start);
    if (!counts)
        return (qd__slab){ NAN, NAN, 0 };
    qd__slab slab = { rounded_instant(all.near), rounded_instant(all.far), later_on_y };
    if (line->open) { // different times may round to the same number: an end only among the smallest numbers
        slab.enter = slab.enter < line->end ? slab.enter : line->end - DBL_TRUE_MIN;
        slab.exit = slab.enter < slab.exit ? slab.exit : INFINITY;
    }
    return slab;
}

qd__slab qd__unusual_slab(const qd_box *box, const qd__line *line)
{
    if (!(box->min.x <= box->max.x)) // the bounds of nothing
        return (qd__slab){ NAN, NAN, 0 };
    span x, y;
    if (span_on_axis(box->min.x, box->max.x, line, 0, &x) && span_on_axis(box->min.y, box->max.y, line, 1, &y)) {
        if (!(x.near <= x.far && y.near <= y.far))
            return (qd__slab){ NAN, NAN, 0 };
        const bool later_on_y = y.near > x.near;
        return (qd__slab){ later_on_y ? y.near : x.near, x.far <= y.far ? x.far : y.far, later_on_y };
    }
    return far_slab(box, line);
}

double qd__line_enters(const qd_box *box, const qd__line *line)
{
    const qd__slab slab = qd__slab_of(box, line);
    if (!qd__slab_counts(&slab, line))
        return NAN;
    return slab.enter > 0 ? slab.enter : 0;
}

double qd__line_enters_aabb(qd__aabb aabb, const qd__line *line)
{
    const qd_box box = qd__aabb_exact(aabb);
    return qd__line_enters(&box, line);
}
