// Bulk loading: see build.h.
#include "build.h"

#include "keys.h"

enum { AHEAD = 16 }; ///< Items between asking for one and copying it.

/// Items in the order of the curve are all over the caller's array, and so are their slots.
static void prefetch_item(const struct qd_tree *tree, const qd__batch *batch, size_t at)
{
    if (at < batch->count) {
        qd__prefetch(&batch->items[batch->keys[at].index], 1);
        qd__prefetch_to_write(qd__slot_at(&tree->slots, batch->keys[at].slot));
    }
}

/// Fills a leaf, or a cell's own part, with a stretch of the sorted items. False: no memory.
static bool fill(struct qd_tree *tree, uint32_t cell, const qd__batch *batch, size_t low, size_t high)
{
    qd__quad *quad = qd__quad_at(tree, cell >> 2);
    const uint32_t lane = cell & 3;
    while (low < high) {
        // Full blocks first: the one that may have room must come first in the chain, so it is put there last.
        const size_t left = high - low;
        const uint32_t count = left > QD__LANES_MOST ? QD__LANES_MOST : (uint32_t)left;
        const uint32_t size = count <= 8 ? 0 : count <= 16 ? 1 : 2;
        const uint32_t place = qd__block_take(tree->blocks, &tree->memory, size, cell);
        if (place == QD__NONE) {
            return false;
        }
        qd__block *block = qd__tree_block(tree, place);
        for (uint32_t i = 0; i < count; i++) {
            prefetch_item(tree, batch, low + i + AHEAD);
            const qd__key *key = &batch->keys[low + i];
            qd__slot *slot = qd__slot_at(&tree->slots, key->slot);
            const qd_id id = { key->slot, slot->generation };
            const qd__entry entry = qd__entry_of(&batch->items[key->index], id);
            qd__block_put(block, i, &entry);
            slot->place = qd__place_at(place, i);
            quad->bounds[lane] = qd__union(quad->bounds[lane], entry.record);
            quad->layers[lane] |= entry.layers;
            quad->masks[lane] |= entry.mask;
            tree->filtered |= qd__entry_is_filtered(&entry);
        }
        block->count = count;
        block->next = quad->block[lane];
        quad->block[lane] = place;
        quad->count[lane] += count;
        low += count;
    }
    return true;
}

static bool lay_out(struct qd_tree *tree, uint32_t cell, const qd__batch *batch, size_t low, size_t high);

/// The stretch [low, high) of items below a cell, laid out in the cell's four quarters.
static bool lay_out_quarters(struct qd_tree *tree, uint32_t cell, const qd__batch *batch, size_t low, size_t high)
{
    if (!qd__quad_divide(tree, cell)) {
        return false;
    }
    qd__quad *above = qd__quad_at(tree, cell >> 2);
    const uint32_t lane = cell & 3, child = above->child[lane];
    const qd__quad *quad = qd__quad_at(tree, child);
    for (uint32_t quarter = 0; quarter < 4; quarter++) {
        const size_t end = qd__keys_end_of_quarter(tree, qd__cell_square(tree, cell), batch->keys, low, high, quarter);
        if (!lay_out(tree, child << 2 | quarter, batch, low, end)) {
            return false;
        }
        above->bounds[lane] = qd__union(above->bounds[lane], quad->bounds[quarter]);
        above->layers[lane] |= quad->layers[quarter];
        above->masks[lane] |= quad->masks[quarter];
        low = end;
    }
    return true;
}

static bool lay_out(struct qd_tree *tree, uint32_t cell, const qd__batch *batch, size_t low, size_t high)
{
    const qd__square square = qd__cell_square(tree, cell);
    size_t deeper = low; // own items come first
    while (deeper < high && qd__key_shift(batch->keys[deeper].key) == square.shift) {
        deeper++;
    }
    const bool crowded = high - low > tree->capacity;
    const bool parted = high - deeper > tree->capacity / 2 && square.shift > qd__square_floor(tree, square) &&
                        qd__key_corner(batch->keys[deeper].key) != qd__key_corner(batch->keys[high - 1].key);
    if (crowded && parted) {
        return fill(tree, cell, batch, low, deeper) && lay_out_quarters(tree, cell, batch, deeper, high);
    }
    if (crowded) {
        qd__quad_at(tree, cell >> 2)->tried[cell & 3] = (uint32_t)(high - low);
    }
    return fill(tree, cell, batch, low, high);
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
    const bool done = lay_out(tree, QD__WORLD, &batch, 0, world) && lay_out(tree, QD__REST, &batch, world, batch.count);
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
