// Taking blocks from their pools and giving them back: see block.h.
#include "block.h"

void qd__block_pools_open(qd__pool pools[QD__SIZES])
{
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        qd__pool_open(&pools[size], (uint32_t)qd__block_bytes(size), QD__BLOCK_CHUNK_BITS,
                      UINT32_C(1) << (32 - QD__PLACE_BLOCK_SHIFT));
    }
}

void qd__block_begin(qd__block *block, uint32_t size, uint32_t cell, uint32_t from)
{
    block->next = QD__NONE;
    block->cell = cell;
    block->count = 0;
    block->lanes = qd__size_lanes(size);
    block->bounds = qd__record_empty();
    block->frame = (qd__frame){ { 0, 0 }, { 1, 1 } };
    block->filtered = false;
    for (uint32_t lane = from; lane < block->lanes; lane++) {
        qd__block_records(block)[lane] = qd__record_unused();
    }
}

void qd__block_fit(qd__block *block, const qd__lanes *lanes)
{
    block->frame = qd__frame_of(block->bounds);
    lanes->coarsen(qd__block_records(block), block->count, &block->frame, qd__block_sides(block), block->lanes);
}

void qd__block_put_filter(qd__block *block, uint32_t lane, uint32_t item_layers, uint32_t item_mask)
{
    uint32_t *layers = qd__block_layers(block), *masks = qd__block_masks(block);
    for (uint32_t i = 0; !block->filtered && i < block->lanes; i++) {
        layers[i] = 1;
        masks[i] = QD_ALL_LAYERS;
    }
    block->filtered = true;
    layers[lane] = item_layers;
    masks[lane] = item_mask;
}

uint32_t qd__block_take(qd__pool pools[QD__SIZES], qd__memory *memory, uint32_t size, uint32_t cell, uint32_t from)
{
    const uint32_t index = qd__pool_take(&pools[size], memory);
    if (index == QD__NONE) {
        return QD__NONE;
    }
    qd__block_begin(qd__pool_at(&pools[size], index), size, cell, from);
    return index << QD__PLACE_BLOCK_SHIFT | size;
}

uint32_t qd__block_take_within(qd__pool pools[QD__SIZES], qd__memory *memory, uint32_t size, uint32_t most,
                               uint32_t cell, uint32_t from)
{
    uint32_t place = QD__NONE;
    while (place == QD__NONE && size <= most) {
        place = qd__block_take(pools, memory, size++, cell, from);
    }
    return place;
}

void qd__block_give(qd__pool pools[QD__SIZES], uint32_t place)
{
    qd__block_at(pools, place)->count = 0; // a walk over the pool passes it by
    qd__pool_give(&pools[qd__place_size(place)], place >> QD__PLACE_BLOCK_SHIFT);
}
