// How many, and how much? Each of a quarter of a million houses has a number of people in it. A tree that keeps totals
// answers for any window by the cells on its border, and draws the map from afar without going through the houses.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { SIDE = 500 };

static void tell(const qd_tree *tree, const char *name, qd_box window)
{
    qd_cost cost;
    const qd_total total = qd_total_box(tree, window, (qd_query_filter){ 0 }, &cost);
    printf("%-8s%6d houses, %6d people, %d to %d a house; %d houses looked at\n", name, (int)total.count,
           (int)total.sum, (int)total.least, (int)total.greatest, (int)cost.tests);
}

static bool draw(void *context, const qd_detail *details, size_t count)
{
    int *marks = context; // houses, and dots that each stand for several
    for (size_t i = 0; i < count; i++)
        marks[details[i].total.count > 1]++;
    return true;
}

int main(void)
{
    qd_tree *tree = qd_tree_create(&(qd_tree_def){ .world = { { 0, 0 }, { 512, 512 } }, .totals = true });
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int column = i % SIDE, row = i / SIDE;
        const qd_box house = qd_box_xywh((float)column, (float)row, 0.5f, 0.5f);
        const qd_id id = qd_tree_insert(tree, (qd_item){ .box = house, .user = (uint64_t)i });
        qd_tree_set_value(tree, id, 1 + i % 7);
    }
    tell(tree, "country", qd_box_xywh(0, 0, SIDE, SIDE));
    tell(tree, "county", qd_box_xywh(100.75f, 50.75f, 300, 300));
    tell(tree, "street", qd_box_xywh(10, 10, 3, 0));

    // From near each house is a house; from afar, what is smaller than a dot is one dot.
    const float pixels[] = { 0.25f, 10, 40 };
    for (int i = 0; i < 3; i++) {
        int marks[2] = { 0, 0 };
        qd_visit_detail(tree, qd_box_xywh(0, 0, 64, 64), pixels[i], (qd_query_filter){ 0 }, draw, marks);
        printf("dots of %g: %d houses, %d dots\n", (double)pixels[i], marks[0], marks[1]);
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
