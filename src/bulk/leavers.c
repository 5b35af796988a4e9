// Items that leave their nodes: see leavers.h.
//
// No node is divided or removed meanwhile, so the node that an item goes to stays the right one.
#include "leavers.h"

#include "change.h"
#include "locate.h"
#include "node.h"

#include <assert.h>

enum {
    SETTLE_AHEAD = 8,  ///< Items between the steps of settling one.
    HEADERS_AHEAD = 8, ///< Buckets between prefetching the header of one and reading it,
    LEAVERS_AHEAD = 4, ///< and between prefetching the items that leave it and taking these out.
};

void qd__leavers_begin(qd__leavers *all, void *bytes, size_t size)
{
    const bool many = size / sizeof *all->list > QD__LEAVERS_FEW;
    all->list = many ? (qd__leaver *)bytes : all->few;
    all->room = many ? size / sizeof *all->list : QD__LEAVERS_FEW;
    all->count = all->behind = 0;
}

static void list_one(qd__leavers *all, const qd__bucket *bucket, uint32_t lane)
{
    qd__leaver *leaver = &all->list[all->count++];
    leaver->entry = qd__bucket_entry(bucket, lane);
    leaver->from = bucket->node;
}

void qd__leavers_take(struct qd_tree *tree, qd__leavers *all, uint32_t location)
{
    qd__bucket *bucket = qd__tree_bucket(tree, location);
    const uint32_t node = bucket->node, count = qd__count_bits_long(bucket->left);
    const bool first = qd__node_chain(tree, node) == location;
    if (!first || count > all->room - all->count || qd__is_summed(tree)) {
        all->behind += count;
        return;
    }
    for (uint64_t left = bucket->left; left; left &= left - 1)
        list_one(all, bucket, qd__lowest_bit_long(left));
    qd__node_take_left(tree, location);
    qd__node_tidy(tree, node);
}

void qd__leavers_take_all(struct qd_tree *tree, qd__leavers *all)
{
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        const qd__pool *pool = &tree->pools.buckets[size];
        for (uint32_t index = 0; index < pool->used; index++) {
            const qd__bucket *bucket = (const qd__bucket *)qd__pool_at(pool, index);
            const uint32_t location = index << QD__LOCATION_BUCKET_SHIFT | size;
            if (QD__CAN_PREFETCH && index + HEADERS_AHEAD < pool->used) {
                qd__prefetch(qd__pool_at(pool, index + HEADERS_AHEAD), 1);
                const qd__bucket *later = (const qd__bucket *)qd__pool_at(pool, index + LEAVERS_AHEAD);
                const uint32_t there = location + (LEAVERS_AHEAD << QD__LOCATION_BUCKET_SHIFT);
                for (uint64_t left = later->count > 0 ? later->left : 0; left; left &= left - 1)
                    qd__location_prefetch_item(later, qd__location_at(there, qd__lowest_bit_long(left)));
            }
            if (bucket->count > 0 && bucket->left)
                qd__leavers_take(tree, all, location);
        }
    }
}

/// Returns the node that an item goes to, or QD__NONE if only a search from the root can find it.
static uint32_t target_of(const struct qd_tree *tree, const qd__leaver *leaver)
{
    const qd__spot spot = qd__lattice_spot(&tree->lattice, leaver->entry.aabb);
    return qd__node_near(tree, leaver->from, &spot);
}

/// Puts an item where it belongs. Without memory it goes back to its old node, or else to any node with room. One has
/// room, because each leaver has freed a lane.
static void settle_one(struct qd_tree *tree, const qd__leaver *leaver)
{
    const uint32_t target = leaver->to != QD__NONE ? leaver->to : qd__node_for(tree, &leaver->entry.aabb);
    if (qd__node_append(tree, target, &leaver->entry, false))
        return;
    tree->upkeep.misplaced = true;
    if (!qd__node_append(tree, leaver->from, &leaver->entry, false)) {
        const bool added = qd__node_append(tree, qd__node_with_room(tree, leaver->from), &leaver->entry, false);
        assert(added);
        (void)added;
    }
}

void qd__leavers_settle(struct qd_tree *tree, qd__leavers *all)
{
    if (QD__CAN_PREFETCH && tree->count > QD__LARGE / 4) {
        // In steps, some items apart. Each step reads what the step before has prefetched: the quad that an item
        // leaves; the bucket that it goes to, and its slot; the lane that is free there.
        const size_t ahead = SETTLE_AHEAD;
        for (size_t i = 0; i < all->count + 2 * ahead; i++) {
            if (i >= 2 * ahead)
                settle_one(tree, &all->list[i - 2 * ahead]);
            if (i >= ahead && i - ahead < all->count)
                qd__change_prefetch_lane(tree, all->list[i - ahead].to);
            if (i < all->count) {
                all->list[i].to = target_of(tree, &all->list[i]);
                qd__change_prefetch_header(tree, all->list[i].to);
                qd__tree_prefetch_slot(tree, qd_id_slot(all->list[i].entry.item.id));
            }
            if (i + ahead < all->count)
                qd__prefetch(qd__quad_of(tree, all->list[i + ahead].from)->child, 1);
        }
    } else {
        for (size_t i = 0; i < all->count; i++) {
            all->list[i].to = target_of(tree, &all->list[i]);
            settle_one(tree, &all->list[i]);
        }
    }
    all->count = 0;
}

static uint32_t location_of(const struct qd_tree *tree, uint32_t slot)
{
    return qd__slot_at(&tree->pools.slots, slot)->location;
}

void qd__leavers_settle_behind(struct qd_tree *tree, qd__leavers *all, uint32_t *slots)
{
    // Their slots, each bucket from its last lane to its first: so an item that takes the place of one that goes does
    // not go later itself; its box would widen the bucket's bounds.
    size_t count = 0;
    for (uint32_t size = 0; all->behind > 0 && size < QD__SIZES; size++) {
        const qd__pool *pool = &tree->pools.buckets[size];
        for (uint32_t index = 0; index < pool->used; index++) {
            const qd__bucket *bucket = (const qd__bucket *)qd__pool_at(pool, index);
            if (index + HEADERS_AHEAD < pool->used)
                qd__prefetch(qd__pool_at(pool, index + HEADERS_AHEAD), 1);
            for (uint64_t left = bucket->count > 0 ? bucket->left : 0; left;) {
                const unsigned lane = qd__highest_bit_long(left);
                left ^= UINT64_C(1) << lane;
                slots[count++] = qd__bucket_slots(bucket)[lane];
            }
        }
    }
    qd__leavers_begin(all, NULL, 0);
    for (size_t first = 0, end; first < count; first = end) {
        end = count - first < all->room ? count : first + all->room;
        for (size_t i = first; QD__CAN_PREFETCH && i < end; i++)
            qd__tree_prefetch_slot(tree, slots[i]);
        for (size_t i = first; QD__CAN_PREFETCH && i < end; i++) {
            const uint32_t location = location_of(tree, slots[i]);
            qd__prefetch(qd__tree_bucket(tree, location), 1);
            qd__location_prefetch_item(qd__tree_bucket(tree, location), location);
        }
        for (size_t i = first; i < end; i++) {
            const uint32_t location = location_of(tree, slots[i]);
            list_one(all, qd__tree_bucket(tree, location), qd__location_lane(location));
            qd__node_take(tree, location);
            qd__node_tidy(tree, all->list[all->count - 1].from);
        }
        qd__leavers_settle(tree, all);
    }
}
