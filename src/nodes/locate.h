// Finding the node where an item belongs: the deepest there is that holds its centre and is as large as it.
#ifndef QD_LOCATE_H
#define QD_LOCATE_H

#include "quad.h"

/// From the directory, or from the root.
uint32_t qd__node_for(struct qd_tree *tree, const qd__aabb *aabb);
uint32_t qd__node_for_spot(struct qd_tree *tree, const qd__spot *spot);

/// From a node near it: up to the first node that takes the spot, and down from there.
uint32_t qd__node_for_from(struct qd_tree *tree, uint32_t node, const qd__spot *spot);

/// The same from a node of the same root; otherwise QD__NONE. Leaves no note in the tree.
uint32_t qd__node_near(const struct qd_tree *tree, uint32_t node, const qd__spot *spot);

/// Takes the item at a location to a node, which is not its own, with a new AABB; qd__node_take's rules hold.
/// False: no memory, and nothing has changed.
bool qd__relocate(struct qd_tree *tree, uint32_t location, uint32_t target, const qd__aabb *aabb);

#endif
