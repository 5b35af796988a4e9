// Leaves that split, and quads that merge.
//
// A leaf above its capacity splits when that gains something: when more than half a capacity of its items can go deeper
// and do not all go the same way for ever. Otherwise it remembers its count and tries again at double. Four leaves
// merge into the cell above when no more than a quarter of a capacity is left in them: what made a split worth its
// while must nearly vanish before it is undone, so an item that comes and goes costs nothing each time. The cell's own
// items, too large to go deeper, count for neither.
#ifndef QD_SPLIT_H
#define QD_SPLIT_H

#include "quad.h"

/// Splits a leaf that is above its capacity if it has not been tried in vain of late.
void qd__split_when_full(struct qd_tree *tree, uint32_t cell);

static inline void qd__split_if_due(struct qd_tree *tree, uint32_t cell)
{
    if (qd__quad_at(tree, cell >> 2)->count[cell & 3] > tree->capacity) {
        qd__split_when_full(tree, cell);
    }
}

/// Splits a leaf if it is above its capacity and that gains something.
void qd__split_try(struct qd_tree *tree, uint32_t cell);

/// Merges the cells of a quad into the one above if they are leaves with little left in them. Returns the cell above,
/// or QD__NONE: not done.
uint32_t qd__merge_once(struct qd_tree *tree, uint32_t index);

/// Merges upwards from the quad that a cell is in, as long as there is little left.
void qd__merge_up(struct qd_tree *tree, uint32_t cell);

/// After an item has gone from a cell.
static inline void qd__merge_if_due(struct qd_tree *tree, uint32_t cell)
{
    if (qd__quad_at(tree, cell >> 2)->count[cell & 3] <= tree->capacity / 4) {
        qd__merge_up(tree, cell);
    }
}

#endif
