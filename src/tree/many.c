// The calls for many items at once.
//
// Inserting: ids for all valid items, then what is kept by slot, then the items. More than a leaf holds, and no fewer
// than the tree has, are built into it at once. Fewer that are still many are put in by node (newcomers.h), the others
// one by one; so are all where the other ways have no memory.
// Where an item finds none, undo_insert takes out those that are in and ends all ids. (A fixed tree without an array
// for ids has none to end: it looks for a slot for each item first.)
//
// Moving: few one by one, many in passes (passes.h), or one by one without memory for passes.
#include "change.h"
#include "change_log.h"
#include "maintain.h"
#include "newcomers.h"
#include "node.h"
#include "passes.h"
#include "precise.h"
#include "rebuild.h"
#include "source.h"
#include "totals.h"
#include "view.h"

#include <string.h>

enum {
    FEW_CHANGES =
        8, ///< Fewer than 1/FEW_CHANGES of the items are moved one by one: passes over the whole tree would cost more.
    PUT_AHEAD = 4,    ///< Items between the steps of asking for what putting one will touch.
    CHANGES_LOT = 64, ///< Items that are checked at once.
};

/// How many items ahead to prefetch each thing: each names the place of the next.
enum { SLOT_AHEAD = 16, BUCKET_AHEAD = 6, QUAD_AHEAD = 2 };

static qd_result result_of(const qd__bad *first_bad, size_t *bad)
{
    if (first_bad->result != QD_OK && bad)
        *bad = first_bad->index;
    return first_bad->result;
}

/// Is the item of a live id in the tree already?
static bool is_in(const qd_tree *tree, qd_id id)
{
    return qd__slot_at(&tree->pools.slots, qd_id_slot(id))->location != QD__NONE;
}

/// Ends the ids again, and takes out the items that are in; from the last to the first, so that the next ids come in
/// the order they would have come in.
static void undo_insert(qd_tree *tree, qd_id *ids, size_t count)
{
    for (size_t i = count; i-- > 0;) {
        if (ids[i] != 0 && is_in(tree, ids[i]))
            qd__change_drop(tree, ids[i]);
        else if (ids[i] != 0)
            qd__slots_release(&tree->pools.slots, ids[i]);
        ids[i] = 0;
    }
}

/// Items on their way into a tree.
typedef struct arrivals {
    const qd_items *items;
    qd__view view;
    size_t count;
    qd_id *ids;
    qd__bad bad;
} arrivals;

static bool is_valid_at(const arrivals *all, size_t i)
{
    return qd__fbox_is_valid(qd__view_rounded(&all->view, i));
}

/// An id for each valid item of a stretch, 0 for the others, and what the tree keeps by slot. False: no memory; those
/// that have an id are undone by the caller.
static bool admit(qd_tree *tree, arrivals *all, size_t start, size_t end)
{
    qd__pools *pools = &tree->pools;
    const qd__fbox *packed = all->view.packed;
    const bool sound = packed && tree->settings.simd->all_sound(packed + start, sizeof *packed, end - start);
    while (start < end) { // past the one that ends the run
        size_t next = sound ? end : start;
        while (next < end && is_valid_at(all, next))
            next++;
        const size_t got = qd__slots_acquire_many(&pools->slots, &pools->memory, qd__first_generation(tree),
                                                  all->ids + start, next - start);
        if (got < next - start ||
            (qd__is_precise(tree) && !qd__pool_reserve(&pools->exact, &pools->memory, pools->slots.used))) {
            memset(all->ids + start + got, 0, (all->count - start - got) * sizeof *all->ids);
            return false;
        }
        for (size_t i = start; qd__is_precise(tree) && i < next; i++) {
            const qd_box box = qd__view_box(&all->view, i);
            qd__precise_keep(tree, qd_id_slot(all->ids[i]), &box);
        }
        if (next < end) {
            all->ids[next] = 0;
            qd__note_bad(&all->bad, QD_BAD_VALUE, next);
        }
        start = next + 1;
    }
    return true;
}

