// The first half of a bulk load: every item's code, the items put into buckets by it, and the crowded buckets sorted.
// See batch.h.
#ifndef QD_CODES_H
#define QD_CODES_H

#include "batch.h"

/// How many stretches so many items are counted by.
uint32_t qd__codes_stretches(const struct qd_tree *tree, size_t count);

/// Deals the items into buckets by the batch's lattice, and sorts those that have to be. False: no memory.
bool qd__codes_distribute(qd__batch *batch, struct qd_tree *tree);

/// Gives back what is kept of keys, if there are any.
void qd__codes_give_keys(qd__batch *batch, struct qd_tree *tree);

/// The key of any item.
uint64_t qd__codes_key(const qd__lattice *lattice, unsigned world_floor, const qd__fbox *box);

/// The bits of two numbers alternating: a Morton code.
uint64_t qd__codes_interleave(uint32_t x, uint32_t y);

#endif
