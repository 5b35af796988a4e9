// The calls for many items at once.
#include "change.h"
#include "change_log.h"
#include "maintain.h"
#include "node.h"
#include "passes.h"
#include "rebuild.h"
#include "simd_base.h"
#include "totals.h"

#include <string.h>

enum {
    FEW_CHANGES =
        8, ///< Fewer than 1/FEW_CHANGES of the items are moved one by one: passes over the whole tree would cost more.
    CHANGES_AHEAD = 4, ///< Items between asking for the memory of one and putting it there.
    CHANGES_LOT = 64,  ///< Items that are checked at once.
};

/// How many items ahead of one that is moved what is asked for: each says where the next thing lies.
enum { SLOT_AHEAD = 16, BUCKET_AHEAD = 6, QUAD_AHEAD = 2 };

static qd_result result_of(const qd__bad *first_bad, size_t *bad)
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

/// Are all of some items valid? False where one of them may not be.
static bool are_valid(const qd_tree *tree, const qd_item *items, size_t count)
{
    uint32_t layers = 0;
    for (size_t i = 0; i < count; i++) {
        layers |= items[i].filter.layers;
    }
    return !(layers & QD_NO_LAYERS) && tree->simd->all_sound(&items->box, sizeof *items, count);
}

/// The end of the run of items from `start` on that are all valid.
static size_t end_of_valid(const qd_tree *tree, const qd_item *items, size_t start, size_t count)
{
    size_t end = start;
    while (end + CHANGES_LOT <= count &&
           are_valid(tree, items + end, CHANGES_LOT)) { // all at once takes no branch for each
        end += CHANGES_LOT;
    }
    while (end < count && qd__item_is_valid(&items[end])) {
        end++;
    }
    return end;
}

