// Buckets hold items; locations name them.
//
// A bucket holds up to 16, 32, 48 or 64 items of one node, in arrays by kind. What searches compare comes first: the
// boxes, by side. What moving many items reads comes next: their slots. An item's id and user value, which every result
// carries, share a cache line:
//
//   [ header 64 bytes | lanes x lower x 4 | lower y 4 | upper x 4 | upper y 4 | slot 4 | id and user value 16 ]
//
// Filters lie elsewhere, in the bucket's annex. Pools have annexes from the first item on with a filter that is not the
// default:
//
//   [ lanes x layers 4 | mask 4 ]
//
// `live` has a bit for each lane with an item; the boxes of the others are NaN on all sides, and overlap nothing. An
// item that goes leaves a gap, which the next one takes. The buckets of a node form a chain in which every bucket but
// the first is full. As long as all items of a bucket have the default filter, its annex is neither written nor read.
//
// A location is 32 bits: bucket index << 8 | lane << 2 | size class. The location of a bucket is that of its lane 0.
#ifndef QD_BUCKET_H
#define QD_BUCKET_H

#include "bits.h"
#include "pool.h"
#include "simd.h"

#include <assert.h>
#include <quadrille/query.h>

enum {
    QD__LANES_MOST = QD__BOXES_MOST,
    QD__SIZES = 4,      ///< Size classes 0 to 3: 16, 32, 48 and 64 lanes.
    QD__SIZE_STEP = 16, ///< Lanes from one to the next.
    QD__BUCKET_HEADER = 64,
    QD__BUCKET_CHUNK_BITS = 4,
    QD__BYTES_PER_LANE = 36,
    QD__FILTER_BYTES = 8, ///< For a lane in the annex.
    QD__LOCATION_LANE_SHIFT = 2,
    QD__LOCATION_BUCKET_SHIFT = 8,
};

/// All layers: what 0 in a filter stands for.
#define QD__ALL_LAYERS 0x7fffffffu

typedef struct qd__bucket {
    uint32_t next;   ///< Location of the node's next bucket, or QD__NONE.
    uint32_t node;   ///< Node of these items.
    uint32_t count;  ///< Items; 0 when the bucket is not in use.
    uint32_t lanes;  ///< Items there is room for.
    qd__aabb bounds; ///< Covers the items; may be larger.
    uint64_t live;   ///< Which lanes have items: as many bits as `count` says.
    uint64_t left;   ///< While many are moved: which items have left the node.
    int64_t filters; ///< Bytes from here to the annex; 0: every item has the default filter.
    uint32_t behind; ///< Items in the buckets that follow in the chain.
    uint32_t unused;
} qd__bucket;

/// Everything known about one item, on its way from one location to another.
typedef struct qd__entry {
    qd__aabb aabb;
    qd_entry item;
    uint32_t layers, mask;
} qd__entry;

/// Is it any filter but the default, which lets all items pair?
static inline bool qd__is_filter(uint32_t layers, uint32_t mask)
{
    return layers != QD__ALL_LAYERS || mask != QD__ALL_LAYERS;
}

static inline bool qd__entry_is_filtered(const qd__entry *entry)
{
    return qd__is_filter(entry->layers, entry->mask);
}

/// A filter as it is stored, its defaults resolved: 0 is none, and bit 31 is not set.
static inline qd_filter qd__filter_of(qd_filter filter)
{
    return (qd_filter){ (filter.layers ? filter.layers : QD__ALL_LAYERS) & QD__ALL_LAYERS,
                        (filter.mask ? filter.mask : QD__ALL_LAYERS) & QD__ALL_LAYERS };
}

/// A stored filter as the caller gets it: QD_NO_LAYER for none, since 0 would mean all.
static inline qd_filter qd__caller_filter(uint32_t layers, uint32_t mask)
{
    return (qd_filter){ layers ? layers : QD_NO_LAYER, mask ? mask : QD_NO_LAYER };
}

static inline uint32_t qd__size_lanes(uint32_t size)
{
    assert(size < QD__SIZES);
    return QD__SIZE_STEP * (size + 1);
}

static inline uint32_t qd__location_size(uint32_t location)
{
    return location & ((1u << QD__LOCATION_LANE_SHIFT) - 1);
}

