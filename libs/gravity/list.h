// The tree's nodes as a list. See masses.h.
#ifndef QD_GRAVITY_LIST_H
#define QD_GRAVITY_LIST_H

#include "masses.h"

/// Makes the list from the tree's nodes; the arrays of bodies have room for all of its items. A cell gets a node. Below
/// nodes that the tree cannot divide, for its floats are too coarse, it divides further itself. False: out of memory.
bool qd__masses_list(qd__masses *masses, const qd_allocator *allocator, const qd_tree *tree, const qd__given *given,
                     uint32_t leaf);

#endif
