// What decides: see exact.h.
#include "exact.h"

#include <math.h>

static double clamp_to_double(double value)
{
    return value > DBL_MAX ? DBL_MAX : value < -DBL_MAX ? -DBL_MAX : value;
}

/// Where squares would overflow, or lose their last bits below the smallest doubles, gaps are scaled by a power of two,
/// which changes none of their bits. What becomes of the smaller of two gaps then only matters where it is too small to
/// count. So the outcome is that of doubles with exponents without end, for which rounding is monotone.
static double scaled_distance(double dx, double dy, double scale, double back)
{
    const double x = dx * scale, y = dy * scale;
    return clamp_to_double(sqrt(x * x + y * y) * back);
}

double qd__distance(const qd_dbox *box, qd_dvec2 point)
{
    const double dx = qd__gap(box->min.x, box->max.x, point.x), dy = qd__gap(box->min.y, box->max.y, point.y);
    const double most = dx > dy ? dx : dy;
    if (most <= 0x1p500 && (most >= 0x1p-400 || most == 0)) {
        return sqrt(dx * dx + dy * dy);
    }
    return most > 1 ? scaled_distance(dx, dy, 0x1p-600, 0x1p600) : scaled_distance(dx, dy, 0x1p600, 0x1p-600);
}

typedef struct wide_span {
    double near, far;
} wide_span;

/// Where the line crosses a side. Halves of what is too far apart for a double are not.
static double crossing(double side, double origin, double direction)
{
    const double way = side - origin;
    if (way <= DBL_MAX && way >= -DBL_MAX) {
        return clamp_to_double(way / direction);
    }
    return clamp_to_double((side / 2 - origin / 2) / direction * 2);
}

static wide_span wide_slab_on_axis(double low, double high, double origin, double direction, bool open)
{
    if (direction == 0) { // 0 times infinity would be NaN on an edge: ask for containment instead
        const bool inside = open ? low < origin && origin < high : low <= origin && origin <= high;
        const wide_span all = { -INFINITY, INFINITY }, none = { NAN, NAN };
        return inside ? all : none;
    }
    const double at_low = crossing(low, origin, direction), at_high = crossing(high, origin, direction);
    const wide_span ordered = { at_low, at_high }, swapped = { at_high, at_low };
    return direction > 0 ? ordered : swapped;
}

double qd__wide_line_enters(const qd_dbox *box, const qd__wide_line *line, int *axis)
{
    const wide_span x = wide_slab_on_axis(box->min.x, box->max.x, line->origin.x, line->direction.x, line->open);
    const wide_span y = wide_slab_on_axis(box->min.y, box->max.y, line->origin.y, line->direction.y, line->open);
    if (!(x.near <= x.far && y.near <= y.far)) {
        return NAN;
    }
    const double enter = x.near >= y.near ? x.near : y.near, exit = x.far <= y.far ? x.far : y.far;
    const bool overlaps =
        line->open ? enter < exit && enter < line->end && exit > 0 : enter <= exit && enter <= line->end && exit >= 0;
    if (!overlaps) {
        return NAN;
    }
    if (axis) {
        *axis = x.near >= y.near ? 0 : 1;
    }
    return enter > 0 ? enter : 0;
}
