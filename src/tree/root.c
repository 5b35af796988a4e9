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

static double center(const qd_item *item, int axis)
{
    return axis == 0 ? ((double)item->box.min.x + item->box.max.x) / 2
                     : ((double)item->box.min.y + item->box.max.y) / 2;
}

static range full_range(const qd_item *items, const qd__key *list, size_t count, int axis)
{
    range all = { INFINITY, -INFINITY };
    for (size_t i = 0; i < count; i++) {
        const double at = center(&items[list[i].index], axis);
        all.low = at < all.low ? at : all.low;
        all.high = at > all.high ? at : all.high;
    }
    return all;
}

/// The range of bins left when each end gives up no more than its share.
static range cut(range whole, const size_t bins[BINS], size_t below, size_t above, size_t share)
{
    int first = 0, last = BINS - 1;
    while (first < last && below + bins[first] <= share) {
        below += bins[first++];
    }
    while (first < last && above + bins[last] <= share) {
        above += bins[last--];
    }
    const double width = (whole.high - whole.low) / BINS;
    range kept = { whole.low + first * width, whole.low + (last + 1) * width };
    return kept;
}

static range central_range(const qd_item *items, const qd__key *list, size_t count, int axis)
{
    range now = full_range(items, list, count, axis);
    while (now.high > now.low) {
        size_t bins[BINS] = { 0 }, below = 0, above = 0;
        const double per_unit = BINS / (now.high - now.low);
        for (size_t i = 0; i < count; i++) {
            const double at = center(&items[list[i].index], axis);
            if (at < now.low) {
                below++;
            } else if (at > now.high) {
                above++;
            } else {
                const int bin = (int)((at - now.low) * per_unit);
                bins[bin < BINS ? bin : BINS - 1]++;
            }
        }
        const range next = cut(now, bins, below, above, count / SHARE);
        if (!(next.high - next.low < (now.high - now.low) / 2) || !(next.high > next.low)) {
            break;
        }
        now = next;
    }
    return now;
}

static qd_box box_of(range x, range y)
{
    qd_box box = { { (float)x.low, (float)y.low }, { (float)x.high, (float)y.high } };
    return box;
}

/// Do the centres within the ranges differ at all?
static bool spread_within(const qd_item *items, const qd__key *list, size_t count, range x, range y)
{
    double first_x = 0, first_y = 0;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const double at_x = center(&items[list[i].index], 0), at_y = center(&items[list[i].index], 1);
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

bool qd__root_learn(qd__lattice *lattice, const qd_item *items, const qd__key *list, size_t count)
{
    const range x = central_range(items, list, count, 0), y = central_range(items, list, count, 1);
    if (spread_within(items, list, count, x, y)) {
        return qd__lattice_lay(lattice, box_of(x, y));
    }
    // Nearly all lie in one point, and no root parts those: part the others.
    return qd__lattice_lay(lattice, box_of(full_range(items, list, count, 0), full_range(items, list, count, 1)));
}
