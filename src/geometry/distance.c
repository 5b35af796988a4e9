// Distances and rays against an AABB: see distance.h.
#include "distance.h"

double qd__gap_squared(const qd__aabb *a, const qd__aabb *b)
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

double qd__distance_squared_most(const qd__aabb *aabb, qd_vec2 point)
{
    double sum = 0;
    const double at[2] = { point.x, point.y };
    for (int axis = 0; axis < 2; axis++) {
        const double below = at[axis] - aabb->v[axis], above = -(double)aabb->v[axis + 2] - at[axis];
        const double most = below > above ? below : above;
        sum += most * most;
    }
    return sum;
}

typedef struct span {
    double near, far;
} span;

static span slab_on_axis(const qd__aabb *aabb, const qd__line *line, int axis)
{
    const double low = aabb->v[axis], high = -(double)aabb->v[axis + 2], direction = line->direction[axis];
    if (direction == 0) { // 0 times infinity would be NaN on an edge: ask for containment instead
        const bool inside = line->open ? low < line->high[axis] && line->low[axis] < high
                                       : low <= line->high[axis] && line->low[axis] <= high;
        span all = { -INFINITY, INFINITY }, none = { NAN, NAN };
        return inside ? all : none;
    }
    const double at_low = (low - line->high[axis]) / direction, at_high = (high - line->low[axis]) / direction;
    span ordered = { at_low, at_high }, swapped = { at_high, at_low };
    return direction > 0 ? ordered : swapped;
}

qd__slab qd__slab_of(const qd__aabb *aabb, const qd__line *line)
{
    const span x = slab_on_axis(aabb, line, 0), y = slab_on_axis(aabb, line, 1);
    if (!(x.near <= x.far && y.near <= y.far)) {
        qd__slab miss = { NAN, NAN, 0 };
        return miss;
    }
    qd__slab slab = { x.near >= y.near ? x.near : y.near, x.far <= y.far ? x.far : y.far, x.near >= y.near ? 0 : 1 };
    return slab;
}

bool qd__slab_counts(const qd__slab *slab, const qd__line *line)
{
    return line->open ? slab->enter < slab->exit && slab->enter < line->end && slab->exit > 0
                      : slab->enter <= slab->exit && slab->enter <= line->end && slab->exit >= 0;
}

double qd__line_enters(const qd__aabb *aabb, const qd__line *line)
{
    const qd__slab slab = qd__slab_of(aabb, line);
    if (!qd__slab_counts(&slab, line)) {
        return NAN;
    }
    return slab.enter > 0 ? slab.enter : 0;
}
