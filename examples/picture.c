// A look inside: the nodes of a tree, one line each, indented by depth. Nodes split where the items are and nowhere
// else.
#include <quadrille/quadrille.h>
#include <stdio.h>

int main(void)
{
    qd_tree_def def = { .world = { { 0, 0 }, { 64, 64 } }, .leaf_capacity = 4 };
    qd_tree *tree = qd_tree_new(&def);

    // A crowd in one corner, two that keep away, and one as large as the world.
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            qd_tree_add(tree, qd_box_xywh(x * 4, y * 4, 1, 1), 0);
    qd_tree_add(tree, qd_box_xywh(50, 10, 1, 1), 0);
    qd_tree_add(tree, qd_box_xywh(20, 40, 1, 1), 0);
    qd_tree_add(tree, def.world, 0);

    qd_node_cursor nodes;
    qd_node_cursor_begin(&nodes, tree);
    for (qd_node n; qd_node_cursor_next(&nodes, &n);)
        if (n.items + n.items_below > 0)
            printf("%*s%g,%g to %g,%g: %zu here, %zu below\n", 2 * n.depth, "", n.square.min.x, n.square.min.y,
                   n.square.max.x, n.square.max.y, n.items, n.items_below);
    qd_tree_destroy(tree);
}

// Output:
// 0,0 to 64,64: 1 here, 11 below
//   0,0 to 32,32: 0 here, 9 below
//     0,0 to 16,16: 0 here, 9 below
//       0,0 to 8,8: 4 here, 0 below
//       8,0 to 16,8: 2 here, 0 below
//       0,8 to 8,16: 2 here, 0 below
//       8,8 to 16,16: 1 here, 0 below
//   32,0 to 64,32: 1 here, 0 below
//   0,32 to 32,64: 1 here, 0 below
