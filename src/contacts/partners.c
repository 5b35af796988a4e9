// The partners of many items, each by a window of its own: see state.h.
//
// A window is small and meets a few blocks, which lie anywhere. So the windows are taken together: each goes down from
// the root and leaves the blocks that it meets in a queue, having asked for them; when the queue is full the blocks are
// compared, and by then the first ones have come from memory.
#include "lanes_base.h"
#include "order.h"
#include "seen.h"
#include "state.h"

enum {
    WAITING = 48, ///< Blocks in the queue.
    SOON = 8,     ///< Items between asking for one's box and using it,
    LATER = 16,   ///< and its slot.
};

typedef struct waiting_block {
    const qd__block *block;   ///< The first of a cell that the item meets.
    const qd__record *record; ///< Of the item, whose
    uint32_t slot, place;     ///< slot and place these are.
} waiting_block;

typedef struct seeker {
    qd_contacts *contacts;
    const struct qd_tree *tree;
    bool failed; ///< No memory.
    unsigned count;
    waiting_block waiting[WAITING];
} seeker;

/// Do the filters of the item and of another let them meet?
static bool filters_meet(const seeker *seek, const waiting_block *item, const qd__block *block, uint32_t lane)
{
    const qd__block *own = qd__tree_block(seek->tree, item->place);
    const uint32_t own_lane = qd__place_lane(item->place);
    return (qd__item_mask(own, own_lane) & qd__item_layers(block, lane)) &&
           (qd__item_mask(block, lane) & qd__item_layers(own, own_lane));
}

/// Where both are tested, the one with the lower slot has the pair.
static bool has_pair(const qd_contacts *contacts, uint32_t slot, uint32_t other)
{
    return other > slot || (other < slot && !(contacts->watch.flags[other] & QD__SELECTED));
}

static void compare_block(seeker *seek, const waiting_block *item, const qd__block *block)
{
    const struct qd_tree *tree = seek->tree;
    qd_contacts *contacts = seek->contacts;
    const qd__coarse boxes = qd__block_coarse(block);
    contacts->cost.tests += block->count;
    for (uint32_t hits = tree->lanes->may_meet(&boxes, item->record); hits; hits &= hits - 1) {
        const uint32_t lane = qd__lowest_bit(hits), other = qd__block_items(block)[lane].id.slot;
        if (qd__one_meets(&qd__block_records(block)[lane], item->record, tree->open) &&
            has_pair(contacts, item->slot, other) && (!tree->filtered || filters_meet(seek, item, block, lane))) {
            contacts->cost.hits++;
            seek->failed |= !qd__numbers_add(&contacts->keys, &contacts->memory, qd__key(item->slot, other));
        }
    }
}

/// Looks into the blocks that wait, and into those that follow them in their cells.
static void compare_all(seeker *seek)
{
    for (unsigned i = 0; i < seek->count; i++) {
        const waiting_block *item = &seek->waiting[i];
        for (const qd__block *block = item->block; block;) {
            if (qd__one_meets(&block->bounds, item->record, seek->tree->open)) {
                compare_block(seek, item, block);
            }
            block = block->next != QD__NONE ? qd__tree_block(seek->tree, block->next) : NULL;
        }
    }
    seek->count = 0;
}

