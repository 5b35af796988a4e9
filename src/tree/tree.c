// A tree's life, and the calls for one item.
#include "change.h"
#include "change_log.h"
#include "create.h"
#include "directory.h"
#include "divide.h"
#include "maintain.h"
#include "node.h"
#include "rebuild.h"
#include "totals.h"

qd_tree *qd_tree_create(const qd_tree_def *def)
{
    struct qd_tree begun;
    qd_tree *tree = qd__tree_begin(&begun, def) ? qd__tree_lift(&begun) : NULL;
    if (tree && (!qd__quads_plant(tree) || !qd__tree_reserve(tree, def ? def->reserve : 0))) {
        qd_tree_destroy(tree);
        tree = NULL;
    }
    return tree;
}

/// Of a mapped tree only the tables of the chunks are its own.
static void close_pool(qd_tree *tree, qd__pool *pool)
{
    if (tree->keeping == QD__MAPPED) {
        qd__memory_give(&tree->memory, pool->chunks, pool->chunk_room, sizeof *pool->chunks);
        qd__memory_give(&tree->memory, pool->annexes, pool->chunk_room, sizeof *pool->annexes);
    } else {
        qd__pool_close(pool, &tree->memory);
    }
}

void qd_tree_destroy(qd_tree *tree)
{
    if (!tree) {
        return;
    }
    qd__change_log_note_end(tree);
    if (tree->keeping == QD__FIXED) {
        return;
    }
    close_pool(tree, &tree->quads);
    close_pool(tree, &tree->totals);
    close_pool(tree, &tree->slots);
    close_pool(tree, &tree->values);
    for (int size = 0; size < QD__SIZES; size++) {
        close_pool(tree, &tree->buckets[size]);
    }
    qd__directory_close(tree);
    qd__memory_give(&tree->memory, tree->scratch, tree->scratch_room, sizeof *tree->scratch);
    qd__memory memory = tree->memory;
    qd__memory_give(&memory, tree, 1, sizeof *tree);
}

void qd_tree_clear(qd_tree *tree)
{
    if (qd__is_read_only(tree)) {
        return;
    }
    qd__change_log_note_clear(tree);
    qd__slots_release_all(&tree->slots);
    qd__rebuild_empty(tree);
    tree->lattice = tree->given;
    tree->filtered = false;
    tree->changes++;
}

qd_id qd_tree_insert(qd_tree *tree, qd_item item)
{
    const qd_id null = { 0, 0 };
    if (qd__is_read_only(tree) || !qd__item_is_valid(&item)) {
        return null;
    }
    const qd_id id = qd__slots_acquire(&tree->slots, &tree->memory);
    if (qd_id_is_null(id)) {
        return null;
    }
    const qd__entry entry = qd__entry_of(&item, id);
    if ((tree->summed && !qd__values_begin(tree, &id, 1)) || !qd__change_put(tree, &entry)) {
        qd__slots_release(&tree->slots, id);
        return null;
    }
    qd__maintain_insert(tree);
    return id;
}

qd_result qd_tree_move(qd_tree *tree, qd_id id, qd_box box)
{
    if (qd__is_read_only(tree)) {
        return QD_READ_ONLY;
    }
    const qd__slot *slot = qd__slots_find(&tree->slots, id);
    if (!slot) {
        return QD_STALE_ID;
    }
    if (!qd__box_is_valid(box)) {
        return QD_BAD_VALUE;
    }
    qd__change_move(tree, id.slot, qd__aabb_of(box));
    qd__maintain_one(tree);
    return QD_OK;
}

qd_result qd_tree_remove(qd_tree *tree, qd_id id)
{
    if (qd__is_read_only(tree)) {
        return QD_READ_ONLY;
    }
    if (!qd__slots_find(&tree->slots, id)) {
        return QD_STALE_ID;
    }
    qd__change_drop(tree, id);
    qd__maintain_one(tree);
    return QD_OK;
}

qd_result qd_tree_set_user(qd_tree *tree, qd_id id, uint64_t user)
{
    if (qd__is_read_only(tree)) {
        return QD_READ_ONLY;
    }
    const qd__slot *slot = qd__slots_find(&tree->slots, id);
    if (!slot) {
        return QD_STALE_ID;
    }
    qd__bucket_items(qd__tree_bucket(tree, slot->location))[qd__location_lane(slot->location)].user = user;
    tree->changes++;
    return QD_OK;
}

qd_result qd_tree_set_filter(qd_tree *tree, qd_id id, qd_filter filter)
{
    if (qd__is_read_only(tree)) {
        return QD_READ_ONLY;
    }
    const qd__slot *slot = qd__slots_find(&tree->slots, id);
    if (!slot) {
        return QD_STALE_ID;
    }
    if (!qd__filter_is_valid(filter)) {
        return QD_BAD_VALUE;
    }
    qd__bucket *bucket = qd__tree_bucket(tree, slot->location);
    const uint32_t lane = qd__location_lane(slot->location);
    const qd_item item = { qd__aabb_box(qd__bucket_aabb(bucket, lane)), qd__bucket_items(bucket)[lane].user, filter };
    const qd__entry entry = qd__entry_of(&item, id);
    if (qd__entry_is_filtered(&entry) && !qd__bucket_pools_annex(tree->buckets, &tree->memory)) {
        return QD_NO_MEMORY;
    }
    qd__bucket_put(tree->buckets, bucket, slot->location, &entry);
    tree->filtered |= qd__entry_is_filtered(&entry);
    qd__change_log_touched(tree, id.slot);
    qd__node_grow(tree, bucket->node, &entry);
    qd__maintain_one(tree);
    return QD_OK;
}

bool qd_tree_get(const qd_tree *tree, qd_id id, qd_item *item)
{
    const qd__slot *slot = qd__slots_find(&tree->slots, id);
    if (!slot) {
        return false;
    }
    const qd__entry entry = qd__bucket_entry(qd__tree_bucket(tree, slot->location), qd__location_lane(slot->location));
    item->box = qd__aabb_box(entry.aabb);
    item->user = entry.item.user;
    item->filter.layers = entry.layers;
    item->filter.mask = entry.mask;
    return true;
}

bool qd_tree_contains(const qd_tree *tree, qd_id id)
{
    return qd__slots_find(&tree->slots, id) != NULL;
}

size_t qd_tree_count(const qd_tree *tree)
{
    return tree->count;
}

qd_tree_def qd_tree_definition(const qd_tree *tree)
{
    const qd_tree_def def = { .edges = tree->open ? QD_EDGES_OPEN : QD_EDGES_CLOSED,
                              .leaf_capacity = (int)tree->capacity,
                              .max_depth = (int)(QD__WORLD_SHIFT - tree->floor),
                              .totals = tree->summed };
    return def;
}

qd_result qd_tree_rebuild(qd_tree *tree)
{
    if (qd__is_read_only(tree)) {
        return QD_READ_ONLY;
    }
    if (!qd__rebuild(tree, NULL, NULL, 0, true)) {
        return QD_NO_MEMORY;
    }
    tree->changes++;
    return QD_OK;
}
