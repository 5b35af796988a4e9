// All pairs in one walk: see walk.h.
//
// A node's items overlap each other, and those of the nodes below it; two nodes with overlapping bounds are taken apart
// together:
//
//     within(quad):  for each node    own x own,   own x all below,   within(child)
//                    for each two     walk_between(a, b)
//     walk_between(a, b): a's own x all of b,   b's own x all below a,   the 16 pairs of their children
//
// Where a node's own items go down into others, a whole bucket goes at once, with a mask of those that overlap the
// bounds so far. Straddlers thus cost what they touch, not what lies below them. Nothing comes twice, since each item
// lives in one node. The order follows from the nodes and lanes alone, so it is the same on every machine.
//
// Between two trees it is the same: all between the nodes of their roots. Nodes of the one do not lie on those of the
// other, but that does not matter, since nothing is left out but what has no bounds in common. One of the two trees is
// home, that of the bucket with the items that go down into the other; where that changes, the walk is turned.
//
// A visitor that changes the tree against the rules ends the walk, and what has been read of the tree may be gone by
// then. So nothing is read once the walk has stopped, and what comes next is looked up before anything is reported.
//
// A walk that is shared out (schedule.h) asks at each step whether others take it; what they do not take it does
// itself.
#include "walk.h"

#include "overlap.h"
#include "schedule.h"

static void bucket_with_chain(qd__walk *walk, const qd__bucket *bucket, uint64_t live, uint32_t location)
{
    while (location != QD__NONE && !walk->stopped) {
        const qd__bucket *other = qd__tree_bucket(walk->other, location);
        location = other->next;
        qd__overlap_bucket(walk, bucket, live, other);
    }
}

/// Could any item of the one node and below pair with any of the other, by what the filters say?
static inline bool walk_filters_match(const qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b,
                                      uint32_t lane_b)
{
    return walk->plain || qd__match_filters(walk, a, lane_a, b, lane_b);
}

/// The items of a bucket, of node `lane_home` of `home`, with all in and below another node.
static void bucket_with_node(qd__walk *walk, const qd__quad *home, uint32_t lane_home, const qd__bucket *bucket,
                             uint64_t live, const qd__quad *quad, uint32_t lane)
{
    if (qd__node_is_bare(quad, lane) || !walk_filters_match(walk, home, lane_home, quad, lane)) {
        return;
    }
    if (walk->scheduler && qd__schedule_node(walk, home, lane_home, bucket, live, quad, lane)) {
        return;
    }
    walk->cost.nodes++;
    live &= qd__overlap_node(walk, bucket, quad, lane);
    if (!live) {
        return;
    }
    // not covered: a chain is always taken
    if (!walk->scheduler || !qd__schedule_chain(walk, bucket, live, quad->bucket[lane])) {
        bucket_with_chain(walk, bucket, live, quad->bucket[lane]);
    }
    if (!walk->stopped && quad->child[lane] != QD__NONE) {
        const qd__quad *child = qd__quad_at(walk->other, quad->child[lane]);
        for (uint32_t i = 0; i < 4 && !walk->stopped; i++) {
            bucket_with_node(walk, home, lane_home, bucket, live, child, i);
        }
    }
}

/// A node's own items with all below another node, or, where `whole`, with that node's own items too.
static void own_with_node(qd__walk *walk, const qd__quad *home, uint32_t lane_home, const qd__quad *quad, uint32_t lane,
                          bool whole)
{
    if (walk->stopped || (!whole && quad->child[lane] == QD__NONE)) {
        return;
    }
    for (uint32_t location = home->bucket[lane_home]; location != QD__NONE && !walk->stopped;) {
        const qd__bucket *bucket = qd__tree_bucket(walk->home, location);
        location = bucket->next;
        const uint64_t live = bucket->live;
        if (whole) {
            bucket_with_node(walk, home, lane_home, bucket, live, quad, lane);
        } else { // it has children: see above
            const qd__quad *child = qd__quad_at(walk->other, quad->child[lane]);
            for (uint32_t i = 0; i < 4 && !walk->stopped; i++) {
                bucket_with_node(walk, home, lane_home, bucket, live, child, i);
            }
        }
    }
}

/// Two leaves of few buckets.
static void leaf_with_leaf(qd__walk *walk, uint32_t location, uint32_t other)
{
    walk->cost.nodes++;
    while (location != QD__NONE && !walk->stopped) {
        const qd__bucket *bucket = qd__tree_bucket(walk->home, location);
        location = bucket->next;
        bucket_with_chain(walk, bucket, bucket->live, other);
    }
}

static void between_quads(qd__walk *walk, const qd__quad *a, const qd__quad *b);

/// Two nodes with overlapping bounds.
static void walk_between(qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b)
{
    if (walk->stopped || !walk_filters_match(walk, a, lane_a, b, lane_b)) {
        return;
    }
    if (walk->scheduler && qd__schedule_between(walk, a, lane_a, b, lane_b)) {
        return;
    }
    if (qd__is_small_leaf(a, lane_a) && qd__is_small_leaf(b, lane_b)) {
        leaf_with_leaf(walk, a->bucket[lane_a], b->bucket[lane_b]);
        return;
    }
    walk->cost.nodes++;
    own_with_node(walk, a, lane_a, b, lane_b, true);
    qd__walk_turn(walk);
    own_with_node(walk, b, lane_b, a, lane_a, false);
    qd__walk_turn(walk);
    if (!walk->stopped && a->child[lane_a] != QD__NONE && b->child[lane_b] != QD__NONE) {
        between_quads(walk, qd__quad_at(walk->home, a->child[lane_a]), qd__quad_at(walk->other, b->child[lane_b]));
    }
}

