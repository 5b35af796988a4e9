// One node's own items: putting one in, taking one out, and keeping the bounds above them true.
#ifndef QD_NODE_H
#define QD_NODE_H

#include "quad.h"

/// Puts an item into a node and sets its slot. `grow`: the bounds of nodes cover it then; otherwise they must be
/// refitted before the next query. False: no memory, and nothing has changed.
bool qd__node_append(struct qd_tree *tree, uint32_t node, const qd__entry *entry, bool grow);

/// The same for some items at once, with bounds that cover them. False: no memory, or more than a bucket holds, or the
/// tree keeps totals, and nothing has changed.
bool qd__node_append_all(struct qd_tree *tree, uint32_t node, const qd__entry *entries, uint32_t count);

/// Takes the item at a location out of its node; its slot is left as it is. In a node of several buckets one other item
/// may change its location: the last of the first bucket comes to lie here. So a loop over a bucket from its last lane
/// to its first may take items as it goes; qd__node_tidy then, once, makes the first bucket smaller if it is nearly
/// empty.
void qd__node_take(struct qd_tree *tree, uint32_t location);
void qd__node_tidy(struct qd_tree *tree, uint32_t node);

/// Takes all items out of a node's first bucket that are marked as having left it; not in a tree that keeps totals.
void qd__node_take_left(struct qd_tree *tree, uint32_t location);

/// Both for one item. Returns how many own items the node has left.
uint32_t qd__node_take_and_tidy(struct qd_tree *tree, uint32_t location);

/// The same. Nearly always the bucket alone is touched, and removals that are so short wait for memory several at a
/// time.
static inline uint32_t qd__node_drop(struct qd_tree *tree, uint32_t location)
{
    qd__bucket *bucket = qd__tree_bucket(tree, location);
    const uint32_t left = qd__bucket_count_all(bucket) - 1;
    const bool first = bucket->count < qd__size_lanes(qd__location_size(location)); // or it would be full
    if (!first || bucket->count == 1 || tree->rest > 0 || qd__is_summed(tree))
        return qd__node_take_and_tidy(tree, location);
    qd__bucket_clear(bucket, location);
    if (qd__bucket_is_roomy(bucket))
        qd__node_tidy(tree, bucket->node);
    return left;
}

/// Moves items of the bucket at a location from its end into its gaps.
void qd__node_close_gaps(const struct qd_tree *tree, uint32_t location);

/// Moves items from the end of the bucket at one place to that at another, until one is full or the other empty.
void qd__node_pour(struct qd_tree *tree, uint32_t from_location, uint32_t to_location);

/// Moves all items of a leaf with one bucket to a node, where a bucket can hold them beside its own. False: it cannot,
/// or no memory, or the tree keeps totals, and nothing has been moved.
bool qd__node_absorb(struct qd_tree *tree, uint32_t to, uint32_t from);

/// A leaf that has lost its last item covers nothing.
void qd__node_reset_if_bare(struct qd_tree *tree, uint32_t node);

/// Lets a node and those above it cover an AABB and a filter, stopping at the first that already does. Layers and a
/// mask of 0 are covered everywhere.
void qd__node_cover(struct qd_tree *tree, uint32_t node, const qd__aabb *aabb, uint32_t layers, uint32_t mask);

/// A node, best near another, with a free lane in its first bucket; QD__NONE: all buckets of the tree are full. Cost
/// O(quads) at worst.
uint32_t qd__node_with_room(struct qd_tree *tree, uint32_t near);

#endif
