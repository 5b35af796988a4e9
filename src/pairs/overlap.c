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
#include "exact.h"
#include "image.h"
#include "simd_base.h"

void qd__overlap_flush(qd__walk *walk)
{
    // not covered: nothing is added to a walk that has stopped
    if (walk->found.count == 0 || walk->at.stopped)
        return;
    bool go_on = false; // without a visitor the batch is all the room there is
    if (walk->found.visitor) {
        go_on = walk->found.visitor(walk->found.context, walk->found.pairs, walk->found.distances, walk->found.count) ==
                QD_CONTINUE;
        walk->found.count = 0;
    }
    walk->at.stopped = !qd__unchanged(walk->at.changes, qd__walk_changes(walk)) || !go_on;
}

/// Reports pairs of which nothing but the overlap of the boxes decides. It stays a function: inlined, each item's
/// address would be the sum of three numbers instead of two.
QD__NEVER_INLINE static void report_freely(qd__walk *walk, const qd_entry *items, const qd_entry *other_items,
                                           const qd__code *codes, size_t count, bool join)
{
    while (count > 0 && !walk->at.stopped) {
        const size_t room = walk->found.room - walk->found.count, some = count < room ? count : room;
        qd_pair *pairs = walk->found.pairs + walk->found.count;
        for (const qd__code *end = codes + some; codes < end; codes++, pairs++) {
            const uint32_t code = *codes;
            qd__overlap_put(pairs, &items[code >> 8], &other_items[code & 0xff], walk, join);
        }
        count -= some;
        walk->found.count += some;
        walk->found.cost.hits += some;
        if (walk->found.count == walk->found.room)
            qd__overlap_flush(walk);
    }
}

/// Two items have AABBs that overlap: do their exact boxes overlap too?
static inline bool overlap_exactly(const qd__walk *walk, const qd__bucket *bucket, unsigned lane,
                                   const qd__bucket *other, unsigned at)
{
    const qd__aabb about = qd__bucket_aabb(bucket, lane), other_about = qd__bucket_aabb(other, at);
    if (walk->asked.imaged ? QD__CAN_BOUNDS && qd__surely_overlap_between(about, &walk->at.home->origin, other_about,
                                                                          &walk->at.other->origin)
                           : qd__surely_overlap(about, other_about))
        return true;
    const qd_box a = qd__item_box(walk->at.home, bucket, lane), b = qd__item_box(walk->at.other, other, at);
    return qd__boxes_overlap(&a, &b, walk->asked.edges_open);
}

/// Reports those of which the exact boxes overlap, in two trees of doubles with one origin. The AABBs decide about
/// most; the exact boxes, which lie far apart, are read for the others.
static void report_exactly(qd__walk *walk, const qd__bucket *bucket, const qd__bucket *other, const qd__code *codes,
                           size_t count)
{
    const qd_entry *items = qd__bucket_items(bucket), *other_items = qd__bucket_items(other);
    while (count > 0 && !walk->at.stopped) {
        const size_t room = walk->found.room - walk->found.count, some = count < room ? count : room;
        qd_pair *first = walk->found.pairs + walk->found.count, *pairs = first;
        for (const qd__code *end = codes + some; codes < end; codes++) {
            const unsigned lane = *codes >> 8, at = *codes & 0xff;
            qd__overlap_put(pairs, &items[lane], &other_items[at], walk, walk->asked.join);
            pairs += overlap_exactly(walk, bucket, lane, other, at);
        }
        count -= some;
        walk->found.count += (size_t)(pairs - first);
        walk->found.cost.hits += (uint64_t)(pairs - first);
        if (walk->found.count == walk->found.room)
            qd__overlap_flush(walk);
    }
}

/// Does one that is so far away count? Both are squares, or neither is.
static bool is_within(const qd__walk *walk, double far)
{
    return walk->asked.edges_open ? far < walk->asked.most : far <= walk->asked.most;
}

/// Is this a pair, by its filters and by its boxes? AABBs have been compared. Sets the distance, 0 where none is asked
/// about.
static bool is_pair(const qd__walk *walk, const qd__bucket *bucket, unsigned lane, const qd__bucket *other, unsigned at,
                    double *distance)
{
    *distance = 0;
    if ((walk->asked.filtered && !qd__items_pair(bucket, lane, other, at)) ||
        (walk->asked.wanted && !qd__item_seen(bucket, lane, qd__walk_seen_home(walk)) &&
         !qd__item_seen(other, at, qd__walk_seen_other(walk))))
        return false;
    if (QD__CAN_DOUBLES && walk->asked.exact) {
        if (!walk->asked.near)
            return overlap_exactly(walk, bucket, lane, other, at);
        const qd_box a = qd__item_box(walk->at.home, bucket, lane), b = qd__item_box(walk->at.other, other, at);
        *distance = qd__box_distance(&a, &b);
        return is_within(walk, *distance);
    }
    if (!walk->asked.near)
        return true;
    const qd__aabb a = qd__bucket_aabb(bucket, lane), b = qd__bucket_aabb(other, at);
    const double squared = qd__gap_squared(&a, &b);
    const bool within = is_within(walk, squared);
    *distance = within ? qd__double_of(qd__result_distance(squared)) : 0;
    return within;
}

