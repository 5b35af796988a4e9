// Totals of what overlaps a window: added up by nodes where the window covers them, by items along its border.
#ifndef QD_TOTAL_H
#define QD_TOTAL_H

#include "quad.h"

#include <quadrille/totals.h>

/// What is looked for.
typedef struct qd__adder {
    const struct qd_tree *tree;
    qd__aabb window, probe;
    const qd_query_filter *filter;
    bool unfiltered;
    qd_cost cost;
} qd__adder;

/// False: a window that finds nothing.
bool qd__adder_of(qd__adder *adder, const qd_tree *tree, qd_box box, const qd_query_filter *filter);

/// Which nodes of a quad overlap the window and may hold something that passes, and which of those it covers.
/// `covered`: the window covers all of the quad.
uint32_t qd__adder_nodes(const qd__adder *adder, const qd__quad *quad, bool covered, uint32_t *inner);

/// Which items of a bucket overlap the window and pass. `covered`: it covers all of them.
uint64_t qd__adder_items(qd__adder *adder, const qd__bucket *bucket, bool covered);

/// The total of no item, and that of one.
qd_total qd__total_none(void);
qd_total qd__total_item(const struct qd_tree *tree, const qd_found *item);

/// Adds what a node and all below it have in the window.
void qd__add_node(qd__adder *adder, uint32_t node, bool covered, qd_total *total);

#endif
