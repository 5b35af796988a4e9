// A tree's life, and the calls for one item.
#include "change.h"
#include "change_log.h"
#include "create.h"
#include "directory.h"
#include "divide.h"
#include "fixed.h"
#include "maintain.h"
#include "node.h"
#include "precise.h"
#include "rebuild.h"
#include "totals.h"
#include "tree_link.h"
#include "view.h"

qd_result qd_tree_create(const qd_tree_def *def, qd_tree **tree)
{
    struct qd_tree begun;
    qd_tree *made = NULL;
    qd_result result = QD_BAD_VALUE;
    if (QD__CAN_BUFFERS && def && (def->buffer || def->buffer_size > 0)) {
        result = qd__fixed_create(def, &made);
    } else if (!qd__tree_begin(&begun, def)) {
        made = qd__tree_lift(&begun);
        if (made && (!qd__quads_plant(made) || !qd__tree_reserve(made, def ? def->reserve : 0))) {
            qd_tree_destroy(made);
            made = NULL;
        }
        result = made ? QD_OK : QD_NO_MEMORY;
    }
    if (tree)
        *tree = made;
    else
        qd_tree_destroy(made);
    return result;
}

const char *qd_tree_def_problem(const qd_tree_def *def)
{
    struct qd_tree tree;
    const char *problem = qd__tree_begin(&tree, def);
    return problem || !def ? problem : qd__fixed_problem(def);
}

void qd_tree_destroy(qd_tree *tree)
{
    if (!tree)
        return;
    qd__change_log_note_end(tree);
    qd__tree_links_end(tree);
    if (tree->settings.keeping == QD__FIXED)
        return;
    qd__pools *pools = &tree->pools;
    qd__pool_close(&pools->quads, &pools->memory);
    qd__pool_close(&pools->totals, &pools->memory);
    qd__pool_close(&pools->slots, &pools->memory);
    qd__pool_close(&pools->values, &pools->memory);
    qd__pool_close(&pools->exact, &pools->memory);
    for (int size = 0; size < QD__SIZES; size++)
        qd__pool_close(&pools->buckets[size], &pools->memory);
    qd__directory_close(tree);
    qd__memory memory = pools->memory;
    qd__memory_give(&memory, pools->scratch, pools->scratch_room, sizeof *pools->scratch);
    qd__memory_give(&memory, pools->rounded, pools->rounded_room, sizeof *pools->rounded);
    qd__memory_give(&memory, tree, 1, sizeof *tree);
}

qd_result qd_tree_clear(qd_tree *tree)
{
    if (qd__is_read_only(tree))
        return QD_READ_ONLY;
    qd__change_log_note_clear(tree);
    qd__slots_release_all(&tree->pools.slots);
    qd__rebuild_empty(tree);
    tree->lattice = tree->settings.given;
    tree->filtered = false;
    tree->upkeep.changes++;
    return QD_OK;
}

/// Stores what goes by slot, and puts the item into a node. False: no memory, and nothing has changed but that.
static bool put_item(qd_tree *tree, const qd_item *item, qd_id id, qd__fbox rounded)
{
    if (qd__is_summed(tree) && !qd__values_begin(tree, &id, &item->value, 1))
        return false;
    if (qd__is_precise(tree)) {
        if (!qd__pool_reserve(&tree->pools.exact, &tree->pools.memory, qd_id_slot(id)))
            return false;
        qd__precise_keep(tree, qd_id_slot(id), &item->box);
    }
    const qd_filter filter = qd__filter_of(item->filter);
    const qd__entry entry = { qd__aabb_of(rounded), { id, item->user }, filter.layers, filter.mask };
    return qd__change_put(tree, &entry);
}

static qd_result insert_item(qd_tree *tree, const qd_item *item, qd_id *id)
{
    if (qd__is_read_only(tree))
        return QD_READ_ONLY;
    if (qd__is_precise(tree))
        qd__precise_center(tree, &item->box);
    const qd__fbox rounded = qd__tree_round(tree, &item->box);
    if (!qd__fbox_is_valid(rounded))
        return QD_BAD_VALUE;
    const qd_id made = qd__slots_acquire(&tree->pools.slots, &tree->pools.memory, qd__first_generation(tree));
    if (made == 0)
        return qd__no_room(tree);
    if (!put_item(tree, item, made, rounded)) {
        qd__slots_release(&tree->pools.slots, made);
        return qd__no_room(tree);
    }
    qd__maintain_insert(tree);
    *id = made;
    return QD_OK;
}

qd_result qd_tree_insert(qd_tree *tree, const qd_item *item, qd_id *id)
{
    qd_id made = 0;
    const qd_result result = insert_item(tree, item, &made);
    if (id)
        *id = made;
    return result;
}

