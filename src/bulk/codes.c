// Distributes the items of a bulk load to buckets: see batch.h.
//
// A kernel makes the codes of many items at once: those of items that are no larger than a bucket's node. The others,
// which are few, are looked at one by one. Whole keys are made if there are crowded buckets.
#include "keys.h"

#include "parts.h"
#include "simd_base.h"
#include "sort.h"

#include <string.h>

enum {
    STRETCHES = 16,   ///< Most of them that the items are counted by; each has a tally for itself.
    CODES_LOT = 64,   ///< Items with codes made at once.
    CODES_AHEAD = 16, ///< Items between asking for one and making its key.
    DEAL_AHEAD = 32,  ///< Items between asking for where one goes and putting it there.
    MANY = 8,         ///< With more than 1/MANY of the items in crowded buckets, all get keys, in the order of memory.
};

static const uint64_t REST_BIT = UINT64_C(1) << 63;

uint64_t qd__codes_interleave(uint32_t x, uint32_t y)
{
    const uint32_t high = qd__spread(x >> 16) | qd__spread(y >> 16) << 1;
    return (uint64_t)high << 32 | qd__spread(x) | qd__spread(y) << 1;
}

uint64_t qd__codes_key(const qd__lattice *lattice, unsigned world_floor, const qd__fbox *box)
{
    const qd__spot spot = qd__lattice_spot(lattice, qd__aabb_of(*box));
    const bool in_world = qd__spot_in_world(spot);
    const unsigned floor = in_world ? world_floor : QD__FAR_FLOOR;
    const uint32_t corner = in_world ? QD__WORLD_CORNER : 0;
    const unsigned shift = spot.shift > floor ? spot.shift : floor;
    const uint64_t code = qd__codes_interleave((spot.x - corner) >> shift << (shift - floor),
                                               (spot.y - corner) >> shift << (shift - floor));
    return (in_world ? 0 : REST_BIT) | code << QD__KEY_RANK_BITS | (31 - shift);
}

/// One job after the other, shared.
typedef struct distribution {
    const qd__batch *batch;
    const struct qd_tree *tree;
    uint32_t parts;           ///< As many as stretches.
    uint32_t sorters;         ///< Parts that sort crowded buckets.
    uint32_t rest;            ///< Its bucket.
    size_t crowded;           ///< Items in crowded buckets.
    uint32_t largest;         ///< Items in the largest crowded bucket.
    bool keyed;               ///< All items get keys as they are dealt; else those of crowded buckets do, one by one.
    bool filtered[STRETCHES]; ///< By part: some item may have a filter that is not the default.
} distribution;

static uint32_t *tally_of(const distribution *all, uint32_t part)
{
    return all->batch->tallies + (size_t)part * (all->rest + 2);
}

/// The code of an item that is larger than a bucket's node or outside the world.
static uint32_t special_code(const distribution *all, const qd__fbox *box)
{
    const unsigned floor = all->tree->settings.floor, node = QD__WORLD_SHIFT - all->batch->levels;
    const uint64_t key = qd__codes_key(&all->batch->lattice, floor, box);
    if (key & REST_BIT)
        return all->rest;
    const uint32_t bucket = (uint32_t)(qd__key_corner(key) >> 2 * (node - floor));
    return qd__key_shift(key) > node ? bucket | QD__MIXED : bucket;
}

