/// Arrays of items and of boxes, handed to the calls for many as views.
#ifndef TESTS_VIEWS_H
#define TESTS_VIEWS_H

#include <quadrille/tree.h>

/// The boxes in an array of items, read where they are.
static inline qd_boxes boxes_of_items(const qd_item *items)
{
    qd_boxes view = qd_boxes_double(&items->box);
    view.stride = sizeof *items;
    return view;
}

/// qd_tree_insert_many of items with all that they have.
qd_result insert_items(qd_tree *tree, const qd_item *items, size_t count, qd_id *ids, size_t *bad);

/// qd_tree_move_many to an array of boxes.
static inline qd_result move_boxes(qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, size_t *bad)
{
    const qd_boxes view = qd_boxes_double(boxes);
    return qd_tree_move_many(tree, ids, &view, count, bad);
}

#endif
