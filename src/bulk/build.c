// Bulk loading: see build.h.
//
// First the plan: which nodes there are and which buckets each has, in the order of the curve, without touching a
// bucket. Then the buckets are filled, by workers if there are any, and last the bounds are united upwards. The numbers
// of quads and buckets follow from the plan, so the tree is the same for any number of workers.
#include "build.h"
#include "divide.h"

#include "directory.h"
#include "distribute.h"
#include "keys.h"
#include "parts.h"
#include "simd_base.h"
#include "sum.h"
#include "totals.h"

#include <string.h>

enum { FILL_AHEAD = 48 }; ///< Items between asking for one and copying it.

// A node's plan is kept where the unions of its filters will be once it is filled.

/// Where its items start among the sorted ones.
static uint32_t *planned_start(qd__quad *quad, uint32_t lane)
{
    return &quad->layers[lane];
}

/// Index of the first of its full buckets, which follow one another.
static uint32_t *planned_full(qd__quad *quad, uint32_t lane)
{
    return &quad->masks[lane];
}

/// Gives a node the buckets for its own items. False: no memory.
static bool plan_buckets(struct qd_tree *tree, uint32_t node, size_t low, size_t high)
{
    const size_t full = (high - low) / QD__LANES_MOST, left = (high - low) % QD__LANES_MOST;
    qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    uint32_t size = QD__SIZES - 1, first = QD__NONE;
    if (full > 0) {
        const uint32_t run = qd__pool_take_run(&tree->pools.buckets[size], &tree->pools.memory, full);
        if (run == QD__NONE)
            return false;
        *planned_full(quad, lane) = run;
        first = (uint32_t)(run + full) - 1;
    }
    if (left > 0) { // the bucket that may have room comes first in the chain
        size = qd__size_for((uint32_t)left);
        first = qd__pool_take_run(&tree->pools.buckets[size], &tree->pools.memory, 1);
    }
    if (first == QD__NONE)
        return false;
    quad->bucket[lane] = first << QD__LOCATION_BUCKET_SHIFT | size;
    quad->most[lane] = (uint32_t)(high - low);
    *planned_start(quad, lane) = (uint32_t)low;
    return true;
}

static bool plan_node(struct qd_tree *tree, const qd__batch *batch, uint32_t node, size_t low, size_t high);

/// The items below a node, from `low` on, laid out in the node's four quarters.
static bool plan_quarters(struct qd_tree *tree, const qd__batch *batch, uint32_t node, size_t low, const size_t ends[4])
{
    const size_t counts[4] = { ends[0] - low, ends[1] - ends[0], ends[2] - ends[1], ends[3] - ends[2] };
    const uint8_t merged = qd__halves_for(tree, counts);
    if (!qd__quad_divide(tree, node, merged))
        return false;
    const uint32_t child = qd__node_child(tree, node);
    for (uint32_t quarter = 0, last; quarter < 4; quarter = last + 1) {
        last = quarter | (merged >> (quarter >> 1) & 1); // of those that go into this node
        if (!plan_node(tree, batch, qd__node_in(child, quarter), low, ends[last]))
            return false;
        low = ends[last];
    }
    return true;
}

/// Can the stretch [low, high) of items below a node be parted? If so it is known where the quarters end.
static bool part_of(const struct qd_tree *tree, const qd__batch *batch, qd__square square, size_t low, size_t high,
                    size_t ends[4])
{
    qd__batch_end_quarters(tree, batch, square, low, high, ends);
    const bool in_one = ends[0] == high || ends[2] == low ||
                        (ends[0] == low && (ends[1] == low || ends[1] == high) && (ends[2] == low || ends[2] == high));
    return !in_one || qd__batch_is_parted(tree, batch, low, high);
}

/// A node with more items than a leaf takes: those of its own size stay, if the others can be parted.
static bool plan_crowd(struct qd_tree *tree, const qd__batch *batch, uint32_t node, size_t low, size_t high)
{
    const qd__square square = qd__node_square(tree, node);
    qd__batch_sort_deeper(tree, batch, square.in_world, square.shift, low, high);
    const size_t deeper = qd__batch_end_own(tree, batch, square, low, high);
    size_t ends[4];
    // not covered: keys do not distinguish nodes below the smallest, so nothing is deeper
    if (high - deeper > tree->settings.capacity / 2 && square.shift > qd__square_floor(tree, square) &&
        part_of(tree, batch, square, deeper, high, ends)) {
        return (low == deeper || plan_buckets(tree, node, low, deeper)) &&
               plan_quarters(tree, batch, node, deeper, ends);
    }
    qd__quad_set_failed_at(qd__quad_of(tree, node), qd__node_lane(node), (uint32_t)(high - low));
    return plan_buckets(tree, node, low, high);
}

