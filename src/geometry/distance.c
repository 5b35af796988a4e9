// Distances and rays against a record: see distance.h.
#include "distance.h"

static double gap(double low, double high, double at)
{
    const double below = low - at, above = at - high;
    const double most = below > above ? below : above;
    return most > 0 ? most : 0;
}

double qd__distance_squared(const qd__record *record, qd_vec2 point)
{
    const double dx = gap(record->v[0], -(double)record->v[2], point.x);
    const double dy = gap(record->v[1], -(double)record->v[3], point.y);
    return dx * dx + dy * dy;
}

double qd__gap_squared(const qd__record *a, const qd__record *b)
{
    // Apart on an axis, one box begins beyond the other's end; upper ends are negated.
    double squared = 0;
    for (int axis = 0; axis < 2; axis++) {
        const double after = (double)b->v[axis] + a->v[axis + 2], before = (double)a->v[axis] + b->v[axis + 2];
        const double most = after > before ? after : before;
        squared += most > 0 ? most * most : 0;
    }
    return squared;
}

typedef struct span {
    double near, far;
} span;

static span axis_span(double low, double high, double origin, double direction, bool open)
{
    if (direction == 0) { // 0 times infinity would be NaN on an edge: ask for containment instead
        const bool inside = open ? low < origin && origin < high : low <= origin && origin <= high;
        span all = { -INFINITY, INFINITY }, none = { NAN, NAN };
        return inside ? all : none;
    }
    const double at_low = (low - origin) / direction, at_high = (high - origin) / direction;
    span ordered = { at_low, at_high }, swapped = { at_high, at_low };
    return direction > 0 ? ordered : swapped;
}

qd__slab qd__slab_of(const qd__record *record, qd_vec2 origin, qd_vec2 direction, bool open)
{
    const span x = axis_span(record->v[0], -(double)record->v[2], origin.x, direction.x, open);
    const span y = axis_span(record->v[1], -(double)record->v[3], origin.y, direction.y, open);
    if (!(x.near <= x.far && y.near <= y.far)) {
        qd__slab miss = { NAN, NAN, 0 };
        return miss;
    }
    qd__slab slab = { x.near >= y.near ? x.near : y.near, x.far <= y.far ? x.far : y.far, x.near >= y.near ? 0 : 1 };
    return slab;
}

double qd__line_enters(const qd__record *record, const qd__line *line)
{
    const qd__slab slab = qd__slab_of(record, line->origin, line->direction, line->open);
    const bool meets = line->open ? slab.enter < slab.exit && slab.enter < line->end && slab.exit > 0
                                  : slab.enter <= slab.exit && slab.enter <= line->end && slab.exit >= 0;
    if (!meets) {
        return NAN;
    }
    return slab.enter > 0 ? slab.enter : 0;
}
