// The first half of putting the items of a bulk load in order: every item's key, the items dealt into buckets by it,
// and the crowded buckets sorted. See batch.h.
#ifndef QD_DISTRIBUTE_H
#define QD_DISTRIBUTE_H

#include "batch.h"

/// How far down the keys of the items in a node of some shift reach: the shift of the smallest nodes that they
/// distinguish. The first keys reach QD__KEY_LEVELS levels below the root, the next as many below those, and the last
/// to the smallest nodes of all.
unsigned qd__batch_key_floor(const struct qd_tree *tree, bool in_world, unsigned shift);

/// How many stretches so many items are counted by.
uint32_t qd__batch_stretches(const struct qd_tree *tree, size_t count);

/// Deals the items into buckets by the batch's lattice, and sorts those that have to be. False: no memory.
bool qd__batch_distribute(qd__batch *batch, struct qd_tree *tree);

/// Where the keys of a crowded bucket end at nodes of some shift, and there are smaller ones: makes the keys of the
/// items in such a node, [low, high), from there on, and sorts by them. Returns whether.
bool qd__batch_sort_deeper(const struct qd_tree *tree, const qd__batch *batch, bool in_world, unsigned shift,
                           size_t low, size_t high);

/// Gives back the keys that are sorted, if there are any.
void qd__batch_give_sorted(qd__batch *batch, struct qd_tree *tree);

#endif
