// The partners of many items, each by a window of its own: see state.h.
//
// A window is small and meets a few buckets, which lie anywhere. So the windows are taken together, and what they will
// read is asked for before it is read:
//
//     items, in the order of their cells     eight at a time start from the quad below which their ways part
//     quads in which they are sought         first come, first served: a quad has come from memory when its turn comes
//     buckets that they meet                  coarse boxes say which items of a bucket may be met
//     items that they may meet               their boxes and ids decide
//
// Each row but the first is a queue: when something's turn comes, what it will read has come from memory.
#include "lanes_base.h"
#include "order.h"
#include "seen.h"
#include "state.h"

#include <assert.h>

enum {
    BATCH = 32,   ///< Items that are taken together,
    GROUP = 8,    ///< and those of them that start from one quad.
    STEPS = 256,  ///< Quads in the first queue; a power of two, and large enough for go_down.
    WIDE = 128,   ///< From so many on that queue is a stack: see go_down.
    WAITING = 64, ///< Buckets in the second queue,
    LIKELY = 128, ///< and items in the third one.
    CELLS = 4,    ///< Of a quad: so much it adds to a queue, at most.
};
static_assert(WIDE + 3 * QD__LEVELS + CELLS <= STEPS, "WIDE - 1 and the cells of a quad, then three a level");

/// An item whose partners are sought.
typedef struct sought_item {
    const qd__bucket *bucket; ///< It lies in this
    uint32_t lane;            ///< lane.
    uint32_t layers, mask;    ///< Not read where there are no filters.
    const qd__record *record;
    const qd_found *item;
    qd__record probe; ///< Of its record, once that has come.
} sought_item;

/// A quad in whose cells an item of the batch is sought.
typedef struct step {
    uint32_t quad, item;
} step;

typedef struct waiting_bucket {
    const sought_item *sought;
    const qd__bucket *bucket; ///< Of a cell that the item meets.
} waiting_bucket;

typedef struct likely_item {
    const sought_item *sought;
    const qd__bucket *bucket; ///< Of an item that it may meet, in this
    uint32_t lane;            ///< lane.
} likely_item;

typedef struct seeker {
    qd_contacts *contacts;
    const struct qd_tree *tree;
    bool failed; ///< No memory.
    unsigned waiting_count, likely_count;
    sought_item batch[BATCH];
    step steps[STEPS];
    waiting_bucket waiting[WAITING];
    likely_item likely[LIKELY];
} seeker;

/// Do the filters of the two let them meet?
static bool filters_meet(const likely_item *likely)
{
    return (likely->sought->mask & qd__item_layers(likely->bucket, likely->lane)) &&
           (qd__item_mask(likely->bucket, likely->lane) & likely->sought->layers);
}

static void prefetch_likely(const likely_item *likely)
{
    qd__prefetch(&qd__bucket_records(likely->bucket)[likely->lane], 1);
    qd__prefetch(&qd__bucket_items(likely->bucket)[likely->lane], 1);
}

/// Compares the boxes of the third queue.
static void compare_likely(seeker *seek)
{
    enum { AHEAD = 24 }; // of the one that is compared; less than LIKELY
    const struct qd_tree *tree = seek->tree;
    const unsigned count = seek->likely_count;
    for (unsigned i = 0; i < count && i < AHEAD; i++) {
        prefetch_likely(&seek->likely[i]);
    }
    for (unsigned i = 0; i < count; i++) {
        const likely_item *likely = &seek->likely[i];
        if (i + AHEAD < count) {
            prefetch_likely(&seek->likely[i + AHEAD]);
        }
        if (qd__one_meets(&qd__bucket_records(likely->bucket)[likely->lane], likely->sought->record, tree->open) &&
            (!tree->filtered || filters_meet(likely))) {
            const uint32_t other = qd__bucket_items(likely->bucket)[likely->lane].id.slot;
            seek->contacts->cost.hits++;
            seek->failed = seek->failed || !qd__take_pair(seek->contacts, likely->sought->item->id.slot, other);
        }
    }
    seek->likely_count = 0;
}

/// Leaves the items of a bucket that another may meet in the third queue. Most often these are none, one or two, and
/// how many nobody can guess: so two are always written, and counted if they are there.
static void compare_bucket(seeker *seek, const sought_item *sought, const qd__bucket *bucket)
{
    const qd__coarse boxes = qd__bucket_coarse(bucket);
    const uint32_t last = UINT32_C(1) << (QD__LANES_MOST - 1); // there is no lowest bit in 0
    const uint32_t itself = bucket == sought->bucket ? UINT32_C(1) << sought->lane : 0;
    uint32_t hits = seek->tree->lanes->may_meet(&boxes, sought->record) & ~itself;
    seek->contacts->cost.tests += bucket->count;
    if (seek->likely_count + QD__LANES_MOST > LIKELY) {
        compare_likely(seek);
    }
    unsigned count = seek->likely_count;
    for (unsigned i = 0; i < 2; i++, hits &= hits - 1) {
        seek->likely[count] = (likely_item){ sought, bucket, qd__lowest_bit(hits | last) };
        count += hits != 0;
    }
    for (; hits; hits &= hits - 1) {
        seek->likely[count++] = (likely_item){ sought, bucket, qd__lowest_bit(hits) };
    }
    seek->likely_count = count;
}

