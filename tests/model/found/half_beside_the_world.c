// A half beside the world, in a node of the rest that has a quarter just where the world is, is parted: the directory
// took that quarter for the world, and searches found nothing any more. What the model test printed, cut down by hand.
#define HANDLES 1
#include "model/printed.h"

enum { WITHIN = 289, ABOVE = 5, BESIDE = 35 }; // Within the world: enough for a directory.

static void points_at(double x, double y, int times)
{
    for (int i = 0; i < times; i++) {
        const qd_id given = insert((qd_item){ .box = box(x, y, x, y) });
        THEN(given);
    }
}

int main(void)
{
    qd_tree_destroy(tree);
    tree = qd_tree_new(&(qd_tree_def){
        .world = box(-512, -512, 512, 512), .leaf_capacity = 34, .allocator = ledger_allocator(&memory) });
    THEN(tree);
    static qd_item items[WITHIN];
    static qd_id names[WITHIN];
    for (int i = 0; i < WITHIN; i++) {
        const int x = i % 17 * 60 - 500, y = i / 17 * 60 - 500;
        items[i].box = box(x, y, x, y);
    }
    result = insert_many(items, WITHIN, 0, names, &bad);
    THEN(result == 0);
    points_at(600, 600, ABOVE);
    points_at(600, -300, BESIDE);
    return printed_end();
}