/// Goes down through the cells that an item meets.
static void seek_one(seeker *seek, uint32_t slot, uint32_t place)
{
    const struct qd_tree *tree = seek->tree;
    const qd__record *record = qd__record_at(tree->blocks, place);
    const qd__record probe = qd__probe(*record);
    const bool open = tree->open, filtered = tree->filtered;
    qd_query_filter filter = { 0 };
    uint64_t nodes = 0;
    if (filtered) { // an item sees whom it meets
        const qd__block *own = qd__tree_block(tree, place);
        filter.mask = qd__item_mask(own, qd__place_lane(place));
        filter.layers = qd__item_layers(own, qd__place_lane(place));
    }
    uint32_t stack[3 * QD__LEVELS + 4]; // each level leaves at most three quads behind
    stack[0] = 0;
    for (size_t height = 1; height > 0;) {
        const qd__quad *quad = qd__quad_at(tree, stack[--height]);
        if (seek->count + 4 > WAITING) {
            compare_all(seek);
        }
        for (uint32_t met = qd__four_meet(quad->bounds, probe, open); met; met &= met - 1) {
            const uint32_t lane = qd__lowest_bit(met);
            if (filtered && !qd__cell_seen(quad, lane, &filter)) {
                continue;
            }
            nodes++;
            if (quad->child[lane] != QD__NONE) {
                stack[height++] = quad->child[lane];
            }
            if (quad->block[lane] != QD__NONE) {
                const qd__block *block = qd__tree_block(tree, quad->block[lane]);
                qd__prefetch(block, QD__BLOCK_HEADER + (size_t)4 * QD__LANES_MOST);
                seek->waiting[seek->count++] = (waiting_block){ block, record, slot, place };
            }
        }
    }
    seek->contacts->cost.nodes += nodes;
}

/// Asks for what will be read of the items that come next.
static void prefetch_next(const qd_contacts *contacts, size_t at)
{
    const qd__watch *watch = &contacts->watch;
    const qd__pool *slots = &watch->tree->slots;
    if (at + LATER < contacts->selected) {
        qd__prefetch(qd__slot_at(slots, watch->touched[at + LATER]), 1);
    }
    if (at + SOON < contacts->selected) {
        const qd__slot *slot = qd__slot_at(slots, watch->touched[at + SOON]);
        if (slot->generation & 1) {
            qd__prefetch(qd__tree_block(watch->tree, slot->place), 1);
        }
    }
}

/// Lists the places of the selected items in `over`, in the order of their cells: neighbours then come one after the
/// other, and find in the cache what the ones before have read. False: no memory.
static bool list_by_cell(qd_contacts *contacts)
{
    const struct qd_tree *tree = contacts->watch.tree;
    qd__numbers *list = &contacts->over;
    list->count = 0;
    if (!qd__numbers_reserve(list, &contacts->memory, contacts->selected) ||
        !qd__numbers_reserve(&contacts->scratch, &contacts->memory, contacts->selected)) {
        return false;
    }
    for (size_t i = 0; i < contacts->selected; i++) {
        const qd__slot *slot = qd__slot_at(&tree->slots, contacts->watch.touched[i]);
        prefetch_next(contacts, i);
        if (slot->generation & 1) {
            const uint32_t cell = qd__tree_block(tree, slot->place)->cell;
            list->all[list->count++] = (uint64_t)cell << 32 | slot->place;
        }
    }
    qd__order(list->all, contacts->scratch.all, list->count, 32);
    return true;
}

static void prefetch_item(const struct qd_tree *tree, uint32_t place)
{
    qd__prefetch(qd__record_at(tree->blocks, place), 1);
    qd__prefetch(qd__place_item(qd__tree_block(tree, place), place), 1);
}

bool qd__seek_partners(qd_contacts *contacts)
{
    if (!list_by_cell(contacts)) {
        return false;
    }
    seeker seek; // too large to be cleared for nothing
    seek.contacts = contacts;
    seek.tree = contacts->watch.tree;
    seek.failed = false;
    seek.count = 0;
    const size_t count = contacts->over.count;
    for (size_t i = 0; i < count && !seek.failed; i++) {
        prefetch_item(seek.tree, (uint32_t)contacts->over.all[i + SOON < count ? i + SOON : i]);
        const uint32_t place = (uint32_t)contacts->over.all[i];
        const qd_found *item = qd__place_item(qd__tree_block(seek.tree, place), place);
        seek_one(&seek, item->id.slot, place);
    }
    compare_all(&seek);
    return !seek.failed;
}
