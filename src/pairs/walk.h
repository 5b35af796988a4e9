// The walk over all pairs, of one tree or between two, and the pieces that it can be cut into.
#ifndef QD_WALK_H
#define QD_WALK_H

#include "quad.h"
#include "simd.h"

#include <quadrille/pairs.h>

struct qd__scheduler;

/// One walk at work. What is asked for is in the first fields, and does not change but for the sides of a join.
typedef struct qd__walk {
    const struct qd_tree *home;    ///< The tree of the node or bucket at hand,
    const struct qd_tree *other;   ///< and of those it is compared with: the same, but in a join.
    bool join;                     ///< Pairs are of an item of each tree, rather than two of one.
    bool turned;                   ///< In a join: the second tree is home.
    bool open;                     ///< What only touches does not overlap.
    bool plain;                    ///< Boxes alone decide, and only whether they overlap: none of what follows.
    bool filtered;                 ///< Some item may have a filter.
    const qd_query_filter *wanted; ///< One of a pair must pass; NULL: all do.
    bool near;                     ///< Within a distance, rather than overlapping.
    float reach;                   ///< That distance, or a little more,
    double most;                   ///< and its square.
    uint64_t changes;              ///< Of both trees when the walk began: a visitor must not change them.

    // One of them gets the batch whenever it is full; neither: the walk stops then.
    qd_pair_visitor *visitor;
    qd_near_pair_visitor *near_visitor;
    void *context;
    bool stopped;
    struct qd__scheduler *scheduler; ///< Takes pieces of the walk for others to do; NULL: there is none.
    void *batch;                     ///< Of qd_pair, or of qd_near_pair.
    size_t room, count;              ///< Of the batch.
    qd_cost cost;

    const qd__bucket *grown_of;      ///< Within a distance: the last bucket with its boxes grown,
    float grown[4 * QD__LANES_MOST]; ///< and these, by side.
} qd__walk;

static inline uint64_t qd__walk_changes(const qd__walk *walk)
{
    return walk->home->changes + walk->other->changes;
}

/// Bytes of a pair in the batch.
static inline size_t qd__walk_stride(const qd__walk *walk)
{
    return walk->near ? sizeof(qd_near_pair) : sizeof(qd_pair);
}

typedef enum qd__piece_kind {
    QD__PIECE_WITHIN,  ///< All pairs in and below the nodes of `quad`.
    QD__PIECE_QUADS,   ///< All between the nodes of two quads, `home` and `quad`.
    QD__PIECE_BETWEEN, ///< All between two nodes: `lane_home` of `home`, `lane` of `quad`.
    QD__PIECE_NODE,    ///< `live` items of `bucket`, which is one of the home node, with all in and below the other.
    QD__PIECE_CHAIN,   ///< `live` items of `bucket` with those of the buckets from `location` on.
    QD__PIECE_OWN,     ///< Items of `bucket` with each other and with those of the buckets that follow.
} qd__piece_kind;

/// A stretch of the walk that can be done by itself.
typedef struct qd__piece {
    qd__piece_kind kind;
    uint32_t lane_home, lane, location;
    bool turned; ///< As the walk was.
    uint64_t live;
    const qd__quad *home, *quad;
    const qd__bucket *bucket;
} qd__piece;

/// Two small leaves are not worth cutting up: they overlap in one go.
static inline bool qd__is_small_leaf(const qd__quad *quad, uint32_t lane)
{
    return quad->child[lane] == QD__NONE && quad->most[lane] <= 2 * QD__LANES_MOST;
}

void qd__walk_piece(qd__walk *walk, const qd__piece *piece);

#endif
