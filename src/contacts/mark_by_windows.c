// The partners of many items, each by a window of its own: see steps.h.
//
// A window is small and overlaps a few buckets, which lie anywhere. So the windows are taken together, and everything
// is prefetched before they read it:
//
//     items, in the order of their nodes     eight at a time start from the quad below which their ways part
//     quads in which they are sought         first come, first served: a quad has come from memory when its turn comes
//     buckets that they overlap                  the boxes of a bucket say which of its items are met
//     items that they overlap                   their filters and slots
//
// Each row but the first is a queue: when something's turn comes, what it will read has come from memory.
#include "asking.h"
#include "exact.h"
#include "simd_base.h"
#include "steps.h"

#include <assert.h>

enum {
    MARK_BATCH = 32,   ///< Items that are taken together,
    MARK_GROUP = 8,    ///< and those of them that start from one quad.
    STEPS = 256,       ///< Quads in the first queue; a power of two, and large enough for go_down.
    WIDE = 128,        ///< From so many on that queue is a stack: see go_down.
    MARK_WAITING = 64, ///< Buckets in the second queue,
    MET = 160,         ///< and items in the third one.
    NODES = 4,         ///< The most that a quad adds to a queue.
};
static_assert(WIDE + 3 * QD__LEVELS + NODES <= STEPS, "WIDE - 1 and the nodes of a quad, then three a level");

/// An item to find the partners of.
typedef struct sought_item {
    const qd__bucket *bucket; ///< It lies in this
    uint32_t lane;            ///< lane.
    uint32_t layers, mask;    ///< Not read without filters.
    uint32_t slot;
    qd__aabb aabb, probe;
} sought_item;

/// A quad to search for partners of an item of the batch.
typedef struct mark_step {
    uint32_t quad, item;
} mark_step;

typedef struct waiting_bucket {
    const sought_item *sought;
    const qd__bucket *bucket; ///< A bucket of a node that the item overlaps.
} waiting_bucket;

typedef struct met_item {
    const sought_item *sought;
    const qd__bucket *bucket; ///< The bucket with an item that it overlaps, in this
    uint32_t lane;            ///< lane.
} met_item;

typedef struct window_marker {
    qd_contacts *contacts;
    const struct qd_tree *tree;
    bool failed; ///< No memory.
    unsigned waiting_count, met_count;
    sought_item batch[MARK_BATCH];
    mark_step steps[STEPS];
    waiting_bucket waiting[MARK_WAITING];
    met_item met[MET];
} window_marker;

static void prefetch_met(const met_item *met)
{
    qd__prefetch(&qd__bucket_slots(met->bucket)[met->lane], 1);
}

/// Takes the pairs of the third queue that are pairs by their filters and their exact boxes too.
static void take_met(window_marker *marker)
{
    enum { AHEAD = 24 }; // of the one that is taken; less than MET
    const struct qd_tree *tree = marker->tree;
    const bool filtered = tree->filtered, precise = qd__is_precise(tree), open = tree->settings.edges_open;
    const unsigned count = marker->met_count;
    for (unsigned i = 0; i < count && i < AHEAD; i++)
        prefetch_met(&marker->met[i]);
    for (unsigned i = 0; i < count; i++) {
        const met_item *met = &marker->met[i];
        if (i + AHEAD < count)
            prefetch_met(&marker->met[i + AHEAD]);
        const sought_item *sought = met->sought;
        const uint32_t slot = sought->slot, other = qd__bucket_slots(met->bucket)[met->lane];
        const bool let = !filtered || ((sought->mask & qd__item_layers(met->bucket, met->lane)) &&
                                       (qd__item_mask(met->bucket, met->lane) & sought->layers));
        // In a tree of doubles AABBs decide about most; exact boxes, which lie far apart, about the others.
        if (let && (!precise || qd__surely_overlap(sought->aabb, qd__bucket_aabb(met->bucket, met->lane)) ||
                    qd__boxes_overlap(qd__exact_box(tree, slot), qd__exact_box(tree, other), open))) {
            marker->contacts->cost.hits++;
            marker->failed = marker->failed || !qd__take_pair(marker->contacts, slot, other);
        }
    }
    marker->met_count = 0;
}