/// All nodes of two quads with overlapping bounds.
static void between_quads(qd__walk *walk, const qd__quad *a, const qd__quad *b)
{
    for (uint32_t met = qd__overlap_quads(walk, a, b); met; met &= met - 1) {
        const unsigned pair = qd__lowest_bit(met);
        walk_between(walk, a, pair >> 2, b, pair & 3);
    }
}

/// A bucket's items with each other and with the node's own items in the buckets that follow.
static void own_bucket(qd__walk *walk, const qd__bucket *bucket)
{
    qd__overlap_within(walk, bucket);
    if (walk->stopped) {
        return;
    }
    bucket_with_chain(walk, bucket, bucket->live, bucket->next);
}

/// The first bucket, in the order of the walk, of a quad's nodes from `lane` on and those below; `after` where there is
/// none.
static uint32_t first_of_chain(const qd__walk *walk, const qd__quad *quad, uint32_t lane, uint32_t after)
{
    while (lane < 4) {
        if (quad->bucket[lane] != QD__NONE) {
            return quad->bucket[lane];
        }
        const uint32_t child = quad->child[lane++];
        if (child != QD__NONE) {
            quad = qd__quad_at(walk->home, child);
            lane = 0;
        }
    }
    return after;
}

/// The items of a chain with each other. While those of a bucket overlap, the next is prefetched; behind the chain that
/// is `after`.
static void own_with_own(qd__walk *walk, uint32_t location, uint32_t after)
{
    while (location != QD__NONE && !walk->stopped) {
        const qd__bucket *bucket = qd__tree_bucket(walk->home, location);
        location = bucket->next;
        // not covered: a bucket is always taken
        if (walk->scheduler && qd__schedule_own(walk, bucket)) {
            continue;
        }
        const uint32_t next = location != QD__NONE ? location : after;
        if (next != QD__NONE && walk->home->count > QD__LARGE / 4) {
            qd__bucket_prefetch(qd__tree_bucket(walk->home, next), qd__location_size(next), QD__LANES_MOST);
        }
        own_bucket(walk, bucket);
    }
}

/// All pairs in and below the nodes of a quad. `after`: the bucket that the walk comes to then, or QD__NONE.
static void within(qd__walk *walk, const qd__quad *quad, uint32_t after)
{
    if (walk->scheduler && qd__schedule_within(walk, quad)) {
        return;
    }
    for (uint32_t lane = 0; lane < 4 && !walk->stopped; lane++) {
        const uint32_t child = quad->child[lane];
        if (qd__node_is_bare(quad, lane) || !walk_filters_match(walk, quad, lane, quad, lane)) {
            continue;
        }
        walk->cost.nodes++;
        const uint32_t next = first_of_chain(walk, quad, lane + 1, after);
        const qd__quad *below = child != QD__NONE ? qd__quad_at(walk->home, child) : NULL;
        own_with_own(walk, quad->bucket[lane], below ? first_of_chain(walk, below, 0, next) : next);
        own_with_node(walk, quad, lane, quad, lane, false);
        if (!walk->stopped && below) {
            within(walk, below, next);
        }
    }
    if (walk->stopped) {
        return;
    }
    const uint32_t later = 0x08ce; // of the sixteen pairs, those of a node with one that comes after it
    for (uint32_t met = qd__overlap_quads(walk, quad, quad) & later; met; met &= met - 1) {
        const unsigned pair = qd__lowest_bit(met);
        walk_between(walk, quad, pair >> 2, quad, pair & 3);
    }
}

static void walk_kind(qd__walk *walk, const qd__piece *piece)
{
    // not covered: there are no other kinds
    switch (piece->kind) {
    case QD__PIECE_WITHIN:
        within(walk, piece->quad, QD__NONE);
        break;
    case QD__PIECE_QUADS:
        between_quads(walk, piece->home, piece->quad);
        break;
    case QD__PIECE_BETWEEN:
        walk_between(walk, piece->home, piece->lane_home, piece->quad, piece->lane);
        break;
    case QD__PIECE_NODE:
        bucket_with_node(walk, piece->home, piece->lane_home, piece->bucket, piece->live, piece->quad, piece->lane);
        break;
    case QD__PIECE_CHAIN:
        bucket_with_chain(walk, piece->bucket, piece->live, piece->location);
        break;
    case QD__PIECE_OWN:
        own_bucket(walk, piece->bucket);
        break;
    }
}

void qd__walk_piece(qd__walk *walk, const qd__piece *piece)
{
    if (walk->turned == piece->turned) {
        walk_kind(walk, piece);
        return;
    }
    qd__walk_turn(walk);
    walk_kind(walk, piece);
    qd__walk_turn(walk);
}