/// Asks for a bucket that an item meets. What shall wait for it.
static waiting_bucket ask_for_bucket(const seeker *seek, const sought_item *sought, uint32_t place)
{
    const qd__bucket *bucket = qd__tree_bucket(seek->tree, place);
    qd__prefetch(bucket, QD__BUCKET_HEADER + (size_t)4 * QD__LANES_MOST);
    return (waiting_bucket){ sought, bucket };
}

/// Looks into the buckets that wait, having asked for those that follow them in their cells; these are the next round,
/// and so on.
static void compare_waiting(seeker *seek)
{
    while (seek->waiting_count > 0) {
        unsigned followers = 0;
        for (unsigned i = 0; i < seek->waiting_count; i++) {
            const waiting_bucket at = seek->waiting[i];
            if (at.bucket->next != QD__NONE) {
                seek->waiting[followers++] = ask_for_bucket(seek, at.sought, at.bucket->next);
            }
            if (qd__one_meets(&at.bucket->bounds, at.sought->record, seek->tree->open)) {
                compare_bucket(seek, at.sought, at.bucket);
            }
        }
        seek->waiting_count = followers;
    }
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
        if (quad->child[lane] == QD__NONE || quad->bucket[lane] != QD__NONE) {
            return start;
        }
        start = quad->child[lane];
    }
}

/// Which cells of a quad may have somebody for an item: those that it meets, where its filter lets it see something.
static uint32_t cells_for(const struct qd_tree *tree, const qd__quad *quad, const sought_item *sought)
{
    uint32_t met = qd__four_meet(quad->bounds, sought->probe, tree->open);
    if (met && tree->filtered) {
        const qd_query_filter filter = { .mask = sought->mask, .layers = sought->layers };
        for (uint32_t lane = 0; lane < CELLS; lane++) {
            met &= ~((uint32_t)!qd__cell_seen(quad, lane, &filter) << lane);
        }
    }
    return met;
}

/// Goes down from the quads of the first queue, all of them together: as one is served, its children wait at the end,
/// and come from memory until it is their turn. Boxes that meet thousands of cells would make that a long queue. So
/// while it is, it is a stack, on which each level leaves three quads behind at most.
static void go_down(seeker *seek, uint32_t count)
{
    const struct qd_tree *tree = seek->tree;
    uint64_t nodes = 0;
    for (uint32_t first = 0, end = count; first != end;) {
        const step at = seek->steps[(end - first < WIDE ? first++ : --end) % STEPS];
        const qd__quad *quad = qd__quad_at(tree, at.quad);
        const sought_item *sought = &seek->batch[at.item];
        if (seek->waiting_count + CELLS > WAITING) {
            compare_waiting(seek);
        }
        for (uint32_t cells = cells_for(tree, quad, sought); cells; cells &= cells - 1) {
            const uint32_t lane = qd__lowest_bit(cells);
            nodes++;
            if (quad->child[lane] != QD__NONE) {
                qd__prefetch(qd__quad_at(tree, quad->child[lane]), QD__QUAD_LOOK);
                seek->steps[end++ % STEPS] = (step){ quad->child[lane], at.item };
            }
            if (quad->bucket[lane] != QD__NONE) {
                seek->waiting[seek->waiting_count++] = ask_for_bucket(seek, sought, quad->bucket[lane]);
            }
        }
    }
    seek->contacts->cost.nodes += nodes;
}

/// An item of the list, which is asked for.
static sought_item sought_at(const struct qd_tree *tree, uint32_t place)
{
    const qd__bucket *bucket = qd__tree_bucket(tree, place);
    const uint32_t lane = qd__place_lane(place);
    const sought_item sought = { .bucket = bucket,
                                 .lane = lane,
                                 .layers = tree->filtered ? qd__item_layers(bucket, lane) : 0,
                                 .mask = tree->filtered ? qd__item_mask(bucket, lane) : 0,
                                 .record = qd__record_at(tree->buckets, place),
                                 .item = qd__place_item(bucket, place) };
    qd__prefetch(sought.record, 1);
    qd__prefetch(sought.item, 1);
    return sought;
}

/// Seeks the partners of a few items.
static void seek_batch(seeker *seek, const uint64_t *places, size_t count)
{
    const struct qd_tree *tree = seek->tree;
    const qd__links *links = &seek->contacts->links;
    sought_item *batch = seek->batch;
    for (size_t i = 0; i < count; i++) {
        batch[i] = sought_at(tree, (uint32_t)places[i]);
    }
    for (size_t at = 0; at < count; at += GROUP) {
        const size_t end = at + GROUP < count ? at + GROUP : count;
        const uint32_t start = start_of(tree, batch + at, end - at);
        for (size_t i = at; i < end; i++) {
            qd__links_prefetch(links, batch[i].item->id.slot);
            batch[i].probe = qd__probe(*batch[i].record);
            seek->steps[i] = (step){ start, (uint32_t)i };
        }
    }
    go_down(seek, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        qd__links_prefetch_table(links, batch[i].item->id.slot);
    }
    compare_waiting(seek);
    compare_likely(seek);
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
            qd__prefetch(qd__tree_bucket(watch->tree, slot->place), 1);
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
            const uint32_t cell = qd__tree_bucket(tree, slot->place)->cell;
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