static void count_part(void *job, uint32_t part)
{
    distribution *all = (distribution *)job;
    const qd__batch *batch = all->batch;
    const bool all_have_ids = batch->count == batch->room;
    uint32_t *tally = tally_of(all, part);
    memset(tally, 0, (all->rest + 2) * sizeof *tally);
    const size_t begin = qd__part_start(batch->room, part, all->parts);
    const size_t end = qd__part_start(batch->room, part + 1, all->parts);
    bool filtered = false; // may an item have a filter that is not the default?
    for (size_t i = 0; i < (batch->from->filters ? end - begin : 1); i++) {
        const qd_filter filter = qd__source_filter(batch->from, begin + i);
        filtered |= qd__is_filter(filter.layers, filter.mask);
    }
    all->filtered[part] = filtered;
    for (size_t start = begin; start < end; start += CODES_LOT) {
        const uint32_t count = end - start < CODES_LOT ? (uint32_t)(end - start) : CODES_LOT;
        const qd__fbox *boxes = batch->boxes + start;
        uint32_t *codes = batch->codes + start;
        const unsigned node = QD__WORLD_SHIFT - batch->levels;
        const bool all_coded = all->tree->settings.simd->codes(boxes, count, &batch->lattice, node, codes);
        if (!all_coded || !all_have_ids) {
            for (uint32_t i = 0; i < count; i++) // those that have no code yet get one
                if (batch->ids[start + i] == 0)
                    codes[i] = all->rest + 1;
                else if (codes[i] == QD__NO_CODE)
                    codes[i] = special_code(all, &boxes[i]);
            for (uint32_t i = 0; i < count; i++) { // some codes may be marked
                uint32_t *counted = &tally[codes[i] & ~QD__MIXED];
                *counted = (*counted + 1) | (codes[i] & QD__MIXED);
            }
            continue;
        }
        for (uint32_t i = 0; i < count; i++)
            tally[codes[i]]++;
    }
}

static void distribute_part(void *job, uint32_t part)
{
    const distribution *all = (const distribution *)job;
    const qd__batch *batch = all->batch;
    const uint32_t *codes = batch->codes;
    uint32_t *locations = tally_of(all, part), *order = batch->order;
    const size_t end = qd__part_start(batch->room, part + 1, all->parts);
    const size_t ahead = qd__batch_is_large(batch) && end > DEAL_AHEAD ? end - DEAL_AHEAD : 0;
    size_t i = qd__part_start(batch->room, part, all->parts);
    for (; i < ahead; i++) {
        qd__prefetch(&order[locations[codes[i + DEAL_AHEAD] & ~QD__MIXED]], 1);
        order[locations[codes[i] & ~QD__MIXED]++] = (uint32_t)i;
    }
    for (; i < end; i++)
        order[locations[codes[i] & ~QD__MIXED]++] = (uint32_t)i;
}

/// The same with keys, so that neither boxes nor keys are read in the order of the buckets.
static void distribute_keyed_part(void *job, uint32_t part)
{
    const distribution *all = (const distribution *)job;
    const qd__batch *batch = all->batch;
    const unsigned floor = all->tree->settings.floor;
    uint32_t *locations = tally_of(all, part), *order = batch->order;
    const size_t end = qd__part_start(batch->room, part + 1, all->parts);
    const size_t ahead = qd__batch_is_large(batch) && end > DEAL_AHEAD ? end - DEAL_AHEAD : 0;
    for (size_t start = qd__part_start(batch->room, part, all->parts); start < end; start += CODES_LOT) {
        const uint32_t count = end - start < CODES_LOT ? (uint32_t)(end - start) : CODES_LOT;
        const qd__fbox *boxes = batch->boxes + start;
        const uint32_t *codes = batch->codes + start;
        uint64_t keys[CODES_LOT];
        all->tree->settings.simd->keys(boxes, count, &batch->lattice, floor, keys);
        for (uint32_t i = 0; i < count; i++) {
            if (start + i < ahead) {
                const uint32_t soon = locations[codes[i + DEAL_AHEAD] & ~QD__MIXED];
                qd__prefetch(&order[soon], 1);
                qd__prefetch(&batch->keys[soon], 1);
            }
            const uint32_t at = locations[codes[i] & ~QD__MIXED]++;
            order[at] = (uint32_t)(start + i);
            batch->keys[at] = keys[i];
            if (keys[i] == QD__NO_KEY && batch->ids[start + i] != 0) // what has no id may be no box at all
                batch->keys[at] = qd__codes_key(&batch->lattice, floor, &boxes[i]);
        }
    }
}

/// Does the bucket have to be sorted? Those that do have keys.
static bool bucket_is_crowded(const distribution *all, uint32_t bucket)
{
    const uint32_t *starts = all->batch->starts;
    const uint32_t count = (starts[bucket + 1] & ~QD__MIXED) - (starts[bucket] & ~QD__MIXED);
    return count > all->tree->settings.capacity || (starts[bucket] & QD__MIXED);
}

