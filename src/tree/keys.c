// The sort keys of a bulk load: see keys.h.
//
// The lattice is chosen here too, since the sorted keys show whether it is a good one: different items that share a
// smallest cell are sunk. When too many are, the root is laid over those alone, and if that is not finer, over the
// largest heap of them; the others then lie outside the world, where the lattice parts them just as well.
#include "keys.h"

#include "parts.h"
#include "root.h"
#include "sort.h"

#include <string.h>

enum {
    FINER = 8, ///< How much smaller a world must be to be a better one: full cells alone do not make a root bad.
    TRIES = 8, ///< Roots looked at; each is finer than the one before.
    FEW = 8,   ///< Up to 1/FEW of the items may be sunk, or outside a given world, before another root is looked for.
    STRETCHES = 16,  ///< Most of them that the items are counted by; each has a tally for itself.
    LOT = 64,        ///< Items whose places are found at once.
    SCAN = 256,      ///< Keys that are looked at one after the other rather than searched.
    LEAST_CROWD = 4, ///< Items to a bucket, on average: with fewer, looking through the buckets would take longest.
};

static const uint64_t REST_BIT = UINT64_C(1) << 63;
static const uint64_t NO_KEY = UINT64_MAX; ///< Of what has no id.

/// Of memory, at the very most.
#define BYTES_AN_ITEM ((size_t)(8 + 4 + 4 + (1 + STRETCHES) * 4))

/// Spreads the lower 16 bits out, a zero before each.
static inline uint32_t spread(uint32_t bits)
{
    bits &= UINT32_C(0xffff);
    bits = (bits | bits << 8) & UINT32_C(0x00ff00ff);
    bits = (bits | bits << 4) & UINT32_C(0x0f0f0f0f);
    bits = (bits | bits << 2) & UINT32_C(0x33333333);
    return (bits | bits << 1) & UINT32_C(0x55555555);
}

/// The bits of two numbers by turns: a Morton code.
static uint64_t interleave(uint32_t x, uint32_t y)
{
    const uint32_t high = spread(x >> 16) | spread(y >> 16) << 1;
    return (uint64_t)high << 32 | spread(x) | spread(y) << 1;
}

/// The key of any item.
static uint64_t key_of(const qd__lattice *lattice, unsigned world_floor, qd_box box)
{
    const qd__spot spot = qd__lattice_spot(lattice, qd__record_of(box));
    const bool in_world = qd__spot_in_world(spot);
    const unsigned floor = in_world ? world_floor : QD__FAR_FLOOR;
    const uint32_t corner = in_world ? QD__WORLD_CORNER : 0;
    const unsigned shift = spot.shift > floor ? spot.shift : floor;
    const uint64_t code =
        interleave((spot.x - corner) >> shift << (shift - floor), (spot.y - corner) >> shift << (shift - floor));
    return (in_world ? 0 : REST_BIT) | code << QD__KEY_RANK_BITS | (31 - shift);
}

/// The bucket of the rest: those before it are the cells of one level of the world, the one after it has no ids.
static uint32_t rest_of(const qd__batch *batch)
{
    return UINT32_C(1) << (2 * batch->levels);
}

static uint32_t bucket_start(const qd__batch *batch, uint32_t bucket)
{
    return batch->starts[bucket] & ~QD__MIXED;
}

size_t qd__batch_in_world(const qd__batch *batch)
{
    return bucket_start(batch, rest_of(batch));
}

/// The same by looking at the keys: at all of a few, which the processor can do at once, and by halves at many.
static void end_quarters(const qd__batch *batch, size_t low, size_t high, unsigned bit, size_t ends[4])
{
    ends[0] = ends[1] = ends[2] = low;
    ends[3] = high;
    if (high - low <= SCAN) {
        for (size_t at = low; at < high; at++) {
            const unsigned quarter = qd__key_corner(qd__batch_key(batch, at)) >> bit & 3;
            ends[0] += quarter < 1;
            ends[1] += quarter < 2;
            ends[2] += quarter < 3;
        }
        return;
    }
    for (unsigned quarter = 0; quarter < 3; quarter++) {
        size_t beyond = high;
        while (low < beyond) {
            const size_t middle = low + (beyond - low) / 2;
            if ((qd__key_corner(qd__batch_key(batch, middle)) >> bit & 3) > quarter) {
                beyond = middle;
            } else {
                low = middle + 1;
            }
        }
        ends[quarter] = low;
    }
}

