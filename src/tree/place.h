// Finding the cell where an item belongs: the deepest there is that holds its centre and is as large as it.
#ifndef QD_PLACE_H
#define QD_PLACE_H

#include "quad.h"

/// From the root.
uint32_t qd__place_find(const struct qd_tree *tree, qd__spot spot);

/// From a cell near it: up to the first cell that takes the spot, and down from there.
uint32_t qd__place_find_from(const struct qd_tree *tree, uint32_t cell, qd__spot spot);

/// A cell's square and what else decides who belongs there: looked up once for all items of a block.
typedef struct qd__home {
    qd__square square;
    bool leaf, in_world;
} qd__home;

qd__home qd__place_home(const struct qd_tree *tree, uint32_t cell);

/// Does the spot belong into this very cell? The one test of whether an item has left its cell.
static inline bool qd__home_keeps(const qd__home *home, qd__spot spot)
{
    return qd__square_takes(home->square, spot) && (home->leaf || spot.shift == home->square.shift) &&
           (home->in_world || !qd__spot_in_world(spot));
}

/// Takes the item at a place to a cell, which is not its own, with a new record; qd__cell_take's rules hold.
/// False: no memory, and nothing has changed.
bool qd__place_relocate(struct qd_tree *tree, uint32_t place, uint32_t target, qd__record record);

#endif
