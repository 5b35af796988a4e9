/// The grid for items that come and go one by one: the same layout, but each cell has its items in blocks of a few,
/// chained. To add is to write behind the last item of the cell's first block, to remove is to bring that item to the
/// gap: neither looks at more than a few lines of memory.
#ifndef QUADRILLE_GRID_BAG_H
#define QUADRILLE_GRID_BAG_H

#include "catcher.h"
#include "grid_lay.h"

typedef struct grid_bag grid_bag;

/// Empty, for items whose numbers begin at `next`. A fixed layout stays; otherwise it is learnt from the items whenever
/// they have become four times as many. NULL: no memory.
grid_bag *grid_bag_create(const grid_layout *fixed, grid_scale scale, uint32_t next);

/// NULL is allowed.
void grid_bag_destroy(grid_bag *bag);

/// Adds an item under a number that is not in use: below `next`, or the next one.
qd_result grid_bag_insert(grid_bag *bag, uint32_t item, fbox box);

/// False: no such item.
bool grid_bag_remove(grid_bag *bag, uint32_t item);

/// The number that the next new item gets.
uint32_t grid_bag_next(const grid_bag *bag);

/// Offers to `out` everything that may meet the window.
void grid_bag_window(const grid_bag *bag, fbox window, bool open_edges, catcher *out);

/// Bytes of memory; of NULL none.
size_t grid_bag_bytes(const grid_bag *bag);

#endif
