// The scale that makes the scene's extent about 1, so that nothing overflows on the way; see masses.h.
//
// Neither step rounds. A power of two does not. The shift is 0 where the origin is in the scene or near it; where it
// is not, every coordinate is a multiple of its own last bit, which is coarse then, the shift is one of 2^-8 of the
// extent, and the difference is no longer than the extent: it has a place in a double.
#include "scale.h"

#include <math.h>

#define LEAST_EXTENT 1e-60

qd__extent qd__extent_of(const double *values, size_t first, size_t end)
{
    qd__extent all = { 0, 0 };
    for (size_t i = first; i < end; i++) {
        all.low = i == first || values[i] < all.low ? values[i] : all.low;
        all.high = i == first || values[i] > all.high ? values[i] : all.high;
    }
    return all;
}

static double larger_side(double a, double b)
{
    return a > b ? a : b;
}

static double shift_for(qd__extent all, double size, int exponent)
{
    const double center = all.low + (all.high - all.low) / 2;
    if (fabs(center) <= 4 * size)
        return 0;
    const double steps = ldexp(center, 8 - exponent);
    return fabs(steps) < 0x1p52 ? ldexp((double)(int64_t)steps, exponent - 8) : center;
}

static void add_range(qd__extent *all, double low, double high, bool first)
{
    all->low = first || low < all->low ? low : all->low;
    all->high = first || high > all->high ? high : all->high;
}

qd__scale qd__scale_for(const qd__given *given, double softening)
{
    const qd_bodies *bodies = given->bodies;
    qd__extent x = qd__extent_of(bodies->x, 0, bodies->count), y = qd__extent_of(bodies->y, 0, bodies->count);
    for (size_t i = 0; i < given->cell_count; i++) {
        const qd_gravity_part *cell = &given->cells[i];
        add_range(&x, cell->min_x, cell->max_x, i == 0 && bodies->count == 0);
        add_range(&y, cell->min_y, cell->max_y, i == 0 && bodies->count == 0);
    }
    const double size = larger_side(larger_side(x.high - x.low, y.high - y.low), larger_side(softening, LEAST_EXTENT));
    int exponent;
    frexp(size, &exponent);
    const qd__scale scale = { shift_for(x, size, exponent),
                              shift_for(y, size, exponent),
                              ldexp(1, -exponent),
                              ldexp(1, exponent),
                              x.low,
                              y.low };
    return scale;
}
