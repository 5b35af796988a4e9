// Rebuilding the tree while it holds items: into pools of its own, so that a failed allocation can be rolled back.
#include "rebuild.h"
#include "build.h"
#include "directory.h"
#include "divide.h"
#include "root.h"

/// Closes those of nodes and of buckets.
static void close_pools(qd__pools *all, qd__memory *memory)
{
    qd__pool_close(&all->quads, memory);
    qd__pool_close(&all->totals, memory);
    for (int size = 0; size < QD__SIZES; size++)
        qd__pool_close(&all->buckets[size], memory);
}

/// All items of a tree and some more, in arrays.
typedef struct gathered {
    size_t count;
    qd__fbox *boxes;
    uint64_t *users;
    qd_filter *filters; ///< NULL: all have the default.
    qd_id *ids;
} gathered;

void qd__rebuild_empty(struct qd_tree *tree)
{
    qd__pool_reset(&tree->pools.quads);
    for (int size = 0; size < QD__SIZES; size++)
        qd__pool_reset(&tree->pools.buckets[size]);
    qd__quads_plant(tree);
    tree->count = tree->rest = tree->upkeep.rest_judged = 0;
    tree->upkeep.at_max_depth = tree->upkeep.at_max_depth_judged = 0;
    tree->upkeep.refit_next = 0;
    tree->upkeep.refit_credit = 0;
    tree->upkeep.misplaced = false;
    qd__directory_make(tree);
}

/// Builds into fresh pools; the old ones are given up when that has worked, and taken up again when not: then no slot
/// knows of the fresh ones yet.
static bool build_aside(struct qd_tree *tree, const qd__source *items, const qd_id *ids, size_t count, bool learn)
{
    struct qd_tree before = *tree;
    qd__nodes_open(tree);
    if (qd__quads_plant(tree) && qd__build(tree, items, ids, count, learn)) {
        qd__directory_make(tree);
        close_pools(&before.pools, &tree->pools.memory);
        return true;
    }
    close_pools(&tree->pools, &tree->pools.memory);
    const qd__memory memory = tree->pools.memory;
    *tree = before; // the old pools with it
    tree->pools.memory = memory;
    return false;
}

bool qd__rebuild(struct qd_tree *tree, const qd__source *items, const qd_id *ids, size_t count, bool learn)
{
    if (tree->settings.keeping == QD__FIXED)
        return count == 0 && qd__rebuild_in_place(tree, learn);
    if (tree->count == 0) { // the pools are free already, and kept if this fails
        const qd__lattice lattice = tree->lattice;
        qd__rebuild_empty(tree);
        const qd__source none = { .boxes = NULL };
        const bool done = qd__build(tree, items ? items : &none, ids, count, learn);
        if (!done) {
            qd__rebuild_empty(tree);
            tree->lattice = lattice;
        }
        qd__directory_make(tree);
        return done;
    }
    gathered all = { .count = tree->count + count };
    const bool filtered =
        tree->filtered || (count > 0 && (items->filters || items->filter.layers || items->filter.mask));
    bool done = false;
    all.boxes = (qd__fbox *)qd__memory_get(&tree->pools.memory, all.count, sizeof *all.boxes);
    all.users = (uint64_t *)qd__memory_get(&tree->pools.memory, all.count, sizeof *all.users);
    all.ids = (qd_id *)qd__memory_get(&tree->pools.memory, all.count, sizeof *all.ids);
    all.filters = filtered ? (qd_filter *)qd__memory_get(&tree->pools.memory, all.count, sizeof *all.filters) : NULL;
    if (all.boxes && all.users && all.ids && (all.filters || !filtered)) {
        // The tree's items and ids, bucket after bucket.
        size_t at = 0;
        for (uint32_t size = 0; size < QD__SIZES; size++) {
            for (uint32_t index = 0; index < tree->pools.buckets[size].used; index++) {
                const qd__bucket *bucket = (const qd__bucket *)qd__pool_at(&tree->pools.buckets[size], index);
                for (uint64_t live = bucket->live; live; live &= live - 1, at++) {
                    const uint32_t lane = qd__lowest_bit_long(live);
                    all.boxes[at] = qd__aabb_box(qd__bucket_aabb(bucket, lane));
                    all.users[at] = qd__bucket_items(bucket)[lane].user;
                    all.ids[at] = qd__bucket_items(bucket)[lane].id;
                    if (all.filters)
                        all.filters[at] = qd__caller_filter(qd__item_layers(bucket, lane), qd__item_mask(bucket, lane));
                }
            }
        }
        for (size_t i = 0, to = tree->count; i < count; i++, to++) {
            all.boxes[to] = items->boxes[i];
            all.users[to] = qd__source_user(items, i);
            all.ids[to] = ids[i];
            if (all.filters)
                all.filters[to] = items->filters ? items->filters[i] : items->filter;
        }
        const qd__source from = { .boxes = all.boxes, .users = all.users, .filters = all.filters };
        done = build_aside(tree, &from, all.ids, all.count, learn);
    }
    qd__memory_give(&tree->pools.memory, all.filters, all.count, sizeof *all.filters);
    qd__memory_give(&tree->pools.memory, all.ids, all.count, sizeof *all.ids);
    qd__memory_give(&tree->pools.memory, all.users, all.count, sizeof *all.users);
    qd__memory_give(&tree->pools.memory, all.boxes, all.count, sizeof *all.boxes);
    return done;
}

/// A better root is looked for again only when the number of those items has doubled, so its cost is spread over the
/// changes in between.
static bool is_due(const struct qd_tree *tree, size_t badly, size_t judged)
{
    return qd__root_is_bad(badly, tree->count) && badly > tree->settings.capacity && badly / 2 >= judged;
}

bool qd__rebuild_if_due(struct qd_tree *tree)
{
    if (!is_due(tree, tree->rest, tree->upkeep.rest_judged) &&
        !is_due(tree, tree->upkeep.at_max_depth, tree->upkeep.at_max_depth_judged))
        return false;
    tree->upkeep.rest_judged = tree->rest;
    tree->upkeep.at_max_depth_judged = tree->upkeep.at_max_depth;
    return qd__rebuild(tree, NULL, NULL, 0, false);
}
