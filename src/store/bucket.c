// Taking buckets from their pools and giving them back: see bucket.h.
#include "bucket.h"

#include <assert.h>
#include <string.h>

void qd__bucket_pools_open(qd__pool pools[QD__SIZES])
{
    for (uint32_t size = 0; size < QD__SIZES; size++) {
        qd__pool_open(&pools[size], (uint32_t)qd__bucket_bytes(size), QD__BUCKET_CHUNK_BITS,
                      (UINT32_C(1) << (32 - QD__LOCATION_BUCKET_SHIFT)) - 1); // no location is QD__NONE
        pools[size].annex_size = (uint32_t)qd__filters_bytes(size);
    }
}

bool qd__bucket_pools_annex(qd__pool pools[QD__SIZES], qd__memory *memory)
{
    bool done = true;
    for (uint32_t size = 0; done && size < QD__SIZES; size++)
        done = qd__pool_annex(&pools[size], memory);
    return done;
}

void qd__bucket_begin(qd__bucket *bucket, uint32_t size, uint32_t node, uint32_t from)
{
    assert(size < QD__SIZES && from <= qd__size_lanes(size));
    bucket->next = QD__NONE;
    bucket->node = node;
    qd__bucket_set_count(bucket, 0);
    bucket->lanes = qd__size_lanes(size);
    bucket->bounds = qd__aabb_empty();
    bucket->left = 0;
    bucket->filters = 0;
    bucket->behind = 0;
    bucket->unused = 0;
    static const float unused[QD__GROUP] = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    for (uint32_t side = 0; side < 4; side++) {
        float *sides = qd__bucket_sides(bucket) + (size_t)side * bucket->lanes;
        uint32_t lane = from;
        for (; lane % QD__GROUP != 0; lane++)
            sides[lane] = NAN;
        for (; lane < bucket->lanes; lane += QD__GROUP)
            memcpy(sides + lane, unused, sizeof unused);
    }
}

void qd__bucket_put_filter(const qd__pool pools[QD__SIZES], uint32_t location, uint32_t item_layers, uint32_t item_mask)
{
    qd__bucket *bucket = qd__bucket_at(pools, location);
    assert(pools[qd__location_size(location)].annexes && qd__location_lane(location) < bucket->lanes);
    const bool first = bucket->filters == 0;
    if (first)
        bucket->filters = qd__filters_from(&pools[qd__location_size(location)], location >> QD__LOCATION_BUCKET_SHIFT);
    uint32_t *layers = qd__bucket_layers(bucket), *masks = qd__bucket_masks(bucket);
    for (uint32_t i = 0; first && i < bucket->lanes; i++) {
        layers[i] = QD__ALL_LAYERS;
        masks[i] = QD__ALL_LAYERS;
    }
    layers[qd__location_lane(location)] = item_layers;
    masks[qd__location_lane(location)] = item_mask;
}

void qd__bucket_add_annex(const qd__bucket *bucket, uint32_t *layers, uint32_t *masks)
{
    assert(bucket->filters != 0);
    for (uint32_t lane = 0, end = qd__bucket_end(bucket); lane < end; lane++) {
        const uint32_t live = 0u - (uint32_t)(bucket->live >> lane & 1); // all bits or none
        *layers |= qd__bucket_layers(bucket)[lane] & live;
        *masks |= qd__bucket_masks(bucket)[lane] & live;
    }
}

uint32_t qd__bucket_take(qd__pool pools[QD__SIZES], qd__memory *memory, uint32_t size, uint32_t node, uint32_t from)
{
    const uint32_t index = qd__pool_take(&pools[size], memory);
    if (index == QD__NONE)
        return QD__NONE;
    qd__bucket_begin((qd__bucket *)qd__pool_at(&pools[size], index), size, node, from);
    return index << QD__LOCATION_BUCKET_SHIFT | size;
}

uint32_t qd__bucket_take_within(qd__pool pools[QD__SIZES], qd__memory *memory, uint32_t size, uint32_t most,
                                uint32_t node, uint32_t from)
{
    uint32_t location = QD__NONE;
    while (location == QD__NONE && size <= most)
        location = qd__bucket_take(pools, memory, size++, node, from);
    return location;
}

void qd__bucket_give(qd__pool pools[QD__SIZES], uint32_t location)
{
    qd__bucket_set_count(qd__bucket_at(pools, location), 0); // a walk over the pool passes it by
    qd__pool_give(&pools[qd__location_size(location)], location >> QD__LOCATION_BUCKET_SHIFT);
}
