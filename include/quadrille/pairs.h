/// @file pairs.h
/// The broad phase: overlapping pairs, pairs within a distance, pairs of two trees. One question; each pair comes once,
/// and both items' filters always count.
#ifndef QUADRILLE_PAIRS_H
#define QUADRILLE_PAIRS_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A result. a has the lower slot; in a question about two trees a is of the first.
typedef struct qd_pair {
    qd_entry a, b;
} qd_pair;

/// Which pairs. Zeroed, or a NULL pointer in its place: every overlapping pair of the tree.
typedef struct qd_pair_query {
    const qd_tree *other; ///< Pairs with the items of this tree, whatever its settings and precision; where either is
                          ///< open, touching does not count. The tree itself: pairs both ways round, and each item with
                          ///< itself. NULL: pairs within the tree.
    double distance;      ///< 0: overlapping; between float trees also a number so small that the nearest float is 0.
                          ///< Else no farther apart than this (open edges: nearer). INFINITY: all.
    qd_filter filter;     ///< One item of the pair, or both, must be seen by it and not be `ignore`.
    qd_id ignore;         ///< An item of `tree` that does not count for `filter`; one of another tree with an equal id
                          ///< is a different item. 0: none. Its pairs with items that count are found even so: to
                          ///< leave out every pair of an item, skip it in the results.
} qd_pair_query;

/// As qd_tree_find; `distances` takes as many numbers, those of the boxes from each other; NULL: not needed. The order
/// is the same on every machine and with any executor. A negative distance or NaN finds nothing. Between a float tree
/// and a double tree the float tree's items count as they are stored, and `distance` is not rounded. Distances
/// end at DBL_MAX: what is farther apart is as far as that; between float trees a distance beyond FLT_MAX is told at
/// that. Cost O(n + pairs) at even
/// density; of two trees, what they share.
QD_API size_t qd_tree_find_pairs(const qd_tree *tree, const qd_pair_query *query, qd_pair *out, double *distances,
                                 size_t capacity, size_t *total);
/// How many pairs there are. Cost as qd_tree_find_pairs.
QD_API size_t qd_tree_count_pairs(const qd_tree *tree, const qd_pair_query *query);

/// As qd_visitor, for both trees. `distances` is NULL where the question's distance is 0, as the caller gave it.
typedef qd_flow qd_pair_visitor(void *context, const qd_pair *pairs, const double *distances, size_t count);

/// Hands out all pairs in batches, in the order of qd_tree_find_pairs. `cost` may be NULL; its nodes counts the nodes
/// and pairs of nodes looked into, its tests the pairs of boxes compared. With an executor the search takes 300 KiB
/// from the tree's allocator; without memory this thread searches alone.
QD_API void qd_tree_visit_pairs(const qd_tree *tree, const qd_pair_query *query, qd_pair_visitor *visit, void *context,
                                qd_cost *cost);

#ifdef __cplusplus
}
#endif
#endif
