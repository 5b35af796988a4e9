// Leaves that merge.
//
// Four leaves merge into the node above when no more than a quarter of a capacity is left in them, and two side by side
// into a half at half a capacity: what made a split worth its while must nearly vanish before it is undone, so an item
// that comes and goes costs nothing each time. The node's own items, too large to go deeper, don't count.
#ifndef QD_MERGE_H
#define QD_MERGE_H

#include "quad.h"

/// Merges the nodes of a quad into the one above if they are leaves with little left in them. Returns the node above,
/// or QD__NONE: not done.
uint32_t qd__merge_once(struct qd_tree *tree, uint32_t index);

/// Merges two nodes side by side in a quad into a half, where they are leaves with half a capacity or less together.
void qd__merge_halves(struct qd_tree *tree, uint32_t index);

/// Merges upwards from the quad that a node is in, as long as there is little left; the node has `left` of its own. The
/// quad gets that number exactly: whether its nodes merge is seen from it alone, without the headers of their buckets.
void qd__merge_up(struct qd_tree *tree, uint32_t node, uint32_t left);

/// After an item has gone from a node, which has `left` of its own.
static inline void qd__merge_if_due(struct qd_tree *tree, uint32_t node, uint32_t left)
{
    if (left <= tree->settings.capacity / 4)
        qd__merge_up(tree, node, left);
}

#endif
