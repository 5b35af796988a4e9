// The walk over all pairs, of one tree or between two, and the pieces that it can be cut into.
#ifndef QD_WALK_H
#define QD_WALK_H

#include "asking.h"
#include "simd.h"

#include <quadrille/pairs.h>

struct qd__scheduler;

/// A question about pairs, made ready for its trees.
typedef struct qd__walk_question {
    bool join;     ///< Pairs are of an item of each tree, rather than two of one.
    bool open;     ///< AABBs that only touch do not overlap.
    bool plain;    ///< AABBs are compared as they are, and no filters: then exact boxes decide, if there are any.
    bool filtered; ///< Some item may have a filter.
    bool wanted;   ///< One of a pair must be seen by the question's filter,
    qd__query_filter seen[2]; ///< an item of the first tree by this one, of the second by that.
    bool near;                ///< Within a distance, rather than overlapping.
    bool reports_distances;   ///< The question has a distance, even one that is 0 as a float.
    bool exact;               ///< Either tree stores doubles: AABBs find candidates, exact boxes decide.
    bool edges_open;          ///< Exact boxes that only touch do not overlap.
    bool imaged;              ///< AABBs do not compare as they are: see image.h,
    bool shifted;             ///< since their origins differ,
    bool reframed;            ///< and by so much, or the distance is so long, that they go through doubles.
    double reach;             ///< That distance, or a little more,
    double most;              ///< and what decides: its square, or itself where exact boxes do.
} qd__walk_question;

/// Where a walk is.
typedef struct qd__walk_state {
    const struct qd_tree *home;  ///< The tree of the node or bucket at hand,
    const struct qd_tree *other; ///< and of those it is compared with: the same, but in a join.
    bool turned;                 ///< In a join: the second tree is home.
    bool stopped;
    struct qd__scheduler *scheduler; ///< Takes pieces of the walk for workers; NULL: no workers.
    uint64_t changes;                ///< The changes of both trees when the walk began: a visitor must not change them.
} qd__walk_state;

/// The pairs that were found, a batch at a time.
typedef struct qd__walk_result {
    qd_pair_visitor *visitor; ///< Gets the batch whenever it is full; NULL: the walk stops then.
    void *context;
    qd_pair *pairs;
    double *distances; ///< Those of the pairs; NULL: not needed.
    size_t room, count;
    qd_cost cost;
} qd__walk_result;

/// One walk at work.
typedef struct qd__walk {
    qd__walk_state at;
    qd__walk_question asked;
    qd__walk_result found;
    struct {
        const qd__bucket *of;            ///< The last bucket that images were needed of,
        float sides[4 * QD__LANES_MOST]; ///< and these.
    } image;
} qd__walk;

static inline uint64_t qd__walk_changes(const qd__walk *walk)
{
    return walk->at.home->upkeep.changes + walk->at.other->upkeep.changes;
}

/// What the question's filter sees of the tree that is home, and of the other one.
static inline const qd__query_filter *qd__walk_seen_home(const qd__walk *walk)
{
    return &walk->asked.seen[walk->at.turned];
}

static inline const qd__query_filter *qd__walk_seen_other(const qd__walk *walk)
{
    return &walk->asked.seen[!walk->at.turned];
}

/// Changes sides in a join: the other tree becomes home.
static inline void qd__walk_turn(qd__walk *walk)
{
    if (walk->asked.join) {
        const struct qd_tree *home = walk->at.home;
        walk->at.home = walk->at.other;
        walk->at.other = home;
        walk->at.turned = !walk->at.turned;
    }
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
