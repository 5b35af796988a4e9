// Moving many items in passes over the tree: see passes.h.
//
//   store    bucket after bucket in the order of memory: each fetches its boxes, which were prefetched while the one
//            before it was at work, and marks the items that leave its cell
//   settle   these, one after the other: what each will read and write is prefetched a dozen items ahead
//   refit    bounds upwards, from those that the buckets have
//
// Workers store and refit. Settling changes which buckets and cells there are, so the calling thread does it, in the
// order of memory; splits come last, since they look at all items of a cell.
#include "passes.h"

#include "change.h"
#include "incoming.h"
#include "parts.h"
#include "place.h"
#include "refit.h"
#include "split.h"
#include "upkeep.h"
#include "watch.h"

/// How many items ahead of the one that is settled its slot, its bucket and the bucket it goes to are prefetched.
enum { SLOT_AHEAD = 36, BUCKET_AHEAD = 24, TARGET_AHEAD = 12 };

/// Room for a number for each slot. False: no memory.
static bool make_scratch(struct qd_tree *tree)
{
    const size_t slots = qd__incoming_slots(tree);
    if (slots <= tree->scratch_room) {
        return true;
    }
    uint32_t *scratch = qd__memory_get(&tree->memory, slots, sizeof *scratch);
    if (!scratch) {
        return false;
    }
    qd__memory_give(&tree->memory, tree->scratch, tree->scratch_room, sizeof *scratch);
    tree->scratch = scratch;
    tree->scratch_room = slots;
    return true;
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
        qd__incoming_prefetch(all->incoming, qd__pool_at(pool, index + 1));
    }
    if (index + 2 < end) {
        const size_t lanes = qd__size_lanes(size);
        qd__prefetch(qd__pool_at(pool, index + 2), QD__BUCKET_HEADER + lanes * (sizeof(qd__record) + sizeof(uint32_t)));
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
            qd__bucket *bucket = qd__pool_at(pool, index);
            if (large) {
                prefetch_ahead(all, pool, size, index, end);
            }
            if (bucket->count > 0) {
                qd__incoming_store(all->tree, all->incoming, bucket);
            }
        }
    }
}

/// Lists the slots of all items that have left their cell.
static uint32_t list_leavers(const struct qd_tree *tree, uint32_t *slots)
{
    uint32_t count = 0;
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        const qd__pool *pool = &tree->buckets[size];
        for (uint32_t index = 0; index < pool->used; index++) {
            const qd__bucket *bucket = qd__pool_at(pool, index);
            for (uint64_t left = bucket->count > 0 ? bucket->left : 0; left; left &= left - 1) {
                slots[count++] = qd__bucket_slots(bucket)[qd__lowest_bit_long(left)];
            }
        }
    }
    return count;
}

static void prefetch_item(const struct qd_tree *tree, uint32_t place)
{
    const qd__bucket *bucket = qd__tree_bucket(tree, place);
    qd__prefetch_to_write(bucket);
    qd__place_prefetch_record(bucket, place);
    qd__prefetch(qd__place_item(bucket, place), 1);
}

/// Prefetches for the leavers that come after number `at`.
static void prefetch_to_settle(const struct qd_tree *tree, const uint32_t *slots, uint32_t count, uint32_t at)
{
    if (at + SLOT_AHEAD < count) {
        qd__prefetch_to_write(qd__slot_at(&tree->slots, slots[at + SLOT_AHEAD]));
    }
    if (at + BUCKET_AHEAD < count) {
        prefetch_item(tree, qd__slot_at(&tree->slots, slots[at + BUCKET_AHEAD])->place);
    }
    if (at + TARGET_AHEAD < count) {
        const uint32_t place = qd__slot_at(&tree->slots, slots[at + TARGET_AHEAD])->place;
        const qd__spot spot = qd__lattice_spot(&tree->lattice, qd__record_at(tree->buckets, place));
        qd__change_prefetch_room(tree, qd__place_look_from(tree, qd__tree_bucket(tree, place)->cell, &spot));
    }
}

/// Takes the items that have left their cells, whose boxes have been stored already, to where they belong.
static void settle_all(struct qd_tree *tree, const uint32_t *slots, uint32_t count)
{
    const bool large = tree->count > QD__LARGE / 4;
    for (uint32_t i = 0; i < count; i++) {
        if (large) {
            prefetch_to_settle(tree, slots, count, i);
        }
        const uint32_t place = qd__slot_at(&tree->slots, slots[i])->place;
        qd__change_settle(tree, place, qd__record_at(tree->buckets, place));
    }
}

bool qd__move_in_passes(struct qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, qd__bad *first_bad)
{
    // not covered: 2^32 - 1 moves at once would be a hundred gigabytes of them
    if (count >= QD__NONE || !make_scratch(tree)) {
        return false;
    }
    const qd__incoming incoming = qd__incoming_note(tree, ids, boxes, (uint32_t)count, first_bad);
    for (qd__watch *watch = tree->watches; watch; watch = watch->next) {
        watch->stored = true;
    }
    storing all = { tree, &incoming, qd__parts_for(tree, tree->count, QD__PARTS_PER_WORKER) };
    qd__run_parts(tree, store_part, &all, all.parts);
    uint32_t *slots = tree->scratch; // the notes have been read
    settle_all(tree, slots, list_leavers(tree, slots));
    qd__refit_all(tree, false);
    qd__split_all(tree);
    qd__upkeep_many(tree);
    return true;
}
