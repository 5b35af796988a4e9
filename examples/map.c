// A map: what a window shows, drawn in the order of user values. From afar, groups replace what is too small to see.
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 200, ROOM = 1000 };

// The user value is the drawing order, and so is the value: `greatest` of a group is the order of its topmost item.
static int by_order(const void *a, const void *b)
{
    const int64_t x = ((const qd_detail *)a)->total.greatest, y = ((const qd_detail *)b)->total.greatest;
    return (x > y) - (x < y);
}

static void draw(const qd_tree *tree, double width)
{
    static qd_detail details[ROOM];
    const qd_query window = { .shape = qd_shape_box(qd_box_xywh(20, 20, width, width)) };
    double size = width / 1000; // a pixel
    size_t count, total;
    while (count = qd_tree_find_details(tree, &window, size, details, ROOM, &total), total > ROOM)
        size *= 2; // too many: coarser groups
    qsort(details, count, sizeof *details, by_order);

    size_t groups = 0;
    for (size_t i = 0; i < count; i++)
        groups += details[i].item.id == 0; // draw details[i].bounds, as a group or as the item details[i].item.user
    printf("%g wide: %zu items and %zu groups, the topmost is %d\n", width, count - groups, groups,
           (int)details[count - 1].total.greatest);
}

int main(void)
{
    // Small leaves make fine groups: a group is the content of a node, and a node has up to leaf_capacity items.
    const qd_tree_def def = { .leaf_capacity = 8, .totals = true };
    qd_tree *tree = qd_tree_new(&def);
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE, y = i / SIDE;
        const qd_item house = { .box = qd_box_xywh(x, y, 0.5, 0.5), .user = (uint64_t)i, .value = i };
        qd_tree_insert(tree, &house, NULL);
    }
    draw(tree, 10);
    draw(tree, 60);
    draw(tree, 180);
    qd_tree_destroy(tree);
}

// Output:
// 10 wide: 121 items and 0 groups, the topmost is 6030
// 60 wide: 1 items and 668 groups, the topmost is 16080
// 180 wide: 0 items and 420 groups, the topmost is 39999
