/// @file totals.h
/// Count, sum, least and greatest value of a question's results, and drawing by level of detail: items too small to see
/// separately come as one group.
///
/// A tree with `totals` in its definition keeps a whole number with each item, and in each node the totals of the items
/// in and below it, exact after every change: some ten bytes an item. Store fractions as thousandths, say: sums of
/// whole numbers do not depend on their order, so every machine gets the same.
#ifndef QUADRILLE_TOTALS_H
#define QUADRILLE_TOTALS_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Totals of the values of some items.
typedef struct qd_total {
    uint64_t count;
    int64_t sum;             ///< Modulo 2^64, so exact whenever it lies in the range of an int64_t.
    int64_t least, greatest; ///< INT64_MAX and INT64_MIN where count is 0.
} qd_total;

/// The total of a question's results. `cost` may be NULL.
///
/// Fast in a tree with totals, for QD_OVERLAPS with a box or everywhere and a zeroed filter: fully covered nodes answer
/// with the totals they keep, at cost O(depth + sqrt n) in an even scene; where more than 128 items share a node that
/// cannot split, least and greatest may look at all of them after a change. Otherwise the cost is the same as visit.
/// Without totals all values are 0.
QD_API void qd_tree_total(const qd_tree *tree, const qd_query *query, qd_total *total, qd_cost *cost);

/// One thing to draw: an item, or a group of two or more that is smaller than `size`.
typedef struct qd_detail {
    qd_entry item;  ///< Zero for a group.
    qd_box bounds;  ///< The item's box, or a box around the group.
    qd_total total; ///< Total of the item or the group.
} qd_detail;

/// The details to draw: each result is in exactly one detail, by itself or in the group of a node with bounds smaller
/// than `size` on both axes. With the width of a pixel as `size`, a map of a million items costs only the visible
/// details. Zero, a negative size or NaN: no groups. QD_OVERLAPS with a box or everywhere makes groups; any other
/// question gives each item by itself. Otherwise as find and visit. Groups follow the nodes, which depend on the
/// history of the tree. Cost as qd_tree_total, plus O(details).
QD_API QD_EXPERIMENTAL size_t qd_tree_find_details(const qd_tree *tree, const qd_query *query, double size,
                                                   qd_detail *out, size_t capacity, size_t *total);

/// As qd_visitor.
typedef qd_flow qd_detail_visitor(void *context, const qd_detail *details, size_t count);

/// Hands out the details in batches. `cost` may be NULL. Otherwise as qd_tree_find_details.
QD_API QD_EXPERIMENTAL void qd_tree_visit_details(const qd_tree *tree, const qd_query *query, double size,
                                                  qd_detail_visitor *visit, void *context, qd_cost *cost);

#ifdef __cplusplus
}
#endif
#endif
