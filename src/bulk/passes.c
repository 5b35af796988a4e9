// Moving many items in passes over the tree: see passes.h.
//
//   store    bucket after bucket in the order of memory: each fetches its boxes, which were prefetched while the one
//            before it was at work, and marks the items that leave its node
//   take     these out of their buckets: while they are in the cache, where one thread does all
//   settle   them in other nodes, one after the other (leavers.h)
//   refit    bounds upwards, from those that the buckets have
//
// Workers store and refit. Taking and settling change which buckets there are, so the calling thread does both, in the
// order of memory: the tree is then the same however many store. Nodes are divided and removed last.
#include "passes.h"

#include "change_log.h"
#include "leavers.h"
#include "maintain.h"
#include "parts.h"
#include "refit.h"
#include "split.h"

typedef struct storing {
    struct qd_tree *tree;
    const qd__incoming *incoming;
    uint32_t parts;
    qd__leavers *leavers; ///< The list that takes leavers at once; NULL: they are taken later.
    bool unsound[QD__PARTS_MOST];
} storing;

static void store_part(void *job, uint32_t part)
{
    storing *all = (storing *)job;
    const bool large = QD__CAN_PREFETCH && all->tree->count > QD__LARGE / 4;
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        const qd__pool *pool = &all->tree->pools.buckets[size];
        const uint32_t end = (uint32_t)qd__part_start(pool->used, part + 1, all->parts);
        for (uint32_t index = (uint32_t)qd__part_start(pool->used, part, all->parts); index < end; index++) {
            const qd__bucket *bucket = (const qd__bucket *)qd__pool_at(pool, index);
            if (large) {
                // What storing into the next buckets will touch: of the next one its new boxes, of the one after it the
                // header, the AABBs and the slots, by which its new boxes are found.
                if (index + 1 < end) {
                    const qd__bucket *next = (const qd__bucket *)qd__pool_at(pool, index + 1);
                    qd__incoming_prefetch(all->incoming, next);
                    if (next->count > 0)
                        qd__prefetch(qd__quad_of(all->tree, next->node)->child, 1);
                }
                if (index + 2 < end) {
                    const size_t lanes = qd__size_lanes(size);
                    qd__prefetch(qd__pool_at(pool, index + 2),
                                 QD__BUCKET_HEADER + lanes * (sizeof(qd__aabb) + sizeof(uint32_t)));
                }
            }
            const uint32_t location = index << QD__LOCATION_BUCKET_SHIFT | size;
            if (bucket->count > 0) {
                qd__incoming_store(all->tree, all->incoming, location, &all->unsound[part]);
                if (all->leavers && bucket->left)
                    qd__leavers_take(all->tree, all->leavers, location);
            }
        }
    }
}

bool qd__move_in_passes(struct qd_tree *tree, const qd_id *ids, const qd__fbox *boxes, size_t count, qd__bad *first_bad)
{
    // A number for each slot. not covered: 2^32 - 1 moves at once would be a hundred gigabytes of them
    if (count >= QD__NONE ||
        !qd__memory_reserve(&tree->pools.memory, &tree->pools.scratch, 0, &tree->pools.scratch_room,
                            qd__incoming_slots(tree), sizeof *tree->pools.scratch))
        return false;
    const qd__incoming incoming = qd__incoming_note(tree, ids, boxes, (uint32_t)count, first_bad);
    for (qd__change_log *change_log = tree->upkeep.change_logs; change_log; change_log = change_log->next)
        change_log->stored = true;
    qd__leavers leavers;
    qd__leavers_begin(&leavers, tree->pools.scratch, tree->pools.scratch_room * sizeof *tree->pools.scratch);
    const uint32_t parts = qd__parts_for_items(tree, tree->count, QD__PARTS_PER_WORKER);
    const bool at_once = parts == 1 && !incoming.by_slot; // otherwise the scratch has notes that are still to be read
    storing all = { .tree = tree, .incoming = &incoming, .parts = parts, .leavers = at_once ? &leavers : NULL };
    qd__run_parts(tree, store_part, &all, parts);
    for (uint32_t part = 0; part < parts; part++)
        if (all.unsound[part])
            qd__incoming_note_unsound(&incoming, first_bad);
    if (!at_once)
        qd__leavers_take_all(tree, &leavers);
    qd__leavers_settle(tree, &leavers);
    qd__leavers_settle_behind(tree, &leavers, tree->pools.scratch);
    qd__refit_all(tree, false);
    qd__reshape_all(tree);
    qd__maintain_many(tree);
    return true;
}