static inline uint32_t qd__location_lane(uint32_t location)
{
    return location >> QD__LOCATION_LANE_SHIFT & (QD__LANES_MOST - 1);
}

static inline size_t qd__bucket_bytes(uint32_t size)
{
    return QD__BUCKET_HEADER + (size_t)qd__size_lanes(size) * QD__BYTES_PER_LANE;
}

/// The location of a lane of the bucket that `location` is in.
static inline uint32_t qd__location_at(uint32_t location, uint32_t lane)
{
    assert(location != QD__NONE && lane < QD__LANES_MOST);
    return (location & ~((QD__LANES_MOST - 1u) << QD__LOCATION_LANE_SHIFT)) | lane << QD__LOCATION_LANE_SHIFT;
}

static inline qd__bucket *qd__bucket_at(const qd__pool pools[QD__SIZES], uint32_t location)
{
    assert(location != QD__NONE);
    const uint32_t size = qd__location_size(location);
    return (qd__bucket *)qd__pool_record(&pools[size], location >> QD__LOCATION_BUCKET_SHIFT, QD__BUCKET_CHUNK_BITS,
                                         qd__bucket_bytes(size));
}

/// The arrays of the boxes' sides, `lanes` floats each.
static inline float *qd__bucket_sides(const qd__bucket *bucket)
{
    return (float *)(void *)((char *)(uintptr_t)bucket + QD__BUCKET_HEADER);
}

/// Where the lanes with items end. Lane 0 may be a gap as well as any other.
static inline uint32_t qd__bucket_end(const qd__bucket *bucket)
{
    return qd__highest_bit_long(bucket->live | 1) + 1;
}

static inline bool qd__bucket_has_gaps(const qd__bucket *bucket)
{
    return (bucket->live & (bucket->live + 1)) != 0;
}

/// Items in a bucket and those that follow it in the chain.
static inline uint32_t qd__bucket_count_all(const qd__bucket *bucket)
{
    return bucket->behind + bucket->count;
}

/// Would a smaller bucket do? Not before it has room to spare, lest a bucket is exchanged at each change.
static inline bool qd__bucket_is_roomy(const qd__bucket *bucket)
{
    return bucket->count * 4 <= bucket->lanes && bucket->lanes > QD__SIZE_STEP;
}

/// Says that the items are those in the first lanes.
static inline void qd__bucket_set_count(qd__bucket *bucket, uint32_t count)
{
    assert(count <= QD__LANES_MOST);
    bucket->count = count;
    bucket->live = qd__low_bits_long(count);
}

/// The boxes up to the last live one.
static inline qd__boxes qd__bucket_boxes(const qd__bucket *bucket)
{
    return (qd__boxes){ qd__bucket_sides(bucket), bucket->lanes, qd__bucket_end(bucket) };
}

static inline qd__aabb qd__bucket_aabb(const qd__bucket *bucket, uint32_t lane)
{
    return qd__boxes_at(qd__bucket_boxes(bucket), lane);
}

static inline void qd__bucket_set_aabb(qd__bucket *bucket, uint32_t lane, qd__aabb aabb)
{
    qd__boxes_set(qd__bucket_sides(bucket), bucket->lanes, lane, aabb);
}

/// The slots of the items' ids once more, side by side.
static inline uint32_t *qd__bucket_slots(const qd__bucket *bucket)
{
    return (uint32_t *)(void *)(qd__bucket_sides(bucket) + 4 * (size_t)bucket->lanes);
}

static inline qd_entry *qd__bucket_items(const qd__bucket *bucket)
{
    return (qd_entry *)(void *)(qd__bucket_slots(bucket) + bucket->lanes);
}

// The same from a location: these read nothing of the bucket, which may not have arrived from memory yet.

/// The bucket's boxes, as many as it has room for.
static inline qd__boxes qd__location_boxes(const qd__bucket *bucket, uint32_t location)
{
    const uint32_t lanes = qd__size_lanes(qd__location_size(location));
    return (qd__boxes){ qd__bucket_sides(bucket), lanes, lanes };
}

/// The AABB at a location.
static inline qd__aabb qd__aabb_at(const qd__pool pools[QD__SIZES], uint32_t location)
{
    return qd__boxes_at(qd__location_boxes(qd__bucket_at(pools, location), location), qd__location_lane(location));
}

