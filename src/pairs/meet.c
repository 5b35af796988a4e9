// Buckets against buckets: see meet.h.
//
// Coarse boxes tell which items may meet, and the boxes themselves which do. Where pairs within a distance are asked
// for, one side's boxes are grown by it before they are compared, so that the same comparisons leave nobody out; the
// distance of those that meet then decides:
//
//     a grown by r      +-------+       b meets what a has grown to, and may still be too far:
//                       | +---+ |       corners are rounded off
//                       | | a | +--+
//                       | +---+ |b |
//                       +-------+--+
#include "meet.h"

#include "distance.h"
#include "lanes_base.h"
#include "seen.h"
#include "visitor.h"

void qd__meet_flush(qd__walk *walk)
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

/// Makes a pair: the one with the lower slot first; in a join, the one of the first tree. Picked by an index: a branch
/// would be guessed wrong half the time.
static inline void put(qd_pair *pair, const qd_found *one, const qd_found *other, const qd__walk *walk, bool join)
{
    const qd_found both[2] = { *one, *other };
    const unsigned first = join ? walk->turned : both[0].id.slot > both[1].id.slot;
    *pair = (qd_pair){ both[first], both[1 - first] };
}

/// Reports the pairs of two buckets, as long as there is room for all of them and all that counts is that they meet.
static inline void report_freely(qd__walk *walk, const qd__bucket *bucket, const qd__bucket *other,
                                 const uint16_t *hits, unsigned count, bool join)
{
    const qd_found *items = qd__bucket_items(bucket), *other_items = qd__bucket_items(other);
    const qd__record *records = qd__bucket_records(bucket), *other_records = qd__bucket_records(other);
    const bool open = walk->open;
    qd_pair *start = (qd_pair *)walk->batch + walk->count, *pair = start;
    for (unsigned i = 0; i < count; i++) {
        const unsigned lane = hits[i] & 0xff, at = hits[i] >> 8;
        put(pair, &items[lane], &other_items[at], walk, join);
        pair += qd__one_meets(&records[lane], &other_records[at], open);
    }
    walk->count += (size_t)(pair - start);
    walk->cost.hits += (size_t)(pair - start);
}

/// Do two items pair? If distance decides, its square is set.
static bool is_pair(const qd__walk *walk, const qd__bucket *bucket, unsigned lane, const qd__bucket *other, unsigned at,
                    double *squared)
{
    const qd__record *record = &qd__bucket_records(bucket)[lane], *other_record = &qd__bucket_records(other)[at];
    if (walk->near) {
        *squared = qd__gap_squared(record, other_record);
        if (walk->open ? *squared >= walk->most : *squared > walk->most) {
            return false;
        }
    } else if (!qd__one_meets(record, other_record, walk->open)) {
        return false;
    }
    return (!walk->filtered || qd__items_pair(bucket, lane, other, at)) &&
           (!walk->wanted || qd__item_seen(bucket, lane, walk->wanted) || qd__item_seen(other, at, walk->wanted));
}

/// The same where the batch may become full on the way, or filters or distances decide.
static void report_with_care(qd__walk *walk, const qd__bucket *bucket, const qd__bucket *other, const uint16_t *hits,
                             unsigned count)
{
    for (unsigned i = 0; i < count && !walk->stopped; i++) {
        const unsigned lane = hits[i] & 0xff, at = hits[i] >> 8;
        double squared = 0;
        if (!is_pair(walk, bucket, lane, other, at, &squared)) {
            continue;
        }
        const qd_found *item = &qd__bucket_items(bucket)[lane], *other_item = &qd__bucket_items(other)[at];
        if (walk->near) {
            qd_near_pair *pair = (qd_near_pair *)walk->batch + walk->count;
            put(&pair->pair, item, other_item, walk, walk->join);
            pair->distance = qd__told_distance(squared);
        } else {
            put((qd_pair *)walk->batch + walk->count, item, other_item, walk, walk->join);
        }
        walk->cost.hits++;
        if (++walk->count == walk->room) {
            qd__meet_flush(walk);
        }
    }
}

