// Distributes the items of a bulk load to buckets: see batch.h.
//
// A kernel makes the keys of many items at once. Their first bits say which bucket an item goes to. Where buckets are
// crowded, the keys go along, so that no later step reads them all over the memory.
#include "distribute.h"

#include "parts.h"
#include "simd_base.h"
#include "sort.h"

#include <string.h>

enum {
    STRETCHES = 16,  ///< Most of them that the items are counted by; each has a tally for itself.
    KEYS_LOT = 64,   ///< Items with keys made at once.
    DEAL_AHEAD = 32, ///< Items between asking for where one goes and putting it there.
    MANY = 8,        ///< With more than 1/MANY of the items in crowded buckets, all keys go along.
};

unsigned qd__batch_key_floor(const struct qd_tree *tree, bool in_world, unsigned shift)
{
    const unsigned top = in_world ? QD__WORLD_SHIFT : QD__REST_SHIFT;
    const unsigned least = in_world ? tree->settings.floor : QD__FAR_FLOOR;
    const unsigned levels = ((top - shift) / QD__KEY_LEVELS + 1) * QD__KEY_LEVELS;
    return top > least + levels ? top - levels : least;
}

/// The key of any item.
static uint32_t box_key(const qd__lattice *lattice, unsigned floor, const qd__fbox *box)
{
    const qd__spot spot = qd__lattice_spot(lattice, qd__aabb_of(*box));
    const unsigned shift = spot.shift > floor ? spot.shift : floor;
    const uint32_t x = spot.x >> shift << (shift - floor), y = spot.y >> shift << (shift - floor);
    return (qd__spread(x) | qd__spread(y) << 1) << QD__KEY_RANK_BITS | (floor + QD__KEY_LEVELS - shift);
}

/// One job after the other, shared.
typedef struct distribution {
    const qd__batch *batch;
    const struct qd_tree *tree;
    uint32_t parts;           ///< As many as stretches.
    uint32_t sorters;         ///< Parts that sort crowded buckets.
    uint32_t rest;            ///< Its bucket.
    unsigned floor;           ///< What the keys are made for.
    unsigned shift;           ///< From a key to its bucket.
    size_t crowded;           ///< Items in crowded buckets.
    uint32_t largest;         ///< Items in the largest crowded bucket.
    bool keyed;               ///< All keys go along; else those of crowded buckets are made again.
    bool filtered[STRETCHES]; ///< By part: some item may have a filter that is not the default.
} distribution;

static uint32_t *tally_of(const distribution *all, uint32_t part)
{
    return all->batch->tallies + (size_t)part * (all->rest + 2);
}

/// Counts items that may have no id, lie outside the world or be larger than their bucket's node.
static void count_special(const distribution *all, uint32_t *tally, size_t start, uint32_t count)
{
    const uint32_t node = QD__WORLD_SHIFT - all->batch->levels, rank = all->floor + QD__KEY_LEVELS - node;
    const uint32_t ranks = qd__low_bits(QD__KEY_RANK_BITS);
    uint32_t *keys = all->batch->keys + start;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t mixed = ((keys[i] & ranks) - rank) & QD__MIXED; // its bit is set in what is below 0
        if (all->batch->ids[start + i] == 0 || keys[i] == QD__NO_KEY) {
            keys[i] = (all->rest + (all->batch->ids[start + i] == 0)) << all->shift;
            mixed = 0;
        }
        uint32_t *counted = &tally[keys[i] >> all->shift];
        *counted = (*counted + 1) | mixed;
    }
}

static void count_part(void *job, uint32_t part)
{
    distribution *all = (distribution *)job;
    const qd__batch *batch = all->batch;
    const bool all_have_ids = batch->count == batch->room;
    const unsigned node = QD__WORLD_SHIFT - batch->levels;
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
    for (size_t start = begin; start < end; start += KEYS_LOT) {
        const uint32_t count = end - start < KEYS_LOT ? (uint32_t)(end - start) : KEYS_LOT;
        uint32_t *keys = batch->keys + start;
        const bool plain =
            all->tree->settings.simd->keys(batch->boxes + start, count, &batch->lattice, all->floor, node, keys);
        if (!plain || !all_have_ids) {
            count_special(all, tally, start, count);
            continue;
        }
        for (uint32_t i = 0; i < count; i++)
            tally[keys[i] >> all->shift]++;
    }
}

static void distribute_part(void *job, uint32_t part)
{
    const distribution *all = (const distribution *)job;
    const qd__batch *batch = all->batch;
    const uint32_t *keys = batch->keys;
    const unsigned shift = all->shift;
    uint32_t *locations = tally_of(all, part), *order = batch->order;
    uint32_t *sorted = all->keyed ? batch->sorted : NULL;
    const size_t end = qd__part_start(batch->room, part + 1, all->parts);
    const size_t ahead = qd__batch_is_large(batch) && end > DEAL_AHEAD ? end - DEAL_AHEAD : 0;
    size_t i = qd__part_start(batch->room, part, all->parts);
    for (; i < ahead; i++) {
        const uint32_t soon = locations[keys[i + DEAL_AHEAD] >> shift], at = locations[keys[i] >> shift]++;
        qd__prefetch(&order[soon], 1);
        order[at] = (uint32_t)i;
        if (sorted) {
            qd__prefetch(&sorted[soon], 1);
            sorted[at] = keys[i];
        }
    }
    for (; i < end && sorted; i++) {
        const uint32_t at = locations[keys[i] >> shift]++;
        order[at] = (uint32_t)i;
        sorted[at] = keys[i];
    }
    for (; i < end; i++)
        order[locations[keys[i] >> shift]++] = (uint32_t)i;
}

