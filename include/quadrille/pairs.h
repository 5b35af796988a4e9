/// @file pairs.h
/// The broad phase: overlapping pairs, pairs within a distance, pairs of two trees. One question; each pair comes once,
/// and both items' filters always count.
#ifndef QUADRILLE_PAIRS_H
#define QUADRILLE_PAIRS_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A result. a has the lower slot; in a question about two trees, a belongs to the first.
typedef struct qd_pair {
    qd_entry a, b;
} qd_pair;

/// Which pairs. Zeroed, or a NULL pointer in its place: every overlapping pair of the tree.
typedef struct qd_pair_query {
    const qd_tree *other; ///< Pairs with the items of this tree, whatever its settings and precision; touching counts
                          ///< only where both trees have closed edges. The tree itself: pairs both ways round, and each
                          ///< item with itself. NULL: pairs within the tree.
    double distance;  ///< 0: overlapping; between float trees, a number that rounds to the float 0 counts as 0. Else no
                      ///< farther apart than this (open edges: nearer). INFINITY: all.
    qd_filter filter; ///< One item of the pair, or both, must be seen by it and not be `ignore`.
    qd_id ignore; ///< An item of `tree` that does not count for `filter`; an equal id in another tree names a different
                  ///< item. 0: none. Its pairs with items that count are still found: to leave out every pair of an
                  ///< item, skip them in the results.
} qd_pair_query;

/// As qd_tree_find. `distances` has room for as many numbers as `out` and gets the distance between the boxes of each
/// pair; NULL: not needed. The order is the same on every machine and with any executor. A negative distance or NaN
/// finds nothing. Between a float tree and a double tree, the float tree's items count as stored, and `distance` is not
/// rounded. A distance beyond DBL_MAX counts as DBL_MAX; between float trees, one beyond FLT_MAX is reported as
/// FLT_MAX. Cost O(n + pairs) at even density; for two trees, n counts the part they share.
QD_API size_t qd_tree_find_pairs(const qd_tree *tree, const qd_pair_query *query, qd_pair *out, double *distances,
                                 size_t capacity, size_t *total);
/// How many pairs there are. Cost as qd_tree_find_pairs.
QD_API size_t qd_tree_count_pairs(const qd_tree *tree, const qd_pair_query *query);

/// As qd_visitor, for both trees. `distances` is NULL where the question's distance is 0, as the caller gave it.
typedef qd_flow qd_pair_visitor(void *context, const qd_pair *pairs, const double *distances, size_t count);

/// Hands out all pairs in batches, in the order of qd_tree_find_pairs. `cost` may be NULL: `nodes` counts the nodes and
/// pairs of nodes visited, `tests` the pairs of boxes compared. With an executor the search takes 300 KiB from the
/// tree's allocator; out of memory, this thread searches alone.
QD_API void qd_tree_visit_pairs(const qd_tree *tree, const qd_pair_query *query, qd_pair_visitor *visit, void *context,
                                qd_cost *cost);

#ifdef __cplusplus
}
#endif
#endif