void qd__batch_end_quarters(const struct qd_tree *tree, const qd__batch *batch, qd__square square, size_t low,
                            size_t high, size_t ends[4])
{
    const unsigned shift = square.shift - 1;
    if (!qd__square_in_world(square) || shift < QD__WORLD_SHIFT - batch->levels) {
        end_quarters(batch, low, high, 2 * (shift - qd__square_floor(tree, square)), ends);
        return;
    }
    const uint64_t code = interleave((square.x - QD__WORLD_CORNER) >> shift, (square.y - QD__WORLD_CORNER) >> shift);
    for (unsigned quarter = 0; quarter < 4; quarter++) {
        const uint32_t next = (uint32_t)(code + quarter + 1) << 2 * (batch->levels - (QD__WORLD_SHIFT - shift));
        ends[quarter] = bucket_start(batch, next);
    }
}

bool qd__batch_is_parted(const qd__batch *batch, size_t low, size_t high)
{
    const uint64_t corner = qd__key_corner(qd__batch_key(batch, low));
    for (size_t at = high; at-- > low;) { // of sorted ones the last decides
        if (qd__key_corner(qd__batch_key(batch, at)) != corner) {
            return true;
        }
    }
    return false;
}

/// One job after the other, shared.
typedef struct making {
    const qd__batch *batch;
    const struct qd_tree *tree;
    uint32_t parts;
    uint32_t rest;  ///< Its bucket.
    unsigned shift; ///< From a key to its bucket.
} making;

static uint32_t bucket_of(const making *all, uint64_t key)
{
    const uint64_t cell = key >> all->shift;
    return cell < all->rest ? (uint32_t)cell : all->rest + (key == NO_KEY);
}

static uint32_t *tally_of(const making *all, uint32_t part)
{
    return all->batch->tallies + (size_t)part * (all->rest + 2);
}

/// All bits below the highest that is set, and that.
static inline uint32_t smear(uint32_t bits)
{
    bits |= bits >> 1;
    bits |= bits >> 2;
    bits |= bits >> 4;
    bits |= bits >> 8;
    return bits | bits >> 16;
}

/// The exponent of 2^n.
static inline uint32_t exponent_of(uint32_t power)
{
    const float value = (float)(int32_t)power;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits >> 23) - 127;
}

/// What becomes of some items at once.
typedef struct lot {
    uint32_t buckets[LOT], mixed[LOT]; ///< For the tally.
    uint32_t special[LOT];             ///< Not 0: the key has to be made by key_of.
} lot;

/// The keys of items in the world whose Morton codes have no more than 32 bits: as key_of makes them, but without a
/// branch and with the same shifts for all, so that the compiler may work on several at once.
static void make_lot(const making *all, lot *found, size_t start, size_t count)
{
    const qd__lattice lattice = all->batch->lattice; // nobody changes it meanwhile
    const unsigned floor = all->tree->floor, bucket = QD__WORLD_SHIFT - all->batch->levels, shift = all->shift;
    const uint32_t least = qd__low_bits(floor);
    const qd_item *items = all->batch->items + start;
    uint64_t *keys = all->batch->keys + start;
    for (size_t i = 0; i < count; i++) {
        uint32_t x, y, side;
        qd__lattice_span(&lattice, qd__record_of(items[i].box), &x, &y, &side);
        const uint32_t within = smear((side ? side - 1 : 0) | least); // the bits of steps within the item's cell
        x = (x ^ QD__WORLD_CORNER) & ~within;
        y = (y ^ QD__WORLD_CORNER) & ~within;
        const uint32_t code = spread(x >> floor) | spread(y >> floor) << 1;
        keys[i] = (uint64_t)code << QD__KEY_RANK_BITS | (31 - exponent_of(within + 1));
        found->buckets[i] = (uint32_t)(keys[i] >> shift);
        found->mixed[i] = within >> bucket ? QD__MIXED : 0;
        found->special[i] = (x | y) >> floor >> 16 | (x | y | within) >> QD__WORLD_SHIFT;
    }
}

