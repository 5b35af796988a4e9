// The calls for many items at once.
#include "build.h"
#include "cell.h"
#include "change.h"
#include "place.h"
#include "refit.h"
#include "split.h"
#include "upkeep.h"

#include <string.h>

enum {
    FEW = 8,    ///< Fewer than 1/FEW of the items are moved one by one: passes over the whole tree would cost more.
    NEXT = 4,   ///< Leavers between asking for an item and taking it elsewhere.
    AHEAD = 32, ///< Items between asking for a record and writing it.
};

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
    if (!qd__box_is_valid(box)) {
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

/// Makes room in the tree's list of leavers. It is kept, so that moving allocates nothing once it is long enough.
static bool grow_leavers(qd_tree *tree)
{
    const size_t least = tree->count / FEW + 1;
    const size_t room = 2 * tree->leaver_room > least ? 2 * tree->leaver_room : least;
    uint32_t *leavers = qd__memory_get(&tree->memory, room, sizeof *leavers);
    if (!leavers) {
        return false;
    }
    if (tree->leaver_room) {
        memcpy(leavers, tree->leavers, tree->leaver_room * sizeof *leavers);
    }
    qd__memory_give(&tree->memory, tree->leavers, tree->leaver_room, sizeof *leavers);
    tree->leavers = leavers;
    tree->leaver_room = room;
    return true;
}

/// Lists the slots of some items of a block. False: no memory for the list.
static bool list_slots(qd_tree *tree, const qd__block *block, uint32_t lanes, size_t *count)
{
    for (; lanes; lanes &= lanes - 1) {
        if (*count == tree->leaver_room && !grow_leavers(tree)) {
            return false;
        }
        tree->leavers[(*count)++] = qd__block_items(block)[qd__lowest_bit(lanes)].id.slot;
    }
    return true;
}

/// Asks for the boxes of a block that will be gone over soon, and for the quad of one that comes sooner.
static void prefetch_ahead(const qd_tree *tree, const qd__pool *pool, uint32_t size, uint32_t index)
{
    if (index + 4 < pool->used) {
        qd__prefetch(qd__pool_at(pool, index + 4), QD__BLOCK_HEADER + qd__size_lanes(size) * sizeof(qd__record));
        const qd__block *block = qd__pool_at(pool, index + 2);
        if (block->count > 0) {
            qd__prefetch(&qd__quad_at(tree, block->cell >> 2)->child, 1);
        }
    }
}

/// Lists the items that have left their cell, in memory order, and makes each block's bounds tight around the others.
static bool list_leavers(qd_tree *tree, size_t *count)
{
    *count = 0;
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        for (uint32_t index = 0; index < tree->blocks[size].used; index++) {
            qd__block *block = qd__pool_at(&tree->blocks[size], index);
            prefetch_ahead(tree, &tree->blocks[size], size, index);
            if (block->count == 0) {
                continue;
            }
            const qd__record *records = qd__block_records(block);
            const qd__home home = qd__place_home(tree, block->cell);
            const uint32_t left = tree->lanes->leavers(records, block->count, &tree->lattice, &home);
            block->bounds = left ? qd__record_empty() : tree->lanes->unite(records, block->count);
            for (uint32_t stay = left ? ~left & qd__low_bits(block->count) : 0; stay; stay &= stay - 1) {
                block->bounds = qd__union(block->bounds, records[qd__lowest_bit(stay)]);
            }
            if (!list_slots(tree, block, left, count)) {
                return false;
            }
        }
    }
    return true;
}

/// Takes an item whose box has been stored already to where it belongs.
static void settle(qd_tree *tree, uint32_t slot)
{
    const uint32_t place = qd__slot_at(&tree->slots, slot)->place;
    qd__change_settle(tree, place, qd__block_records(qd__tree_block(tree, place))[qd__place_lane(place)]);
}

/// Stores every box where its item lies. The items are all over the memory: each record is asked for well before it is
/// written.
static void store_boxes(qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, bad_entry *first_bad)
{
    qd__record *ahead[AHEAD] = { NULL };
    for (size_t i = 0; i < count + AHEAD; i++) {
        if (i >= AHEAD && ahead[i % AHEAD]) {
            *ahead[i % AHEAD] = qd__record_of(boxes[i - AHEAD]);
        }
        const qd__slot *slot = i < count ? slot_to_move(tree, ids[i], boxes[i], i, first_bad) : NULL;
        ahead[i % AHEAD] = NULL;
        if (slot) {
            ahead[i % AHEAD] = qd__block_records(qd__tree_block(tree, slot->place)) + qd__place_lane(slot->place);
            qd__prefetch_to_write(ahead[i % AHEAD]);
        }
    }
}

/// Stores all boxes, takes those to other cells that have left theirs, then makes the bounds right.
static void move_in_passes(qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, bad_entry *first_bad)
{
    store_boxes(tree, ids, boxes, count, first_bad);
    size_t leavers;
    const bool listed = list_leavers(tree, &leavers);
    for (size_t i = 0; listed && i < leavers; i++) {
        if (i + NEXT < leavers) {
            const uint32_t place = qd__slot_at(&tree->slots, tree->leavers[i + NEXT])->place;
            const qd__block *block = qd__tree_block(tree, place);
            qd__prefetch_to_write(block);
            qd__prefetch_to_write(qd__block_records(block) + qd__place_lane(place));
        }
        settle(tree, tree->leavers[i]);
    }
    for (size_t i = 0; !listed && i < count; i++) { // the caller's ids are a list too, only longer and in no order
        if (qd__slots_find(&tree->slots, ids[i])) {
            settle(tree, ids[i].slot);
        }
    }
    qd__refit_all(tree, listed);
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
