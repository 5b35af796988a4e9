/// @file scan.h
/// One box against a range of others, however long, the overlapping ones handed out as pairs.
#ifndef QUADRILLE_SCAN_H
#define QUADRILLE_SCAN_H

#include "batch.h"
#include "boxes.h"

/// Where the next run of a range ends.
static inline size_t scan_run_end(size_t from, size_t to)
{
    return to - from > BOXES_RUN ? from + BOXES_RUN : to;
}

/// Pairs the box at `one` with those of [from, to) that it meets. `items` tells whose box lies where; NULL: item i's at
/// i.
static inline void scan(const box_columns *all, const uint32_t *items, size_t one, size_t from, size_t to,
                        bool open_edges, batch *out)
{
    uint32_t met[BOXES_RUN];
    for (size_t end; from < to && !out->stopped; from = end) {
        end = scan_run_end(from, to);
        size_t found = boxes_meeting(all, one, from, end, open_edges, met);
        out->cost.tests += end - from;
        for (size_t k = 0; k < found; k++)
            batch_add(out, items ? items[one] : (uint32_t)one, items ? items[met[k]] : met[k]);
    }
}

#endif
