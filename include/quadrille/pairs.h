/// @file pairs.h
/// The broad phase: every overlapping pair at once.
#ifndef QUADRILLE_PAIRS_H
#define QUADRILLE_PAIRS_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qd_pair {
    qd_found a, b; ///< a has the lower slot.
} qd_pair;

/// Gets each batch of pairs; returns false to stop. The rules of qd_visitor hold.
typedef bool qd_pair_visitor(void *context, const qd_pair *pairs, size_t count);

/// Each overlapping pair that passes both items' filters, once, in an order that the same calls give on every machine.
/// In the cost, nodes counts the cells and pairs of cells looked into, tests the pairs of boxes compared. One walk over
/// the tree: cost O(n + pairs) on scenes of even density.
///
/// With an executor in the tree its threads search, and the visitor is called on this thread with the same batches in
/// the same order; the search takes 256 KiB of this thread's stack then. Costs are the same too, unless the visitor
/// stops: they then include what had been looked into beyond.
QD_API qd_cost qd_visit_pairs(const qd_tree *tree, qd_pair_visitor *visitor, void *context);

#ifdef __cplusplus
}
#endif
#endif
