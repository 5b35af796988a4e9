// The sort keys of a bulk load: choosing the root, and what the keys say of a stretch of items. See batch.h.
#ifndef QD_KEYS_H
#define QD_KEYS_H

#include "batch.h"

/// Chooses the lattice, and sorts. False: no memory, and nothing is held.
bool qd__batch_open(qd__batch *batch, struct qd_tree *tree, const qd__source *items, const qd_id *ids, size_t count,
                    bool learn);

void qd__batch_close(qd__batch *batch, struct qd_tree *tree);

/// How many of the items are in the world; they come first.
size_t qd__batch_in_world(const qd__batch *batch);

/// Where the quarters of a node end in the stretch [low, high) of what lies deeper than the node.
void qd__batch_end_quarters(const struct qd_tree *tree, const qd__batch *batch, qd__square square, size_t low,
                            size_t high, size_t ends[4]);

/// Where the own items of a node with more of them than a leaf takes end in the stretch [low, high) of what lies in the
/// node; they come first.
size_t qd__batch_end_own(const struct qd_tree *tree, const qd__batch *batch, qd__square square, size_t low,
                         size_t high);

/// Do some of the items in [low, high), at least one, have other corners than the rest of them?
bool qd__batch_is_parted(const struct qd_tree *tree, const qd__batch *batch, size_t low, size_t high);

#endif
