// The nearest things to a place: a villager looks for wells. They come nearest first, and a limit keeps the search from
// looking farther than a villager would walk.
#include <quadrille/quadrille.h>
#include <stdio.h>

static void look_around(const qd_tree *tree, const char *name, double x, double farthest)
{
    static const char *const names[] = { "market", "mill", "abbey", "ford", "castle" };
    qd_hit wells[3];
    const qd_vec2 here = { x, 0 };
    size_t count = qd_tree_find_nearest(tree, here, farthest, wells, 3);
    printf("%s:", name);
    for (size_t i = 0; i < count; i++)
        printf(" %s at %g", names[wells[i].item.user], wells[i].distance);
    printf("%s\n", count > 0 ? "" : " nothing near enough");
}

int main(void)
{
    const qd_vec2 places[] = { { 0, 0 }, { 30, 40 }, { 6, 8 }, { -20, 0 }, { 300, 400 } };
    qd_tree *tree = qd_tree_new(NULL);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        qd_tree_add(tree, qd_box_at(places[i]), i);

    look_around(tree, "in the market", 0, INFINITY);
    look_around(tree, "with a bucket", 0, 15);
    look_around(tree, "on the moor", 900, 100);
    qd_tree_destroy(tree);
}

// Output:
// in the market: market at 0 abbey at 10 ford at 20
// with a bucket: market at 0 abbey at 10
// on the moor: nothing near enough
