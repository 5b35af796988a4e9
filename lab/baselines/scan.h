/// One box against a range of others, however long, the overlapping ones handed out as pairs.
#ifndef QUADRILLE_SCAN_H
#define QUADRILLE_SCAN_H

#include "batch.h"

/// Pairs `item`, which has the box `one`, with the items of [from, to) that it meets. `items` has the item at each
/// place; NULL: item i lies at i.
static inline void scan(const box_columns *all, const uint32_t *items, lanes_box one, uint32_t item, size_t from,
                        size_t to, bool open_edges, batch *out)
{
    out->cost.tests += to - from;
    for (size_t at = from; at < to; at += LANES) {
        unsigned mask = lanes_meet(all, at, one, open_edges) & lanes_first(to - at);
        if (mask)
            batch_add_lanes(out, item, items, at, mask);
    }
}

#endif
