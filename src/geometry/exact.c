// What decides: see exact.h.
#include "exact.h"

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

/// The gap between two ranges, one of which begins above the end of the other by one of these numbers.
static double gap_of(double below, double above)
{
    const double most = below > above ? below : above;
    return most > 0 ? most : 0;
}

double qd__box_distance(const qd_box *a, const qd_box *b)
{
    return qd__length(gap_of(a->min.x - b->max.x, b->min.x - a->max.x),
                      gap_of(a->min.y - b->max.y, b->min.y - a->max.y));
}

double qd__box_distance_most(const qd_box *bounds, const qd_box *from)
{
    return qd__length(gap_of(bounds->max.x - from->max.x, from->min.x - bounds->min.x),
                      gap_of(bounds->max.y - from->max.y, from->min.y - bounds->min.y));
}
