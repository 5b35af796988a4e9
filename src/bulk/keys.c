// The items of a bulk load in their order: see batch.h.
//
// The lattice is chosen here too, since the sorted items show whether it is a good one: different items that share a
// smallest node are too many for the smallest node. When too many are, the root is laid over those alone, and if that
// is not finer, over the largest heap of them; the others then lie outside the world, where the lattice parts them just
// as well.

#include "keys.h"

#include "distribute.h"
#include "root.h"

#include <assert.h>
#include <string.h>

enum {
    ROOT_TRIES = 8,  ///< Roots looked at; each is finer than the one before.
    LEAST_CROWD = 4, ///< Items to a bucket, on average: with fewer, looking through the buckets would take longest.
};

/// More than a load takes of memory for an item.
#define BYTES_AN_ITEM ((size_t)256)

size_t qd__batch_in_world(const qd__batch *batch)
{
    return qd__batch_start(batch, qd__batch_rest(batch));
}

/// The first of the buckets below a square that has some.
static uint32_t first_bucket(const qd__batch *batch, qd__square square)
{
    const unsigned node = QD__WORLD_SHIFT - batch->levels; // qd__spread takes the bits of every level
    return qd__spread((square.x - QD__WORLD_CORNER) >> node) | qd__spread((square.y - QD__WORLD_CORNER) >> node) << 1;
}

size_t qd__batch_end_own(const struct qd_tree *tree, const qd__batch *batch, qd__square square, size_t low, size_t high)
{
    // Larger items than a node with buckets are in its first bucket, if any.
    if (square.in_world && square.shift >= QD__WORLD_SHIFT - batch->levels) {
        const uint32_t bucket = first_bucket(batch, square);
        const size_t end = qd__batch_start(batch, bucket + 1);
        const bool keyed = batch->starts[bucket] & QD__MIXED || high - low <= end - qd__batch_start(batch, bucket);
        high = !keyed ? low : end < high ? end : high;
    }
    const unsigned floor = qd__batch_key_floor(tree, square.in_world, square.shift);
    while (low < high && qd__key_shift(batch->sorted[low], floor) == square.shift)
        low++;
    return low;
}

void qd__batch_end_quarters(const struct qd_tree *tree, const qd__batch *batch, qd__square square, size_t low,
                            size_t high, size_t ends[4])
{
    const unsigned shift = square.shift - 1;
    if (!square.in_world || shift < QD__WORLD_SHIFT - batch->levels) {
        // By the keys: three searches side by side, without branches that depend on the keys.
        const unsigned bit = 2 * (shift - qd__batch_key_floor(tree, square.in_world, square.shift)) + QD__KEY_RANK_BITS;
        ends[0] = ends[1] = ends[2] = low;
        ends[3] = high;
        for (size_t left = high - low; left > 0;) {
            const size_t step = (left + 1) / 2;
            for (unsigned quarter = 0; quarter < 3; quarter++) { // each end is one of the `left` places from here on
                const bool beyond = (batch->sorted[ends[quarter] + step - 1] >> bit & 3) <= quarter;
                ends[quarter] += beyond ? step : 0;
            }
            left -= step;
        }
        return;
    }
    const uint32_t first = first_bucket(batch, square);
    const uint32_t step = UINT32_C(1) << 2 * (shift - (QD__WORLD_SHIFT - batch->levels));
    for (uint32_t quarter = 0; quarter < 4; quarter++)
        ends[quarter] = qd__batch_start(batch, first + (quarter + 1) * step);
}

/// Where the smallest node of an item starts.
static uint64_t corner_of(const struct qd_tree *tree, const qd__batch *batch, size_t at)
{
    const qd__spot spot = qd__lattice_spot(&batch->lattice, qd__aabb_of(batch->boxes[batch->order[at]]));
    const unsigned floor = qd__spot_in_world(spot) ? tree->settings.floor : QD__FAR_FLOOR;
    const unsigned shift = spot.shift > floor ? spot.shift : floor;
    return (uint64_t)(spot.x >> shift << shift) << 32 | spot.y >> shift << shift;
}

