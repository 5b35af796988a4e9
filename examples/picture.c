// A look inside: the cells of a tree, one line each, indented by depth. Cells split where the items are and nowhere
// else.
#include <quadrille/quadrille.h>
#include <stdio.h>

static qd_walk print_node(void *context, const qd_node *node)
{
    (void)context;
    if (node->items + node->items_below == 0)
        return QD_SKIP;
    printf("%*s%g,%g to %g,%g: %zu here, %zu below\n", 2 * node->depth, "", (double)node->cell.min.x,
           (double)node->cell.min.y, (double)node->cell.max.x, (double)node->cell.max.y, node->items,
           node->items_below);
    return QD_DESCEND;
}

int main(void)
{
    qd_tree_def def = { .world = { { 0, 0 }, { 64, 64 } }, .leaf_capacity = 4 };
    qd_tree *tree = qd_tree_create(&def);

    // A crowd in one corner, two that keep away, and one as large as the world.
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh((float)x * 4, (float)y * 4, 1, 1) });
    qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(50, 10, 1, 1) });
    qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(20, 40, 1, 1) });
    qd_tree_insert(tree, (qd_item){ .box = def.world });

    qd_tree_walk(tree, print_node, NULL);
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
