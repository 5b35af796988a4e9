// Errors: a refused definition says why, a call that fails has changed nothing, and a call for many skips bad entries.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { COUNT = 4 };

int main(void)
{
    qd_tree *tree;
    qd_tree_def def = { .leaf_capacity = 5000 };
    if (qd_tree_create(&def, &tree) != QD_OK) // tree is NULL now
        printf("no tree: %s\n", qd_tree_def_problem(&def));
    def.leaf_capacity = 32;
    if (qd_tree_create(&def, &tree) != QD_OK)
        return 1;

    // The third box is inverted. It is skipped; the others are inserted.
    const float boxes[4 * COUNT] = { 0, 0, 1, 1, 2, 0, 3, 1, 9, 9, 8, 8, 4, 0, 5, 1 };
    const qd_items items = { .boxes = qd_boxes_float(boxes) };
    qd_id ids[COUNT];
    size_t bad = 0;
    qd_result result = qd_tree_insert_many(tree, &items, COUNT, ids, &bad);
    if (result == QD_BAD_VALUE)
        printf("entry %zu: %s\n", bad, qd_result_text(result));
    printf("%zu items; ids[2] is %d\n", qd_tree_count(tree, NULL), (int)ids[2]);

    const qd_box before = qd_box_xywh(0, 0, 1, 1), wrong = { { NAN, 0 }, { 1, 1 } };
    result = qd_tree_set_box(tree, ids[0], &wrong);
    qd_item item;
    qd_tree_get(tree, ids[0], &item);
    printf("%s; ", qd_result_text(result));
    printf("the box is %s\n", item.box.max.x == before.max.x ? "as before" : "another");

    qd_tree_remove(tree, ids[0]);
    if (qd_tree_set_box(tree, ids[0], &before) == QD_STALE_ID)
        printf("too late: item 0 has been removed\n");

    const qd_query query = { .shape = qd_shape_circle(before.min, -5) };
    printf("the circle finds %zu: ", qd_tree_count(tree, &query));
    printf("%s\n", qd_query_check(tree, &query) == QD_OK ? "nothing is there" : "its radius is negative");
    qd_tree_destroy(tree);
}

// Output:
// no tree: leaf_capacity: not in 1..4096, nor 0 for the default
// entry 2: a value is NaN, infinite, inverted or out of range
// 3 items; ids[2] is 0
// a value is NaN, infinite, inverted or out of range; the box is as before
// too late: item 0 has been removed
// the circle finds 0: its radius is negative