bool qd__batch_is_parted(const struct qd_tree *tree, const qd__batch *batch, size_t low, size_t high)
{
    const uint64_t corner = corner_of(tree, batch, low);
    for (size_t at = high; at-- > low;) // of sorted ones the last decides
        if (corner_of(tree, batch, at) != corner)
            return true;
    return false;
}

static bool differ(const qd__batch *batch, size_t start, size_t end)
{
    const qd__fbox *first = &batch->boxes[batch->order[start]];
    for (size_t i = start + 1; i < end; i++)
        if (memcmp(first, &batch->boxes[batch->order[i]], sizeof *first) != 0)
            return true;
    return false;
}

/// The items too many for the smallest node, listed where the keys were, and the largest heap among them.
typedef struct crowds {
    size_t count, heap, heap_size;
} crowds;

/// Adds the heaps among the items in [low, high) to that list: runs of items with the same key, more than a leaf
/// takes. So long a run holds two of any places that lie half a leaf apart. The items are in a node of some shift.
static void list_heaps(const qd__batch *batch, const struct qd_tree *tree, bool in_world, unsigned shift, size_t low,
                       size_t high, crowds *crowded)
{
    const size_t step = (tree->settings.capacity + 1) / 2;
    const unsigned floor = qd__batch_key_floor(tree, in_world, shift);
    for (size_t at = low; at + step < high; at += step) {
        const uint32_t key = batch->sorted[at];
        if (key != batch->sorted[at + step] ||
            qd__key_shift(key, floor) != floor) // larger ones have a node of their own
            continue;
        size_t start = at, end = at + 1; // of the run of items with this key
        for (; start > low && batch->sorted[start - 1] == key; start--) {
        }
        for (; end < high && batch->sorted[end] == key; end++) {
        }
        const size_t size = end - start;
        if (size > tree->settings.capacity && qd__batch_sort_deeper(tree, batch, in_world, floor, start, end)) {
            list_heaps(batch, tree, in_world, floor, start, end, crowded);
            for (size_t i = start; i < end; i++)
                batch->sorted[i] = key;
        } else if (size > tree->settings.capacity && differ(batch, start, end)) {
            if (size > crowded->heap_size) {
                crowded->heap = crowded->count;
                crowded->heap_size = size;
            }
            memcpy(batch->keys + crowded->count, batch->order + start, size * sizeof *batch->order);
            crowded->count += size;
        }
        at += (end - 1 - at) / step * step; // past the run
    }
}

/// Lays a lattice over some of the items, if that makes the world so much smaller that it was not just a full one.
static bool lay_finer(qd__lattice *lattice, const qd__batch *batch, const uint32_t *list, size_t count,
                      uint32_t capacity)
{
    qd__lattice finer;
    if (!qd__root_is_bad(count, batch->count) || !qd__root_learn(&finer, batch->boxes, list, count, count, capacity) ||
        !qd__root_is_finer(&finer, &batch->lattice))
        return false;
    *lattice = finer;
    return true;
}

/// Chooses a root that leaves fewer items in leaves that cannot split. False: the present one is good enough, or the
/// best.
static bool improve(qd__batch *batch, const struct qd_tree *tree, bool given)
{
    crowds crowded = { 0, 0, 0 };
    const uint32_t rest_bucket = qd__batch_rest(batch);
    for (uint32_t bucket = 0; bucket <= rest_bucket; bucket++) {
        const uint32_t start = qd__batch_start(batch, bucket), end = qd__batch_start(batch, bucket + 1);
        const bool in_world = bucket < rest_bucket;
        if (end - start > tree->settings.capacity)
            list_heaps(batch, tree, in_world, in_world ? QD__WORLD_SHIFT : QD__REST_SHIFT, start, end, &crowded);
    }
    batch->at_max_depth = crowded.count;
    const size_t rest = batch->count - qd__batch_in_world(batch);
    const uint32_t capacity = qd__root_capacity(tree);
    const bool better =
        given && qd__root_is_bad(rest, batch->count)
            ? qd__root_learn(&batch->lattice, batch->boxes, batch->order, batch->count, batch->count, capacity)
            : lay_finer(&batch->lattice, batch, batch->keys, crowded.count, capacity) ||
                  lay_finer(&batch->lattice, batch, batch->keys + crowded.heap, crowded.heap_size, capacity);
    return better;
}

