// Where the root belongs: see root.h.
//
// On each axis a histogram over the range of the centres shows whether a few outliers at its ends make up most of it.
// If so the range is cut to the rest and looked at again, each time 256 times finer.
#include "root.h"

#include <string.h>

enum { BINS = 256, SHARE = 256 }; // each of the four sides may cut off 1/256

typedef struct range {
    double low, high;
} range;

typedef struct ranges {
    range axis[2];
} ranges;

static double center(const qd_item *item, int axis)
{
    return axis == 0 ? ((double)item->box.min.x + item->box.max.x) / 2
                     : ((double)item->box.min.y + item->box.max.y) / 2;
}

static ranges full_ranges(const qd_item *items, const uint32_t *list, size_t count)
{
    ranges all = { { { INFINITY, -INFINITY }, { INFINITY, -INFINITY } } };
    for (size_t i = 0; i < count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            const double at = center(&items[list[i]], axis);
            all.axis[axis].low = at < all.axis[axis].low ? at : all.axis[axis].low;
            all.axis[axis].high = at > all.axis[axis].high ? at : all.axis[axis].high;
        }
    }
    return all;
}

/// The centres along one axis, in bins over a range.
typedef struct histogram {
    size_t bins[BINS], below, above;
} histogram;

/// The range of the bins left when each end gives up no more than its share.
static range cut(range whole, const histogram *counts, size_t share)
{
    int first = 0, last = BINS - 1;
    size_t below = counts->below, above = counts->above;
    while (first < last && below + counts->bins[first] <= share) {
        below += counts->bins[first++];
    }
    while (first < last && above + counts->bins[last] <= share) {
        above += counts->bins[last--];
    }
    const double width = (whole.high - whole.low) / BINS;
    range kept = { whole.low + first * width, whole.low + (last + 1) * width };
    return kept;
}

static void count_centers(histogram histograms[2], const ranges *now, const qd_item *items, const uint32_t *list,
                          size_t count)
{
    memset(histograms, 0, 2 * sizeof *histograms);
    for (size_t i = 0; i < count; i++) {
        for (int axis = 0; axis < 2; axis++) {
            const range within = now->axis[axis];
            const double at = center(&items[list[i]], axis);
            if (at < within.low) {
                histograms[axis].below++;
            } else if (at > within.high) {
                histograms[axis].above++;
            } else {
                const double width = within.high - within.low;
                const int bin = width > 0 ? (int)((at - within.low) / width * BINS) : 0;
                histograms[axis].bins[bin < BINS ? bin : BINS - 1]++;
            }
        }
    }
}

static ranges central_ranges(const qd_item *items, const uint32_t *list, size_t count)
{
    ranges now = full_ranges(items, list, count);
    bool shrunk = count > 0;
    while (shrunk) {
        histogram histograms[2];
        count_centers(histograms, &now, items, list, count);
        shrunk = false;
        for (int axis = 0; axis < 2; axis++) {
            const range whole = now.axis[axis], part = cut(whole, &histograms[axis], count / SHARE);
            if (part.high > part.low && part.high - part.low < (whole.high - whole.low) / 2) {
                now.axis[axis] = part;
                shrunk = true;
            }
        }
    }
    return now;
}

static qd_box box_of(const ranges *of)
{
    const range x = of->axis[0], y = of->axis[1];
    qd_box box = { { (float)x.low, (float)y.low }, { (float)x.high, (float)y.high } };
    return box;
}

/// Do the centres within the ranges differ at all?
static bool spread_within(const qd_item *items, const uint32_t *list, size_t count, const ranges *of)
{
    const range x = of->axis[0], y = of->axis[1];
    double first_x = 0, first_y = 0;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const double at_x = center(&items[list[i]], 0), at_y = center(&items[list[i]], 1);
        if (at_x < x.low || at_x > x.high || at_y < y.low || at_y > y.high) {
            continue;
        }
        if (any && (at_x != first_x || at_y != first_y)) {
            return true;
        }
        first_x = at_x;
        first_y = at_y;
        any = true;
    }
    return false;
}

bool qd__root_learn(qd__lattice *lattice, const qd_item *items, const uint32_t *list, size_t count)
{
    ranges of = central_ranges(items, list, count);
    if (!spread_within(items, list, count,
                       &of)) { // nearly all lie in one point, and no root parts those: part the others
        of = full_ranges(items, list, count);
    }
    return qd__lattice_lay(lattice, box_of(&of));
}
