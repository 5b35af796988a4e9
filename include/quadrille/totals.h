/// @file totals.h
/// How many items a box holds, and the sum, the least and the greatest of a value kept with each: without a look at
/// those in the middle of it. And drawing by level of detail: what is too small to be told apart comes as one.
///
/// A tree with `totals` in its definition keeps a whole number with each item, and for each node what the values in and
/// below it come to. All of it is exact at once after every change. Values that are not whole are best kept as so many
/// thousandths, say: sums of whole numbers do not depend on the order they are formed in, so every machine gets the
/// same, and taking out undoes putting in. Totals take some ten bytes an item.
#ifndef QUADRILLE_TOTALS_H
#define QUADRILLE_TOTALS_H

#include <quadrille/query.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Replaces an item's value, which is 0 when it comes into the tree. QD_STALE_ID, QD_BAD_VALUE (the tree keeps no
/// totals): nothing has changed. Never fails for want of memory. Cost O(depth), amortised.
QD_API qd_result qd_tree_set_value(qd_tree *tree, qd_id id, int64_t value);

/// An item's value. False: stale id, or the tree keeps no totals; *value is left alone. Cost O(1).
QD_API bool qd_tree_get_value(const qd_tree *tree, qd_id id, int64_t *value);

/// What some items and their values come to.
typedef struct qd_total {
    uint64_t count;
    int64_t sum;             ///< Modulo 2^64, so exact whenever it lies in the range of an int64_t.
    int64_t least, greatest; ///< INT64_MAX and INT64_MIN where there is no item.
} qd_total;

/// The total of the items that overlap a box and pass the filter: those that qd_visit_box finds, and nothing for a box
/// that finds nothing there. `cost` may be NULL; it is counted as by qd_visit_box, its hits being the nodes and items
/// added up.
///
/// In a tree with totals and with a filter of zero, nodes that the box covers are answered from cached totals, so the
/// cost is that of the nodes on the border of the box, O(depth + sqrt n) where items are spread evenly, however many
/// lie inside. One exception: where more than 128 items share a node that cannot split, the least or the greatest of
/// them may have to be looked for among them after the item that had it has changed or gone. With a filter, or in a
/// tree without totals (where all values are 0), the cost is that of qd_visit_box.
QD_API qd_total qd_total_box(const qd_tree *tree, qd_box box, qd_query_filter filter, qd_cost *cost);

/// One thing to draw: an item, or a group of items too small to be told apart.
typedef struct qd_detail {
    qd_found item;  ///< Of a group: null id, and user 0.
    qd_box bounds;  ///< The item's box; of a group a box around all of it, smaller than the size asked for.
    qd_total total; ///< Of the item, or of those of the group; a group has two items at least.
} qd_detail;

/// Gets each batch; returns false to stop. The rules of qd_visitor hold.
typedef bool qd_detail_visitor(void *context, const qd_detail *details, size_t count);

/// What there is to draw in a window. Each item that overlaps the box and passes the filter, as with qd_visit_box, is
/// in one detail exactly: by itself, or in a group if the node it lives in, or one above, has bounds that are smaller
/// than `size` on both axes. So with `size` the width of a pixel, or of the smallest mark, a map of a million items
/// costs what can be seen of it. Zero, a negative size or NaN: every item by itself; INFINITY: groups as large as they
/// get. Groups follow the nodes, which depend on what has happened to the tree; the items in them and their totals do
/// not.
///
/// Costs as with qd_total_box, a group being answered from cached totals, and O(1) for each detail.
QD_API qd_cost qd_visit_detail(const qd_tree *tree, qd_box box, float size, qd_query_filter filter,
                               qd_detail_visitor *visitor, void *context);

#ifdef __cplusplus
}
#endif
#endif