static bool plan_node(struct qd_tree *tree, const qd__batch *batch, uint32_t node, size_t low, size_t high)
{
    return low == high || (high - low > tree->settings.capacity ? plan_crowd(tree, batch, node, low, high)
                                                                : plan_buckets(tree, node, low, high));
}

/// Writes into the slots of some sorted items that these are in the bucket at a location; and their slots, ids and
/// user values.
static void seat_items(const struct qd_tree *tree, const qd__batch *batch, uint32_t location, const uint32_t *order,
                       uint32_t count)
{
    const qd__bucket *bucket = qd__tree_bucket(tree, location);
    uint32_t *slots = qd__bucket_slots(bucket);
    const qd_id first_id = batch->first_id;
    qd_entry *found = qd__bucket_items(bucket);
    const qd__pool pool = tree->pools.slots; // nothing changes it meanwhile
    const uint64_t *users = batch->from->users, first_user = batch->from->first_user;
    const size_t left = (size_t)(batch->order + batch->count - order);
    const size_t ahead = qd__batch_is_large(batch) && left > FILL_AHEAD ? left - FILL_AHEAD : 0;
    for (uint32_t i = 0; i < count; i++) {
        const qd_id id = first_id ? first_id + order[i] : batch->ids[order[i]];
        found[i] = (qd_entry){ .id = id, .user = users ? users[order[i]] : first_user + order[i] };
        slots[i] = qd_id_slot(id);
    }
    uint32_t lane = 0;
    for (; lane < count && lane < ahead; lane++) { // one at a time: many at once would wait for each other
        const uint32_t index = order[lane + FILL_AHEAD];
        qd__prefetch(&batch->boxes[index], 1);
        qd__tree_prefetch_slot(tree, qd_id_slot(qd__batch_id(batch, index)));
        if (batch->from->users)
            qd__prefetch(&batch->from->users[index], 1);
        qd__slot_at(&pool, slots[lane])->location = qd__location_at(location, lane);
    }
    for (; lane < count; lane++)
        qd__slot_at(&pool, slots[lane])->location = qd__location_at(location, lane);
}

/// Fills the bucket at a location, one of `node`, with the sorted items from `low` on. The slots of no two items are
/// the same, so buckets may be filled at once. Returns whether any of the items is filtered.
static bool fill_bucket(const struct qd_tree *tree, const qd__batch *batch, uint32_t node, uint32_t location,
                        size_t low, uint32_t count, qd__sum *own)
{
    qd__bucket *bucket = qd__tree_bucket(tree, location);
    if (qd__batch_is_large(batch)) { // most likely the next of its size comes soon
        const size_t bytes = qd__bucket_bytes(qd__location_size(location));
        qd__prefetch((const char *)(const void *)bucket + bytes, bytes);
    }
    qd__bucket_begin(bucket, qd__location_size(location), node, (count + QD__GROUP - 1) & ~(QD__GROUP - 1u));
    const uint32_t *order = batch->order + low;
    seat_items(tree, batch, location, order, count);
    qd__bucket_set_count(bucket, count);
    bucket->bounds =
        tree->settings.simd->lay(qd__bucket_sides(bucket), bucket->lanes, count, (qd__laid){ batch->boxes, order });
    own->bounds = qd__union(own->bounds, bucket->bounds);
    if (batch->filtered) {
        for (uint32_t i = 0; i < count; i++) {
            const qd_filter filter = qd__source_filter(batch->from, order[i]);
            if (bucket->filters || qd__is_filter(filter.layers, filter.mask))
                qd__bucket_put_filter(tree->pools.buckets, qd__location_at(location, i), filter.layers, filter.mask);
            own->layers |= filter.layers;
            own->masks |= filter.mask;
        }
        return bucket->filters != 0;
    }
    own->layers = QD__ALL_LAYERS;
    own->masks = QD__ALL_LAYERS;
    return false;
}