/// Leaves the items of a bucket that another overlaps in the third queue. Most often these are none, one or two, and
/// how many cannot be predicted: so two are always written, and counted if they are there.
static void compare_sought(window_marker *marker, const sought_item *sought, const qd__bucket *bucket)
{
    const qd__boxes boxes = qd__bucket_boxes(bucket);
    const uint64_t last = UINT64_C(1) << (QD__LANES_MOST - 1); // 0 has no lowest bit
    const uint64_t itself = (uint64_t)(bucket == sought->bucket) << sought->lane;
    uint64_t hits = marker->tree->settings.simd->overlap(boxes, sought->probe, marker->tree->settings.open) & ~itself;
    marker->contacts->cost.tests += bucket->count;
    if (marker->met_count + QD__LANES_MOST > MET)
        take_met(marker);
    unsigned count = marker->met_count;
    for (unsigned i = 0; i < 2; i++, hits &= hits - 1) {
        marker->met[count] = (met_item){ sought, bucket, qd__lowest_bit_long(hits | last) };
        count += hits != 0;
    }
    for (; hits; hits &= hits - 1)
        marker->met[count++] = (met_item){ sought, bucket, qd__lowest_bit_long(hits) };
    marker->met_count = count;
}

/// Asks for a bucket that an item overlaps, and its boxes. What shall wait for it.
static waiting_bucket ask_for_bucket(const window_marker *marker, const sought_item *sought, uint32_t location)
{
    const qd__bucket *bucket = qd__tree_bucket(marker->tree, location);
    qd__location_prefetch_boxes(bucket, location);
    return (waiting_bucket){ sought, bucket };
}

/// Looks into the buckets that wait, having asked for those that follow them in their nodes; these are the next round,
/// and so on.
static void compare_waiting(window_marker *marker)
{
    while (marker->waiting_count > 0) {
        unsigned followers = 0;
        for (unsigned i = 0; i < marker->waiting_count; i++) {
            const waiting_bucket at = marker->waiting[i];
            if (at.bucket->next != QD__NONE)
                marker->waiting[followers++] = ask_for_bucket(marker, at.sought, at.bucket->next);
            if (qd__overlaps(at.bucket->bounds, at.sought->probe, marker->tree->settings.open))
                compare_sought(marker, at.sought, at.bucket);
        }
        marker->waiting_count = followers;
    }
}

/// The quad from which all of a group can be sought: above it they overlap but one node a level, and that has no items.
static uint32_t start_of(const struct qd_tree *tree, const sought_item *group, size_t count)
{
    qd__aabb all = qd__aabb_empty();
    for (size_t i = 0; i < count; i++)
        all = qd__union(all, group[i].aabb);
    const qd__aabb probe = qd__probe(all);
    for (uint32_t start = 0;;) {
        const qd__quad *quad = qd__quad_at(tree, start);
        const uint32_t met = qd__four_overlap(&quad->bounds, probe, tree->settings.open);
        if (!met || (met & (met - 1))) // points on an open edge overlap none, not even their own
            return start;
        const uint32_t lane = qd__lowest_bit(met);
        if (quad->child[lane] == QD__NONE || quad->bucket[lane] != QD__NONE)
            return start;
        start = quad->child[lane];
    }
}

/// Which nodes of a quad may have a partner for an item: those that it overlaps, where its filter lets it see
/// something.
static uint32_t nodes_for(const struct qd_tree *tree, const qd__quad *quad, const sought_item *sought)
{
    uint32_t met = qd__four_overlap(&quad->bounds, sought->probe, tree->settings.open);
    if (met && tree->filtered) {
        const qd__query_filter filter = qd__query_filter_of(qd__caller_filter(sought->layers, sought->mask), 0);
        for (uint32_t lane = 0; lane < NODES; lane++)
            met &= ~((uint32_t)!qd__node_seen(quad, lane, &filter) << lane);
    }
    return met;
}

/// Goes down from the quads of the first queue, all of them together: as one is served, its children wait at the end,
/// and come from memory until it is their turn. Boxes that overlap thousands of nodes would make that a long queue. So
/// while it is, it is a stack, on which each level leaves three quads behind at most.
static void go_down(window_marker *marker, uint32_t count)
{
    const struct qd_tree *tree = marker->tree;
    uint64_t visited = 0;
    for (uint32_t first = 0, end = count; first != end;) {
        const mark_step at = marker->steps[(end - first < WIDE ? first++ : --end) % STEPS];
        const qd__quad *quad = qd__quad_at(tree, at.quad);
        const sought_item *sought = &marker->batch[at.item];
        if (marker->waiting_count + NODES > MARK_WAITING)
            compare_waiting(marker);
        for (uint32_t nodes = nodes_for(tree, quad, sought); nodes; nodes &= nodes - 1) {
            const uint32_t lane = qd__lowest_bit(nodes);
            visited++;
            if (quad->child[lane] != QD__NONE) {
                qd__tree_prefetch_quad(tree, quad->child[lane]);
                marker->steps[end++ % STEPS] = (mark_step){ quad->child[lane], at.item };
            }
            if (quad->bucket[lane] != QD__NONE)
                marker->waiting[marker->waiting_count++] = ask_for_bucket(marker, sought, quad->bucket[lane]);
        }
    }
    marker->contacts->cost.nodes += visited;
}