/// Does the bucket have to be sorted?
static bool bucket_is_crowded(const distribution *all, uint32_t bucket)
{
    const uint32_t *starts = all->batch->starts;
    const uint32_t count = (starts[bucket + 1] & ~QD__MIXED) - (starts[bucket] & ~QD__MIXED);
    return count > all->tree->settings.capacity || (starts[bucket] & QD__MIXED);
}

/// Sorts the items of the stretch [low, high) by their keys; `make`: by keys that are first made.
static void sort_stretch(const struct qd_tree *tree, const qd__batch *batch, unsigned floor, bool make,
                         uint32_t *scratch, size_t low, size_t high)
{
    for (size_t at = low; make && at < high; at++)
        batch->sorted[at] = box_key(&batch->lattice, floor, &batch->boxes[batch->order[at]]);
    const qd__sorting how = { floor, tree->settings.capacity };
    qd__sort(&how, (qd__keyed){ batch->sorted + low, batch->order + low }, (qd__keyed){ scratch, batch->keys + low },
             high - low);
}

bool qd__batch_sort_deeper(const struct qd_tree *tree, const qd__batch *batch, bool in_world, unsigned shift,
                           size_t low, size_t high)
{
    const unsigned root = in_world ? QD__WORLD_SHIFT : QD__REST_SHIFT;
    const unsigned floor = qd__batch_key_floor(tree, in_world, shift);
    if (shift == root || shift == floor || (root - shift) % QD__KEY_LEVELS != 0)
        return false;
    sort_stretch(tree, batch, floor, true, batch->sorted + batch->room, low, high);
    return true;
}

static void sort_part(void *job, uint32_t part)
{
    const distribution *all = (const distribution *)job;
    const qd__batch *batch = all->batch;
    const unsigned rest_floor = qd__batch_key_floor(all->tree, false, QD__REST_SHIFT);
    const uint32_t buckets = all->rest + 1, end = (uint32_t)qd__part_start(buckets, part + 1, all->sorters);
    uint32_t *scratch = batch->sorted + batch->room + (size_t)part * all->largest;
    for (uint32_t bucket = (uint32_t)qd__part_start(buckets, part, all->sorters); bucket < end; bucket++) {
        const bool rest = bucket == all->rest;
        if (bucket_is_crowded(all, bucket))
            sort_stretch(all->tree, batch, rest ? rest_floor : all->floor, rest || !all->keyed, scratch,
                         qd__batch_start(batch, bucket), qd__batch_start(batch, bucket + 1));
    }
}

uint32_t qd__batch_stretches(const struct qd_tree *tree, size_t count)
{
    const uint32_t parts = qd__parts_for_items(tree, count, 1);
    return parts < STRETCHES ? parts : STRETCHES;
}

void qd__batch_give_sorted(qd__batch *batch, struct qd_tree *tree)
{
    qd__memory_give(&tree->pools.memory, batch->sorted, batch->sorted_room, sizeof *batch->sorted);
    batch->sorted = NULL;
}

bool qd__batch_distribute(qd__batch *batch, struct qd_tree *tree)
{
    const uint32_t stretches = qd__batch_stretches(tree, batch->room);
    distribution all = { .batch = batch, .tree = tree, .parts = stretches, .rest = qd__batch_rest(batch) };
    all.floor = qd__batch_key_floor(tree, true, QD__WORLD_SHIFT);
    all.shift = 2 * (QD__WORLD_SHIFT - batch->levels - all.floor) + QD__KEY_RANK_BITS;
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
        const uint32_t count = qd__batch_start(batch, bucket + 1) - qd__batch_start(batch, bucket);
        if (bucket_is_crowded(&all, bucket)) {
            all.crowded += count;
            all.largest = count > all.largest ? count : all.largest;
        }
    }
    qd__batch_give_sorted(batch, tree);
    all.keyed = all.crowded > batch->room / MANY;
    if (all.crowded > 0) {
        // Beside the keys of all items, those of the largest bucket for each part that sorts, which then stay in the
        // cache. All such parts together have at most as much memory as all items.
        const uint32_t parts = qd__parts_for_items(tree, batch->count, QD__PARTS_PER_WORKER);
        const size_t most = batch->room / all.largest;
        all.sorters = parts < most ? parts : (uint32_t)most;
        batch->sorted_room = batch->room + (size_t)all.sorters * all.largest;
        batch->sorted = (uint32_t *)qd__memory_get(&tree->pools.memory, batch->sorted_room, sizeof *batch->sorted);
        if (!batch->sorted)
            return false;
    }
    qd__run_parts(tree, distribute_part, &all, stretches);
    if (all.crowded > 0)
        qd__run_parts(tree, sort_part, &all, all.sorters);
    return true;
}
