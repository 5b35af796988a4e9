// Moving many items in passes over the tree: see passes.h.
//
// Workers store the boxes, look over the blocks for items that have left their cell, and refit. Taking the leavers
// elsewhere changes which blocks and cells there are, so that is done by this thread, in the order of the blocks.
#include "passes.h"

#include "change.h"
#include "parts.h"
#include "place.h"
#include "refit.h"
#include "upkeep.h"

#include <string.h>

enum {
    LEAST = 8,  ///< A new list of leavers has room for one item in so many.
    NEXT = 4,   ///< Leavers between asking for an item and taking it elsewhere.
    AHEAD = 32, ///< Items between asking for a record and writing it.
};

/// Boxes to store. The parts share the slots out, not the entries: where an id comes twice both are in one part, and
/// the later box wins.
typedef struct storing {
    const struct qd_tree *tree;
    const qd_id *ids;
    const qd_box *boxes;
    size_t count;
    uint32_t parts;
    qd__bad *bad; ///< Of each part.
} storing;

/// Stores those boxes whose slots are from `low` to `low + reach`, where their items lie. The items are all over the
/// memory: each record is asked for well before it is written.
static void store_some(const storing *all, uint32_t low, uint32_t reach, qd__bad *first_bad)
{
    const struct qd_tree *tree = all->tree;
    const qd_id *ids = all->ids;
    const qd_box *boxes = all->boxes;
    const size_t count = all->count;
    qd__record *ahead[AHEAD] = { NULL };
    for (size_t i = 0; i < count + AHEAD; i++) {
        if (i >= AHEAD && ahead[i % AHEAD]) {
            *ahead[i % AHEAD] = qd__record_of(boxes[i - AHEAD]);
        }
        const bool mine = i < count && ids[i].slot - low <= reach;
        const qd__slot *slot = mine ? qd__slot_to_move(tree, ids[i], boxes[i], i, first_bad) : NULL;
        ahead[i % AHEAD] = NULL;
        if (slot) {
            ahead[i % AHEAD] = qd__block_records(qd__tree_block(tree, slot->place)) + qd__place_lane(slot->place);
            qd__prefetch_to_write(ahead[i % AHEAD]);
        }
    }
}

static void store_part(void *job, uint32_t part)
{
    const storing *all = job;
    const uint32_t used = all->tree->slots.used;
    const uint32_t low = (uint32_t)qd__part_start(used, part, all->parts);
    const uint32_t next = (uint32_t)qd__part_start(used, part + 1, all->parts);
    const uint32_t last = part + 1 == all->parts ? UINT32_MAX : next - 1; // the last part has all that are no slots
    store_some(all, low, last - low, &all->bad[part]);
}

static void store_boxes(qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, qd__bad *first_bad)
{
    qd__bad bad[QD__WORKERS_MOST];
    memset(bad, 0, sizeof bad); // QD_OK is 0
    storing all = { tree, ids, boxes, count, qd__parts_for(tree, count, 1), bad };
    qd__run_parts(tree, store_part, &all, all.parts);
    for (uint32_t part = 0; part < all.parts; part++) {
        if (bad[part].result != QD_OK && (first_bad->result == QD_OK || bad[part].index < first_bad->index)) {
            *first_bad = bad[part];
        }
    }
}

/// Makes room in the tree's list of leavers. It is kept, so that moving allocates nothing once it is long enough.
static bool grow_leavers(qd_tree *tree)
{
    const size_t least = tree->count / LEAST + 1;
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

/// Which items of a block have left their cell. Makes the block's bounds tight around the others.
static uint32_t look_over(const qd_tree *tree, qd__block *block)
{
    const qd__record *records = qd__block_records(block);
    const qd__home home = qd__place_home(tree, block->cell);
    const uint32_t left = tree->lanes->leavers(records, block->count, &tree->lattice, &home);
    block->bounds = left ? qd__record_empty() : tree->lanes->unite(records, block->count);
    for (uint32_t stay = left ? ~left & qd__low_bits(block->count) : 0; stay; stay &= stay - 1) {
        block->bounds = qd__union(block->bounds, records[qd__lowest_bit(stay)]);
    }
    return left;
}

typedef struct looking {
    const qd_tree *tree;
    uint32_t parts;
} looking;

/// Looks over a part of the blocks, and writes into each which items have left.
static void look_over_part(void *job, uint32_t part)
{
    const looking *all = job;
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        const qd__pool *pool = &all->tree->blocks[size];
        const size_t end = qd__part_start(pool->used, part + 1, all->parts);
        for (uint32_t index = (uint32_t)qd__part_start(pool->used, part, all->parts); index < end; index++) {
            qd__block *block = qd__pool_at(pool, index);
            prefetch_ahead(all->tree, pool, size, index);
            if (block->count > 0) {
                block->left = look_over(all->tree, block);
            }
        }
    }
}

/// Lists the items that have left their cell, in memory order, and makes each block's bounds tight around the others.
static bool list_leavers(qd_tree *tree, size_t *count)
{
    looking all = { tree, qd__parts_for(tree, tree->count, QD__PARTS_PER_WORKER) };
    const bool shared = all.parts > 1;
    if (shared) {
        qd__run_parts(tree, look_over_part, &all, all.parts);
    }
    *count = 0;
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        for (uint32_t index = 0; index < tree->blocks[size].used; index++) {
            qd__block *block = qd__pool_at(&tree->blocks[size], index);
            if (!shared) {
                prefetch_ahead(tree, &tree->blocks[size], size, index);
            }
            if (block->count > 0 && !list_slots(tree, block, shared ? block->left : look_over(tree, block), count)) {
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

void qd__move_in_passes(struct qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, qd__bad *first_bad)
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
