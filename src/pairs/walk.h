// The walk over all pairs, and the pieces that it can be cut into.
#ifndef QD_WALK_H
#define QD_WALK_H

#include "lanes.h"
#include "quad.h"

#include <quadrille/pairs.h>

struct qd__dealer;

/// One walk at work.
typedef struct qd__walk {
    const struct qd_tree *tree;
    uint64_t changes;         ///< Of the tree when the walk began: a visitor must not change it.
    qd_pair_visitor *visitor; ///< Gets the batch whenever it is full. NULL: the walk stops then.
    void *context;
    bool stopped;
    struct qd__dealer *dealer; ///< Takes pieces of the walk for others to do; NULL: there is none.
    qd_pair *batch;
    size_t room, count; ///< Of the batch.
    qd_cost cost;
} qd__walk;

/// Hands the batch to the visitor.
void qd__walk_flush(qd__walk *walk);

typedef enum qd__piece_kind {
    QD__PIECE_WITHIN,  ///< All pairs in and below the cells of `quad`.
    QD__PIECE_BETWEEN, ///< All between two cells: `lane_home` of `home`, `lane` of `quad`.
    QD__PIECE_CELL,    ///< `live` items of `block`, which is one of the home cell, with all in and below the other.
    QD__PIECE_CHAIN,   ///< `live` items of `block` with those of the blocks from `place` on.
    QD__PIECE_OWN,     ///< Items of `block` with each other and with those of the blocks that follow.
} qd__piece_kind;

/// A stretch of the walk that can be done by itself.
typedef struct qd__piece {
    qd__piece_kind kind;
    uint32_t lane_home, lane, live, place;
    const qd__quad *home, *quad;
    const qd__block *block;
} qd__piece;

/// Two small leaves are not worth cutting up: they meet in one go.
static inline bool qd__is_small_leaf(const qd__quad *quad, uint32_t lane)
{
    return quad->child[lane] == QD__NONE && quad->count[lane] <= 4 * QD__LANES_MOST;
}

void qd__walk_piece(qd__walk *walk, const qd__piece *piece);

#endif
