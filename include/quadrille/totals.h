/// @file totals.h
/// Count, sum, least and greatest value of what a question finds, and drawing by level of detail: what is too small to
/// be told apart comes as one.
///
/// A tree with `totals` in its definition keeps a whole number with each item, and for each node the totals of what is
/// in and below it, exact at once after every change: some ten bytes an item. Values that are not whole are best kept
/// as so many thousandths, say: sums of whole numbers do not depend on their order, so every machine gets the same.
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

/// The total of what a question finds. `cost` may be NULL.
///
/// In a tree with totals, for a box or everywhere that overlaps, with a zeroed filter, nodes that are fully covered are
/// answered from what they keep: cost O(depth + sqrt n) in an even scene; where more than 128 items share a node that
/// cannot split, least and greatest may look at all of them after a change. Otherwise the cost is that of visit, and
/// without totals all values are 0.
QD_API void qd_tree_total(const qd_tree *tree, const qd_query *query, qd_total *total, qd_cost *cost);

/// One thing to draw: an item, or a group of two or more that is smaller than the size asked for.
typedef struct qd_detail {
    qd_entry item;  ///< Of a group: zero.
    qd_box bounds;  ///< The item's box; of a group a box around all of it.
    qd_total total; ///< Of the item, or of those of the group.
} qd_detail;

/// What there is to draw: each result is in exactly one detail, by itself or in the group of a node with bounds smaller
/// than `size` on both axes. So with `size` the width of a pixel a map of a million items costs what can be seen of it.
/// Zero, a negative size or NaN: no groups. The question is a box or everywhere, overlapping; any other gives each item
/// by itself. Otherwise as find and visit. Groups follow the nodes, which depend on what has happened to the tree. Cost
/// as qd_tree_total, and O(details).
QD_API size_t qd_tree_find_details(const qd_tree *tree, const qd_query *query, double size, qd_detail *out,
                                   size_t capacity, size_t *total);

/// As qd_visitor.
typedef qd_flow qd_detail_visitor(void *context, const qd_detail *details, size_t count);

/// Hands out the details in batches. `cost` may be NULL. Otherwise as qd_tree_find_details.
QD_API void qd_tree_visit_details(const qd_tree *tree, const qd_query *query, double size, qd_detail_visitor *visit,
                                  void *context, qd_cost *cost);

#ifdef __cplusplus
}
#endif
#endif