/// Fills a node's buckets: full ones first, the one that may have room, the first of the chain, last. Returns whether
/// any item is filtered.
static bool fill_node(const struct qd_tree *tree, const qd__batch *batch, qd__quad *quad, uint32_t node)
{
    const uint32_t lane = qd__node_lane(node);
    const size_t high = (size_t)*planned_start(quad, lane) + quad->most[lane];
    uint32_t full = *planned_full(quad, lane), behind = QD__NONE;
    qd__sum own = qd__sum_of_nothing();
    bool filtered = false;
    for (size_t low = *planned_start(quad, lane); low < high;) {
        const size_t left = high - low;
        const uint32_t count = left < QD__LANES_MOST ? (uint32_t)left : QD__LANES_MOST;
        const uint32_t location =
            count < QD__LANES_MOST ? quad->bucket[lane] : full++ << QD__LOCATION_BUCKET_SHIFT | (QD__SIZES - 1);
        filtered |= fill_bucket(tree, batch, node, location, low, count, &own);
        qd__tree_bucket(tree, location)->next = behind;
        qd__tree_bucket(tree, location)->behind = (uint32_t)(low - *planned_start(quad, lane));
        behind = location;
        low += count;
    }
    qd__sum_keep(own, quad, lane);
    return filtered;
}

typedef struct bucket_filling {
    const struct qd_tree *tree;
    const qd__batch *batch;
    uint32_t parts;
    bool filtered[QD__PARTS_MOST]; ///< By part.
} bucket_filling;

static void fill_stretch(void *job, uint32_t part)
{
    bucket_filling *own = (bucket_filling *)job;
    const uint32_t quads = own->tree->pools.quads.used, end = (uint32_t)qd__part_start(quads, part + 1, own->parts);
    for (uint32_t index = (uint32_t)qd__part_start(quads, part, own->parts); index < end; index++) {
        qd__quad *quad = qd__quad_at(own->tree, index);
        for (uint32_t lane = 0; lane < 4; lane++)
            if (quad->most[lane] > 0)
                own->filtered[part] |= fill_node(own->tree, own->batch, quad, qd__node_in(index, lane));
    }
}

bool qd__build(struct qd_tree *tree, const qd__source *items, const qd_id *ids, size_t count, bool learn)
{
    qd__batch batch;
    if (!qd__batch_open(&batch, tree, items, ids, count, learn))
        return false;
    const size_t world = qd__batch_in_world(&batch);
    tree->lattice = batch.lattice;
    tree->count = batch.count;
    tree->rest = tree->upkeep.rest_judged = batch.count - world;
    tree->upkeep.at_max_depth = tree->upkeep.at_max_depth_judged = batch.at_max_depth;
    tree->upkeep.misplaced = false;
    tree->upkeep.refit_next = 0;
    tree->upkeep.refit_credit = 0;
    tree->upkeep.work += batch.count;
    tree->directory.current.ready = tree->directory.finer.ready = false;
    const bool done = (!batch.filtered || qd__bucket_pools_annex(tree->pools.buckets, &tree->pools.memory)) &&
                      plan_node(tree, &batch, QD__WORLD, 0, world) &&
                      plan_node(tree, &batch, QD__REST, world, batch.count);
    qd__batch_give_sorted(&batch, tree); // before the buckets, which take most of the memory, are first written to
    if (done) {
        bucket_filling own = { tree, &batch, qd__parts_for_items(tree, batch.count, QD__PARTS_PER_WORKER), { false } };
        qd__run_parts(tree, fill_stretch, &own, own.parts);
        for (uint32_t part = 0; part < own.parts; part++)
            tree->filtered |= own.filtered[part];
        // The nodes above cover what is below. Children were made after their parents, so from the last quad to the
        // first this is bottom up.
        for (uint32_t index = tree->pools.quads.used; index-- > 1;) {
            const qd__quad *quad = qd__quad_at(tree, index);
            qd__quad *above = qd__quad_of(tree, quad->parent);
            const uint32_t lane = qd__node_lane(quad->parent);
            qd__sum all = qd__sum_of_node(above, lane);
            qd__sum_add_quad(&all, quad);
            qd__sum_keep(all, above, lane);
        }
    }
    if (done && qd__is_summed(tree))
        qd__totals_build(tree);
    qd__batch_close(&batch, tree);
    return done;
}
