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

/// Half of what is too far apart for a double is not. And what is not zero is told from it, however soon it is.
static double extreme_crossing(double side, double origin, double direction)
{
    if (side == origin) {
        return 0;
    }
    const double way = side - origin,
                 at = fabs(way) <= DBL_MAX ? way / direction : (side / 2 - origin / 2) / direction * 2;
    if (at == 0) {
        return (way > 0) == (direction > 0) ? DBL_TRUE_MIN : -DBL_TRUE_MIN;
    }
    return at > DBL_MAX ? DBL_MAX : at < -DBL_MAX ? -DBL_MAX : at;
}

/// Where a side of the line comes to one of the box; at most DBL_MAX.
static inline double crossing(double side, double origin, double direction)
{
    const double at = (side - origin) / direction;
    return fabs(at) <= DBL_MAX && at != 0 ? at : extreme_crossing(side, origin, direction);
}

static inline span slab_on_axis(double low, double high, const qd__line *line, int axis)
{
    const double direction = line->direction[axis];
    if (direction == 0) { // 0 times infinity would be NaN on an edge: ask for containment instead
        const bool inside = line->open ? low < line->high[axis] && line->low[axis] < high
                                       : low <= line->high[axis] && line->low[axis] <= high;
        span all = { -INFINITY, INFINITY }, none = { NAN, NAN };
        return inside ? all : none;
    }
    double at_low = crossing(low, line->high[axis], direction), at_high = crossing(high, line->low[axis], direction);
    if (line->halved[axis]) {
        at_low /= 2;
        at_high /= 2;
    }
    span ordered = { at_low, at_high }, swapped = { at_high, at_low };
    return direction > 0 ? ordered : swapped;
}

static qd__slab slab_of_spans(span x, span y)
{
    if (!(x.near <= x.far && y.near <= y.far)) {
        qd__slab miss = { NAN, NAN, 0 };
        return miss;
    }
    qd__slab slab = { x.near >= y.near ? x.near : y.near, x.far <= y.far ? x.far : y.far, x.near >= y.near ? 0 : 1 };
    return slab;
}

qd__slab qd__unusual_slab(const qd_box *box, const qd__line *line)
{
    return slab_of_spans(slab_on_axis(box->min.x, box->max.x, line, 0), slab_on_axis(box->min.y, box->max.y, line, 1));
}

static double when_entered(const qd_box *box, const qd__line *line)
{
    const qd__slab slab = qd__slab_of(box, line);
    if (!qd__slab_counts(&slab, line)) {
        return NAN;
    }
    return slab.enter > 0 ? slab.enter : 0;
}

double qd__line_enters(const qd_box *box, const qd__line *line)
{
    return when_entered(box, line);
}

double qd__line_enters_aabb(qd__aabb aabb, const qd__line *line)
{
    const qd_box box = qd__aabb_exact(aabb);
    return when_entered(&box, line);
}
