// Bulk loading: see build.h.
//
// First the plan: which cells there are and which blocks each has, in the order of the curve, without touching a block.
// Then the blocks are filled, by workers if there are any, and last the bounds are united upwards. The numbers of quads
// and blocks follow from the plan, so the tree is the same whoever fills it.
#include "build.h"

#include "keys.h"
#include "parts.h"

#include <assert.h>

enum { AHEAD = 16 }; ///< Items between asking for one and copying it.

/// A cell and the stretch of sorted items that are its own.
typedef struct stretch {
    uint32_t cell;
    uint32_t low, high;
    uint32_t full; ///< Index of the first of its full blocks, which follow one another.
} stretch;
static_assert(sizeof(stretch) <= sizeof(qd__key), "the plan has room where the keys were before they were sorted");

typedef struct plan {
    const qd__batch *batch;
    stretch *cells; ///< All that have items of their own, in their order.
    size_t count;
} plan;

/// Gives a cell the blocks for its own items. False: no memory.
static bool plan_blocks(struct qd_tree *tree, plan *all, uint32_t cell, size_t low, size_t high)
{
    const size_t full = (high - low) / QD__LANES_MOST, left = (high - low) % QD__LANES_MOST;
    qd__quad *quad = qd__quad_at(tree, cell >> 2);
    uint32_t size = QD__SIZES - 1;
    const uint32_t run = qd__pool_take_run(&tree->blocks[size], &tree->memory, full);
    if (run == QD__NONE) {
        return false;
    }
    uint32_t first = (uint32_t)(run + full) - 1;
    if (left > 0) { // the block that may have room comes first in the chain
        size = (uint32_t)(left - 1) / 8;
        first = qd__pool_take_run(&tree->blocks[size], &tree->memory, 1);
    }
    if (first == QD__NONE) {
        return false;
    }
    quad->block[cell & 3] = first << QD__PLACE_BLOCK_SHIFT | size;
    quad->count[cell & 3] = (uint32_t)(high - low);
    all->cells[all->count++] = (stretch){ cell, (uint32_t)low, (uint32_t)high, run };
    return true;
}

static bool plan_cell(struct qd_tree *tree, plan *all, uint32_t cell, size_t low, size_t high);

/// The stretch [low, high) of items below a cell, laid out in the cell's four quarters.
static bool plan_quarters(struct qd_tree *tree, plan *all, uint32_t cell, size_t low, size_t high)
{
    if (!qd__quad_divide(tree, cell)) {
        return false;
    }
    const uint32_t child = qd__quad_at(tree, cell >> 2)->child[cell & 3];
    const qd__square square = qd__cell_square(tree, cell);
    for (uint32_t quarter = 0; quarter < 4; quarter++) {
        const size_t end = qd__keys_end_of_quarter(tree, square, all->batch->keys, low, high, quarter);
        if (!plan_cell(tree, all, child << 2 | quarter, low, end)) {
            return false;
        }
        low = end;
    }
    return true;
}

static bool plan_cell(struct qd_tree *tree, plan *all, uint32_t cell, size_t low, size_t high)
{
    if (low == high) {
        return true;
    }
    const qd__key *keys = all->batch->keys;
    const qd__square square = qd__cell_square(tree, cell);
    size_t deeper = low; // own items come first
    while (deeper < high && qd__key_shift(keys[deeper].key) == square.shift) {
        deeper++;
    }
    const bool crowded = high - low > tree->capacity;
    const bool parted = high - deeper > tree->capacity / 2 && square.shift > qd__square_floor(tree, square) &&
                        qd__key_corner(keys[deeper].key) != qd__key_corner(keys[high - 1].key);
    if (crowded && parted) {
        return (low == deeper || plan_blocks(tree, all, cell, low, deeper)) &&
               plan_quarters(tree, all, cell, deeper, high);
    }
    if (crowded) {
        qd__quad_set_tried(qd__quad_at(tree, cell >> 2), cell & 3, (uint32_t)(high - low));
    }
    return plan_blocks(tree, all, cell, low, high);
}

/// Items in the order of the curve are all over the caller's array, and so are their slots.
static void prefetch_item(const struct qd_tree *tree, const qd__batch *batch, size_t at)
{
    if (at < batch->count) {
        qd__prefetch(&batch->items[batch->keys[at].index], 1);
        qd__prefetch_to_write(qd__slot_at(&tree->slots, batch->keys[at].slot));
    }
}

/// What all of a cell's own items come to.
typedef struct sums {
    qd__record bounds;
    uint32_t layers, masks;
    bool filtered;
} sums;