static void sort_part(void *job, uint32_t part)
{
    const distribution *all = (const distribution *)job;
    const qd__batch *batch = all->batch;
    const qd__sorting near = { all->tree->settings.floor, all->tree->settings.capacity };
    const qd__sorting far = { QD__FAR_FLOOR, all->tree->settings.capacity };
    const uint32_t buckets = all->rest + 1, end = (uint32_t)qd__part_start(buckets, part + 1, all->sorters);
    for (uint32_t bucket = (uint32_t)qd__part_start(buckets, part, all->sorters); bucket < end; bucket++) {
        if (bucket_is_crowded(all, bucket)) {
            const uint32_t start = qd__batch_start(batch, bucket), count = qd__batch_start(batch, bucket + 1) - start;
            if (!all->keyed) {
                const uint32_t *order = batch->order + start;
                for (uint32_t i = 0; i < count; i++) {
                    qd__prefetch(&batch->boxes[order[i + CODES_AHEAD < count ? i + CODES_AHEAD : i]], 1);
                    batch->keys[start + i] =
                        qd__codes_key(&batch->lattice, all->tree->settings.floor, &batch->boxes[order[i]]);
                }
            }
            const qd__keyed list = { batch->keys + start, batch->order + start };
            const qd__keyed scratch = { batch->keys + batch->room + (size_t)part * all->largest, batch->codes + start };
            qd__sort(bucket < all->rest ? &near : &far, list, scratch, count);
        }
    }
}

uint32_t qd__codes_stretches(const struct qd_tree *tree, size_t count)
{
    const uint32_t parts = qd__parts_for_items(tree, count, 1);
    return parts < STRETCHES ? parts : STRETCHES;
}

void qd__codes_give_keys(qd__batch *batch, struct qd_tree *tree)
{
    qd__memory_give(&tree->pools.memory, batch->keys, batch->keys_room, sizeof *batch->keys);
    batch->keys = NULL;
}

bool qd__codes_distribute(qd__batch *batch, struct qd_tree *tree)
{
    const uint32_t stretches = qd__codes_stretches(tree, batch->room);
    distribution all = { .batch = batch, .tree = tree, .parts = stretches, .rest = qd__batch_rest(batch) };
    qd__run_parts(tree, count_part, &all, stretches);
    for (uint32_t part = 0; part < stretches; part++)
        batch->filtered |= all.filtered[part];
    // Stretch by stretch, so that the items of a bucket come in their order, however many stretches there are: from how
    // many items each has for a bucket to where they go.
    uint32_t start = 0;
    for (uint32_t bucket = 0; bucket < all.rest + 2; bucket++) {
        uint32_t mixed = 0;
        batch->starts[bucket] = start;
        for (uint32_t part = 0; part < stretches; part++) {
            uint32_t *location = tally_of(&all, part) + bucket;
            const uint32_t counted = *location;
            *location = start;
            start += counted & ~QD__MIXED;
            mixed |= counted & QD__MIXED;
        }
        batch->starts[bucket] |= mixed;
    }
    for (uint32_t bucket = 0; bucket <= all.rest; bucket++) {
        if (bucket_is_crowded(&all, bucket)) {
            const uint32_t count = qd__batch_start(batch, bucket + 1) - qd__batch_start(batch, bucket);
            all.crowded += count;
            all.largest = count > all.largest ? count : all.largest;
        }
    }
    if (all.crowded == 0) {
        qd__run_parts(tree, distribute_part, &all, stretches);
        return true;
    }
    // Memory for keys, and in each part that sorts for those of the largest bucket, which then stay in the cache. All
    // such parts together have at most as much memory as all items.
    const uint32_t parts = qd__parts_for_items(tree, batch->count, QD__PARTS_PER_WORKER);
    const size_t most = batch->room / all.largest;
    all.sorters = parts < most ? parts : (uint32_t)most;
    qd__codes_give_keys(batch, tree);
    batch->keys_room = batch->room + (size_t)all.sorters * all.largest;
    batch->keys = (uint64_t *)qd__memory_get(&tree->pools.memory, batch->keys_room, sizeof *batch->keys);
    if (!batch->keys)
        return false;
    all.keyed = all.crowded > batch->room / MANY;
    qd__run_parts(tree, all.keyed ? distribute_keyed_part : distribute_part, &all, stretches);
    qd__run_parts(tree, sort_part, &all, all.sorters);
    return true;
}
