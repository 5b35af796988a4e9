// New boxes on their way to many items: see incoming.h.
#include "incoming.h"

#include "change_log.h"
#include "node.h"
#include "parts.h"
#include "simd_base.h"

#include <string.h>

/// The parts share the slots out, not the entries: where an id comes twice both are in one part, and the later box
/// wins.
typedef struct noting {
    const struct qd_tree *tree;
    const qd_id *ids;
    const qd__fbox *boxes;
    uint32_t count, parts;
    uint32_t *by_slot;
    qd__bad *bad; ///< One for each part.
} noting;

static void note_part(void *job, uint32_t part)
{
    const noting *all = (const noting *)job;
    const size_t slots = qd__incoming_slots(all->tree);
    const uint32_t low = (uint32_t)qd__part_start(slots, part, all->parts);
    const uint32_t next = (uint32_t)qd__part_start(slots, part + 1, all->parts);
    const uint32_t last = part + 1 == all->parts ? UINT32_MAX : next - 1; // the last part also has ids beyond all slots
    memset(all->by_slot + low, 0xff, (next - low) * sizeof *all->by_slot); // QD__NONE
    for (uint32_t i = 0; i < all->count; i++) {
        const qd_id id = all->ids[i];
        if (qd_id_slot(id) - low <= last - low && qd__slot_to_move(all->tree, id, all->boxes[i], i, &all->bad[part]))
            all->by_slot[qd_id_slot(id)] = i;
    }
}

qd__incoming qd__incoming_note(const struct qd_tree *tree, const qd_id *ids, const qd__fbox *boxes, uint32_t count,
                               qd__bad *first_bad)
{
    if (qd__slots_in_a_row(&tree->pools.slots, tree->settings.simd, ids, count))
        return (qd__incoming){ boxes, NULL, qd_id_slot(ids[0]), count, count == tree->count, tree->upkeep.change_logs };
    qd__bad bad[QD__WORKERS_MOST];
    memset(bad, 0, sizeof bad); // QD_OK is 0
    const uint32_t parts = qd__parts_for_items(tree, count, 1);
    const size_t slots = qd__incoming_slots(tree); // a part without any would take what others have
    noting all = { tree, ids, boxes, count, parts < slots ? parts : (uint32_t)slots, tree->pools.scratch, bad };
    qd__run_parts(tree, note_part, &all, all.parts);
    for (uint32_t part = 0; part < all.parts; part++)
        if (bad[part].result != QD_OK && (first_bad->result == QD_OK || bad[part].index < first_bad->index))
            *first_bad = bad[part];
    return (qd__incoming){ boxes, tree->pools.scratch, 0, count, false, tree->upkeep.change_logs };
}

/// Which of the boxes is for the item of a slot.
static inline uint32_t box_for(const qd__incoming *incoming, uint32_t slot)
{
    if (incoming->by_slot)
        return incoming->by_slot[slot];
    const uint32_t from = slot - incoming->first;
    return from < incoming->count ? from : QD__NONE;
}

void qd__incoming_prefetch(const qd__incoming *incoming, const qd__bucket *bucket)
{
    const uint32_t *slots = qd__bucket_slots(bucket);
    for (uint32_t lane = 0, end = qd__bucket_end(bucket); lane < end; lane++) { // gaps have the slots of items gone
        const uint32_t from = box_for(incoming, slots[lane]);
        qd__prefetch(&incoming->boxes[from != QD__NONE ? from : 0], 1);
    }
}

void qd__incoming_store(const struct qd_tree *tree, const qd__incoming *incoming, uint32_t location, bool *unsound)
{
    uint32_t from[QD__LANES_MOST];
    qd__bucket *bucket = qd__tree_bucket(tree, location);
    if (qd__bucket_has_gaps(bucket))
        qd__node_close_gaps(tree, location);
    const qd__home home = qd__node_home(tree, bucket->node);
    const uint32_t *slots = qd__bucket_slots(bucket);
    for (uint32_t lane = 0; incoming->change_logs && lane < bucket->count; lane++) { // which boxes are about to change
        const uint32_t at = box_for(incoming, slots[lane]);
        if (at != QD__NONE && qd__fbox_is_valid(incoming->boxes[at])) {
            const qd__aabb aabb = qd__aabb_from(&incoming->boxes[at]), before = qd__bucket_aabb(bucket, lane);
            if (memcmp(&aabb, &before, sizeof aabb) != 0)
                qd__change_log_stored(incoming->change_logs, slots[lane]);
        }
    }
    uint32_t missing = 0; // items that keep their boxes
    for (uint32_t lane = 0; !incoming->for_all && lane < bucket->count; lane++) {
        from[lane] = box_for(incoming, slots[lane]);
        missing |= from[lane] == QD__NONE;
    }
    if (missing) {
        for (uint32_t lane = 0; lane < bucket->count; lane++) {
            if (from[lane] == QD__NONE)
                continue;
            if (qd__fbox_is_valid(incoming->boxes[from[lane]]))
                qd__bucket_set_aabb(bucket, lane, qd__aabb_from(&incoming->boxes[from[lane]]));
            else
                *unsound = true;
        }
        const qd__boxes boxes = qd__bucket_boxes(bucket);
        bucket->left = tree->settings.simd->leavers(boxes, &tree->lattice, &home);
        bucket->bounds = qd__unite_some(boxes, ~bucket->left & bucket->live);
        return;
    }
    const qd__fresh fresh = incoming->for_all
                                ? (qd__fresh){ incoming->boxes, qd__bucket_slots(bucket), incoming->first, unsound }
                                : (qd__fresh){ incoming->boxes, from, 0, unsound };
    bucket->left = tree->settings.simd->take_in(qd__bucket_sides(bucket), bucket->lanes, bucket->count, fresh,
                                                &tree->lattice, &home, &bucket->bounds);
}

void qd__incoming_note_unsound(const qd__incoming *incoming, qd__bad *first_bad)
{
    for (uint32_t i = 0; i < incoming->count && first_bad->result == QD_OK; i++)
        if (!qd__fbox_is_valid(incoming->boxes[i]))
            qd__note_bad(first_bad, QD_BAD_VALUE, i);
}