static inline qd_entry *qd__location_item(const qd__bucket *bucket, uint32_t location)
{
    const size_t lanes = qd__size_lanes(qd__location_size(location));
    return (qd_entry *)(void *)(qd__bucket_sides(bucket) + 5 * lanes) + qd__location_lane(location);
}

/// Prefetches the AABB at a location: a cache line for each side.
static inline void qd__location_prefetch_aabb(const qd__bucket *bucket, uint32_t location)
{
    const size_t lanes = qd__size_lanes(qd__location_size(location));
    for (size_t side = 0; side < 4; side++)
        qd__prefetch(qd__bucket_sides(bucket) + side * lanes + qd__location_lane(location), 1);
}

/// Prefetches the item at a location.
static inline void qd__location_prefetch_item(const qd__bucket *bucket, uint32_t location)
{
    qd__location_prefetch_aabb(bucket, location);
    qd__prefetch(qd__location_item(bucket, location), 1);
}

/// Prefetches a bucket's header and boxes, which lie side by side.
static inline void qd__location_prefetch_boxes(const qd__bucket *bucket, uint32_t location)
{
    qd__prefetch(bucket, QD__BUCKET_HEADER + (size_t)qd__size_lanes(qd__location_size(location)) * sizeof(qd__aabb));
}

/// The same into the first cache: for what is read right away. The boxes of one step of sizes are four lines.
static inline void qd__location_prefetch_now(const qd__bucket *bucket, uint32_t location)
{
    qd__prefetch_now(bucket, QD__BUCKET_HEADER);
    const char *boxes = (const char *)qd__bucket_sides(bucket);
    for (uint32_t step = 0; step <= qd__location_size(location); step++, boxes += QD__SIZE_STEP * sizeof(qd__aabb))
        qd__prefetch_now(boxes, QD__SIZE_STEP * sizeof(qd__aabb));
}

/// The items' layers, where the bucket has filters.
static inline uint32_t *qd__bucket_layers(const qd__bucket *bucket)
{
    return (uint32_t *)((uintptr_t)bucket + (uintptr_t)bucket->filters);
}

static inline uint32_t *qd__bucket_masks(const qd__bucket *bucket)
{
    return qd__bucket_layers(bucket) + bucket->lanes;
}

static inline uint32_t qd__item_layers(const qd__bucket *bucket, uint32_t lane)
{
    return bucket->filters ? qd__bucket_layers(bucket)[lane] : QD__ALL_LAYERS;
}

static inline uint32_t qd__item_mask(const qd__bucket *bucket, uint32_t lane)
{
    return bucket->filters ? qd__bucket_masks(bucket)[lane] : QD__ALL_LAYERS;
}

static inline qd__entry qd__bucket_entry(const qd__bucket *bucket, uint32_t lane)
{
    return (qd__entry){ qd__bucket_aabb(bucket, lane), qd__bucket_items(bucket)[lane], qd__item_layers(bucket, lane),
                        qd__item_mask(bucket, lane) };
}

/// Writes a filter at a location. The pools must have annexes.
void qd__bucket_put_filter(const qd__pool pools[QD__SIZES], uint32_t location, uint32_t item_layers,
                           uint32_t item_mask);

/// Adds the layers and masks of the items of a bucket that has filters to unions.
void qd__bucket_add_annex(const qd__bucket *bucket, uint32_t *layers, uint32_t *masks);

/// Writes an item to a location in a bucket, and lets the bucket's bounds cover it.
static inline void qd__bucket_put(const qd__pool pools[QD__SIZES], qd__bucket *bucket, uint32_t location,
                                  const qd__entry *entry)
{
    const uint32_t lane = qd__location_lane(location);
    assert(bucket->live >> lane & 1 && entry->item.id != 0);
    qd__bucket_set_aabb(bucket, lane, entry->aabb);
    bucket->bounds = qd__union(bucket->bounds, entry->aabb);
    qd__bucket_slots(bucket)[lane] = qd_id_slot(entry->item.id);
    qd__bucket_items(bucket)[lane] = entry->item;
    if (bucket->filters || qd__entry_is_filtered(entry))
        qd__bucket_put_filter(pools, location, entry->layers, entry->mask);
}

