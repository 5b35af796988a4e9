// Changing one item: see change.h.
#include "change.h"

#include "change_log.h"
#include "directory.h"
#include "entries.h"
#include "locate.h"
#include "merge.h"
#include "node.h"
#include "simd_base.h"
#include "split.h"

#include <assert.h>
#include <string.h>

bool qd__change_put(struct qd_tree *tree, const qd__entry *entry)
{
    const uint32_t node = qd__node_for(tree, &entry->aabb);
    if (QD__CAN_PREFETCH && tree->count > QD__LARGE / 4)
        qd__change_prefetch_room(tree, node);
    return qd__change_put_into(tree, node, entry);
}

bool qd__change_put_into(struct qd_tree *tree, uint32_t node, const qd__entry *entry)
{
    assert(!qd__is_read_only(tree));
    const bool filtered = qd__entry_is_filtered(entry);
    if (filtered && !qd__bucket_pools_annex(tree->pools.buckets, &tree->pools.memory))
        return false;
    if (!qd__node_append(tree, node, entry, true)) {
        // In a buffer its own node can get no bucket, and it goes to some other node: see tree/fixed.c.
        const uint32_t other = tree->settings.keeping == QD__FIXED ? qd__node_with_room(tree, node) : QD__NONE;
        tree->upkeep.misplaced |= other != QD__NONE;
        // not covered: a node with room needs no memory
        if (other == QD__NONE || !qd__node_append(tree, other, entry, true))
            return false;
    }
    tree->count++;
    tree->filtered |= filtered;
    qd__change_log_touched(tree, qd_id_slot(entry->item.id));
    qd__split_if_due(tree, node, &entry->aabb);
    return true;
}

bool qd__change_put_all(struct qd_tree *tree, uint32_t node, const qd__entry *entries, uint32_t count)
{
    assert(!qd__is_read_only(tree) && count > 0);
    bool filtered = false;
    for (uint32_t i = 0; i < count; i++)
        filtered |= qd__entry_is_filtered(&entries[i]);
    if (filtered ||
        qd__node_count(tree, qd__quad_of(tree, node), qd__node_lane(node)) + count > tree->settings.capacity ||
        !qd__node_append_all(tree, node, entries, count))
        return false;
    tree->count += count;
    for (uint32_t i = 0; i < count && tree->upkeep.change_logs; i++)
        qd__change_log_touched(tree, qd_id_slot(entries[i].item.id));
    return true;
}

void qd__change_prefetch_room(const struct qd_tree *tree, uint32_t node)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    const uint32_t location = quad->bucket[lane], count = quad->most[lane];
    if (location != QD__NONE && count <= tree->settings.capacity) { // piles are few, and their buckets in a cache
        const uint32_t next = qd__location_at(location, count % QD__LANES_MOST); // most likely
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        qd__prefetch(bucket, 1);
        qd__location_prefetch_item(bucket, next);
    }
}

void qd__change_prefetch_square(const struct qd_tree *tree, const qd__spot *spot)
{
    if (tree->directory.current.ready && qd__spot_in_world(*spot))
        qd__prefetch(qd__directory_place(tree, spot), sizeof(uint32_t));
}

uint32_t qd__change_prefetch_quad(struct qd_tree *tree, const qd__fbox *box)
{
    const qd__aabb aabb = qd__aabb_from(box);
    const uint32_t node = qd__node_for(tree, &aabb);
    qd__prefetch(qd__quad_of(tree, node), QD__QUAD_LOOK);
    return node;
}

/// A node's first bucket, or QD__NONE. A node that was removed since it was found has none, or another's.
static uint32_t first_of(const struct qd_tree *tree, uint32_t node)
{
    return node != QD__NONE ? qd__node_chain(tree, node) : QD__NONE;
}

void qd__change_prefetch_header(const struct qd_tree *tree, uint32_t node)
{
    const uint32_t location = first_of(tree, node);
    if (location != QD__NONE)
        qd__prefetch(qd__tree_bucket(tree, location), 1);
}

void qd__change_prefetch_lane(const struct qd_tree *tree, uint32_t node)
{
    const uint32_t location = first_of(tree, node);
    if (location != QD__NONE) {
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        const uint32_t lane = qd__lowest_bit_long(~bucket->live | UINT64_C(1) << (QD__LANES_MOST - 1));
        const uint32_t free = qd__location_at(location, lane % qd__size_lanes(qd__location_size(location)));
        qd__location_prefetch_item(bucket, free);
        qd__prefetch(qd__bucket_slots(bucket) + qd__location_lane(free), 1);
    }
}

void qd__change_drop(struct qd_tree *tree, qd_id id)
{
    assert(!qd__is_read_only(tree) && tree->count > 0);
    const uint32_t location = qd__slot_at(&tree->pools.slots, qd_id_slot(id))->location;
    const qd__bucket *bucket = qd__tree_bucket(tree, location);
    if (tree->upkeep.change_logs)
        qd__change_log_note_gone(tree->upkeep.change_logs, qd__location_item(bucket, location));
    const uint32_t node = bucket->node, left = qd__node_drop(tree, location);
    qd__slots_release(&tree->pools.slots, id);
    tree->count--;
    qd__merge_if_due(tree, node, left);
}

/// Takes the item at a location to where it belongs with its new box. Returns whether it has come to another node.
static bool settle_item(struct qd_tree *tree, uint32_t location, const qd__aabb *aabb)
{
    const uint32_t node = qd__tree_bucket(tree, location)->node;
    const qd__spot spot = qd__lattice_spot(&tree->lattice, *aabb);
    const qd__home home = qd__node_home(tree, node);
    const uint32_t target = qd__home_keeps(&home, spot) ? node : qd__node_for_from(tree, node, &spot);
    if (target != node && qd__relocate(tree, location, target, aabb)) {
        qd__node_tidy(tree, node);
        qd__merge_if_due(tree, node, qd__node_count(tree, qd__quad_of(tree, node), qd__node_lane(node)));
        return true;
    }
    tree->upkeep.misplaced |= target != node; // without memory it stays where it is, and the bounds cover it there
    qd__directory_reach(tree, node, &spot);
    // It gets its new box where it is. Its filter is in the unions already.
    qd__bucket *bucket = qd__tree_bucket(tree, location);
    qd__bucket_set_aabb(bucket, qd__location_lane(location), *aabb);
    bucket->bounds = qd__union(bucket->bounds, *aabb);
    if (!qd__covers(qd__four_at(&qd__quad_of(tree, node)->bounds, qd__node_lane(node)), *aabb))
        qd__node_cover(tree, node, aabb, 0, 0);
    return false;
}

void qd__change_move(struct qd_tree *tree, uint32_t slot, const qd__aabb *aabb)
{
    const qd__slot *here = qd__slot_at(&tree->pools.slots, slot);
    assert(!qd__is_read_only(tree) && (here->generation & 1));
    if (tree->upkeep.change_logs) {
        const qd__aabb before = qd__aabb_at(tree->pools.buckets, here->location);
        if (memcmp(&before, aabb, sizeof *aabb) != 0)
            qd__change_log_touched(tree, slot);
    }
    if (settle_item(tree, here->location, aabb))
        qd__split_if_due(tree, qd__tree_bucket(tree, here->location)->node, aabb);
}
