// The calls for many items at once.
#include "build.h"
#include "cell.h"
#include "change.h"
#include "place.h"
#include "refit.h"
#include "split.h"
#include "upkeep.h"

#include <string.h>

enum { FEW = 8 }; ///< Fewer than 1/FEW of the items are moved one by one: passes over the whole tree would cost more.

/// The first bad entry of a call for many.
typedef struct bad_entry {
    qd_result result;
    size_t index;
} bad_entry;

static void note_bad(bad_entry *first_bad, qd_result result, size_t index)
{
    if (first_bad->result == QD_OK) {
        first_bad->result = result;
        first_bad->index = index;
    }
}

static qd_result result_of(const bad_entry *first_bad, size_t *bad)
{
    if (first_bad->result != QD_OK && bad) {
        *bad = first_bad->index;
    }
    return first_bad->result;
}

/// Ends the ids again, those before `placed` with their items; from the last to the first, so that the next ids come in
/// the order they would have come in.
static void undo_insert(qd_tree *tree, qd_id *ids, size_t placed, size_t count)
{
    const qd_id null = { 0, 0 };
    for (size_t i = count; i-- > 0;) {
        if (!qd_id_is_null(ids[i])) {
            if (i < placed) {
                qd__change_drop(tree, ids[i]);
            } else {
                qd__slots_release(&tree->slots, ids[i]);
            }
        }
        ids[i] = null;
    }
}

/// An id for each valid item, a null one for the others. False: no memory, and all are null.
static bool acquire_ids(qd_tree *tree, const qd_item *items, size_t count, qd_id *ids, bad_entry *first_bad)
{
    for (size_t i = 0; i < count; i++) {
        if (!qd__item_is_valid(&items[i])) {
            memset(&ids[i], 0, sizeof ids[i]);
            note_bad(first_bad, QD_BAD_VALUE, i);
            continue;
        }
        ids[i] = qd__slots_acquire(&tree->slots, &tree->memory);
        if (qd_id_is_null(ids[i])) {
            undo_insert(tree, ids, 0, i);
            memset(ids, 0, count * sizeof *ids);
            return false;
        }
    }
    return true;
}

static bool put_one_by_one(qd_tree *tree, const qd_item *items, size_t count, qd_id *ids)
{
    for (size_t i = 0; i < count; i++) {
        if (qd_id_is_null(ids[i])) {
            continue;
        }
        const qd__entry entry = qd__entry_of(&items[i], ids[i]);
        if (!qd__change_put(tree, &entry)) {
            undo_insert(tree, ids, i, count);
            return false;
        }
        qd__upkeep_one(tree);
    }
    return true;
}

static bool insert_all(qd_tree *tree, const qd_item *items, size_t count, qd_id *ids, bad_entry *first_bad)
{
    if (!acquire_ids(tree, items, count, ids, first_bad)) {
        return false;
    }
    const bool bulk = count > tree->capacity && count >= tree->count;
    if (bulk && qd__build_anew(tree, items, ids, count, false)) {
        qd__upkeep_many(tree);
        return true;
    }
    return put_one_by_one(tree, items, count, ids); // which needs less memory at a time
}

qd_result qd_tree_insert_many(qd_tree *tree, const qd_item *items, size_t count, qd_id *ids, size_t *bad)
{
    if (count == 0) {
        return QD_OK;
    }
    bad_entry first_bad = { QD_OK, 0 };
    qd_id *own = ids ? NULL : qd__memory_get(&tree->memory, count, sizeof *own);
    if ((!ids && !own) || !insert_all(tree, items, count, ids ? ids : own, &first_bad)) {
        first_bad.result = QD_NO_MEMORY;
        bad = NULL;
    }
    qd__memory_give(&tree->memory, own, count, sizeof *own);
    return result_of(&first_bad, bad);
}

/// May this entry be moved? Otherwise it is noted.
static const qd__slot *slot_to_move(const qd_tree *tree, qd_id id, qd_box box, size_t index, bad_entry *first_bad)
{
    const qd__slot *slot = qd__slots_find(&tree->slots, id);
    if (!slot) {
        note_bad(first_bad, QD_STALE_ID, index);
        return NULL;
    }
    if (!qd_box_is_valid(box)) {
        note_bad(first_bad, QD_BAD_VALUE, index);
        return NULL;
    }
    return slot;
}

static void move_one_by_one(qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, bad_entry *first_bad)
{
    for (size_t i = 0; i < count; i++) {
        const qd__slot *slot = slot_to_move(tree, ids[i], boxes[i], i, first_bad);
        if (slot) {
            qd__change_move(tree, slot->place, qd__record_of(boxes[i]));
            qd__upkeep_one(tree);
        }
    }
}

/// Takes the items of a block that have left its cell to where they belong. A block may change while it is gone over:
/// the loop runs backwards, and what comes to lie in a lane has been looked at.
static void relocate_leavers(qd_tree *tree, uint32_t size, uint32_t index)
{
    const qd__block *block = qd__pool_at(&tree->blocks[size], index);
    const uint32_t cell = block->cell;
    if (block->count == 0) {
        return;
    }
    const qd__home home = qd__place_home(tree, cell);
    bool left = false;
    for (uint32_t lane = block->count; lane-- > 0;) {
        const qd__record record = qd__block_records(block)[lane];
        const qd__spot spot = qd__lattice_spot(&tree->lattice, record);
        if (qd__home_keeps(&home, spot)) {
            continue;
        }
        const uint32_t target = qd__place_find_from(tree, cell, spot);
        const uint32_t place = index << QD__PLACE_BLOCK_SHIFT | lane << QD__PLACE_LANE_SHIFT | size;
        if (qd__place_relocate(tree, place, target, record)) {
            qd__split_if_due(tree, target);
            left = true;
        } else {
            tree->stray = true;
        }
    }
    if (left) {
        qd__cell_tidy(tree, cell);
        qd__merge_if_due(tree, cell);
    }
}

/// Stores every box where its item lies, then takes those to other cells that have left theirs, then makes the bounds
/// right.
static void move_in_passes(qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, bad_entry *first_bad)
{
    for (size_t i = 0; i < count; i++) {
        const qd__slot *slot = slot_to_move(tree, ids[i], boxes[i], i, first_bad);
        if (slot) {
            const qd__block *block = qd__tree_block(tree, slot->place);
            qd__block_records(block)[qd__place_lane(slot->place)] = qd__record_of(boxes[i]);
        }
    }
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        for (uint32_t index = 0; index < tree->blocks[size].used; index++) {
            relocate_leavers(tree, size, index);
        }
    }
    qd__refit_all(tree);
    qd__upkeep_many(tree);
}

qd_result qd_tree_move_many(qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, size_t *bad)
{
    bad_entry first_bad = { QD_OK, 0 };
    if (count < tree->count / FEW || count < 2) {
        move_one_by_one(tree, ids, boxes, count, &first_bad);
    } else {
        move_in_passes(tree, ids, boxes, count, &first_bad);
    }
    return result_of(&first_bad, bad);
}

qd_result qd_tree_remove_many(qd_tree *tree, const qd_id *ids, size_t count, size_t *bad)
{
    bad_entry first_bad = { QD_OK, 0 };
    for (size_t i = 0; i < count; i++) {
        if (!qd__slots_find(&tree->slots, ids[i])) {
            note_bad(&first_bad, QD_STALE_ID, i);
            continue;
        }
        qd__change_drop(tree, ids[i]);
        qd__upkeep_one(tree);
    }
    return result_of(&first_bad, bad);
}