static inline void prefetch_exact(const struct qd_tree *tree, const qd__bucket *bucket, unsigned lane)
{
    if (qd__is_precise(tree))
        qd__prefetch(qd__exact_box(tree, qd__bucket_slots(bucket)[lane]), 1);
}

/// Reports pairs where filters, distances or exact boxes decide.
static void report_with_care(qd__walk *walk, const qd__bucket *bucket, const qd__bucket *other, const qd__code *codes,
                             size_t count)
{
    const bool far_apart = QD__CAN_PREFETCH && walk->asked.exact && walk->asked.near &&
                           walk->at.home->count + walk->at.other->count > QD__LARGE / 4;
    for (size_t i = 0; far_apart && i < count; i++) { // each of these boxes decides
        prefetch_exact(walk->at.home, bucket, codes[i] >> 8);
        prefetch_exact(walk->at.other, other, codes[i] & 0xff);
    }
    for (size_t i = 0; i < count && !walk->at.stopped; i++) {
        const unsigned lane = codes[i] >> 8, at = codes[i] & 0xff;
        double distance;
        if (!is_pair(walk, bucket, lane, other, at, &distance))
            continue;
        qd__overlap_put(&walk->found.pairs[walk->found.count], &qd__bucket_items(bucket)[lane],
                        &qd__bucket_items(other)[at], walk, walk->asked.join);
        if (walk->found.distances)
            walk->found.distances[walk->found.count] = distance;
        walk->found.cost.hits++;
        if (++walk->found.count == walk->found.room)
            qd__overlap_flush(walk);
    }
}

static void report_pairs(qd__walk *walk, const qd__bucket *bucket, const qd__bucket *other, const qd__code *codes,
                         size_t count)
{
    if (!walk->asked.plain)
        report_with_care(walk, bucket, other, codes, count);
    else if (QD__CAN_DOUBLES && walk->asked.exact)
        report_exactly(walk, bucket, other, codes, count);
    else
        report_freely(walk, qd__bucket_items(bucket), qd__bucket_items(other), codes, count, walk->asked.join);
}

/// The boxes of a bucket that others are compared with.
static qd__boxes boxes_to_overlap(qd__walk *walk, const qd__bucket *bucket)
{
    const qd__boxes boxes = qd__bucket_boxes(bucket);
    if (!walk->asked.imaged)
        return boxes;
    if (walk->image.of != bucket) {
        qd__images(walk, boxes, walk->image.sides);
        walk->image.of = bucket;
    }
    return (qd__boxes){ walk->image.sides, QD__LANES_MOST, boxes.count };
}

/// Which of a bucket's items the query filter lets through.
static uint64_t lanes_wanted(const qd__bucket *bucket, const qd__query_filter *filter)
{
    uint64_t seen = 0;
    for (uint64_t live = bucket->live; live; live &= live - 1) {
        const uint32_t lane = qd__lowest_bit_long(live);
        seen |= (uint64_t)qd__item_seen(bucket, lane, filter) << lane;
    }
    return seen;
}

/// The same as qd__overlap_within, where not all of the bucket's items go with all of them.
static void overlap_some_within(qd__walk *walk, const qd__bucket *bucket, bool open)
{
    qd__code codes[QD__CODES_MOST];
    const uint64_t live = walk->asked.wanted ? lanes_wanted(bucket, qd__walk_seen_home(walk)) : bucket->live;
    const qd__boxes boxes = qd__bucket_boxes(bucket), grown = boxes_to_overlap(walk, bucket);
    walk->found.cost.tests += (uint64_t)qd__count_bits_long(live) * bucket->count;
    for (uint64_t left = live; left && !walk->at.stopped;) {
        const unsigned count =
            walk->at.home->settings.simd->overlap_each(grown, &left, boxes, bucket->live, open, codes);
        unsigned kept = 0; // each pair once, and no item with itself
        for (unsigned i = 0; i < count; i++) {
            const unsigned a = codes[i] >> 8, b = codes[i] & 0xff;
            codes[kept] = codes[i];
            kept += b > a || !(live >> b & 1);
        }
        report_pairs(walk, bucket, bucket, codes, kept);
    }
}