/// Ids for all valid items, and what the tree keeps by slot: values, and exact boxes. Where there is room for
/// rounded boxes, rounds them. A lot at a time, which is in the cache when it is read again. False: no memory, and all
/// ids are 0.
static bool admit_all(qd_tree *tree, arrivals *all, qd__fbox *rounded)
{
    all->view.packed = rounded ? rounded : all->view.packed;
    for (size_t start = 0, end; start < all->count; start = end) {
        end = all->count - start < CHANGES_LOT ? all->count : start + CHANGES_LOT;
        if (rounded)
            qd__view_round(&all->view, start, end - start, rounded + start);
        if (!admit(tree, all, start, end)) {
            undo_insert(tree, all->ids, all->count);
            return false;
        }
    }
    if (qd__is_summed(tree) && !qd__values_begin(tree, all->ids, all->items->values, all->count)) {
        undo_insert(tree, all->ids, all->count);
        return false;
    }
    return true;
}

static qd__source source_of(const arrivals *all)
{
    const qd_items *items = all->items;
    return (qd__source){ all->view.packed, items->users, items->filters, items->first_user, items->filter };
}

/// The nodes that the next items go to; QD__NONE if not known.
typedef struct nodes_ahead {
    uint32_t at[4 * PUT_AHEAD];
} nodes_ahead;

/// Puts in those that are not in yet.
static bool put_one_by_one(qd_tree *tree, arrivals *all)
{
    const qd__source source = source_of(all);
    nodes_ahead nodes;
    memset(&nodes, 0xff, sizeof nodes); // QD__NONE
    for (size_t i = 0; i < all->count; i++) {
        if (QD__CAN_PREFETCH && tree->count > QD__LARGE / 4) {
            // Prefetches what putting the items behind `i` will read and write. There are four steps, each PUT_AHEAD
            // items further.
            const size_t step = PUT_AHEAD, square = i + 4 * step, quad = i + 3 * step, room = 4 * step;
            if (square < all->count && all->ids[square] != 0) {
                const qd__spot spot =
                    qd__lattice_spot(&tree->lattice, qd__aabb_of(qd__view_rounded(&all->view, square)));
                qd__change_prefetch_square(tree, &spot);
            }
            nodes.at[quad % room] = QD__NONE;
            if (quad < all->count && all->ids[quad] != 0) {
                const qd__fbox box = qd__view_rounded(&all->view, quad);
                nodes.at[quad % room] = qd__change_prefetch_quad(tree, &box);
            }
            qd__change_prefetch_header(tree, nodes.at[(i + 2 * step) % room]);
            qd__change_prefetch_lane(tree, nodes.at[(i + step) % room]);
        }
        if (all->ids[i] == 0 || is_in(tree, all->ids[i]))
            continue;
        const qd__entry entry = qd__source_entry(&source, i, qd__view_rounded(&all->view, i), all->ids[i]);
        if (!qd__change_put(tree, &entry))
            return false;
        if (tree->settings.keeping == QD__FIXED) // which finds its root while there is room to rebuild it
            qd__maintain_insert(tree);
    }
    return true;
}

static bool insert_all(qd_tree *tree, arrivals *all, qd__fbox *rounded, bool bulk)
{
    const bool first = tree->pools.slots.used == 0;
    if (!admit_all(tree, all, rounded))
        return false;
    const qd__source source = source_of(all);
    const bool built = bulk && qd__rebuild(tree, &source, all->ids, all->count, false);
    const bool by_node = !built && all->view.packed && qd__newcomers_are_many(tree, all->count);
    if (!built && !(by_node && qd__newcomers_put(tree, &source, all->ids, all->count)) &&
        !put_one_by_one(tree, all)) { // needs least memory
        undo_insert(tree, all->ids, all->count);
        return false;
    }
    for (size_t i = 0; built && i < all->count && tree->upkeep.change_logs; i++) // these were not noted one by one
        if (all->ids[i] != 0)
            qd__change_log_touched(tree, qd_id_slot(all->ids[i]));
    const bool rebuilt = qd__maintain_many(tree); // coming items loosen no bounds, so there is nothing to refit
    if (built && first && !rebuilt && all->bad.result == QD_OK) // what the plan of a snapshot would do again
        tree->upkeep.laid_out = tree->upkeep.changes;
    return true;
}

/// Inserting into a fixed tree without being asked for ids, for which there would be no memory. Where there is a slot
/// for each item, nothing can fail.
static bool insert_without_ids(qd_tree *tree, arrivals *all)
{
    size_t valid = 0;
    for (size_t i = 0; i < all->count; i++)
        valid += is_valid_at(all, i);
    if (!qd__slots_has_free(&tree->pools.slots, valid))
        return false;
    const qd__source source = source_of(all);
    for (size_t i = 0; i < all->count; i++) {
        const qd_filter filter = qd__source_filter(&source, i);
        const qd_item item = { qd__view_box(&all->view, i), qd__source_user(&source, i),
                               qd__caller_filter(filter.layers, filter.mask), 0 };
        if (qd_tree_insert(tree, &item, NULL) != QD_OK)
            qd__note_bad(&all->bad, QD_BAD_VALUE, i);
    }
    return true;
}

