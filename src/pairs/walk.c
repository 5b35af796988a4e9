// All pairs in one walk: see walk.h.
//
// A node's items overlap each other, and those of the nodes below it; two nodes with overlapping bounds are taken apart
// together:
//
//     within(quad):  for each node    own x own,   own x all below,   within(child)
//                    for each two     as below
//     two nodes a, b:    a's own x all of b,   b's own x all below a,   the 16 pairs of their children
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
// What goes down level by level does so in a loop, with the levels in an array: the stack that a walk takes is the same
// however deep the nodes lie.
//
// A walk that is shared out (schedule.h) asks at each step whether others take it; what they do not take it does
// itself.
#include "walk.h"

#include "overlap.h"
#include "schedule.h"

/// Do others take pieces of the walk?
static inline bool is_shared(const qd__walk *walk)
{
    return QD__CAN_WORKERS && walk->at.scheduler;
}

static void bucket_with_chain(qd__walk *walk, const qd__bucket *bucket, uint64_t live, uint32_t location)
{
    while (location != QD__NONE && !walk->at.stopped) {
        const qd__bucket *other = qd__tree_bucket(walk->at.other, location);
        location = other->next;
        qd__overlap_bucket(walk, bucket, live, other);
    }
}

/// Could any item of the one node and below pair with any of the other, by what the filters say?
static inline bool walk_filters_match(const qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b,
                                      uint32_t lane_b)
{
    return walk->asked.plain || qd__match_filters(walk, a, lane_a, b, lane_b);
}

/// Returns a bit for each node of a quad that some item of a bucket may overlap. It is called from two places, and
/// stays one function, since the npm package counts bytes.
QD__NEVER_INLINE static uint32_t nodes_met(const qd__walk *walk, const qd__bucket *bucket, const qd__quad *quad)
{
    return walk->asked.plain ? qd__four_overlap(&quad->bounds, qd__probe(bucket->bounds), false) : 0xf;
}

/// The items of a bucket, of node `lane_home` of `home`, with those in another node; `met` has a bit for each node that
/// they may overlap. Returns those that may overlap what is below it; 0: that is none.
static uint64_t bucket_in_node(qd__walk *walk, const qd__quad *home, uint32_t lane_home, const qd__bucket *bucket,
                               uint64_t live, const qd__quad *quad, uint32_t lane, uint32_t met)
{
    if (qd__node_is_bare(quad, lane) || !walk_filters_match(walk, home, lane_home, quad, lane))
        return 0;
    if (is_shared(walk) && qd__schedule_node(walk, home, lane_home, bucket, live, quad, lane))
        return 0;
    walk->found.cost.nodes++;
    if (!(met >> lane & 1)) {
        walk->found.cost.tests += bucket->count; // as if all of them had been compared
        return 0;
    }
    live &= qd__overlap_node(walk, bucket, quad, lane);
    if (!live)
        return 0;
    if (is_shared(walk))
        qd__schedule_chain(walk, bucket, live, quad->bucket[lane]);
    else
        bucket_with_chain(walk, bucket, live, quad->bucket[lane]);
    return !walk->at.stopped && quad->child[lane] != QD__NONE ? live : 0;
}

/// The nodes of a quad from `lane` on are to come.
typedef struct level_below {
    const qd__quad *quad;
    uint64_t live;
    uint32_t lane, met;
} level_below;

/// The items of a bucket with all in and below the nodes of a quad.
static void bucket_with_quad(qd__walk *walk, const qd__quad *home, uint32_t lane_home, const qd__bucket *bucket,
                             uint64_t live, const qd__quad *quad)
{
    level_below levels[QD__LEVELS];
    uint32_t height = 0, lane = 0, met = nodes_met(walk, bucket, quad);
    while (!walk->at.stopped) {
        const uint64_t below = bucket_in_node(walk, home, lane_home, bucket, live, quad, lane++, met);
        if (below) {
            const qd__quad *child = qd__quad_at(walk->at.other, quad->child[lane - 1]);
            if (lane < 4)
                levels[height++] = (level_below){ quad, live, lane, met };
            quad = child;
            live = below;
            lane = 0;
            met = nodes_met(walk, bucket, quad);
        } else if (lane == 4) {
            if (height == 0)
                return;
            const level_below *above = &levels[--height];
            quad = above->quad;
            live = above->live;
            lane = above->lane;
            met = above->met;
        }
    }
}

