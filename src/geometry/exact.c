// What decides: see exact.h.
#include "exact.h"

#include "distance.h"

static double scaled_length(double x, double y, double scale, double back)
{
    const double dx = x * scale, dy = y * scale, length = sqrt(dx * dx + dy * dy) * back;
    return length > DBL_MAX ? DBL_MAX : length;
}

/// Where squares would overflow, or lose their last bits below the smallest doubles, components are scaled by a power
/// of two, which changes none of their bits. What becomes of the smaller of the two then only matters where it is too
/// small to count. So the outcome is that of doubles with exponents without end, for which rounding is monotone.
double qd__unusual_length(double x, double y)
{
    const double most = x > y ? x : y;
    return most > 1 ? scaled_length(x, y, 0x1p-600, 0x1p600) : scaled_length(x, y, 0x1p600, 0x1p-600);
}

double qd__box_distance(const qd_box *a, const qd_box *b)
{
    return qd__length(qd__axis_gap(a->min.x, -a->max.x, b->min.x, -b->max.x),
                      qd__axis_gap(a->min.y, -a->max.y, b->min.y, -b->max.y));
}

double qd__box_distance_most(const qd_box *bounds, const qd_box *from)
{
    // Sides change places: an item ends where the bounds begin at the least.
    return qd__length(qd__axis_gap(bounds->max.x, -bounds->min.x, from->min.x, -from->max.x),
                      qd__axis_gap(bounds->max.y, -bounds->min.y, from->min.y, -from->max.y));
}
