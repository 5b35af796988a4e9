// Buckets against buckets: see overlap.h.
//
// Two buckets overlap where their bounds do. The boxes of each that reach into that common part are compared with each
// other, all of one side with one of the other at a time:
//
//     +----------+              of 44 boxes in each of two
//     | a    +---|------+       neighbouring leaves, some eight
//     |      |###|      |       reach into the common part
//     +------|---+    b |
//            +----------+
//
// Where pairs within a distance are wanted, one side's boxes are grown by it before they are compared, so the same
// comparisons miss nothing; the distance of those that overlap then decides:
//
//     a grown by r      +-------+       b overlaps what a has grown to, and may still be too far:
//                       | +---+ |       corners are rounded off
//                       | | a | +--+
//                       | +---+ |b |
//                       +-------+--+
#include "overlap.h"

#include "distance.h"
#include "seen.h"
#include "simd_base.h"
#include "visitor.h"

void qd__overlap_flush(qd__walk *walk)
{
    // not covered: nothing is added to a walk that has stopped
    if (walk->count == 0 || walk->stopped) {
        return;
    }
    bool go_on = false; // without a visitor the batch is all the room there is
    if (walk->visitor) {
        go_on = walk->visitor(walk->context, walk->batch, walk->count);
        walk->count = 0;
    } else if (walk->near_visitor) {
        go_on = walk->near_visitor(walk->context, walk->batch, walk->count);
        walk->count = 0;
    }
    walk->stopped = !qd__unchanged(walk->changes, qd__walk_changes(walk)) || !go_on;
}

/// Makes a pair: the one with the lower slot first; in a join, the one of the first tree. A mask over the addresses
/// exchanges the two: a branch would be mispredicted half the time.
static inline void put_pair(qd_pair *pair, const qd_found *one, const qd_found *other, const qd__walk *walk, bool join)
{
    const bool exchange = join ? walk->turned : one->id.slot > other->id.slot;
    const uintptr_t mask = ((uintptr_t)one ^ (uintptr_t)other) & (0 - (uintptr_t)exchange);
    pair->a = *(const qd_found *)((uintptr_t)one ^ mask);
    pair->b = *(const qd_found *)((uintptr_t)other ^ mask);
}

/// Reports pairs of which nothing but the overlap of the boxes decides.
static inline void report_freely(qd__walk *walk, const qd__bucket *bucket, const qd__bucket *other,
                                 const qd__code *codes, size_t count, bool join)
{
    const qd_found *items = qd__bucket_items(bucket), *other_items = qd__bucket_items(other);
    while (count > 0 && !walk->stopped) {
        const size_t room = walk->room - walk->count, some = count < room ? count : room;
        qd_pair *pairs = (qd_pair *)walk->batch + walk->count;
        for (size_t i = 0; i < some; i++) {
            put_pair(&pairs[i], &items[codes[i] >> 8], &other_items[codes[i] & 0xff], walk, join);
        }
        codes += some;
        count -= some;
        walk->count += some;
        walk->cost.hits += some;
        if (walk->count == walk->room) {
            qd__overlap_flush(walk);
        }
    }
}

/// Is this a pair, by its distance and by its filters? Then the square of the distance is set.
static bool is_pair(const qd__walk *walk, const qd__bucket *bucket, unsigned lane, const qd__bucket *other, unsigned at,
                    double *squared)
{
    if (walk->near) {
        const qd__aabb aabb = qd__bucket_aabb(bucket, lane), other_aabb = qd__bucket_aabb(other, at);
        *squared = qd__gap_squared(&aabb, &other_aabb);
        if (walk->open ? *squared >= walk->most : *squared > walk->most) {
            return false;
        }
    }
    return (!walk->filtered || qd__items_pair(bucket, lane, other, at)) &&
           (!walk->wanted || qd__item_seen(bucket, lane, walk->wanted) || qd__item_seen(other, at, walk->wanted));
}

