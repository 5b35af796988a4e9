// Rebuilding a fixed tree in place.
#ifndef QD_REBUILD_IN_PLACE_H
#define QD_REBUILD_IN_PLACE_H

#include "quad.h"

/// Rebuilds the tree, tight, its root over where most items are if `learn`, or if the one there is is none or bad.
/// False: too full for that, or the root is good and the call wanted nothing else; nothing has changed. Cost O(n
/// depth).
bool qd__rebuild_in_place(struct qd_tree *tree, bool learn);

#endif
