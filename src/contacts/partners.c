// The partners of many items, each by a window of its own: see state.h.
//
// A window is small and meets a few blocks, which lie anywhere. So the windows are taken together, and what they will
// read is asked for before it is read:
//
//     items, in the order of their cells     neighbours go down from the root together while they meet the same cells
//     blocks that they meet, in a queue      coarse boxes say which items of a block may be met
//     items that they may meet, in another   their boxes and ids decide
//
// When a queue is full it is worked off; by then what waits in it has come from memory.
#include "lanes_base.h"
#include "order.h"
#include "seen.h"
#include "state.h"

enum {
    BATCH = 32,   ///< Items that are taken together,
    GROUP = 8,    ///< and those of them that are sought from one quad.
    WAITING = 64, ///< Blocks in the first queue,
    LIKELY = 64,  ///< and items in the second one.
};

/// An item whose partners are sought.
typedef struct sought_item {
    const qd__record *record;
    const qd_found *item;
    uint32_t place;
} sought_item;

typedef struct waiting_block {
    const sought_item *sought;
    const qd__block *block; ///< The first of a cell that the item meets.
} waiting_block;

typedef struct likely_item {
    const sought_item *sought;
    const qd__block *block; ///< Of an item that it may meet, in this
    uint32_t lane;          ///< lane.
} likely_item;

typedef struct seeker {
    qd_contacts *contacts;
    const struct qd_tree *tree;
    bool failed; ///< No memory.
    unsigned waiting_count, likely_count;
    sought_item batch[BATCH];
    waiting_block waiting[WAITING];
    likely_item likely[LIKELY];
} seeker;

/// Do the filters of the two let them meet?
static bool filters_meet(const struct qd_tree *tree, const likely_item *likely)
{
    const qd__block *own = qd__tree_block(tree, likely->sought->place), *other = likely->block;
    const uint32_t own_lane = qd__place_lane(likely->sought->place), lane = likely->lane;
    return (qd__item_mask(own, own_lane) & qd__item_layers(other, lane)) &&
           (qd__item_mask(other, lane) & qd__item_layers(own, own_lane));
}

/// Where both are tested, the one with the lower slot has the pair.
static bool has_pair(const qd_contacts *contacts, uint32_t slot, uint32_t other)
{
    return other > slot || !(contacts->watch.flags[other] & QD__SELECTED);
}

/// Compares the boxes of the second queue.
static void compare_likely(seeker *seek)
{
    const struct qd_tree *tree = seek->tree;
    qd_contacts *contacts = seek->contacts;
    for (unsigned i = 0; i < seek->likely_count; i++) {
        const likely_item *likely = &seek->likely[i];
        const uint32_t slot = likely->sought->item->id.slot;
        const uint32_t other = qd__block_items(likely->block)[likely->lane].id.slot;
        const qd__record *record = &qd__block_records(likely->block)[likely->lane];
        if (qd__one_meets(record, likely->sought->record, tree->open) && has_pair(contacts, slot, other) &&
            (!tree->filtered || filters_meet(tree, likely))) {
            contacts->cost.hits++;
            seek->failed |= !qd__take_pair(contacts, slot, other);
        }
    }
    seek->likely_count = 0;
}

/// Leaves the items of a block that another may meet in the second queue, having asked for them.
static void compare_block(seeker *seek, const sought_item *sought, const qd__block *block)
{
    const qd__coarse boxes = qd__block_coarse(block);
    const qd__record *records = qd__block_records(block);
    seek->contacts->cost.tests += block->count;
    for (uint32_t hits = seek->tree->lanes->may_meet(&boxes, sought->record); hits; hits &= hits - 1) {
        const uint32_t lane = qd__lowest_bit(hits);
        if (&records[lane] == sought->record) {
            qd__links_prefetch_table(&seek->contacts->links, sought->item->id.slot);
            continue;
        }
        qd__prefetch(&records[lane], 1);
        qd__prefetch(&qd__block_items(block)[lane], 1);
        if (seek->likely_count == LIKELY) {
            compare_likely(seek);
        }
        seek->likely[seek->likely_count++] = (likely_item){ sought, block, lane };
    }
}

/// Looks into the blocks that wait, and into those that follow them in their cells.
static void compare_all(seeker *seek)
{
    for (unsigned i = 0; i < seek->waiting_count; i++) {
        const sought_item *sought = seek->waiting[i].sought;
        for (const qd__block *block = seek->waiting[i].block; block;) {
            if (qd__one_meets(&block->bounds, sought->record, seek->tree->open)) {
                compare_block(seek, sought, block);
            }
            block = block->next != QD__NONE ? qd__tree_block(seek->tree, block->next) : NULL;
        }
    }
    compare_likely(seek);
    seek->waiting_count = 0;
}

