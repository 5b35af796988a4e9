/// @file pairs.h
/// The broad phase: every overlapping pair at once, or every pair within a distance.
#ifndef QUADRILLE_PAIRS_H
#define QUADRILLE_PAIRS_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qd_pair {
    qd_found a, b; ///< a has the lower slot; in a join (join.h), a is of the first tree.
} qd_pair;

/// Gets each batch of pairs; returns false to stop. The rules of qd_visitor hold.
typedef bool qd_pair_visitor(void *context, const qd_pair *pairs, size_t count);

/// Each overlapping pair that passes both items' filters, once, in an order that the same calls give on every machine.
/// In the cost, nodes counts the nodes and pairs of nodes looked into, tests the pairs of boxes compared. One walk over
/// the tree: cost O(n + pairs) on scenes of even density.
///
/// With an executor in the tree its threads search, and the visitor is called on this thread with the same batches in
/// the same order; the search takes 256 KiB of this thread's stack then. Costs are the same too, unless the visitor
/// stops: they then include what had been looked into beyond.
QD_API qd_cost qd_visit_pairs(const qd_tree *tree, qd_pair_visitor *visitor, void *context);

/// The same, but only pairs with at least one item that passes the query filter: for example all pairs of
/// moving items. (So an item to ignore still comes with others that pass.) The items' own filters count as in
/// qd_visit_pairs; a filter of zero excludes nothing. Pairs of nodes without an item on the filter's layers are
/// skipped.
QD_API qd_cost qd_visit_pairs_filtered(const qd_tree *tree, qd_query_filter filter, qd_pair_visitor *visitor,
                                       void *context);

typedef struct qd_near_pair {
    qd_pair pair;
    float distance; ///< Between the two boxes, 0 when they overlap; FLT_MAX when a float cannot say.
} qd_near_pair;

/// Gets each batch of pairs; returns false to stop. The rules of qd_visitor hold.
typedef bool qd_near_pair_visitor(void *context, const qd_near_pair *pairs, size_t count);

/// For particles and flocks: each pair of items with boxes within `distance` of each other,
/// that passes both items' filters and the query filter as in qd_visit_pairs_filtered, once, with its distance. In a
/// tree with closed edges the distance itself is included, and 0 asks for what overlaps or touches; in one with open
/// edges only what is nearer counts, so 0 finds nothing. INFINITY: all pairs. A negative distance or NaN finds nothing.
/// Decided in double, so that nothing is off by rounding. Order, cost and executor as with qd_visit_pairs.
QD_API qd_cost qd_visit_pairs_within(const qd_tree *tree, float distance, qd_query_filter filter,
                                     qd_near_pair_visitor *visitor, void *context);

#ifdef __cplusplus
}
#endif
#endif