/// Fills the block at a place, one of `cell`, with the sorted items from `low` on. The slots of no two items are the
/// same, so blocks may be filled at once.
static void fill_block(const struct qd_tree *tree, const qd__batch *batch, uint32_t cell, uint32_t place, size_t low,
                       uint32_t count, sums *own)
{
    qd__block *block = qd__tree_block(tree, place);
    qd__block_begin(block, qd__place_size(place), cell, count);
    for (uint32_t i = 0; i < count; i++) {
        prefetch_item(tree, batch, low + i + AHEAD);
        const qd__key *key = &batch->keys[low + i];
        qd__slot *slot = qd__slot_at(&tree->slots, key->slot);
        const qd_id id = { key->slot, slot->generation };
        const qd__entry entry = qd__entry_of(&batch->items[key->index], id);
        qd__block_put(block, i, &entry);
        slot->place = qd__place_at(place, i);
        own->layers |= entry.layers;
        own->masks |= entry.mask;
        own->filtered |= qd__entry_is_filtered(&entry);
    }
    own->bounds = qd__union(own->bounds, block->bounds);
    block->count = count;
    qd__block_fit(block, tree->lanes);
}

/// Fills a cell's blocks: full ones first, the one that may have room, the first of the chain, last. Returns whether
/// any item is filtered.
static bool fill_cell(const struct qd_tree *tree, const qd__batch *batch, const stretch *of)
{
    qd__quad *quad = qd__quad_at(tree, of->cell >> 2);
    const uint32_t lane = of->cell & 3;
    sums own = { qd__record_empty(), 0, 0, false };
    uint32_t full = of->full, behind = QD__NONE;
    for (size_t low = of->low; low < of->high;) {
        const size_t left = of->high - low;
        const uint32_t count = left < QD__LANES_MOST ? (uint32_t)left : QD__LANES_MOST;
        const uint32_t place =
            count < QD__LANES_MOST ? quad->block[lane] : full++ << QD__PLACE_BLOCK_SHIFT | (QD__SIZES - 1);
        fill_block(tree, batch, of->cell, place, low, count, &own);
        qd__tree_block(tree, place)->next = behind;
        behind = place;
        low += count;
    }
    quad->bounds[lane] = own.bounds;
    quad->layers[lane] = own.layers;
    quad->masks[lane] = own.masks;
    return own.filtered;
}

typedef struct filling {
    const struct qd_tree *tree;
    const plan *all;
    uint32_t parts;
    bool filtered[QD__PARTS_MOST]; ///< By part.
} filling;

/// The first cell whose items start no earlier.
static size_t cell_from(const plan *all, size_t start)
{
    size_t low = 0, high = all->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (all->cells[middle].low < start) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void fill_part(void *job, uint32_t part)
{
    filling *own = job;
    const size_t items = own->all->batch->count;
    const size_t end = cell_from(own->all, qd__part_start(items, part + 1, own->parts));
    for (size_t i = cell_from(own->all, qd__part_start(items, part, own->parts)); i < end; i++) {
        own->filtered[part] |= fill_cell(own->tree, own->all->batch, &own->all->cells[i]);
    }
}

static void fill(struct qd_tree *tree, const plan *all)
{
    filling own = { tree, all, qd__parts_for(tree, all->batch->count, QD__PARTS_PER_WORKER), { false } };
    qd__run_parts(tree, fill_part, &own, own.parts);
    for (uint32_t part = 0; part < own.parts; part++) {
        tree->filtered |= own.filtered[part];
    }
}

/// Lets the cells above cover what is below. Children were made after their parents, so from the last quad to the first
/// this is bottom up.
static void unite(struct qd_tree *tree)
{
    for (uint32_t index = tree->quads.used; index-- > 1;) {
        const qd__quad *quad = qd__quad_at(tree, index);
        qd__quad *above = qd__quad_at(tree, quad->parent >> 2);
        const uint32_t lane = quad->parent & 3;
        for (int i = 0; i < 4; i++) {
            above->bounds[lane] = qd__union(above->bounds[lane], quad->bounds[i]);
            above->layers[lane] |= quad->layers[i];
            above->masks[lane] |= quad->masks[i];
        }
    }
}

bool qd__build(struct qd_tree *tree, const qd_item *items, const qd_id *ids, size_t count, bool learn)
{
    qd__batch batch;
    if (!qd__batch_open(&batch, tree, items, ids, count, learn)) {
        return false;
    }
    const size_t world = qd__keys_in_world(batch.keys, batch.count);
    tree->lattice = batch.lattice;
    tree->count = batch.count;
    tree->rest = tree->rest_tried = batch.count - world;
    tree->sunk = tree->sunk_tried = batch.sunk;
    tree->stray = false;
    tree->refit_next = 0;
    tree->refit_credit = 0;
    tree->work += batch.count;
    plan all = { &batch, (stretch *)(void *)qd__batch_spare(&batch), 0 };
    const bool done = plan_cell(tree, &all, QD__WORLD, 0, world) && plan_cell(tree, &all, QD__REST, world, batch.count);
    if (done) {
        fill(tree, &all);
        unite(tree);
    }
    qd__batch_close(&batch, tree);
    return done;
}

qd__entry qd__entry_of(const qd_item *item, qd_id id)
{
    qd__entry entry = {
        qd__record_of(item->box), { id, item->user }, item->filter.layers & QD_ALL_LAYERS, item->filter.mask
    };
    entry.layers = item->filter.layers ? entry.layers : 1;
    entry.mask = entry.mask ? entry.mask : QD_ALL_LAYERS;
    return entry;
}