/// Reports pairs where filters or distances decide.
static void report_with_care(qd__walk *walk, const qd__bucket *bucket, const qd__bucket *other, const qd__code *codes,
                             size_t count)
{
    for (size_t i = 0; i < count && !walk->stopped; i++) {
        const unsigned lane = codes[i] >> 8, at = codes[i] & 0xff;
        double squared = 0;
        if (!is_pair(walk, bucket, lane, other, at, &squared)) {
            continue;
        }
        const qd_found *item = &qd__bucket_items(bucket)[lane], *other_item = &qd__bucket_items(other)[at];
        if (walk->near) {
            qd_near_pair *pair = (qd_near_pair *)walk->batch + walk->count;
            put_pair(&pair->pair, item, other_item, walk, walk->join);
            pair->distance = qd__told_distance(squared);
        } else {
            put_pair((qd_pair *)walk->batch + walk->count, item, other_item, walk, walk->join);
        }
        walk->cost.hits++;
        if (++walk->count == walk->room) {
            qd__overlap_flush(walk);
        }
    }
}

static void report_pairs(qd__walk *walk, const qd__bucket *bucket, const qd__bucket *other, const qd__code *codes,
                         size_t count)
{
    if (!walk->plain) {
        report_with_care(walk, bucket, other, codes, count);
    } else if (walk->join) {
        report_freely(walk, bucket, other, codes, count, true);
    } else {
        report_freely(walk, bucket, other, codes, count, false);
    }
}

/// The boxes of a bucket that others are compared with.
static qd__boxes boxes_to_overlap(qd__walk *walk, const qd__bucket *bucket)
{
    const qd__boxes boxes = qd__bucket_boxes(bucket);
    if (!walk->near) {
        return boxes;
    }
    if (walk->grown_of != bucket) {
        for (uint32_t lane = 0; lane < QD__LANES_MOST; lane++) {
            const bool live = lane < boxes.count;
            const qd__aabb aabb = live ? qd__boxes_at(boxes, lane) : qd__aabb_unused();
            qd__boxes_set(walk->grown, QD__LANES_MOST, lane, qd__aabb_grown(aabb, walk->reach));
        }
        walk->grown_of = bucket;
    }
    const qd__boxes grown = { walk->grown, QD__LANES_MOST, boxes.count };
    return grown;
}

/// Which of a bucket's items the query filter lets through.
static uint64_t lanes_wanted(const qd__walk *walk, const qd__bucket *bucket)
{
    uint64_t seen = 0;
    for (uint64_t live = bucket->live; live; live &= live - 1) {
        const uint32_t lane = qd__lowest_bit_long(live);
        seen |= (uint64_t)qd__item_seen(bucket, lane, walk->wanted) << lane;
    }
    return seen;
}

/// Of pairs of `live` items of a bucket with any of its items, keeps each pair of two once and no item with itself.
/// Returns how many these are.
static unsigned keep_once(qd__code *codes, unsigned count, uint64_t live)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        const unsigned a = codes[i] >> 8, b = codes[i] & 0xff;
        codes[kept] = codes[i];
        kept += b > a || !(live >> b & 1);
    }
    return kept;
}

/// The pairs within a bucket where a distance or a query filter decides too.
static unsigned list_within_with_care(qd__walk *walk, const qd__bucket *bucket, qd__code *codes)
{
    const qd__boxes boxes = qd__bucket_boxes(bucket);
    const uint64_t all = bucket->live, live = walk->wanted ? lanes_wanted(walk, bucket) : all;
    const bool open = walk->open && !walk->near; // distances decide by themselves
    walk->cost.tests += (uint64_t)qd__count_bits_long(live) * bucket->count;
    const qd__boxes grown = boxes_to_overlap(walk, bucket);
    return keep_once(codes, walk->home->simd->overlap_each(grown, live, boxes, all, open, codes), live);
}

void qd__overlap_within(qd__walk *walk, const qd__bucket *bucket)
{
    qd__code codes[QD__CODES_MOST];
    unsigned count;
    if (walk->near || walk->wanted) {
        count = list_within_with_care(walk, bucket, codes);
    } else {
        walk->cost.tests += (uint64_t)bucket->count * (bucket->count - 1) / 2;
        count = walk->home->simd->overlap_within(qd__bucket_boxes(bucket), walk->open, codes);
    }
    report_pairs(walk, bucket, bucket, codes, count);
}

