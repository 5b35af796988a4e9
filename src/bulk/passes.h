// Moving many items in passes over the tree.
#ifndef QD_PASSES_H
#define QD_PASSES_H

#include "incoming.h"

/// Stores all boxes, takes those to other nodes that have left theirs, and makes the bounds right. False: no memory,
/// and nothing has changed.
bool qd__move_in_passes(struct qd_tree *tree, const qd_id *ids, const qd__fbox *boxes, size_t count,
                        qd__bad *first_bad);

#endif