qd_result qd_tree_set_box(qd_tree *tree, qd_id id, const qd_box *box)
{
    if (qd__is_read_only(tree))
        return QD_READ_ONLY;
    if (!qd__slots_find(&tree->pools.slots, id))
        return QD_STALE_ID;
    const qd__fbox rounded = qd__tree_round(tree, box);
    if (!qd__fbox_is_valid(rounded))
        return QD_BAD_VALUE;
    if (qd__is_precise(tree))
        qd__precise_move(tree, qd_id_slot(id), box);
    const qd__aabb aabb = qd__aabb_of(rounded);
    qd__change_move(tree, qd_id_slot(id), &aabb);
    qd__maintain_one(tree);
    return QD_OK;
}

qd_result qd_tree_remove(qd_tree *tree, qd_id id)
{
    if (qd__is_read_only(tree))
        return QD_READ_ONLY;
    if (!qd__slots_find(&tree->pools.slots, id))
        return QD_STALE_ID;
    qd__change_drop(tree, id);
    qd__maintain_one(tree);
    return QD_OK;
}

qd_result qd_tree_set_user(qd_tree *tree, qd_id id, uint64_t user)
{
    if (qd__is_read_only(tree))
        return QD_READ_ONLY;
    const qd__slot *slot = qd__slots_find(&tree->pools.slots, id);
    if (!slot)
        return QD_STALE_ID;
    qd__bucket_items(qd__tree_bucket(tree, slot->location))[qd__location_lane(slot->location)].user = user;
    tree->upkeep.changes++;
    return QD_OK;
}

qd_result qd_tree_set_filter(qd_tree *tree, qd_id id, const qd_filter *filter)
{
    if (qd__is_read_only(tree))
        return QD_READ_ONLY;
    const qd__slot *slot = qd__slots_find(&tree->pools.slots, id);
    if (!slot)
        return QD_STALE_ID;
    qd__bucket *bucket = qd__tree_bucket(tree, slot->location);
    const uint32_t lane = qd__location_lane(slot->location);
    const qd_filter stored = qd__filter_of(*filter);
    const qd__entry entry = { qd__bucket_aabb(bucket, lane), qd__bucket_items(bucket)[lane], stored.layers,
                              stored.mask };
    if (qd__entry_is_filtered(&entry) && !qd__bucket_pools_annex(tree->pools.buckets, &tree->pools.memory))
        return QD_NO_MEMORY;
    qd__bucket_put(tree->pools.buckets, bucket, slot->location, &entry);
    tree->filtered |= qd__entry_is_filtered(&entry);
    qd__change_log_touched(tree, qd_id_slot(id));
    qd__node_cover(tree, bucket->node, &entry.aabb, entry.layers, entry.mask);
    qd__maintain_one(tree);
    return QD_OK;
}

qd_result qd_tree_set_value(qd_tree *tree, qd_id id, int64_t value)
{
    if (qd__is_read_only(tree))
        return QD_READ_ONLY;
    const qd__slot *slot = qd__slots_find(&tree->pools.slots, id);
    if (!slot)
        return QD_STALE_ID;
    if (!qd__is_summed(tree))
        return QD_BAD_VALUE;
    int64_t *kept = qd__value_of(tree, qd_id_slot(id));
    const int64_t before = *kept;
    *kept = value;
    if (value != before)
        qd__totals_change(tree, qd__tree_bucket(tree, slot->location)->node, before, value);
    qd__maintain_one(tree);
    return QD_OK;
}

qd_result qd_tree_get(const qd_tree *tree, qd_id id, qd_item *item)
{
    const qd__slot *slot = qd__slots_find(&tree->pools.slots, id);
    if (!slot)
        return QD_STALE_ID;
    if (item) {
        const uint32_t lane = qd__location_lane(slot->location);
        const qd__bucket *bucket = qd__tree_bucket(tree, slot->location);
        const qd__entry entry = qd__bucket_entry(bucket, lane);
        item->box = qd__item_box(tree, bucket, lane);
        item->user = entry.item.user;
        item->filter = qd__caller_filter(entry.layers, entry.mask);
        item->value = qd__is_summed(tree) ? *qd__value_of(tree, qd_id_slot(id)) : 0;
    }
    return QD_OK;
}

void qd_tree_get_def(const qd_tree *tree, qd_tree_def *def)
{
    if (!def)
        return;
    *def = (qd_tree_def){ .precision = qd__is_precise(tree) ? QD_DOUBLE : QD_FLOAT,
                          .edges = tree->settings.edges_open ? QD_OPEN : QD_CLOSED,
                          .leaf_capacity = (int)tree->settings.capacity,
                          .max_depth = (int)(QD__WORLD_SHIFT - tree->settings.floor),
                          .totals = qd__is_summed(tree),
                          .id_series = tree->id_series };
}

qd_result qd_tree_rebuild(qd_tree *tree)
{
    if (qd__is_read_only(tree))
        return QD_READ_ONLY;
    if (qd__is_precise(tree))
        qd__precise_move_origin(tree);
    if (!qd__rebuild(tree, NULL, NULL, 0, true))
        return qd__no_room(tree);
    tree->upkeep.changes++;
    return QD_OK;
}