/// Puts the origin of an empty tree among the boxes that come: of those picked the valid ones, or the first valid one.
static void find_origin(qd_tree *tree, const arrivals *all)
{
    qd__centers centers;
    centers.count = 0;
    for (size_t i = 0, step = qd__centers_step(all->count); i < all->count; i += step) {
        const qd_box box = qd__view_box(&all->view, i);
        if (qd__box_is_valid(&box))
            qd__centers_add(&centers, &box);
    }
    for (size_t i = 0; i < all->count && centers.count == 0; i++) {
        const qd_box box = qd__view_box(&all->view, i);
        if (qd__box_is_valid(&box))
            qd__centers_add(&centers, &box);
    }
    if (centers.count > 0)
        tree->origin = qd__centers_origin(&centers);
}

/// Inserts, with arrays of its own for the ids where the caller gives none, and for boxes that are not as the tree has
/// them where many come.
static bool insert_with_own(qd_tree *tree, arrivals *all)
{
    const bool without_ids = !all->ids && tree->settings.keeping == QD__FIXED;
    qd_id *own = all->ids || without_ids ? NULL : (qd_id *)qd__memory_get(&tree->pools.memory, all->count, sizeof *own);
    all->ids = all->ids ? all->ids : own;
    if (!all->ids && !without_ids)
        return false;
    if (qd__is_precise(tree) && tree->count == 0 && !tree->settings.origin_given)
        find_origin(tree, all);
    if (without_ids)
        return insert_without_ids(tree, all);
    const bool bulk = all->count > tree->settings.capacity && all->count >= tree->count;
    const bool at_once = bulk || qd__newcomers_are_many(tree, all->count);
    const bool pack = at_once && !all->view.packed && tree->settings.keeping != QD__FIXED;
    qd__fbox *rounded = pack ? (qd__fbox *)qd__memory_get(&tree->pools.memory, all->count, sizeof *rounded) : NULL;
    const bool done = insert_all(tree, all, rounded, bulk && (rounded || all->view.packed));
    qd__memory_give(&tree->pools.memory, rounded, all->count, sizeof *rounded);
    qd__memory_give(&tree->pools.memory, own, all->count, sizeof *own);
    return done;
}

static qd_result refuse_all(qd_id *ids, size_t count, qd_result result)
{
    if (ids)
        memset(ids, 0, count * sizeof *ids);
    return result;
}

qd_result qd_tree_insert_many(qd_tree *tree, const qd_items *items, size_t count, qd_id *ids, size_t *bad)
{
    if (qd__is_read_only(tree))
        return refuse_all(ids, count, QD_READ_ONLY);
    if (count == 0)
        return QD_OK;
    arrivals all = { items, qd__view_of(tree, &items->boxes), count, ids, { QD_OK, 0 } };
    if (!insert_with_own(tree, &all))
        return refuse_all(ids, count, qd__no_room(tree));
    return result_of(&all.bad, bad);
}

/// The slot of an item to move, or NULL.
static const qd__slot *slot_of(const qd_tree *tree, const qd_id *ids, size_t count, size_t at)
{
    return at < count ? qd__slots_find(&tree->pools.slots, ids[at]) : NULL;
}

/// Asks for the slots, the buckets and the quads of the items that come next.
static void prefetch_next_change(const qd_tree *tree, const qd_id *ids, size_t count, size_t at)
{
    if (at + SLOT_AHEAD < count && qd_id_slot(ids[at + SLOT_AHEAD]) - 1 < tree->pools.slots.used)
        qd__tree_prefetch_slot(tree, qd_id_slot(ids[at + SLOT_AHEAD]));
    const qd__slot *slot = slot_of(tree, ids, count, at + BUCKET_AHEAD);
    if (slot) {
        const qd__bucket *bucket = qd__tree_bucket(tree, slot->location);
        qd__prefetch(bucket, 1);
        qd__location_prefetch_aabb(bucket, slot->location);
    }
    slot = slot_of(tree, ids, count, at + QUAD_AHEAD);
    if (slot) {
        const qd__quad *quad = qd__quad_of(tree, qd__tree_bucket(tree, slot->location)->node);
        qd__prefetch(quad, 1);
        qd__prefetch(quad->child, 1);
    }
}