/// Copies an item to a location in the same bucket or in another one. Bounds stay as they are.
static inline void qd__bucket_copy(const qd__pool pools[QD__SIZES], qd__bucket *to, uint32_t location,
                                   const qd__bucket *from, uint32_t lane)
{
    const uint32_t to_lane = qd__location_lane(location);
    assert(from->live >> lane & 1 && to_lane < to->lanes && (to != from || to_lane != lane));
    qd__bucket_set_aabb(to, to_lane, qd__bucket_aabb(from, lane));
    qd__bucket_slots(to)[to_lane] = qd__bucket_slots(from)[lane];
    qd__bucket_items(to)[to_lane] = qd__bucket_items(from)[lane];
    const uint32_t layers = qd__item_layers(from, lane), mask = qd__item_mask(from, lane);
    if (to->filters || qd__is_filter(layers, mask))
        qd__bucket_put_filter(pools, location, layers, mask);
}

/// The first lane without an item, which from now on has one; there must be such a lane.
static inline uint32_t qd__bucket_claim(qd__bucket *bucket)
{
    assert(bucket->count < bucket->lanes);
    const uint32_t lane = qd__lowest_bit_long(~bucket->live);
    assert(lane < bucket->lanes);
    bucket->live |= UINT64_C(1) << lane;
    bucket->count++;
    return lane;
}

/// Takes the item at a location out of its bucket, which is left with a gap.
static inline void qd__bucket_clear(qd__bucket *bucket, uint32_t location)
{
    const uint32_t lane = qd__location_lane(location);
    assert(bucket->live >> lane & 1 && bucket->count > 0);
    qd__boxes_set(qd__bucket_sides(bucket), qd__size_lanes(qd__location_size(location)), lane, qd__aabb_unused());
    bucket->live &= ~(UINT64_C(1) << lane);
    bucket->count--;
}

/// Makes a bucket an empty one of a node; its boxes from lane `from` on are unused, those before are yet to be written.
void qd__bucket_begin(qd__bucket *bucket, uint32_t size, uint32_t node, uint32_t from);

/// Prefetches the header, the boxes and the items of a bucket of a size class, as far as it holds `count` of them.
static inline void qd__bucket_prefetch(const qd__bucket *bucket, uint32_t size, uint32_t count)
{
    const size_t lanes = qd__size_lanes(size), live = count < lanes ? count : lanes;
    qd__prefetch(bucket, 1);
    for (size_t side = 0; side < 4; side++)
        qd__prefetch(qd__bucket_sides(bucket) + side * lanes, live * sizeof(float));
    qd__prefetch(qd__bucket_sides(bucket) + 5 * lanes, live * sizeof(qd_entry));
}

void qd__bucket_pools_open(qd__pool pools[QD__SIZES]);

/// Lets the buckets have filters. False: no memory.
bool qd__bucket_pools_annex(qd__pool pools[QD__SIZES], qd__memory *memory);

static inline size_t qd__filters_bytes(uint32_t size)
{
    return (size_t)qd__size_lanes(size) * QD__FILTER_BYTES;
}

/// Bytes from a bucket to its annex.
static inline int64_t qd__filters_from(const qd__pool *pool, uint32_t index)
{
    return (int64_t)((uintptr_t)qd__pool_annex_at(pool, index) - (uintptr_t)qd__pool_at(pool, index));
}

/// The smallest size class with so many lanes; the largest there is where none has.
static inline uint32_t qd__size_for(uint32_t lanes)
{
    return lanes == 0 ? 0 : lanes < QD__LANES_MOST ? (lanes - 1) / QD__SIZE_STEP : QD__SIZES - 1;
}

/// A bucket of a size class for a node, its boxes from lane `from` on unused. Returns its location, or QD__NONE: no
/// memory.
uint32_t qd__bucket_take(qd__pool pools[QD__SIZES], qd__memory *memory, uint32_t size, uint32_t node, uint32_t from);

/// The same, but of a size class up to `most` where memory is short.
uint32_t qd__bucket_take_within(qd__pool pools[QD__SIZES], qd__memory *memory, uint32_t size, uint32_t most,
                                uint32_t node, uint32_t from);

void qd__bucket_give(qd__pool pools[QD__SIZES], uint32_t location);

#endif
