// Changing one item, without the maintenance that follows: what the single calls and those for many share.
#ifndef QD_CHANGE_H
#define QD_CHANGE_H

#include "quad.h"

static inline bool qd__filter_is_valid(qd_filter filter)
{
    return filter.layers != QD_NO_LAYERS;
}

static inline bool qd__item_is_valid(const qd_item *item)
{
    return qd__box_is_valid(item->box) && qd__filter_is_valid(item->filter);
}

/// Puts an item with a live slot into the tree. False: no memory, and nothing has changed.
bool qd__change_put(struct qd_tree *tree, const qd__entry *entry);

/// Prefetches what putting an item into a node will touch.
void qd__change_prefetch_room(const struct qd_tree *tree, uint32_t node);

/// The same for an item with this box.
void qd__change_prefetch(struct qd_tree *tree, const qd_box *box);

/// Takes a live item out of the tree and ends its id.
void qd__change_drop(struct qd_tree *tree, qd_id id);

/// Moves the item of a slot to its new box.
void qd__change_move(struct qd_tree *tree, uint32_t slot, qd__aabb aabb);

#endif