/// Keeps the exact boxes of items that are to move: those with a live id and a valid box.
static void keep_exact(const qd_tree *tree, const qd_id *ids, const qd__view *view, size_t first, size_t count,
                       const qd__fbox *rounded)
{
    const qd__pool *slots = &tree->pools.slots;
    const bool plain = view->doubles && !tree->upkeep.change_logs &&
                       qd__slots_in_a_row(slots, tree->settings.simd, ids, count) &&
                       tree->settings.simd->all_sound(rounded, sizeof *rounded, count);
    for (size_t i = 0; plain && i < count; i++) {
        const qd_box box = qd__view_box(view, first + i);
        qd__precise_keep(tree, qd_id_slot(ids[0]) + (uint32_t)i, &box);
    }
    if (plain)
        return;
    for (size_t i = 0; i < count; i++) {
        if (qd__fbox_is_valid(rounded[i]) && qd__slots_find(slots, ids[i])) {
            const qd_box box = qd__view_box(view, first + i);
            qd__precise_move(tree, qd_id_slot(ids[i]), &box);
        }
    }
}

/// Moves many in passes over the tree. False: no memory.
static bool move_in_passes(qd_tree *tree, const qd_id *ids, qd__view *view, size_t count, qd__bad *first_bad)
{
    qd__pools *pools = &tree->pools;
    if (!view->packed &&
        (tree->settings.keeping == QD__FIXED || // it has no memory for rounded boxes
         !qd__memory_reserve(&pools->memory, &pools->rounded, 0, &pools->rounded_room, count, sizeof *pools->rounded)))
        return false;
    // Rounded a lot at a time where it is read again: it is in the cache then.
    qd__fbox *rounded = pools->rounded;
    const size_t lot = qd__is_precise(tree) ? CHANGES_LOT : count;
    for (size_t from = 0, end; !view->packed && from < count; from = end) {
        end = count - from < lot ? count : from + lot;
        qd__view_round(view, from, end - from, rounded + from);
        if (qd__is_precise(tree))
            keep_exact(tree, ids + from, view, from, end - from, rounded + from);
    }
    view->packed = view->packed ? view->packed : rounded;
    return qd__move_in_passes(tree, ids, view->packed, count, first_bad);
}

qd_result qd_tree_move_many(qd_tree *tree, const qd_id *ids, const qd_boxes *boxes, size_t count, size_t *bad)
{
    if (qd__is_read_only(tree))
        return QD_READ_ONLY;
    if (count == 0)
        return QD_OK;
    qd__bad first_bad = { QD_OK, 0 };
    qd__view view = qd__view_of(tree, boxes);
    const bool few = count < tree->count / FEW_CHANGES || count < 2;
    if (few || !move_in_passes(tree, ids, &view, count, &first_bad)) {
        for (size_t i = 0; i < count; i++) {
            if (QD__CAN_PREFETCH)
                prefetch_next_change(tree, ids, count, i);
            const qd__fbox rounded = qd__view_rounded(&view, i);
            if (qd__slot_to_move(tree, ids[i], rounded, i, &first_bad)) {
                if (qd__is_precise(tree)) {
                    const qd_box box = qd__view_box(&view, i);
                    qd__precise_move(tree, qd_id_slot(ids[i]), &box);
                }
                const qd__aabb aabb = qd__aabb_of(rounded);
                qd__change_move(tree, qd_id_slot(ids[i]), &aabb);
                qd__maintain_one(tree);
            }
        }
    }
    return result_of(&first_bad, bad);
}

qd_result qd_tree_remove_many(qd_tree *tree, const qd_id *ids, size_t count, size_t *bad)
{
    if (qd__is_read_only(tree))
        return QD_READ_ONLY;
    qd__bad first_bad = { QD_OK, 0 };
    for (size_t i = 0; i < count; i++) {
        if (QD__CAN_PREFETCH && tree->count > QD__LARGE / 8)
            prefetch_next_change(tree, ids, count, i);
        if (!qd__slots_find(&tree->pools.slots, ids[i])) {
            qd__note_bad(&first_bad, QD_STALE_ID, i);
            continue;
        }
        qd__change_drop(tree, ids[i]);
        qd__maintain_one(tree);
    }
    return result_of(&first_bad, bad);
}