static void count_lot(const making *all, const lot *found, size_t start, size_t count, uint32_t *tally)
{
    const qd__batch *batch = all->batch;
    const bool all_have_ids = batch->count == batch->room;
    for (size_t i = 0; i < count; i++) {
        uint32_t bucket = found->buckets[i];
        if (found->special[i] || (!all_have_ids && qd_id_is_null(batch->ids[start + i]))) {
            const uint64_t key = qd_id_is_null(batch->ids[start + i])
                                     ? NO_KEY
                                     : key_of(&batch->lattice, all->tree->floor, batch->items[start + i].box);
            batch->keys[start + i] = key;
            bucket = bucket_of(all, key);
        }
        tally[bucket] = (tally[bucket] + 1) | found->mixed[i];
    }
}

static void count_part(void *job, uint32_t part)
{
    const making *all = job;
    const qd__batch *batch = all->batch;
    uint32_t *tally = tally_of(all, part);
    memset(tally, 0, (all->rest + 2) * sizeof *tally);
    const size_t end = qd__part_start(batch->room, part + 1, all->parts);
    for (size_t start = qd__part_start(batch->room, part, all->parts); start < end; start += LOT) {
        const size_t count = end - start < LOT ? end - start : LOT;
        lot found;
        make_lot(all, &found, start, count);
        count_lot(all, &found, start, count, tally);
    }
}

/// From how many keys each stretch has for each bucket to where they go: stretch by stretch, so that those of a bucket
/// come in the order of the items, however many stretches there are.
static void lay_out_buckets(const making *all)
{
    const qd__batch *batch = all->batch;
    const uint32_t buckets = all->rest + 2;
    uint32_t start = 0;
    for (uint32_t bucket = 0; bucket < buckets; bucket++) {
        batch->starts[bucket] = start;
        for (uint32_t part = 0; part < all->parts; part++) {
            uint32_t *place = tally_of(all, part) + bucket;
            const uint32_t counted = *place;
            *place = start;
            start += counted & ~QD__MIXED;
            batch->starts[bucket] |= counted & QD__MIXED;
        }
    }
}

static void deal_part(void *job, uint32_t part)
{
    const making *all = job;
    const qd__batch *batch = all->batch;
    uint32_t *places = tally_of(all, part);
    const size_t end = qd__part_start(batch->room, part + 1, all->parts);
    for (size_t i = qd__part_start(batch->room, part, all->parts); i < end; i++) {
        batch->order[places[bucket_of(all, batch->keys[i])]++] = (uint32_t)i;
    }
}

static void sort_part(void *job, uint32_t part)
{
    const making *all = job;
    const qd__batch *batch = all->batch;
    const qd__sorting near = { batch->keys, all->tree->floor, all->tree->capacity };
    const qd__sorting far = { batch->keys, QD__FAR_FLOOR, all->tree->capacity };
    const uint32_t buckets = all->rest + 1, end = (uint32_t)qd__part_start(buckets, part + 1, all->parts);
    for (uint32_t bucket = (uint32_t)qd__part_start(buckets, part, all->parts); bucket < end; bucket++) {
        const uint32_t start = bucket_start(batch, bucket), count = bucket_start(batch, bucket + 1) - start;
        if (count > all->tree->capacity || (count > 1 && (batch->starts[bucket] & QD__MIXED))) {
            qd__sort(bucket < all->rest ? &near : &far, batch->order + start, batch->scratch + start, count);
        }
    }
}

static uint32_t stretches_of(const struct qd_tree *tree, size_t count)
{
    const uint32_t parts = qd__parts_for(tree, count, 1);
    return parts < STRETCHES ? parts : STRETCHES;
}

