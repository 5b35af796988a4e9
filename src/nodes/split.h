// Leaves that split.
//
// A leaf above its capacity splits when that gains something: when more than half a capacity of its items can go deeper
// and do not all go the same way for ever. Otherwise it remembers its count and tries again at double, or when one
// comes to a heap that goes another way (heap.h). Two of its quarters that have 7/8 of a capacity together begin
// as one leaf, a half. A half above the capacity is parted into its two nodes; that is tried before anything else, and
// never without success. Items too large to go deeper don't count.
#ifndef QD_SPLIT_H
#define QD_SPLIT_H

#include "quad.h"

/// Splits a leaf that is above its capacity if it has not been tried without success of late. `newcomer`: what has just
/// come to it; NULL: it may have been anything.
void qd__split_when_full(struct qd_tree *tree, uint32_t node, const qd__aabb *newcomer);

static inline void qd__split_if_due(struct qd_tree *tree, uint32_t node, const qd__aabb *newcomer)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    // Once settled, a split is tried again only when the leaf has twice as many items, whatever comes.
    if (quad->most[lane] > tree->settings.capacity &&
        !(quad->most[lane] / 2 < quad->failed_at[lane] && quad->alike[lane] == QD__NONE))
        qd__split_when_full(tree, node, newcomer);
}

/// Splits a leaf if it is above its capacity and that gains something.
void qd__split_try(struct qd_tree *tree, uint32_t node);

#endif
