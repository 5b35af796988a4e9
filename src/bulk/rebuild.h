// Building the tree again from the items in it, so that an allocation that fails changes nothing.
#ifndef QD_REBUILD_H
#define QD_REBUILD_H

#include "quad.h"
#include "source.h"

/// Items in arrays, for the tree to be built from.
typedef struct qd__gathered {
    size_t room, count;
    qd__fbox *boxes;
    uint64_t *users;
    qd_filter *filters; ///< NULL: all have the default.
    qd_id *ids;
} qd__gathered;

/// Makes room for so many items. False: no memory; what has been got is given back by qd__gathered_close.
bool qd__gathered_open(qd__gathered *all, qd__memory *memory, size_t room, bool filtered);
void qd__gathered_close(qd__gathered *all, qd__memory *memory);

static inline void qd__gathered_add(qd__gathered *all, qd__fbox box, qd_entry item, qd_filter filter)
{
    all->boxes[all->count] = box;
    all->users[all->count] = item.user;
    if (all->filters) {
        all->filters[all->count] = filter;
    }
    all->ids[all->count++] = item.id;
}

/// Adds an item of a tree, with its box as it is now.
static inline void qd__gathered_add_from(qd__gathered *all, const qd__bucket *bucket, uint32_t lane, qd__fbox box)
{
    const qd_filter filter = qd__caller_filter(qd__item_layers(bucket, lane), qd__item_mask(bucket, lane));
    qd__gathered_add(all, box, qd__bucket_items(bucket)[lane], filter);
}

/// qd__build from what has been gathered.
bool qd__gathered_build(struct qd_tree *tree, const qd__gathered *all, bool learn);

/// Rebuilds the tree from the items in it and `count` more. False: no memory, and nothing has changed. A fixed tree
/// is rebuilt in place, if `count` is 0.
bool qd__rebuild(struct qd_tree *tree, const qd__source *items, const qd_id *ids, size_t count, bool learn);

/// Empties the tree but for its slots, and keeps the memory.
void qd__rebuild_empty(struct qd_tree *tree);

/// Rebuilds the tree, tight, its root over where most items are if `learn`, or if the one there is is none or bad.
/// False: too full for that, or the root is good and the call wanted nothing else; nothing has changed. Cost O(n
/// depth).
bool qd__rebuild_in_place(struct qd_tree *tree, bool learn);

#endif