static void make_keys(const qd__batch *batch, const struct qd_tree *tree)
{
    making all = { batch, tree, stretches_of(tree, batch->room), rest_of(batch),
                   QD__KEY_RANK_BITS + 2 * (QD__WORLD_SHIFT - tree->floor - batch->levels) };
    qd__run_parts(tree, count_part, &all, all.parts);
    lay_out_buckets(&all);
    qd__run_parts(tree, deal_part, &all, all.parts);
    all.parts = qd__parts_for(tree, batch->count, QD__PARTS_PER_WORKER);
    qd__run_parts(tree, sort_part, &all, all.parts);
}

/// Would the item go deeper if cells got any smaller?
static bool is_smallest(const struct qd_tree *tree, uint64_t key)
{
    return qd__key_shift(key) == (key & REST_BIT ? (unsigned)QD__FAR_FLOOR : tree->floor);
}

static bool differ(const qd__batch *batch, size_t start, size_t end)
{
    const qd_box *first = &batch->items[batch->order[start]].box;
    for (size_t i = start + 1; i < end; i++) {
        if (memcmp(first, &batch->items[batch->order[i]].box, sizeof *first) != 0) {
            return true;
        }
    }
    return false;
}

/// The sunk items, listed in the batch's scratch, and the largest heap among them.
typedef struct sunken {
    size_t count, heap, heap_size;
} sunken;

/// The stretch of items around a place that have the same key.
static void find_run(const qd__batch *batch, size_t low, size_t high, size_t at, size_t *start, size_t *end)
{
    const uint64_t key = qd__batch_key(batch, at);
    for (*start = at; *start > low && qd__batch_key(batch, *start - 1) == key; --*start) {
    }
    for (*end = at + 1; *end < high && qd__batch_key(batch, *end) == key; ++*end) {
    }
}

/// Adds the heaps among the items in [low, high) to the sunk ones: runs of items with the same key, more than a leaf
/// takes. So long a run holds two of any places that lie half a leaf apart.
static void list_heaps(const qd__batch *batch, const struct qd_tree *tree, size_t low, size_t high, sunken *sunk)
{
    const size_t step = (tree->capacity + 1) / 2;
    for (size_t at = low; at + step < high; at += step) {
        const uint64_t key = qd__batch_key(batch, at);
        if (key != qd__batch_key(batch, at + step) || !is_smallest(tree, key)) {
            continue;
        }
        size_t start, end;
        find_run(batch, low, high, at, &start, &end);
        const size_t size = end - start;
        if (size > tree->capacity && differ(batch, start, end)) {
            if (size > sunk->heap_size) {
                sunk->heap = sunk->count;
                sunk->heap_size = size;
            }
            memcpy(batch->scratch + sunk->count, batch->order + start, size * sizeof *batch->order);
            sunk->count += size;
        }
        at += (end - 1 - at) / step * step; // past the run
    }
}

static sunken list_sunk(const qd__batch *batch, const struct qd_tree *tree)
{
    sunken sunk = { 0, 0, 0 };
    for (uint32_t bucket = 0; bucket <= rest_of(batch); bucket++) {
        const uint32_t start = bucket_start(batch, bucket), end = bucket_start(batch, bucket + 1);
        if (end - start > tree->capacity) {
            list_heaps(batch, tree, start, end, &sunk);
        }
    }
    return sunk;
}

/// Lays a lattice over some of the items, if that makes the world so much smaller that it was not just a full one.
static bool lay_finer(qd__lattice *lattice, const qd__batch *batch, const uint32_t *list, size_t count,
                      uint32_t capacity)
{
    qd__lattice finer;
    if (count <= batch->count / FEW || !qd__root_learn(&finer, batch->items, list, count, count, capacity) ||
        finer.scale < FINER * batch->lattice.scale) {
        return false;
    }
    *lattice = finer;
    return true;
}