/// The slot at a location; like the AABB there, it lies where nothing of the bucket need be read to know.
static const uint32_t *slot_at(const qd__bucket *bucket, uint32_t location)
{
    const qd__boxes boxes = qd__location_boxes(bucket, location);
    return (const uint32_t *)(const void *)(boxes.sides + 4 * (size_t)boxes.stride) + qd__location_lane(location);
}

/// Seeks the partners of a few items.
static void mark_batch(window_marker *marker, const uint64_t *locations, size_t count)
{
    const struct qd_tree *tree = marker->tree;
    const qd__adjacency *adjacency = &marker->contacts->adjacency;
    sought_item *batch = marker->batch;
    for (size_t i = 0; i < count; i++) {
        const uint32_t location = (uint32_t)locations[i];
        const qd__bucket *bucket = qd__tree_bucket(tree, location);
        qd__location_prefetch_aabb(bucket, location);
        qd__prefetch(slot_at(bucket, location), 1);
    }
    for (size_t at = 0; at < count; at += MARK_GROUP) {
        const size_t end = at + MARK_GROUP < count ? at + MARK_GROUP : count;
        for (size_t i = at; i < end; i++) { // by now these items have come
            const uint32_t location = (uint32_t)locations[i];
            const qd__bucket *bucket = qd__tree_bucket(tree, location);
            const uint32_t lane = qd__location_lane(location);
            const qd__aabb aabb = qd__boxes_at(qd__location_boxes(bucket, location), lane);
            batch[i] = (sought_item){ .bucket = bucket,
                                      .lane = lane,
                                      .layers = tree->filtered ? qd__item_layers(bucket, lane) : 0,
                                      .mask = tree->filtered ? qd__item_mask(bucket, lane) : 0,
                                      .slot = *slot_at(bucket, location),
                                      .aabb = aabb,
                                      .probe = qd__probe(aabb) };
            qd__adjacency_prefetch(adjacency, batch[i].slot);
        }
        const uint32_t start = start_of(tree, batch + at, end - at);
        for (size_t i = at; i < end; i++)
            marker->steps[i] = (mark_step){ start, (uint32_t)i };
    }
    go_down(marker, (uint32_t)count);
    for (size_t i = 0; i < count; i++)
        qd__adjacency_prefetch_table(adjacency, batch[i].slot);
    compare_waiting(marker);
    take_met(marker);
}

/// Lists the locations of the selected items, in the order of their nodes: neighbours then come one after the other,
/// and find in the cache what the ones before have read. False: no memory.
static bool list_by_node(qd_contacts *contacts)
{
    const struct qd_tree *tree = contacts->change_log.tree;
    qd__numbers *list = &contacts->sought;
    list->count = 0;
    if (!qd__numbers_reserve(list, &contacts->memory, contacts->selected) ||
        !qd__numbers_reserve(&contacts->scratch, &contacts->memory, contacts->selected))
        return false;
    const uint32_t *touched = contacts->change_log.touched;
    for (size_t i = 0; i < contacts->selected; i++) {
        const qd__slot *slot = qd__slot_at(&tree->pools.slots, touched[i]);
        if (i + QD__LATER < contacts->selected)
            qd__tree_prefetch_slot(tree, touched[i + QD__LATER]);
        if (i + QD__SOON < contacts->selected) {
            const qd__slot *soon = qd__slot_at(&tree->pools.slots, touched[i + QD__SOON]);
            if (soon->generation & 1)
                qd__prefetch(qd__tree_bucket(tree, soon->location), 1);
        }
        if (slot->generation & 1) {
            const uint32_t node = qd__tree_bucket(tree, slot->location)->node;
            list->all[list->count++] = (uint64_t)node << 32 | slot->location;
        }
    }
    qd__order(list->all, contacts->scratch.all, list->count, 32);
    return true;
}

bool qd__mark_by_windows(qd_contacts *contacts)
{
    if (!list_by_node(contacts))
        return false;
    window_marker marker; // too large to be cleared for nothing
    marker.contacts = contacts;
    marker.tree = contacts->change_log.tree;
    marker.failed = false;
    marker.waiting_count = marker.met_count = 0;
    const size_t count = contacts->sought.count;
    for (size_t at = 0; at < count; at += MARK_BATCH)
        mark_batch(&marker, contacts->sought.all + at, at + MARK_BATCH < count ? MARK_BATCH : count - at);
    return !marker.failed;
}