/// The same with all in and below one node.
static void bucket_with_node(qd__walk *walk, const qd__quad *home, uint32_t lane_home, const qd__bucket *bucket,
                             uint64_t live, const qd__quad *quad, uint32_t lane)
{
    const uint64_t below = bucket_in_node(walk, home, lane_home, bucket, live, quad, lane, 0xf);
    if (below)
        bucket_with_quad(walk, home, lane_home, bucket, below, qd__quad_at(walk->at.other, quad->child[lane]));
}

/// A node's own items with all below another node, or, where `whole`, with that node's own items too.
static void own_with_node(qd__walk *walk, const qd__quad *home, uint32_t lane_home, const qd__quad *quad, uint32_t lane,
                          bool whole)
{
    if (walk->at.stopped || (!whole && quad->child[lane] == QD__NONE))
        return;
    for (uint32_t location = home->bucket[lane_home]; location != QD__NONE && !walk->at.stopped;) {
        const qd__bucket *bucket = qd__tree_bucket(walk->at.home, location);
        location = bucket->next;
        const uint64_t live = bucket->live;
        if (whole)
            bucket_with_node(walk, home, lane_home, bucket, live, quad, lane);
        else // it has children: see above
            bucket_with_quad(walk, home, lane_home, bucket, live, qd__quad_at(walk->at.other, quad->child[lane]));
    }
}

QD__NEVER_INLINE static void chain_with_chain(qd__walk *walk, uint32_t location, uint32_t other)
{
    while (location != QD__NONE && !walk->at.stopped) {
        const qd__bucket *bucket = qd__tree_bucket(walk->at.home, location);
        location = bucket->next;
        bucket_with_chain(walk, bucket, bucket->live, other);
    }
}

/// Two leaves of few buckets: most often of one each.
static inline void leaf_with_leaf(qd__walk *walk, uint32_t location, uint32_t other)
{
    walk->found.cost.nodes++;
    if (location == QD__NONE || other == QD__NONE)
        return;
    const qd__bucket *a = qd__tree_bucket(walk->at.home, location), *b = qd__tree_bucket(walk->at.other, other);
    if (a->next == QD__NONE && b->next == QD__NONE)
        qd__overlap_bucket(walk, a, a->live, b);
    else
        chain_with_chain(walk, location, other);
}

/// Two nodes with overlapping bounds, but for what is below both. Returns whether there is any.
static bool meet_nodes(qd__walk *walk, const qd__quad *a, uint32_t lane_a, const qd__quad *b, uint32_t lane_b)
{
    if (walk->at.stopped || !walk_filters_match(walk, a, lane_a, b, lane_b))
        return false;
    if (is_shared(walk) && qd__schedule_between(walk, a, lane_a, b, lane_b))
        return false;
    if (qd__is_small_leaf(a, lane_a) && qd__is_small_leaf(b, lane_b)) {
        leaf_with_leaf(walk, a->bucket[lane_a], b->bucket[lane_b]);
        return false;
    }
    walk->found.cost.nodes++;
    if (a->bucket[lane_a] != QD__NONE)
        own_with_node(walk, a, lane_a, b, lane_b, true);
    if (!walk->at.stopped && b->bucket[lane_b] != QD__NONE) {
        qd__walk_turn(walk);
        own_with_node(walk, b, lane_b, a, lane_a, false);
        qd__walk_turn(walk);
    }
    return !walk->at.stopped && a->child[lane_a] != QD__NONE && b->child[lane_b] != QD__NONE;
}

/// Pairs of the nodes of two quads are to come.
typedef struct level_between {
    const qd__quad *a, *b;
    uint32_t met;
} level_between;

/// Those pairs of nodes with overlapping bounds, of two quads, that are set in `met`, and all below them.
static void between_met(qd__walk *walk, const qd__quad *a, const qd__quad *b, uint32_t met)
{
    level_between levels[QD__LEVELS];
    uint32_t height = 0;
    for (;;) {
        if (!met) {
            if (height == 0)
                return;
            const level_between *above = &levels[--height];
            a = above->a;
            b = above->b;
            met = above->met;
        }
        const unsigned pair = qd__lowest_bit(met);
        met &= met - 1;
        if (meet_nodes(walk, a, pair >> 2, b, pair & 3)) {
            if (met)
                levels[height++] = (level_between){ a, b, met };
            a = qd__quad_at(walk->at.home, a->child[pair >> 2]);
            b = qd__quad_at(walk->at.other, b->child[pair & 3]);
            met = qd__overlap_quads(walk, a, b);
        }
    }
}

/// A bucket's items with each other and with the node's own items in the buckets that follow.
static void own_bucket(qd__walk *walk, const qd__bucket *bucket)
{
    qd__overlap_within(walk, bucket);
    if (walk->at.stopped)
        return;
    bucket_with_chain(walk, bucket, bucket->live, bucket->next);
}

