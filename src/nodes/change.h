// Changing one item, without the maintenance that follows: what the single calls and those for many share.
#ifndef QD_CHANGE_H
#define QD_CHANGE_H

#include "quad.h"

/// Puts an item with a live slot into the tree. False: no memory, and nothing has changed.
bool qd__change_put(struct qd_tree *tree, const qd__entry *entry);

/// The same where the node that it belongs to is known.
bool qd__change_put_into(struct qd_tree *tree, uint32_t node, const qd__entry *entry);

/// The same for some items at once, where none has a filter and the node stays within the capacity. False: nothing has
/// changed.
bool qd__change_put_all(struct qd_tree *tree, uint32_t node, const qd__entry *entries, uint32_t count);

/// Prefetches what putting an item into a node will touch.
void qd__change_prefetch_room(const struct qd_tree *tree, uint32_t node);

// The same in steps, each of which reads what the one before has asked for: some items apart, nothing waits.

/// The entry of the directory that says where an item of this spot goes.
void qd__change_prefetch_square(const struct qd_tree *tree, const qd__spot *spot);

/// The quad that it goes to. Returns the node.
uint32_t qd__change_prefetch_quad(struct qd_tree *tree, const qd__fbox *box);

/// The header of a node's first bucket.
void qd__change_prefetch_header(const struct qd_tree *tree, uint32_t node);

/// The lane of it that is free.
void qd__change_prefetch_lane(const struct qd_tree *tree, uint32_t node);

/// Takes a live item out of the tree and ends its id.
void qd__change_drop(struct qd_tree *tree, qd_id id);

/// Moves the item of a slot to its new box. AABBs are handed on by address: by value the four numbers come in two
/// registers, which are stored as two halves, and reading them as one would wait for both.
void qd__change_move(struct qd_tree *tree, uint32_t slot, const qd__aabb *aabb);

#endif