void qd__overlap_within(qd__walk *walk, const qd__bucket *bucket)
{
    const bool open = walk->asked.open && !walk->asked.near; // distances decide by themselves
    if (walk->asked.imaged || walk->asked.wanted) {
        overlap_some_within(walk, bucket, open);
        return;
    }
    qd__code codes[QD__CODES_MOST];
    const qd__boxes boxes = qd__bucket_boxes(bucket);
    walk->found.cost.tests += (uint64_t)bucket->count * (bucket->count - 1) / 2;
    for (uint32_t row = 0; row < boxes.count && !walk->at.stopped;) {
        const unsigned count = walk->at.home->settings.simd->overlap_within(boxes, &row, open, codes);
        report_pairs(walk, bucket, bucket, codes, count);
    }
}

/// Fills a lot with the boxes and bounds of a bucket, or with their images. It stores each field by itself: a processor
/// waits when it reads as a whole what was stored in two halves.
static inline void set_lot(qd__lot *lot, qd__walk *walk, const qd__bucket *bucket, bool imaged)
{
    if (imaged) {
        lot->boxes = boxes_to_overlap(walk, bucket);
        lot->bounds = qd__image(walk, walk->at.home, bucket->bounds, walk->at.other);
    } else {
        lot->boxes.sides = qd__bucket_sides(bucket);
        lot->boxes.stride = bucket->lanes;
        lot->boxes.count = qd__bucket_end(bucket);
        lot->bounds = bucket->bounds;
    }
}

/// What filters have to say about two buckets first: leaves out items that do not reach into the part that the bounds
/// have in common, and those that are wanted on neither side.
static void reach_wanted(qd__walk *walk, const qd__bucket *bucket, const qd__lot *lot, uint64_t *live,
                         const qd__bucket *other, uint64_t *some)
{
    const qd__aabb common = qd__common(lot->bounds, other->bounds);
    if (!qd__aabb_is_box(common)) {
        *live = *some = 0;
        return;
    }
    walk->found.cost.tests +=
        walk->at.home->settings.simd->reach(lot->boxes, qd__bucket_boxes(other), qd__probe(common), live, some);
    if (*live && *some) {
        const uint64_t wanted = lanes_wanted(bucket, qd__walk_seen_home(walk)) & *live;
        const uint64_t others = lanes_wanted(other, qd__walk_seen_other(walk)) & *some;
        *live = others ? *live : wanted;
        *some = wanted ? *some : others;
    }
}

void qd__overlap_bucket(qd__walk *walk, const qd__bucket *bucket, uint64_t live, const qd__bucket *other)
{
    const qd__simd *simd = walk->at.home->settings.simd;
    qd__code codes[QD__CODES_MOST];
    const bool open = walk->asked.open && !walk->asked.near; // distances decide by themselves
    uint64_t some;
    unsigned count = 0;
    qd__lot lot;
    set_lot(&lot, walk, bucket, walk->asked.imaged);
    if (walk->asked.wanted) {
        reach_wanted(walk, bucket, &lot, &live, other, &some);
    } else {
        qd__lot other_lot;
        set_lot(&other_lot, walk, other, false);
        count = simd->overlap_lots(&lot, &live, &other_lot, &some, open, codes, &walk->found.cost.tests);
    }
    if (count > 0)
        report_pairs(walk, bucket, other, codes, count);
    while (live && !walk->at.stopped) { // pairs that were enough for one call leave some
        count = simd->overlap_each(boxes_to_overlap(walk, bucket), &live, qd__bucket_boxes(other), some, open, codes);
        report_pairs(walk, bucket, other, codes, count);
    }
}

bool qd__match_filters(const qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b)
{
    if (walk->asked.filtered && (!(a->masks[lane_a] & b->layers[lane_b]) || !(b->masks[lane_b] & a->layers[lane_a])))
        return false;
    return !walk->asked.wanted || qd__node_seen(a, lane_a, qd__walk_seen_home(walk)) ||
           qd__node_seen(b, lane_b, qd__walk_seen_other(walk));
}

uint64_t qd__overlap_node_with_care(const qd__walk *walk, const qd__bucket *bucket, const qd__quad *quad, uint32_t lane)
{
    qd__aabb bounds = qd__four_at(&quad->bounds, lane);
    if (walk->asked.imaged)
        bounds = qd__image(walk, walk->at.other, bounds, walk->at.home);
    const uint64_t live = walk->at.home->settings.simd->overlap(qd__bucket_boxes(bucket), qd__probe(bounds), false);
    return !walk->asked.wanted || qd__node_seen(quad, lane, qd__walk_seen_other(walk))
               ? live
               : live & lanes_wanted(bucket, qd__walk_seen_home(walk));
}

uint32_t qd__overlap_quads_with_care(const qd__walk *walk, const qd__quad *home, const qd__quad *quad)
{
    if (!walk->asked.imaged)
        return qd__sixteen_overlap(&quad->bounds, &home->bounds, walk->asked.open);
    qd__four images;
    for (uint32_t i = 0; i < 4; i++)
        qd__four_set(&images, i, qd__image(walk, walk->at.home, qd__four_at(&home->bounds, i), walk->at.other));
    return qd__sixteen_overlap(&quad->bounds, &images, false);
}
