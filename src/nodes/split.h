// Leaves that split.
//
// A leaf above its capacity splits when that gains something: when more than half a capacity of its items can go deeper
// and do not all go the same way for ever. Otherwise it remembers its count and tries again at double. Of its four
// quarters two that have 7/8 of a capacity together begin as one leaf, a half. A half above the capacity is parted into
// its two nodes; that is tried before anything else, and never without success. Items too large to go deeper don't
// count.
#ifndef QD_SPLIT_H
#define QD_SPLIT_H

#include "quad.h"

/// Splits a leaf that is above its capacity if it has not been tried without success of late.
void qd__split_when_full(struct qd_tree *tree, uint32_t node);

static inline void qd__split_if_due(struct qd_tree *tree, uint32_t node)
{
    if (qd__quad_at(tree, node >> 2)->most[node & 3] > tree->capacity) {
        qd__split_when_full(tree, node);
    }
}

/// Splits a leaf if it is above its capacity and that gains something.
void qd__split_try(struct qd_tree *tree, uint32_t node);

#endif