/// The quad from which all of a group can be sought: above it they meet but one cell a level, and that has no items.
static uint32_t start_of(const struct qd_tree *tree, const sought_item *group, size_t count)
{
    qd__record all = qd__record_empty();
    for (size_t i = 0; i < count; i++) {
        all = qd__union(all, *group[i].record);
    }
    const qd__record probe = qd__probe(all);
    for (uint32_t start = 0;;) {
        const qd__quad *quad = qd__quad_at(tree, start);
        const uint32_t met = qd__four_meet(quad->bounds, probe, tree->open);
        if (!met || (met & (met - 1))) { // points on an open edge meet none, not even their own
            return start;
        }
        const uint32_t lane = qd__lowest_bit(met);
        if (quad->child[lane] == QD__NONE || quad->block[lane] != QD__NONE) {
            return start;
        }
        start = quad->child[lane];
    }
}

/// Whom an item sees: whom it meets.
static qd_query_filter filter_of(const struct qd_tree *tree, const sought_item *sought)
{
    const qd__block *block = qd__tree_block(tree, sought->place);
    const uint32_t lane = qd__place_lane(sought->place);
    return (qd_query_filter){ .mask = qd__item_mask(block, lane), .layers = qd__item_layers(block, lane) };
}

/// Goes down from a quad through the cells that an item meets.
static void seek_one(seeker *seek, const sought_item *sought, uint32_t start)
{
    const struct qd_tree *tree = seek->tree;
    const qd__record probe = qd__probe(*sought->record);
    const bool open = tree->open, filtered = tree->filtered;
    const qd_query_filter filter = filtered ? filter_of(tree, sought) : (qd_query_filter){ 0 };
    uint64_t nodes = 0;
    uint32_t stack[3 * QD__LEVELS + 4]; // each level leaves at most three quads behind
    stack[0] = start;
    for (size_t height = 1; height > 0;) {
        const qd__quad *quad = qd__quad_at(tree, stack[--height]);
        if (seek->waiting_count + 4 > WAITING) {
            compare_all(seek);
        }
        for (uint32_t met = qd__four_meet(quad->bounds, probe, open); met; met &= met - 1) {
            const uint32_t lane = qd__lowest_bit(met);
            if (filtered && !qd__cell_seen(quad, lane, &filter)) {
                continue;
            }
            nodes++;
            if (quad->child[lane] != QD__NONE) {
                qd__prefetch(qd__quad_at(tree, quad->child[lane]), QD__QUAD_LOOK);
                stack[height++] = quad->child[lane];
            }
            if (quad->block[lane] != QD__NONE) {
                const qd__block *block = qd__tree_block(tree, quad->block[lane]);
                qd__prefetch(block, QD__BLOCK_HEADER + (size_t)4 * QD__LANES_MOST);
                seek->waiting[seek->waiting_count++] = (waiting_block){ sought, block };
            }
        }
    }
    seek->contacts->cost.nodes += nodes;
}

/// Seeks the partners of a few items, having asked for all of them.
static void seek_batch(seeker *seek, const uint64_t *places, size_t count)
{
    const struct qd_tree *tree = seek->tree;
    sought_item *batch = seek->batch;
    for (size_t i = 0; i < count; i++) {
        const uint32_t place = (uint32_t)places[i];
        batch[i] = (sought_item){ qd__record_at(tree->blocks, place),
                                  qd__place_item(qd__tree_block(tree, place), place), place };
        qd__prefetch(batch[i].record, 1);
        qd__prefetch(batch[i].item, 1);
        qd__prefetch(qd__quad_at(tree, (uint32_t)(places[i] >> 34)), QD__QUAD_LOOK);
    }
    for (size_t at = 0; at < count; at += GROUP) {
        const size_t end = at + GROUP < count ? at + GROUP : count;
        const uint32_t start = start_of(tree, batch + at, end - at);
        for (size_t i = at; i < end; i++) {
            qd__links_prefetch(&seek->contacts->links, batch[i].item->id.slot);
            seek_one(seek, &batch[i], start);
        }
    }
    compare_all(seek);
}

/// Asks for what will be read of the items that come next.
static void prefetch_next(const qd_contacts *contacts, size_t at)
{
    const qd__watch *watch = &contacts->watch;
    const qd__pool *slots = &watch->tree->slots;
    if (at + QD__LATER < contacts->selected) {
        qd__prefetch(qd__slot_at(slots, watch->touched[at + QD__LATER]), 1);
    }
    if (at + QD__SOON < contacts->selected) {
        const qd__slot *slot = qd__slot_at(slots, watch->touched[at + QD__SOON]);
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

bool qd__seek_partners(qd_contacts *contacts)
{
    if (!list_by_cell(contacts)) {
        return false;
    }
    seeker seek; // too large to be cleared for nothing
    seek.contacts = contacts;
    seek.tree = contacts->watch.tree;
    seek.failed = false;
    seek.waiting_count = seek.likely_count = 0;
    const size_t count = contacts->over.count;
    for (size_t at = 0; at < count; at += BATCH) {
        seek_batch(&seek, contacts->over.all + at, at + BATCH < count ? BATCH : count - at);
    }
    return !seek.failed;
}
