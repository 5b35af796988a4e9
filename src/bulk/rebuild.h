// Building the tree again from the items in it, so that an allocation that fails changes nothing.
#ifndef QD_REBUILD_H
#define QD_REBUILD_H

#include "quad.h"
#include "source.h"

/// Rebuilds the tree from the items in it and `count` more. False: no memory, and nothing has changed. A fixed tree
/// is rebuilt in place, if `count` is 0.
bool qd__rebuild(struct qd_tree *tree, const qd__source *items, const qd_id *ids, size_t count, bool learn);

/// Rebuilds the tree over a better root if many items lie outside the world, or too many of them in nodes that get no
/// smaller. Returns whether it has. False for want of memory too: then all stays as it is, and right.
bool qd__rebuild_if_due(struct qd_tree *tree);

/// Empties the tree but for its slots, and keeps the memory.
void qd__rebuild_empty(struct qd_tree *tree);

/// Rebuilds the tree, tight, its root over where most items are if `learn`, or if the one there is is none or bad.
/// False: too full for that, or the root is good and the call wanted nothing else; nothing has changed. Cost O(n
/// depth).
bool qd__rebuild_in_place(struct qd_tree *tree, bool learn);

#endif
