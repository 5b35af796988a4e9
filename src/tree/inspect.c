// The view from outside: the nodes one after the other, the items in them, and the figures of the whole tree.
//
// The cursor needs no stack: each quad knows the node that it divides, so the way back up is in the tree.
#include "quad.h"

#include <quadrille/inspect.h>
#include <string.h>

typedef struct node_state {
    const struct qd_tree *tree;
    uint64_t changes; ///< The tree's changes when the cursor began.
    uint32_t node;    ///< The last one; QD__NONE: before the first, or after the last.
    uint32_t depth;   ///< That node's depth.
    bool begun;
    bool skips; ///< Leaves out everything below the node.
} node_state;

_Static_assert(sizeof(node_state) <= sizeof((qd_node_cursor *)0)->opaque, "a cursor has room for its state");

/// Is it a node that may have items? Only the first of two merged nodes is.
static bool is_node(const struct qd_tree *tree, uint32_t node)
{
    return qd__node_taking(qd__quad_of(tree, node), node) == node;
}

static bool rest_is_bare(const struct qd_tree *tree)
{
    return qd__node_is_bare(qd__quad_at(tree, 0), QD__REST);
}

void qd_node_cursor_begin(qd_node_cursor *cursor, const qd_tree *tree)
{
    const node_state begun = { .tree = tree, .changes = tree->upkeep.changes, .node = QD__NONE };
    memset(cursor, 0, sizeof *cursor);
    memcpy(cursor->opaque, &begun, sizeof begun);
}

/// The node after the last one; QD__NONE: that was the last.
static uint32_t node_after(node_state *self)
{
    uint32_t node = self->node;
    const uint32_t child = qd__node_child(self->tree, node);
    if (child != QD__NONE && !self->skips) {
        self->depth++;
        // Prefetches the items of the child's nodes: a walk that lists them is there soon.
        const qd__quad *quad = qd__quad_at(self->tree, child);
        for (uint32_t lane = 0; lane < 4; lane++) {
            if (quad->bucket[lane] != QD__NONE) {
                const qd__bucket *bucket = qd__tree_bucket(self->tree, quad->bucket[lane]);
                qd__prefetch(qd__bucket_items(bucket), bucket->count * sizeof(qd_entry));
            }
        }
        return qd__node_in(child, 0);
    }
    for (; qd__node_quad(node) != 0; self->depth--) {
        for (uint32_t next = node + 1; qd__node_lane(next) != 0; next++)
            if (is_node(self->tree, next))
                return next;
        node = qd__quad_of(self->tree, node)->parent;
    }
    return node == QD__WORLD && !rest_is_bare(self->tree) ? QD__REST : QD__NONE;
}

static size_t items_below(const struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = qd__quad_at(tree, index);
    size_t items = 0;
    for (uint32_t lane = 0; lane < 4; lane++) {
        items += qd__node_count(tree, quad, lane);
        items += quad->child[lane] == QD__NONE ? 0 : items_below(tree, quad->child[lane]);
    }
    return items;
}

/// The same for one node. The world has all items that are not in the rest, so nothing walks through it.
static size_t items_below_node(const struct qd_tree *tree, uint32_t node)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t child = quad->child[qd__node_lane(node)];
    if (child == QD__NONE)
        return 0;
    if (node == QD__WORLD) {
        const size_t own = qd__node_count(tree, quad, 0), rest = qd__node_count(tree, quad, 1);
        return tree->count - own - rest - items_below_node(tree, QD__REST);
    }
    return items_below(tree, child);
}

/// Has the tree stayed as it was when the cursor began? A zeroed cursor has none.
static bool is_current(const node_state *self)
{
    return self->tree && self->tree->upkeep.changes == self->changes;
}

bool qd_node_cursor_next(qd_node_cursor *cursor, qd_node *node)
{
    node_state self;
    memcpy(&self, cursor->opaque, sizeof self);
    cursor->changed = cursor->changed || (self.tree && !is_current(&self));
    if (cursor->changed || !self.tree)
        return false;
    if (!self.begun)
        self.node = QD__WORLD;
    else if (self.node != QD__NONE)
        self.node = node_after(&self);
    self.begun = true;
    self.skips = false;
    memcpy(cursor->opaque, &self, sizeof self);
    if (self.node == QD__NONE)
        return false;
    cursor->depth = (int)self.depth;
    cursor->leaf = qd__node_child(self.tree, self.node) == QD__NONE;
    if (node) {
        const qd__quad *quad = qd__quad_of(self.tree, self.node);
        const uint32_t lane = qd__node_lane(self.node);
        const size_t items = qd__node_count(self.tree, quad, lane), below = items_below_node(self.tree, self.node);
        const qd__aabb bounds = items + below > 0 ? qd__four_at(&quad->bounds, lane) : qd__aabb_empty();
        const qd__fbox square = qd__lattice_box(&self.tree->lattice, qd__node_square(self.tree, self.node));
        const qd_box nothing = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } }; // inverted
        const bool precise = qd__is_precise(self.tree);
        const double x = precise ? self.tree->origin.v[0] : 0, y = precise ? self.tree->origin.v[1] : 0;
        const qd_box outside = { { square.min.x + x, square.min.y + y }, { square.max.x + x, square.max.y + y } };
        *node = (qd_node){
            .square = qd__box_finite(outside), // neighbours share their common borders
            .bounds = qd__aabb_is_box(bounds) ? qd__box_finite(qd__tree_widen(self.tree, bounds)) : nothing,
            .items = items,
            .items_below = below,
            .depth = (int)self.depth,
            .leaf = quad->child[lane] == QD__NONE,
        };
    }
    return true;
}