static void report(qd__walk *walk, const qd__bucket *bucket, const qd__bucket *other, const uint16_t *hits,
                   unsigned count)
{
    if (walk->room - walk->count <= count || !walk->plain) {
        report_with_care(walk, bucket, other, hits, count);
    } else if (walk->join) {
        report_freely(walk, bucket, other, hits, count, true);
    } else {
        report_freely(walk, bucket, other, hits, count, false);
    }
}

/// The boxes of a bucket that others are compared with.
static const qd__record *records_to_meet(qd__walk *walk, const qd__bucket *bucket)
{
    if (!walk->near) {
        return qd__bucket_records(bucket);
    }
    if (walk->grown_of != bucket) {
        for (uint32_t lane = 0; lane < bucket->count; lane++) {
            walk->grown[lane] = qd__record_grown(qd__bucket_records(bucket)[lane], walk->reach);
        }
        walk->grown_of = bucket;
    }
    return walk->grown;
}

/// Of hits within a bucket, grown boxes against boxes, those of an item with a later one: each pair once. Returns how
/// many those are.
static unsigned keep_later(uint16_t *hits, unsigned count)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        hits[kept] = hits[i];
        kept += hits[i] >> 8 > (hits[i] & 0xff);
    }
    return kept;
}

void qd__meet_within(qd__walk *walk, const qd__bucket *bucket)
{
    uint16_t hits[QD__HITS_MOST];
    const qd__coarse boxes = qd__bucket_coarse(bucket);
    unsigned count;
    walk->cost.tests += (uint64_t)bucket->count * (bucket->count - 1) / 2;
    if (walk->near) {
        const uint32_t live = qd__low_bits(bucket->count);
        count = walk->home->lanes->may_meet_each(&boxes, records_to_meet(walk, bucket), live, hits);
        count = keep_later(hits, count);
    } else {
        count = walk->home->lanes->may_meet_within(&boxes, hits);
    }
    report(walk, bucket, bucket, hits, count);
}

void qd__meet_bucket(qd__walk *walk, const qd__bucket *bucket, uint32_t live, const qd__bucket *other)
{
    uint16_t hits[QD__HITS_MOST];
    const qd__coarse boxes = qd__bucket_coarse(other);
    const qd__record *records = walk->plain ? qd__bucket_records(bucket) : records_to_meet(walk, bucket);
    walk->cost.tests += (uint64_t)qd__count_bits(live) * other->count;
    report(walk, bucket, other, hits, walk->home->lanes->may_meet_each(&boxes, records, live, hits));
}

bool qd__meet_filters(const qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b)
{
    if (walk->filtered && (!(a->masks[lane_a] & b->layers[lane_b]) || !(b->masks[lane_b] & a->layers[lane_a]))) {
        return false;
    }
    return !walk->wanted || qd__cell_seen(a, lane_a, walk->wanted) || qd__cell_seen(b, lane_b, walk->wanted);
}

/// Which of a bucket's items the query filter lets through.
static uint32_t lanes_wanted(const qd__walk *walk, const qd__bucket *bucket)
{
    uint32_t seen = 0;
    for (uint32_t lane = 0; lane < bucket->count; lane++) {
        seen |= (uint32_t)qd__item_seen(bucket, lane, walk->wanted) << lane;
    }
    return seen;
}

uint32_t qd__meet_cell_with_care(const qd__walk *walk, const qd__bucket *bucket, const qd__quad *quad, uint32_t lane)
{
    const qd__coarse boxes = qd__bucket_coarse(bucket);
    uint32_t live;
    if (walk->near) {
        const qd__record grown = qd__record_grown(quad->bounds[lane], walk->reach);
        live = walk->home->lanes->may_meet(&boxes, &grown);
    } else {
        live = walk->home->lanes->may_meet(&boxes, &quad->bounds[lane]);
    }
    return !walk->wanted || qd__cell_seen(quad, lane, walk->wanted) ? live : live & lanes_wanted(walk, bucket);
}

uint32_t qd__meet_quads_with_care(const qd__walk *walk, const qd__quad *home, const qd__quad *quad)
{
    if (!walk->near) {
        return qd__sixteen_meet(quad->bounds, home->bounds, walk->open);
    }
    qd__record grown[4];
    for (int i = 0; i < 4; i++) {
        grown[i] = qd__record_grown(home->bounds[i], walk->reach);
    }
    return qd__sixteen_meet(quad->bounds, grown, false);
}
