// Moving many items in passes over the tree: see passes.h.
//
//   store    bucket after bucket in the order of memory: each fetches its boxes, which were prefetched while the one
//            before it was at work, and marks the items that leave its node
//   settle   these, one after the other: what each will read and write is prefetched a dozen items ahead
//   refit    bounds upwards, from those that the buckets have
//
// Workers store and refit. Settling changes which buckets and nodes there are, so the calling thread does it, in the
// order of memory. Nodes are divided and removed last.
#include "passes.h"

#include "change.h"
#include "change_log.h"
#include "incoming.h"
#include "locate.h"
#include "maintain.h"
#include "node.h"
#include "parts.h"
#include "refit.h"
#include "split.h"

enum {
    PASS_AHEAD = 8,    ///< Items between the steps of settling one: see settle_all.
    HEADERS_AHEAD = 8, ///< Buckets between prefetching the header of one and reading it.
};

/// Room for a number for each slot. False: no memory.
static bool make_list(struct qd_tree *tree)
{
    return qd__memory_reserve(&tree->memory, &tree->scratch, 0, &tree->scratch_room, qd__incoming_slots(tree),
                              sizeof *tree->scratch);
}

typedef struct storing {
    const struct qd_tree *tree;
    const qd__incoming *incoming;
    uint32_t parts;
} storing;

/// Prefetches what storing into the next buckets will touch: of the next one its boxes, of the one after it all that
/// tells which boxes these are.
static void prefetch_ahead(const storing *all, const qd__pool *pool, uint32_t size, uint32_t index, uint32_t end)
{
    if (index + 1 < end) {
        const qd__bucket *next = qd__pool_at(pool, index + 1);
        qd__incoming_prefetch(all->incoming, next);
        if (next->count > 0) {
            qd__prefetch(qd__quad_at(all->tree, next->node >> 2)->child, 1);
        }
    }
    if (index + 2 < end) {
        const size_t lanes = qd__size_lanes(size);
        qd__prefetch(qd__pool_at(pool, index + 2), QD__BUCKET_HEADER + lanes * (sizeof(qd__aabb) + sizeof(uint32_t)));
    }
}

static void store_part(void *job, uint32_t part)
{
    const storing *all = job;
    const bool large = all->tree->count > QD__LARGE / 4;
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        const qd__pool *pool = &all->tree->buckets[size];
        const uint32_t end = (uint32_t)qd__part_start(pool->used, part + 1, all->parts);
        for (uint32_t index = (uint32_t)qd__part_start(pool->used, part, all->parts); index < end; index++) {
            const qd__bucket *bucket = qd__pool_at(pool, index);
            if (large) {
                prefetch_ahead(all, pool, size, index, end);
            }
            if (bucket->count > 0) {
                qd__incoming_store(all->tree, all->incoming, index << QD__LOCATION_BUCKET_SHIFT | size);
            }
        }
    }
}

/// Lists the slots of all items that have left their node. Of a bucket from the last lane to the first: so an item that
/// takes the place of one that goes does not go later itself; its box would widen the bucket's bounds.
static uint32_t list_leavers(const struct qd_tree *tree, uint32_t *slots)
{
    uint32_t count = 0;
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        const qd__pool *pool = &tree->buckets[size];
        for (uint32_t index = 0; index < pool->used; index++) {
            const qd__bucket *bucket = qd__pool_at(pool, index);
            if (index + HEADERS_AHEAD < pool->used) {
                qd__prefetch(qd__pool_at(pool, index + HEADERS_AHEAD), 1);
            }
            for (uint64_t left = bucket->count > 0 ? bucket->left : 0; left;) {
                const unsigned lane = qd__highest_bit_long(left);
                left ^= UINT64_C(1) << lane;
                slots[count++] = qd__bucket_slots(bucket)[lane];
            }
        }
    }
    return count;
}

static void prefetch_leaver(const struct qd_tree *tree, uint32_t location)
{
    const qd__bucket *bucket = qd__tree_bucket(tree, location);
    qd__prefetch(bucket, 1);
    qd__location_prefetch_aabb(bucket, location);
    qd__prefetch(qd__location_item(bucket, location), 1);
}

