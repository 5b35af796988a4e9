// Moving many items in passes over the tree: see passes.h.
//
// Workers note which item gets which box, fetch the boxes, and refit. Taking the items elsewhere that have left their
// cell changes which buckets and cells there are, so that is done by this thread, in the order of the quads; splits
// come last, since they look at all items of a cell.
#include "passes.h"

#include "change.h"
#include "refit.h"
#include "split.h"
#include "upkeep.h"
#include "watch.h"

enum { NEXT = 4 }; ///< Leavers between asking for an item and taking it elsewhere.

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

/// Lists the slots of the items of a cell that have left it. Returns the end of the list.
static uint32_t *list_leavers_of(const struct qd_tree *tree, uint32_t place, uint32_t *end)
{
    while (place != QD__NONE) {
        const qd__bucket *bucket = qd__tree_bucket(tree, place);
        for (uint32_t left = bucket->left; left; left &= left - 1) {
            *end++ = qd__bucket_items(bucket)[qd__lowest_bit(left)].id.slot;
        }
        place = bucket->next;
    }
    return end;
}

/// Asks for the buckets of a quad that items have left.
static void prefetch_left(const struct qd_tree *tree, uint32_t index)
{
    const qd__quad *quad = index < tree->quads.used ? qd__quad_at(tree, index) : NULL;
    for (uint32_t left = quad && quad->parent != QD__QUAD_FREE ? quad->left : 0; left; left &= left - 1) {
        qd__prefetch(qd__tree_bucket(tree, quad->bucket[qd__lowest_bit(left)]), 1);
    }
}

/// Lists the slots of all items that have left their cell, in the order of the quads.
static uint32_t list_leavers(const struct qd_tree *tree, uint32_t *slots)
{
    uint32_t *end = slots;
    for (uint32_t index = 0; index < tree->quads.used; index++) {
        const qd__quad *quad = qd__quad_at(tree, index);
        prefetch_left(tree, index + NEXT);
        for (uint32_t left = quad->parent == QD__QUAD_FREE ? 0 : quad->left; left; left &= left - 1) {
            end = list_leavers_of(tree, quad->bucket[qd__lowest_bit(left)], end);
        }
    }
    return (uint32_t)(end - slots);
}

static void prefetch_to_settle(const struct qd_tree *tree, uint32_t slot)
{
    const uint32_t place = qd__slot_at(&tree->slots, slot)->place;
    qd__prefetch_to_write(qd__tree_bucket(tree, place));
    qd__prefetch_to_write(qd__record_at(tree->buckets, place));
}

/// Takes an item whose box has been stored already to where it belongs.
static void settle(struct qd_tree *tree, uint32_t slot)
{
    const uint32_t place = qd__slot_at(&tree->slots, slot)->place;
    qd__change_settle(tree, place, *qd__record_at(tree->buckets, place));
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
    qd__refit_all(tree, &incoming);
    uint32_t *slots = tree->scratch; // the notes have been read
    const uint32_t leavers = list_leavers(tree, slots);
    for (uint32_t i = 0; i < leavers; i++) {
        if (i + NEXT < leavers) {
            prefetch_to_settle(tree, slots[i + NEXT]);
        }
        settle(tree, slots[i]);
    }
    qd__split_all(tree);
    qd__upkeep_many(tree);
    return true;
}
