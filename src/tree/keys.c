// The sort keys of a bulk load: see keys.h.
//
// The lattice is chosen here too, since the sorted keys show whether it is a good one: different items that share a
// smallest cell are sunk. When too many are, the root is laid over those alone, and if that is not finer, over the
// largest heap of them; the others then lie outside the world, where the lattice parts them just as well.
#include "keys.h"

#include "parts.h"
#include "root.h"

#include <string.h>

enum {
    FINER = 8, ///< How much smaller a world must be to be a better one: full cells alone do not make a root bad.
    TRIES = 8, ///< Roots looked at; each is finer than the one before.
    FEW = 8,   ///< Up to 1/FEW of the items may be sunk, or outside a given world, before another root is looked for.
};

static const uint64_t REST_BIT = UINT64_C(1) << 63;

/// Spreads the lower 32 bits out, a zero before each.
static uint64_t spread_bits(uint64_t x)
{
    x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
    x = (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x << 2) & UINT64_C(0x3333333333333333);
    x = (x | x << 1) & UINT64_C(0x5555555555555555);
    return x;
}

static uint64_t key_of(const qd__lattice *lattice, unsigned world_floor, qd_box box)
{
    const qd__spot spot = qd__lattice_spot(lattice, qd__record_of(box));
    const bool in_world = qd__spot_in_world(spot);
    const unsigned floor = in_world ? world_floor : QD__FAR_FLOOR;
    const uint32_t corner = in_world ? QD__WORLD_CORNER : 0;
    const unsigned shift = spot.shift > floor ? spot.shift : floor;
    const uint32_t x = (spot.x - corner) >> shift << (shift - floor);
    const uint32_t y = (spot.y - corner) >> shift << (shift - floor);
    const uint64_t code = spread_bits(y) << 1 | spread_bits(x);
    return (in_world ? 0 : REST_BIT) | code << QD__KEY_RANK_BITS | (31 - shift);
}

size_t qd__keys_in_world(const qd__key *keys, size_t count)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (keys[middle].key & REST_BIT) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

size_t qd__keys_end_of_quarter(const struct qd_tree *tree, qd__square square, const qd__key *keys, size_t low,
                               size_t high, uint32_t quarter)
{
    const unsigned bit = 2 * (square.shift - 1 - qd__square_floor(tree, square));
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((qd__key_corner(keys[middle].key) >> bit & 3) > quarter) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

typedef struct making {
    const qd__batch *batch;
    const struct qd_tree *tree;
    uint32_t parts;
} making;

static void make_part(void *job, uint32_t part)
{
    const making *all = job;
    const qd__batch *batch = all->batch;
    const size_t end = qd__part_start(batch->count, part + 1, all->parts);
    for (size_t i = qd__part_start(batch->count, part, all->parts); i < end; i++) {
        const qd__key *from = &batch->keys[i];
        const uint64_t key = key_of(&batch->lattice, all->tree->floor, batch->items[from->index].box);
        batch->buffers[i] = (qd__key){ key, from->index, from->slot };
    }
}

static void make_keys(qd__batch *batch, const struct qd_tree *tree)
{
    making all = { batch, tree, qd__parts_for(tree, batch->count, QD__PARTS_PER_WORKER) };
    qd__run_parts(tree, make_part, &all, all.parts);
    batch->keys = qd__sort(tree, batch->buffers, batch->buffers + batch->room, batch->count);
}

/// Would the item go deeper if cells got any smaller?
static bool is_smallest(const struct qd_tree *tree, uint64_t key)
{
    return qd__key_shift(key) == (key & REST_BIT ? (unsigned)QD__FAR_FLOOR : tree->floor);
}

/// The end of the run of items with the same key that starts at `start`.
static size_t end_of_run(const qd__batch *batch, size_t start)
{
    size_t end = start + 1;
    while (end < batch->count && batch->keys[end].key == batch->keys[start].key) {
        end++;
    }
    return end;
}

static bool differ(const qd__batch *batch, size_t start, size_t end)
{
    const qd_box *first = &batch->items[batch->keys[start].index].box;
    for (size_t i = start + 1; i < end; i++) {
        if (memcmp(first, &batch->items[batch->keys[i].index].box, sizeof *first) != 0) {
            return true;
        }
    }
    return false;
}

/// Lists the sunk items, their number being returned, in the buffer that the keys are not in; and their largest heap.
static size_t list_sunk(const qd__batch *batch, const struct qd_tree *tree, qd__key **sunk, size_t *heap,
                        size_t *heap_size)
{
    *sunk = qd__batch_spare(batch);
    *heap_size = 0;
    size_t count = 0;
    for (size_t start = 0, end; start < batch->count; start = end) {
        end = end_of_run(batch, start);
        if (end - start <= tree->capacity || !is_smallest(tree, batch->keys[start].key) || !differ(batch, start, end)) {
            continue;
        }
        if (end - start > *heap_size) {
            *heap = count;
            *heap_size = end - start;
        }
        memcpy(*sunk + count, batch->keys + start, (end - start) * sizeof **sunk);
        count += end - start;
    }
    return count;
}

/// Lays a lattice over some of the items, if that makes the world so much smaller that it was not just a full one.
static bool lay_finer(qd__lattice *lattice, const qd__batch *batch, const qd__key *list, size_t count)
{
    qd__lattice finer;
    if (count <= batch->count / FEW || !qd__root_learn(&finer, batch->items, list, count) ||
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
    qd__key *sunk;
    size_t heap = 0, heap_size;
    batch->sunk = list_sunk(batch, tree, &sunk, &heap, &heap_size);
    const size_t rest = batch->count - qd__keys_in_world(batch->keys, batch->count);
    const bool better = given && rest > batch->count / FEW
                            ? qd__root_learn(&batch->lattice, batch->items, batch->keys, batch->count)
                            : lay_finer(&batch->lattice, batch, sunk, batch->sunk) ||
                                  lay_finer(&batch->lattice, batch, sunk + heap, heap_size);
    if (better) {
        make_keys(batch, tree);
    }
    return better;
}

bool qd__batch_open(qd__batch *batch, struct qd_tree *tree, const qd_item *items, const qd_id *ids, size_t count,
                    bool learn)
{
    memset(batch, 0, sizeof *batch);
    batch->items = items;
    batch->room = count;
    batch->lattice = tree->lattice;
    if (count == 0) {
        return true;
    }
    batch->buffers = count <= UINT32_MAX ? qd__memory_get(&tree->memory, count, 2 * sizeof *batch->buffers) : NULL;
    if (!batch->buffers) {
        return false;
    }
    batch->keys = batch->buffers;
    for (size_t i = 0; i < count; i++) {
        if (!qd_id_is_null(ids[i])) {
            batch->keys[batch->count++] = (qd__key){ 0, (uint32_t)i, ids[i].slot };
        }
    }
    bool given = qd__lattice_is_laid(&tree->lattice) && !learn;
    if (!given) {
        qd__root_learn(&batch->lattice, items, batch->keys, batch->count);
    }
    make_keys(batch, tree);
    for (int i = 0; i < TRIES && improve(batch, tree, given); i++) {
        given = false;
    }
    return true;
}

void qd__batch_close(qd__batch *batch, struct qd_tree *tree)
{
    qd__memory_give(&tree->memory, batch->buffers, batch->room, 2 * sizeof *batch->buffers);
}
