// The sort keys of a bulk load: choosing the root, and what the keys say of a stretch of items. See batch.h.
#ifndef QD_KEYS_H
#define QD_KEYS_H

#include "batch.h"

/// Chooses the lattice, and sorts. False: no memory, and nothing is held.
bool qd__batch_open(qd__batch *batch, struct qd_tree *tree, const qd__source *items, const qd_id *ids, size_t count,
                    bool learn);

/// Gives back what only the choice of nodes and buckets needs: the calls below are over, `order` stays.
void qd__batch_end_planning(qd__batch *batch, struct qd_tree *tree);
void qd__batch_close(qd__batch *batch, struct qd_tree *tree);

/// How many of the items are in the world; they come first.
size_t qd__batch_in_world(const qd__batch *batch);

/// Where the quarters of a node end in the stretch [low, high) of what lies deeper than the node.
void qd__batch_end_quarters(const struct qd_tree *tree, const qd__batch *batch, qd__square square, size_t low,
                            size_t high, size_t ends[4]);

/// Where the own items of a node with more of them than a leaf takes end in the stretch [low, high) of what lies in the
/// node; they come first.
size_t qd__batch_end_own(const qd__batch *batch, qd__square square, size_t low, size_t high);

/// Do some of the items in [low, high), at least one, have other corners than the rest of them?
bool qd__batch_is_parted(const struct qd_tree *tree, const qd__batch *batch, size_t low, size_t high);

// The first half, codes.c: every item's code, the items put into buckets by it, and the crowded buckets sorted.

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