/// Looks for a root that sinks fewer items, and sorts by it. False: the one there is is good, or there is no better
/// one.
static bool improve(qd__batch *batch, const struct qd_tree *tree, bool given)
{
    const sunken sunk = list_sunk(batch, tree);
    batch->sunk = sunk.count;
    const size_t rest = batch->count - qd__batch_in_world(batch);
    const bool better = given && rest > batch->count / FEW
                            ? qd__root_learn(&batch->lattice, batch->items, batch->order, batch->count, batch->count,
                                             qd__root_capacity(tree))
                            : lay_finer(&batch->lattice, batch, batch->scratch, sunk.count, qd__root_capacity(tree)) ||
                                  lay_finer(&batch->lattice, batch, batch->scratch + sunk.heap, sunk.heap_size,
                                            qd__root_capacity(tree));
    if (better) {
        make_keys(batch, tree);
    }
    return better;
}

/// Looks at the ids: how many there are, and whether their slots follow one another.
static void look_at_ids(qd__batch *batch)
{
    const uint32_t first = batch->room > 0 ? batch->ids[0].slot : 0;
    size_t count = 0, in_a_row = 0;
    for (size_t i = 0; i < batch->room; i++) {
        count += !qd_id_is_null(batch->ids[i]);
        in_a_row += batch->ids[i].slot == first + (uint32_t)i;
    }
    batch->count = count;
    batch->first_slot = in_a_row == batch->room && count == batch->room ? first : 0;
}

/// Lays the lattice over all items that have an id.
static void learn_root(qd__batch *batch, uint32_t capacity)
{
    const uint32_t *list = NULL;
    if (batch->count < batch->room) {
        size_t count = 0;
        for (size_t i = 0; i < batch->room; i++) {
            batch->scratch[count] = (uint32_t)i;
            count += !qd_id_is_null(batch->ids[i]);
        }
        list = batch->scratch;
    }
    qd__root_learn(&batch->lattice, batch->items, list, batch->count, batch->count, capacity);
}

/// Buckets that hold half of what a leaf takes, or a little less, if they are evenly filled.
static unsigned levels_for(const struct qd_tree *tree, size_t count)
{
    const unsigned depth = QD__WORLD_SHIFT - tree->floor;
    unsigned levels = 0;
    while (levels < depth && count >> 2 * levels > tree->capacity / 2 && count >> 2 * (levels + 1) >= LEAST_CROWD) {
        levels++;
    }
    return levels;
}

static bool get_memory(qd__batch *batch, struct qd_tree *tree)
{
    const size_t room = batch->room;
    // not covered: 2^31 items would fill a hundred gigabytes
    if (room > SIZE_MAX / BYTES_AN_ITEM || room >= QD__MIXED) {
        return false;
    }
    batch->levels = levels_for(tree, room);
    const size_t buckets = (size_t)rest_of(batch) + 2;
    const size_t numbers = 2 * room + buckets * (1 + stretches_of(tree, room));
    batch->bytes = room * sizeof *batch->keys + numbers * sizeof *batch->order;
    batch->keys = qd__memory_get(&tree->memory, batch->bytes, 1);
    if (!batch->keys) {
        return false;
    }
    batch->order = (uint32_t *)(batch->keys + room);
    batch->scratch = batch->order + room;
    batch->starts = batch->scratch + room;
    batch->tallies = batch->starts + buckets;
    return true;
}

bool qd__batch_open(qd__batch *batch, struct qd_tree *tree, const qd_item *items, const qd_id *ids, size_t count,
                    bool learn)
{
    memset(batch, 0, sizeof *batch);
    batch->items = items;
    batch->ids = ids;
    batch->room = count;
    batch->lattice = tree->lattice;
    if (!get_memory(batch, tree)) {
        return false;
    }
    look_at_ids(batch);
    const bool laid = qd__lattice_is_laid(&tree->lattice);
    bool given = laid && !learn;
    if (!given && (laid || batch->count > tree->capacity)) { // a leaf's worth needs no root, nor would it have got one
        learn_root(batch, qd__root_capacity(tree));          // one by one
    }
    make_keys(batch, tree);
    for (int i = 0; i < TRIES && improve(batch, tree, given); i++) {
        given = false;
    }
    return true;
}

void qd__batch_close(qd__batch *batch, struct qd_tree *tree)
{
    qd__memory_give(&tree->memory, batch->keys, batch->bytes, 1);
}
