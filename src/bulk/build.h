// Bulk loading: the whole tree laid out from arrays, in the order of a Morton curve.
//
// Items are ordered by the path from the root to the node that is as large as they are, so that the items of any node
// and all below it are one stretch, the node's own first; within a leaf their order does not matter:
//
//   key:   [ 26: Morton code of the node's corner | 4: rank of its level, large nodes first ]
//
// The tree is then written front to back, each node before its children, quads and buckets one after the other.
#ifndef QD_BUILD_H
#define QD_BUILD_H

#include "quad.h"
#include "source.h"

/// Builds the tree from items, those with a null id left out, into the tree's pools, which hold only the root quad.
/// The slots of the ids must be live; their places are set. `learn`: lay the root over the items even if it is well
/// placed. False: no memory; the pools are as full as they got, and the slots as they were. Cost O(count).
bool qd__build(struct qd_tree *tree, const qd__source *items, const qd_id *ids, size_t count, bool learn);

#endif
