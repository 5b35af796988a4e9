// Heaps: leaves above their capacity that could not be split since all their items that can go deeper go the same way,
// most often since they are at one place. Such a leaf is not tried again before it has twice as many items, unless one
// comes that goes another way: else a heap would keep together all that comes after it.
#ifndef QD_HEAP_H
#define QD_HEAP_H

#include "quad.h"

/// All items of a leaf went the same way when a split was last tried: has one come since that goes another way? Where
/// that is not known, growth must pay for another look. Cost O(1).
bool qd__heap_is_mixed(const struct qd_tree *tree, uint32_t node, const qd__aabb *newcomer);

#endif
