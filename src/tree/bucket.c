// Taking buckets from their pools and giving them back: see bucket.h.
#include "bucket.h"

#include <string.h>

void qd__bucket_pools_open(qd__pool pools[QD__SIZES])
{
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        qd__pool_open(&pools[size], (uint32_t)qd__bucket_bytes(size), QD__BUCKET_CHUNK_BITS,
                      (UINT32_C(1) << (32 - QD__PLACE_BUCKET_SHIFT)) - 1); // no place is QD__NONE
    }
}

void qd__bucket_begin(qd__bucket *bucket, uint32_t size, uint32_t cell, uint32_t from)
{
    bucket->next = QD__NONE;
    bucket->cell = cell;
    qd__bucket_set_count(bucket, 0);
    bucket->lanes = qd__size_lanes(size);
    bucket->bounds = qd__record_empty();
    bucket->left = 0;
    bucket->filtered = false;
    static const float unused[QD__GROUP] = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    for (uint32_t side = 0; side < 4; side++) {
        float *sides = qd__bucket_sides(bucket) + (size_t)side * bucket->lanes;
        uint32_t lane = from;
        for (; lane % QD__GROUP != 0; lane++) {
            sides[lane] = NAN;
        }
        for (; lane < bucket->lanes; lane += QD__GROUP) {
            memcpy(sides + lane, unused, sizeof unused);
        }
    }
}

void qd__bucket_put_filter(qd__bucket *bucket, uint32_t lane, uint32_t item_layers, uint32_t item_mask)
{
    uint32_t *layers = qd__bucket_layers(bucket), *masks = qd__bucket_masks(bucket);
    for (uint32_t i = 0; !bucket->filtered && i < bucket->lanes; i++) {
        layers[i] = 1;
        masks[i] = QD_ALL_LAYERS;
    }
    bucket->filtered = true;
    layers[lane] = item_layers;
    masks[lane] = item_mask;
}

uint32_t qd__bucket_take(qd__pool pools[QD__SIZES], qd__memory *memory, uint32_t size, uint32_t cell, uint32_t from)
{
    const uint32_t index = qd__pool_take(&pools[size], memory);
    if (index == QD__NONE) {
        return QD__NONE;
    }
    qd__bucket_begin(qd__pool_at(&pools[size], index), size, cell, from);
    return index << QD__PLACE_BUCKET_SHIFT | size;
}

uint32_t qd__bucket_take_within(qd__pool pools[QD__SIZES], qd__memory *memory, uint32_t size, uint32_t most,
                                uint32_t cell, uint32_t from)
{
    uint32_t place = QD__NONE;
    while (place == QD__NONE && size <= most) {
        place = qd__bucket_take(pools, memory, size++, cell, from);
    }
    return place;
}

void qd__bucket_give(qd__pool pools[QD__SIZES], uint32_t place)
{
    qd__bucket_set_count(qd__bucket_at(pools, place), 0); // a walk over the pool passes it by
    qd__pool_give(&pools[qd__place_size(place)], place >> QD__PLACE_BUCKET_SHIFT);
}