/// An id for each valid item, a null one for the others. False: no memory, and all are null.
static bool acquire_ids(qd_tree *tree, const qd_item *items, size_t count, qd_id *ids, qd__bad *first_bad)
{
    for (size_t start = 0; start < count; start++) { // past the one that ends the run
        const size_t end = end_of_valid(tree, items, start, count);
        const size_t got = qd__slots_acquire_many(&tree->slots, &tree->memory, ids + start, end - start);
        if (got < end - start) {
            undo_insert(tree, ids, 0, start + got);
            memset(ids, 0, count * sizeof *ids);
            return false;
        }
        start = end;
        if (end < count) {
            memset(&ids[end], 0, sizeof *ids);
            qd__note_bad(first_bad, QD_BAD_VALUE, end);
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
        if (tree->count > QD__LARGE && i + CHANGES_AHEAD < count && !qd_id_is_null(ids[i + CHANGES_AHEAD])) {
            qd__change_prefetch(tree, &items[i + CHANGES_AHEAD].box);
        }
        const qd__entry entry = qd__entry_of(&items[i], ids[i]);
        if (!qd__change_put(tree, &entry)) {
            undo_insert(tree, ids, i, count);
            return false;
        }
        if (tree->keeping == QD__FIXED) { // which finds its root while there is room to rebuild it
            qd__maintain_insert(tree);
        }
    }
    qd__maintain_many(tree); // coming items loosen no bounds, so there is nothing to refit
    return true;
}

/// What was built into the tree at once was not noted one by one.
static void note_touched(const qd_tree *tree, const qd_id *ids, size_t count)
{
    for (size_t i = 0; i < count && tree->change_logs; i++) {
        if (!qd_id_is_null(ids[i])) {
            qd__change_log_touched(tree, ids[i].slot);
        }
    }
}

static bool insert_all(qd_tree *tree, const qd_item *items, size_t count, qd_id *ids, qd__bad *first_bad)
{
    if (!acquire_ids(tree, items, count, ids, first_bad)) {
        return false;
    }
    if (tree->summed && !qd__values_begin(tree, ids, count)) {
        undo_insert(tree, ids, 0, count);
        return false;
    }
    const bool bulk = count > tree->capacity && count >= tree->count;
    if (bulk && qd__rebuild(tree, items, ids, count, false)) {
        note_touched(tree, ids, count);
        qd__maintain_many(tree);
        return true;
    }
    return put_one_by_one(tree, items, count, ids); // which needs less memory at a time
}

/// Inserting into a fixed tree without being asked for ids, for which there would be no memory. Where there is a slot
/// for each item, nothing can fail.
static bool insert_without_ids(qd_tree *tree, const qd_item *items, size_t count, qd__bad *first_bad)
{
    size_t valid = 0;
    for (size_t i = 0; i < count; i++) {
        valid += qd__item_is_valid(&items[i]);
    }
    if (!qd__slots_has_free(&tree->slots, valid)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (qd_id_is_null(qd_tree_insert(tree, items[i]))) {
            qd__note_bad(first_bad, QD_BAD_VALUE, i);
        }
    }
    return true;
}

/// Inserts, with an array of its own for the ids where the caller gives none.
static bool insert_with_own(qd_tree *tree, const qd_item *items, size_t count, qd_id *ids, qd__bad *first_bad)
{
    if (!ids && tree->keeping == QD__FIXED) {
        return insert_without_ids(tree, items, count, first_bad);
    }
    qd_id *own = ids ? NULL : qd__memory_get(&tree->memory, count, sizeof *own);
    const bool done = (ids || own) && insert_all(tree, items, count, ids ? ids : own, first_bad);
    qd__memory_give(&tree->memory, own, count, sizeof *own);
    return done;
}

static qd_result refuse_all(qd_id *ids, size_t count)
{
    if (ids) {
        memset(ids, 0, count * sizeof *ids);
    }
    return QD_READ_ONLY;
}

qd_result qd_tree_insert_many(qd_tree *tree, const qd_item *items, size_t count, qd_id *ids, size_t *bad)
{
    if (qd__is_read_only(tree)) {
        return refuse_all(ids, count);
    }
    if (count == 0) {
        return QD_OK;
    }
    qd__bad first_bad = { QD_OK, 0 };
    if (!insert_with_own(tree, items, count, ids, &first_bad)) {
        first_bad.result = QD_NO_MEMORY;
        bad = NULL;
    }
    return result_of(&first_bad, bad);
}

/// The slot of an item to move, or NULL.
static const qd__slot *slot_of(const qd_tree *tree, const qd_id *ids, size_t count, size_t at)
{
    return at < count ? qd__slots_find(&tree->slots, ids[at]) : NULL;
}

/// Asks for the slots, the buckets and the quads of the items that come next.
static void prefetch_next_change(const qd_tree *tree, const qd_id *ids, size_t count, size_t at)
{
    if (at + SLOT_AHEAD < count && ids[at + SLOT_AHEAD].slot - 1 < tree->slots.used) {
        qd__prefetch(qd__slot_at(&tree->slots, ids[at + SLOT_AHEAD].slot), 1);
    }
    const qd__slot *slot = slot_of(tree, ids, count, at + BUCKET_AHEAD);
    if (slot) {
        const qd__bucket *bucket = qd__tree_bucket(tree, slot->location);
        qd__prefetch(bucket, 1);
        qd__location_prefetch_aabb(bucket, slot->location);
    }
    slot = slot_of(tree, ids, count, at + QUAD_AHEAD);
    if (slot) {
        const qd__quad *quad = qd__quad_at(tree, qd__tree_bucket(tree, slot->location)->node >> 2);
        qd__prefetch(quad, 1);
        qd__prefetch(quad->child, 1);
    }
}

static void move_each(qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, qd__bad *first_bad)
{
    for (size_t i = 0; i < count; i++) {
        prefetch_next_change(tree, ids, count, i);
        const qd__slot *slot = qd__slot_to_move(tree, ids[i], boxes[i], i, first_bad);
        if (slot) {
            qd__change_move(tree, ids[i].slot, qd__aabb_of(boxes[i]));
            qd__maintain_one(tree);
        }
    }
}

qd_result qd_tree_move_many(qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, size_t *bad)
{
    if (qd__is_read_only(tree)) {
        return QD_READ_ONLY;
    }
    qd__bad first_bad = { QD_OK, 0 };
    const bool few = count < tree->count / FEW_CHANGES || count < 2;
    if (few || !qd__move_in_passes(tree, ids, boxes, count, &first_bad)) {
        move_each(tree, ids, boxes, count, &first_bad);
    }
    return result_of(&first_bad, bad);
}

qd_result qd_tree_remove_many(qd_tree *tree, const qd_id *ids, size_t count, size_t *bad)
{
    if (qd__is_read_only(tree)) {
        return QD_READ_ONLY;
    }
    qd__bad first_bad = { QD_OK, 0 };
    for (size_t i = 0; i < count; i++) {
        if (tree->count > QD__LARGE / 8) {
            prefetch_next_change(tree, ids, count, i);
        }
        if (!qd__slots_find(&tree->slots, ids[i])) {
            qd__note_bad(&first_bad, QD_STALE_ID, i);
            continue;
        }
        qd__change_drop(tree, ids[i]);
        qd__maintain_one(tree);
    }
    return result_of(&first_bad, bad);
}
