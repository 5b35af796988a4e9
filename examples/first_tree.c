// A first tree: put boxes in, ask which of them a window overlaps, move one, take one out; and what touching means.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { OAK, HOUSE, POND, ROOM = 2 };
static const char *const names[] = { "oak", "house", "pond" };

static void look(const qd_tree *tree, qd_box window)
{
    const qd_query query = { .shape = qd_shape_box(window) };
    qd_entry found[ROOM];
    size_t total;
    size_t count = qd_tree_find(tree, &query, found, ROOM, &total);
    for (size_t i = 0; i < count; i++)
        printf("%s, ", names[found[i].user]);
    printf("%zu of %zu\n", count, total);
}

static size_t count_touching(qd_edges edges)
{
    const qd_tree_def def = { .edges = edges };
    qd_tree *tree = qd_tree_new(&def);
    qd_tree_add(tree, qd_box_xywh(0, 0, 1, 1), 0);
    const qd_query beside = { .shape = qd_shape_box(qd_box_xywh(1, 0, 1, 1)) }; // shares the side x = 1
    size_t count = qd_tree_count(tree, &beside);
    qd_tree_destroy(tree);
    return count;
}

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    if (!tree)
        return 1; // out of memory
    qd_id oak = qd_tree_add(tree, qd_box_xywh(1, 1, 1, 3), OAK);
    qd_id house = qd_tree_add(tree, qd_box_xywh(4, 0, 3, 3), HOUSE);
    qd_tree_add(tree, qd_box_xywh(9, 5, 6, 2), POND);
    look(tree, qd_box_xywh(0, 0, 5, 5));

    qd_tree_move(tree, oak, qd_box_xywh(20, 1, 1, 3));
    look(tree, qd_box_xywh(0, 0, 5, 5));

    qd_tree_remove(tree, house);
    look(tree, qd_box_xywh(0, 0, 5, 5));
    printf("moving the house: %s\n", qd_result_text(qd_tree_move(tree, house, qd_box_xywh(0, 0, 3, 3))));
    qd_tree_destroy(tree);

    printf("closed edges: %zu, open edges: %zu\n", count_touching(QD_CLOSED), count_touching(QD_OPEN));
}

// Output:
// oak, house, 2 of 2
// house, 1 of 1
// 0 of 0
// moving the house: the id names no live item
// closed edges: 1, open edges: 0