/// Is the tree so large that looking for the next bucket and prefetching it pays?
static inline bool looks_ahead(const qd__walk *walk)
{
    return QD__CAN_PREFETCH && walk->at.home->count > QD__LARGE / 4;
}

/// The first bucket, in the order of the walk, of a quad's nodes from `lane` on and those below; `after` if they have
/// none.
static uint32_t first_of_chain(const qd__walk *walk, const qd__quad *quad, uint32_t lane, uint32_t after)
{
    while (lane < 4) {
        if (quad->bucket[lane] != QD__NONE)
            return quad->bucket[lane];
        const uint32_t child = quad->child[lane++];
        if (child != QD__NONE) {
            quad = qd__quad_at(walk->at.home, child);
            lane = 0;
        }
    }
    return after;
}

/// The items of a chain with each other. While those of a bucket overlap, the next is prefetched; behind the chain that
/// is `after`.
static void own_with_own(qd__walk *walk, uint32_t location, uint32_t after)
{
    while (location != QD__NONE && !walk->at.stopped) {
        const qd__bucket *bucket = qd__tree_bucket(walk->at.home, location);
        location = bucket->next;
        if (is_shared(walk)) {
            qd__schedule_own(walk, bucket);
            continue;
        }
        const uint32_t next = location != QD__NONE ? location : after;
        if (next != QD__NONE && looks_ahead(walk))
            qd__bucket_prefetch(qd__tree_bucket(walk->at.home, next), qd__location_size(next), QD__LANES_MOST);
        own_bucket(walk, bucket);
    }
}

/// The nodes of a quad from `lane` on are to come; `after`: the bucket that the walk comes to then, or QD__NONE.
typedef struct level_within {
    const qd__quad *quad;
    uint32_t after, lane;
} level_within;

/// A node's own items with each other and with all below it. Returns its quad, or NULL where there is nothing below;
/// `next`: the bucket that the walk comes to behind it.
static inline const qd__quad *own_of_node(qd__walk *walk, const level_within *at, uint32_t lane, uint32_t *next)
{
    const qd__quad *quad = at->quad;
    const uint32_t child = quad->child[lane], location = quad->bucket[lane];
    if ((location & child) == QD__NONE || !walk_filters_match(walk, quad, lane, quad, lane))
        return NULL;
    walk->found.cost.nodes++;
    const qd__quad *below = child != QD__NONE ? qd__quad_at(walk->at.home, child) : NULL;
    uint32_t after = QD__NONE;
    if (looks_ahead(walk)) {
        *next = first_of_chain(walk, quad, lane + 1, at->after);
        after = below ? first_of_chain(walk, below, 0, *next) : *next;
    }
    if (location == QD__NONE)
        return below;
    own_with_own(walk, location, after);
    if (below && !walk->at.stopped)
        own_with_node(walk, quad, lane, quad, lane, false);
    return walk->at.stopped ? NULL : below;
}

/// All pairs in and below the nodes of a quad.
static void within(qd__walk *walk, const qd__quad *quad)
{
    if (is_shared(walk) && qd__schedule_within(walk, quad))
        return;
    level_within levels[QD__LEVELS], at = { quad, QD__NONE, 0 };
    for (uint32_t height = 0; !walk->at.stopped;) {
        if (at.lane < 4) {
            uint32_t next = QD__NONE;
            const qd__quad *below = own_of_node(walk, &at, at.lane++, &next);
            if (below && !(is_shared(walk) && qd__schedule_within(walk, below))) {
                levels[height++] = at;
                at = (level_within){ below, next, 0 };
            }
            continue;
        }
        between_met(walk, at.quad, at.quad, qd__overlap_within_quad(walk, at.quad));
        if (height == 0)
            return;
        at = levels[--height];
    }
}

static void walk_kind(qd__walk *walk, const qd__piece *piece)
{
    // not covered: these are all kinds
    switch (piece->kind) {
    case QD__PIECE_WITHIN:
        within(walk, piece->quad);
        break;
    case QD__PIECE_QUADS:
        between_met(walk, piece->home, piece->quad, qd__overlap_quads(walk, piece->home, piece->quad));
        break;
    case QD__PIECE_BETWEEN:
        between_met(walk, piece->home, piece->quad, UINT32_C(1) << (4 * piece->lane_home + piece->lane));
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
    if (walk->at.turned == piece->turned) {
        walk_kind(walk, piece);
        return;
    }
    qd__walk_turn(walk);
    walk_kind(walk, piece);
    qd__walk_turn(walk);
}