uint64_t qd__overlap_common(const qd__simd *simd, qd__boxes boxes, qd__aabb bounds, const qd__bucket *other,
                            uint64_t *live, uint64_t *some)
{
    const qd__aabb common = qd__common(bounds, other->bounds);
    if (!qd__aabb_is_box(common)) {
        *live = *some = 0;
        return 0;
    }
    return simd->reach(boxes, qd__bucket_boxes(other), qd__probe(common), live, some);
}

/// Leaves out the items of two buckets that are wanted on neither side.
static void keep_wanted(const qd__walk *walk, const qd__bucket *bucket, uint64_t *live, const qd__bucket *other,
                        uint64_t *some)
{
    const uint64_t wanted = lanes_wanted(walk, bucket) & *live, others = lanes_wanted(walk, other) & *some;
    *live = others ? *live : wanted;
    *some = wanted ? *some : others;
}

/// The boxes and bounds of a bucket, grown where pairs within a distance are sought.
static qd__lot lot_of(qd__walk *walk, const qd__bucket *bucket)
{
    const qd__lot lot = { boxes_to_overlap(walk, bucket),
                          walk->near ? qd__aabb_grown(bucket->bounds, walk->reach) : bucket->bounds };
    return lot;
}

/// Lists the overlaps of two buckets of which the query filter lets at least one item through.
static unsigned list_filtered(qd__walk *walk, const qd__bucket *bucket, const qd__lot *lot, uint64_t live,
                              const qd__bucket *other, qd__code *codes)
{
    const qd__simd *simd = walk->home->simd;
    uint64_t some;
    walk->cost.tests += qd__overlap_common(simd, lot->boxes, lot->bounds, other, &live, &some);
    if (live && some) {
        keep_wanted(walk, bucket, &live, other, &some);
    }
    return simd->overlap_each(lot->boxes, live, qd__bucket_boxes(other), some, walk->open && !walk->near, codes);
}

void qd__overlap_bucket(qd__walk *walk, const qd__bucket *bucket, uint64_t live, const qd__bucket *other)
{
    qd__code codes[QD__CODES_MOST];
    const qd__lot lot = lot_of(walk, bucket), other_lot = { qd__bucket_boxes(other), other->bounds };
    const bool open = walk->open && !walk->near; // distances decide by themselves
    const unsigned count = walk->wanted
                               ? list_filtered(walk, bucket, &lot, live, other, codes)
                               : walk->home->simd->overlap_lots(&lot, live, &other_lot, open, codes, &walk->cost.tests);
    if (count > 0) {
        report_pairs(walk, bucket, other, codes, count);
    }
}

bool qd__match_filters(const qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b)
{
    if (walk->filtered && (!(a->masks[lane_a] & b->layers[lane_b]) || !(b->masks[lane_b] & a->layers[lane_a]))) {
        return false;
    }
    return !walk->wanted || qd__node_seen(a, lane_a, walk->wanted) || qd__node_seen(b, lane_b, walk->wanted);
}

uint64_t qd__overlap_node_with_care(const qd__walk *walk, const qd__bucket *bucket, const qd__quad *quad, uint32_t lane)
{
    qd__aabb bounds = qd__four_at(&quad->bounds, lane);
    if (walk->near) {
        bounds = qd__aabb_grown(bounds, walk->reach);
    }
    const uint64_t live = walk->home->simd->overlap(qd__bucket_boxes(bucket), qd__probe(bounds), false);
    return !walk->wanted || qd__node_seen(quad, lane, walk->wanted) ? live : live & lanes_wanted(walk, bucket);
}

uint32_t qd__overlap_quads_with_care(const qd__walk *walk, const qd__quad *home, const qd__quad *quad)
{
    if (!walk->near) {
        return qd__sixteen_overlap(&quad->bounds, &home->bounds, walk->open);
    }
    qd__four grown;
    for (uint32_t i = 0; i < 4; i++) {
        qd__four_set(&grown, i, qd__aabb_grown(qd__four_at(&home->bounds, i), walk->reach));
    }
    return qd__sixteen_overlap(&quad->bounds, &grown, false);
}
