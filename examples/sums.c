// How many, and how much? Each of a quarter of a million houses has a number of people in it. A tree that keeps totals
// answers for any window from the nodes on its border, and draws the map from afar without visiting the houses.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { SIDE = 500 };

static void print(const qd_tree *tree, const char *name, qd_box window)
{
    qd_cost cost;
    qd_total total;
    const qd_query query = { .shape = qd_shape_box(window) };
    qd_tree_total(tree, &query, &total, &cost);
    printf("%-8s%6d houses, %6d people, %d to %d a house; %d houses looked at\n", name, (int)total.count,
           (int)total.sum, (int)total.least, (int)total.greatest, (int)cost.tests);
}

int main(void)
{
    const qd_tree_def def = { .world = { { 0, 0 }, { 512, 512 } }, .totals = true };
    qd_tree *tree = qd_tree_new(&def);
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE, y = i / SIDE;
        const qd_item house = { .box = qd_box_xywh(x, y, 0.5, 0.5), .value = 1 + i % 7 };
        qd_tree_insert(tree, &house, NULL);
    }
    print(tree, "country", qd_box_xywh(0, 0, SIDE, SIDE));
    print(tree, "county", qd_box_xywh(100.75, 50.75, 300, 300));
    print(tree, "street", qd_box_xywh(10, 10, 3, 0));

    // From near each house is a house; from afar, what is smaller than a dot is one dot.
    const qd_query map = { .shape = qd_shape_box(qd_box_xywh(0, 0, 64, 64)) };
    const double pixels[] = { 0.25, 10, 40 };
    for (int i = 0; i < 3; i++) {
        static qd_detail details[8192];
        size_t count = qd_tree_find_details(tree, &map, pixels[i], details, 8192, NULL), dots = 0;
        for (size_t j = 0; j < count; j++)
            dots += details[j].total.count > 1;
        printf("dots of %g: %zu houses, %zu dots\n", pixels[i], count - dots, dots);
    }
    qd_tree_destroy(tree);
}

// Output:
// country 250000 houses, 999995 people, 1 to 7 a house; 0 houses looked at
// county   90000 houses, 360002 people, 1 to 7 a house; 9600 houses looked at
// street       4 houses,     16 people, 1 to 7 a house; 64 houses looked at
// dots of 0.25: 4225 houses, 0 dots
// dots of 10: 1 houses, 80 dots
// dots of 40: 1 houses, 8 dots