static bool get_memory(qd__batch *batch, struct qd_tree *tree)
{
    const size_t room = batch->room;
    // not covered: 2^31 items would fill a hundred gigabytes
    if (room > SIZE_MAX / BYTES_AN_ITEM || room >= QD__MIXED)
        return false;
    // Buckets that hold half of what a leaf takes, or a little less, if they are evenly filled.
    const unsigned depth = QD__WORLD_SHIFT - tree->settings.floor;
    unsigned levels = 0;
    while (levels < depth && room >> 2 * levels > tree->settings.capacity / 2 &&
           room >> 2 * (levels + 1) >= LEAST_CROWD)
        levels++;
    batch->levels = levels;
    const size_t buckets = (size_t)qd__batch_rest(batch) + 2;
    batch->numbers = 2 * room + buckets * (1 + qd__batch_stretches(tree, room));
    batch->order = (uint32_t *)qd__memory_get(&tree->pools.memory, batch->numbers, sizeof *batch->order);
    if (!batch->order)
        return false;
    assert(levels <= QD__KEY_LEVELS);
    batch->keys = batch->order + room;
    batch->starts = batch->keys + room;
    batch->tallies = batch->starts + buckets;
    return true;
}

bool qd__batch_open(qd__batch *batch, struct qd_tree *tree, const qd__source *items, const qd_id *ids, size_t count,
                    bool learn)
{
    memset(batch, 0, sizeof *batch);
    batch->from = items;
    batch->boxes = items->boxes;
    batch->ids = ids;
    batch->room = count;
    batch->lattice = tree->lattice;
    if (!get_memory(batch, tree))
        return false;
    // How many ids there are, and whether they follow one another.
    const qd_id first = batch->room > 0 ? batch->ids[0] : 0;
    uint64_t differing = 0, next = first;
    for (size_t i = 0; i < batch->room; i++)
        differing |= batch->ids[i] ^ next++;
    batch->first_id = differing ? 0 : first;
    batch->count = batch->room;
    for (size_t i = 0; batch->first_id == 0 && i < batch->room; i++)
        batch->count -= batch->ids[i] == 0;
    const bool laid = qd__lattice_is_laid(&tree->lattice), world_given = qd__lattice_is_laid(&tree->settings.given);
    if (world_given && learn) // it stays the root unless many items lie outside
        batch->lattice = tree->settings.given;
    const bool given = laid && (world_given || !learn);
    // A leaf's worth needs no root, nor would it have got one if the items had come one by one.
    if (!given && (laid || batch->count > tree->settings.capacity)) {
        const uint32_t *list = NULL;
        if (batch->count < batch->room) {
            size_t listed = 0; // those that have an id
            for (size_t i = 0; i < batch->room; i++) {
                batch->keys[listed] = (uint32_t)i;
                listed += batch->ids[i] != 0;
            }
            list = batch->keys;
        }
        qd__root_learn(&batch->lattice, batch->boxes, list, batch->count, batch->count, qd__root_capacity(tree));
    }
    // By one root after the other, as long as there is a better one.
    bool done = qd__batch_distribute(batch, tree);
    for (int i = 0; i < ROOT_TRIES && done && improve(batch, tree, given && i == 0); i++)
        done = qd__batch_distribute(batch, tree);
    if (!done) {
        qd__batch_close(batch, tree);
        return false;
    }
    return true;
}

void qd__batch_close(qd__batch *batch, struct qd_tree *tree)
{
    qd__batch_give_sorted(batch, tree);
    qd__memory_give(&tree->pools.memory, batch->order, batch->numbers, sizeof *batch->order);
}