void qd_node_cursor_skip(qd_node_cursor *cursor)
{
    node_state self;
    memcpy(&self, cursor->opaque, sizeof self);
    self.skips = true;
    memcpy(cursor->opaque, &self, sizeof self);
}

/// Copies at most `room` items of a bucket out. Returns how many.
static size_t copy_entries(const qd__bucket *bucket, qd_entry *out, size_t room)
{
    const qd_entry *items = qd__bucket_items(bucket);
    const size_t count = bucket->count < room ? bucket->count : room;
    if (!out)
        return count;
    if (!qd__bucket_has_gaps(bucket)) {
        memcpy(out, items, count * sizeof *out);
        return count;
    }
    uint64_t live = bucket->live;
    for (size_t i = 0; i < count; i++, live &= live - 1)
        out[i] = items[qd__lowest_bit_long(live)];
    return count;
}

size_t qd_node_cursor_entries(const qd_node_cursor *cursor, qd_entry *out, qd_box *boxes, size_t capacity,
                              size_t *total)
{
    node_state self;
    memcpy(&self, cursor->opaque, sizeof self);
    const bool has_node = !cursor->changed && is_current(&self) && self.node != QD__NONE;
    uint32_t location = has_node ? qd__node_chain(self.tree, self.node) : QD__NONE;
    if (total)
        *total = has_node ? qd__chain_count(self.tree, location) : 0;
    size_t written = 0;
    while (location != QD__NONE && written < capacity) {
        const qd__bucket *bucket = qd__tree_bucket(self.tree, location);
        const size_t count = copy_entries(bucket, out ? out + written : NULL, capacity - written);
        uint64_t live = bucket->live;
        for (size_t i = 0; boxes && i < count; i++, live &= live - 1)
            boxes[written + i] = qd__item_box(self.tree, bucket, qd__lowest_bit_long(live));
        written += count;
        location = bucket->next;
    }
    return written;
}

static void count_node(qd_tree_stats *stats, const struct qd_tree *tree, uint32_t node, int depth)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t own = qd__node_lane(node), child = quad->child[own];
    const bool may_be_fullest = quad->most[own] > stats->fullest_node; // otherwise its bucket need not be read
    const uint32_t count = may_be_fullest ? qd__node_count(tree, quad, own) : 0;
    stats->nodes++;
    stats->leaves += child == QD__NONE;
    stats->depth = depth > stats->depth ? depth : stats->depth;
    stats->fullest_node = count > stats->fullest_node ? count : stats->fullest_node;
    for (uint32_t lane = 0; child != QD__NONE && lane < 4; lane++)
        if (is_node(tree, qd__node_in(child, lane)))
            count_node(stats, tree, qd__node_in(child, lane), depth + 1);
}

void qd_tree_get_stats(const qd_tree *tree, qd_tree_stats *stats)
{
    qd_tree_stats all = { .items = tree->count, .bytes = tree->pools.memory.bytes, .work = tree->upkeep.work };
    count_node(&all, tree, QD__WORLD, 0);
    if (!rest_is_bare(tree))
        count_node(&all, tree, QD__REST, 0);
    size_t lanes = 0;
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        for (uint32_t index = 0; index < tree->pools.buckets[size].used; index++) {
            const qd__bucket *bucket = (const qd__bucket *)qd__pool_at(&tree->pools.buckets[size], index);
            if (bucket->count > 0) {
                all.buckets++;
                lanes += bucket->lanes;
                // The items that match nothing; none where all have the default filter.
                for (uint64_t live = tree->filtered && bucket->filters ? bucket->live : 0; live; live &= live - 1) {
                    const uint32_t lane = qd__lowest_bit_long(live);
                    all.unpaired += qd__bucket_layers(bucket)[lane] == 0 || qd__bucket_masks(bucket)[lane] == 0;
                }
            }
        }
    }
    all.fill = lanes ? (double)tree->count / (double)lanes : 0;
    if (stats)
        *stats = all;
}
