// Totals: what the values in and below each node come to, for trees with a definition that asks for it.
//
//     values   by slot    [ 5 | -2 | 9 | ... ]
//     totals   by quad    [ count sum least greatest | .. | .. | .. ]   one for each of the four nodes
//
// Both lie in pools of their own beside slots and quads, so that a tree without totals pays a look at one flag. An
// item that is put into a node or taken out is added to all nodes above, or taken off; count and sum can be undone
// so. When a node has lost its least or greatest value, its own items and the totals below give the next; a node
// with too many own items for that becomes loose: all its values lie between the two, but none need be at either end,
// until a refit makes it tight again.
#ifndef QD_TOTALS_H
#define QD_TOTALS_H

#include "quad.h"

typedef struct qd__total {
    uint64_t sum; ///< Modulo 2^64.
    int64_t least, greatest;
    uint32_t count;
    uint32_t loose; ///< 1: least and greatest are conservative, not necessarily attained.
} qd__total;

/// The totals of the four nodes of a quad.
typedef struct qd__totals {
    qd__total nodes[4];
} qd__totals;

static inline qd__total *qd__total_of(const struct qd_tree *tree, uint32_t node)
{
    qd__totals *totals =
        (qd__totals *)qd__pool_record(&tree->pools.totals, qd__node_quad(node), QD__QUAD_CHUNK_BITS, sizeof *totals);
    return &totals->nodes[qd__node_lane(node)];
}

static inline int64_t *qd__value_of(const struct qd_tree *tree, uint32_t slot)
{
    return (int64_t *)qd__pool_record(&tree->pools.values, slot - 1, QD__SLOT_CHUNK_BITS, sizeof(int64_t));
}

/// Opens the pool of values; that of totals is opened with the quads.
void qd__values_open(struct qd_tree *tree);

/// Gives new items, null ids among them, their values; `values` NULL: 0. False: no memory.
bool qd__values_begin(struct qd_tree *tree, const qd_id *ids, const int64_t *values, size_t count);

/// Makes the totals of a new quad, with empty nodes.
void qd__totals_plant(struct qd_tree *tree, uint32_t quad);

/// After an item has come into a node, or gone from it.
void qd__totals_enter(struct qd_tree *tree, uint32_t node, uint32_t slot);
void qd__totals_leave(struct qd_tree *tree, uint32_t node, uint32_t slot);

/// After the value of an item in a node has changed.
void qd__totals_change(struct qd_tree *tree, uint32_t node, int64_t before, int64_t now);

/// Recomputes the total of a node from its own items and the totals right below. It is loose if one of those is.
void qd__totals_refit(const struct qd_tree *tree, uint32_t node);

/// Makes all totals of a tree that has just been built.
void qd__totals_build(struct qd_tree *tree);

/// Is a node's total that of its items?
bool qd__totals_are_sound(const struct qd_tree *tree, uint32_t node);

#endif
