// Where the root belongs: see root.h.
//
// On each axis a histogram over the range of the centres shows whether a few outliers at its ends make up most of it.
// If so the range is cut to the rest and looked at again, each time 256 times finer. With many items a sample is looked
// at: one at random out of each of so many stretches, since those at equal distances may be all alike.
//
// The square around the ranges could have any side from there on. A side at random leaves leaves between a quarter full
// and full; work per item is least where they are two thirds full, and some side up to twice the least gives that.
#include "root.h"

#include <float.h>
#include <string.h>

enum {
    BINS = 256,
    ROOT_SHARE = 256,   ///< Each of the four sides may cut off 1/ROOT_SHARE.
    ROOT_SAMPLE = 2048, ///< Items that stand for all where there are twice as many, or more.
    LOOK_AFTER = 128,   ///< Items between looks at whether there is still much to cut off.
};

typedef struct range {
    double low, high;
} range;

typedef struct ranges {
    range axis[2];
} ranges;

/// The items that are looked at: all, or one out of each of so many stretches of them.
typedef struct chosen {
    const qd__fbox *boxes;
    const uint32_t *list; ///< NULL: the first ones.
    size_t all;
    size_t count;
} chosen;

/// The centre of an item by axis.
typedef struct item_center {
    double axis[2];
} item_center;

static inline item_center center_at(const chosen *from, size_t i)
{
    if (from->count < from->all) {
        // One of several items that follow one another stands for all. No regular order keeps step with this choice.
        const uint32_t scattered = (uint32_t)(i * UINT32_C(2654435769));
        i = (size_t)((uint64_t)i * from->all / ROOT_SAMPLE) +
            (size_t)((uint64_t)scattered * (from->all / ROOT_SAMPLE) >> 32);
    }
    const qd__fbox box = from->boxes[from->list ? from->list[i] : i];
    return (item_center){ { ((double)box.min.x + box.max.x) / 2, ((double)box.min.y + box.max.y) / 2 } };
}

static ranges full_ranges(const chosen *from)
{
    ranges all = { { { INFINITY, -INFINITY }, { INFINITY, -INFINITY } } };
    for (size_t i = 0; i < from->count; i++) {
        const item_center at = center_at(from, i);
        for (int axis = 0; axis < 2; axis++) {
            all.axis[axis].low = at.axis[axis] < all.axis[axis].low ? at.axis[axis] : all.axis[axis].low;
            all.axis[axis].high = at.axis[axis] > all.axis[axis].high ? at.axis[axis] : all.axis[axis].high;
        }
    }
    return all;
}

/// The centres along one axis, in bins over a range.
typedef struct histogram {
    uint32_t bins[BINS], below, above;
} histogram;

/// The range of the bins left when each end gives up no more than its share.
static range cut(range whole, const histogram *counts, size_t share)
{
    int first = 0, last = BINS - 1;
    size_t below = counts->below, above = counts->above;
    while (first < last && below + counts->bins[first] <= share)
        below += counts->bins[first++];
    while (first < last && above + counts->bins[last] <= share)
        above += counts->bins[last--];
    const double width = (whole.high - whole.low) / (double)BINS;
    return (range){ whole.low + first * width, whole.low + (last + 1) * width };
}

/// How many bins a unit of length in a range takes; 0: the range is too small for bins.
static double bins_a_unit(range within)
{
    const double width = within.high - within.low;
    return width > DBL_MIN * (double)BINS ? (double)BINS / width : 0;
}

/// Cuts each range to where most of the centres are. False: there is not much to cut off. Where items are spread out,
/// the first ones show it: with more of them less is cut off.
static bool shrink(ranges *now, const chosen *from)
{
    histogram histograms[2];
    memset(histograms, 0, sizeof histograms);
    const double bins[2] = { bins_a_unit(now->axis[0]), bins_a_unit(now->axis[1]) };
    ranges kept = *now;
    bool shrinks = from->count > 0;
    for (size_t i = 0; shrinks && i < from->count; i++) {
        const item_center at = center_at(from, i);
        for (int axis = 0; axis < 2; axis++) {
            if (at.axis[axis] < now->axis[axis].low) {
                histograms[axis].below++;
            } else if (at.axis[axis] > now->axis[axis].high) {
                histograms[axis].above++;
            } else {
                const int bin = (int)((at.axis[axis] - now->axis[axis].low) * bins[axis]);
                histograms[axis].bins[bin < BINS ? bin : BINS - 1]++;
            }
        }
        if ((i + 1) % LOOK_AFTER != 0 && i + 1 < from->count)
            continue;
        shrinks = false;
        for (int axis = 0; axis < 2; axis++) {
            const range whole = now->axis[axis], part = cut(whole, &histograms[axis], from->count / ROOT_SHARE);
            const bool much = part.high > part.low && part.high - part.low < (whole.high - whole.low) / 2;
            kept.axis[axis] = much ? part : whole;
            shrinks |= much;
        }
    }
    *now = shrinks ? kept : *now;
    return shrinks;
}

/// The side of a world around the ranges of so many items.
static double side_for(double width, double height, double population, double capacity)
{
    const double full = 0.6875, margin = 1.04, thinnest = 1e-3;
    const double longer = width > height ? width : height, part = width * height / (longer * longer);
    const double leaves = population / (capacity * full) / (part > thinnest ? part : thinnest); // of a square this wide
    double nodes = 1;
    while (nodes < margin * margin * leaves)
        nodes *= 4;
    return longer * (nodes > 1 ? sqrt(nodes / leaves) : margin);
}

/// Do the centres within the ranges differ at all?
static bool spread_within(const chosen *from, const ranges *of)
{
    const range x = of->axis[0], y = of->axis[1];
    double first_x = 0, first_y = 0;
    bool any = false;
    for (size_t i = 0; i < from->count; i++) {
        const item_center at = center_at(from, i);
        const double at_x = at.axis[0], at_y = at.axis[1];
        if (at_x < x.low || at_x > x.high || at_y < y.low || at_y > y.high)
            continue;
        if (any && (at_x != first_x || at_y != first_y))
            return true;
        first_x = at_x;
        first_y = at_y;
        any = true;
    }
    return false;
}

bool qd__root_learn(qd__lattice *lattice, const qd__fbox *boxes, const uint32_t *list, size_t count, size_t population,
                    uint32_t capacity)
{
    const chosen all = { boxes, list, count, count };
    const chosen from = { boxes, list, count, count < (size_t)2 * ROOT_SAMPLE ? count : ROOT_SAMPLE };
    ranges of = full_ranges(&from);
    while (shrink(&of, &from)) {
    }
    if (!spread_within(&from, &of)) // nearly all lie in one point, and no root parts those: part the others
        of = full_ranges(&all);
    const range x = of.axis[0], y = of.axis[1];
    const double width = x.high - x.low, height = y.high - y.low;
    if (!(width > 0 || height > 0))
        return false;
    if (capacity == 0) {
        const qd__fbox box = { { (float)x.low, (float)y.low }, { (float)x.high, (float)y.high } };
        return qd__lattice_lay(lattice, box);
    }
    qd__lattice_lay_square(lattice, (x.low + x.high) / 2, (y.low + y.high) / 2,
                           side_for(width, height, (double)population, capacity));
    return true;
}