static void prefetch_node(const struct qd_tree *tree, uint32_t location)
{
    qd__prefetch(qd__quad_at(tree, qd__tree_bucket(tree, location)->node >> 2)->child, 1);
}

/// The node that an item goes to, if it can be told without a look from the root; its bucket's header is prefetched.
static uint32_t prefetch_target(const struct qd_tree *tree, uint32_t location)
{
    const qd__spot spot = qd__lattice_spot(&tree->lattice, qd__aabb_at(tree->buckets, location));
    const uint32_t target = qd__location_near(tree, qd__tree_bucket(tree, location)->node, &spot);
    qd__change_prefetch_header(tree, target);
    return target;
}

/// Takes an item, with its box stored already, to another node. Without memory it stays where it is.
static void settle_leaver(struct qd_tree *tree, uint32_t location, uint32_t target)
{
    qd__bucket *bucket = qd__tree_bucket(tree, location);
    const uint32_t node = bucket->node;
    const qd__entry entry = qd__bucket_entry(bucket, qd__location_lane(location));
    if (target == QD__NONE) {
        target = qd__node_for(tree, &entry.aabb);
    }
    if (target != node && qd__node_add(tree, target, &entry)) {
        qd__node_take(tree, location);
        qd__node_tidy(tree, node);
        return;
    }
    tree->misplaced |= target != node;
    bucket->bounds = qd__union(bucket->bounds, entry.aabb);
}

static uint32_t location_of(const struct qd_tree *tree, uint32_t slot)
{
    return qd__slot_at(&tree->slots, slot)->location;
}

/// Takes the items that have left their nodes to where they belong. No node is divided or removed meanwhile, so what is
/// found out ahead stays true.
static void settle_all(struct qd_tree *tree, const uint32_t *slots, uint32_t count)
{
    uint32_t targets[2 * PASS_AHEAD];
    for (uint32_t i = 0; i < count + 2 * PASS_AHEAD; i++) {
        if (i >= 2 * PASS_AHEAD) {
            settle_leaver(tree, location_of(tree, slots[i - 2 * PASS_AHEAD]), targets[i % (2 * PASS_AHEAD)]);
        }
        if (i >= PASS_AHEAD && i - PASS_AHEAD < count) {
            qd__change_prefetch_lane(tree, targets[(i - PASS_AHEAD) % (2 * PASS_AHEAD)]);
        }
        if (i < count) {
            targets[i % (2 * PASS_AHEAD)] = prefetch_target(tree, location_of(tree, slots[i]));
        }
        if (i + PASS_AHEAD < count) {
            prefetch_node(tree, location_of(tree, slots[i + PASS_AHEAD]));
        }
        if (i + 2 * PASS_AHEAD < count) {
            prefetch_leaver(tree, location_of(tree, slots[i + 2 * PASS_AHEAD]));
        }
        if (i + 3 * PASS_AHEAD < count) {
            qd__prefetch(qd__slot_at(&tree->slots, slots[i + 3 * PASS_AHEAD]), 1);
        }
    }
}

bool qd__move_in_passes(struct qd_tree *tree, const qd_id *ids, const qd__fbox *boxes, size_t count, qd__bad *first_bad)
{
    // not covered: 2^32 - 1 moves at once would be a hundred gigabytes of them
    if (count >= QD__NONE || !make_list(tree)) {
        return false;
    }
    const qd__incoming incoming = qd__incoming_note(tree, ids, boxes, (uint32_t)count, first_bad);
    for (qd__change_log *change_log = tree->change_logs; change_log; change_log = change_log->next) {
        change_log->stored = true;
    }
    storing all = { tree, &incoming, qd__parts_for(tree, tree->count, QD__PARTS_PER_WORKER) };
    qd__run_parts(tree, store_part, &all, all.parts);
    uint32_t *slots = tree->scratch; // the notes have been read
    settle_all(tree, slots, list_leavers(tree, slots));
    qd__refit_all(tree, false);
    qd__reshape_all(tree);
    qd__maintain_many(tree);
    return true;
}
