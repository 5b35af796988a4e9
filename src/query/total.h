// Totals of what a question finds: added up by nodes where the shape covers them, by items along its border.
#ifndef QD_TOTAL_H
#define QD_TOTAL_H

#include "asking.h"
#include "shape.h"

#include <quadrille/totals.h>

/// What is looked for.
typedef struct qd__adder {
    const struct qd_tree *tree;
    const qd__shape *shape;
    const qd__query_filter *filter;
    bool unfiltered;
    bool counts_only; ///< The values do not matter.
    qd_cost cost;
} qd__adder;

qd__adder qd__adder_of(const qd__shape *shape, const qd__query_filter *filter, bool counts_only);

/// Which nodes of a quad meet the shape and may hold something that passes, and which of those it covers. `covered`: it
/// covers all of the quad.
uint32_t qd__adder_nodes(const qd__adder *adder, const qd__quad *quad, bool covered, uint32_t *inner);

/// Which items of a bucket are hits and pass. `covered`: the shape covers all of them.
uint64_t qd__adder_items(qd__adder *adder, const qd__bucket *bucket, bool covered);

/// The total of no item, and that of one.
qd_total qd__total_none(void);
qd_total qd__total_item(const struct qd_tree *tree, const qd_entry *item);

/// Adds what a node and all below it have in the shape.
void qd__add_node(qd__adder *adder, uint32_t node, bool covered, qd_total *total);

/// How many items a shape has, in a tree with totals.
size_t qd__total_count(const qd__shape *shape);

#endif
