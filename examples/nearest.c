// The nearest things to a place: a villager looks for wells. They come nearest first, and a limit keeps the search from
// looking farther than a villager would walk.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { WELLS = 5 };

static void look_around(const qd_tree *tree, const char *name, qd_vec2 from, float farthest)
{
    static const char *const names[WELLS] = { "market", "mill", "abbey", "ford", "castle" };
    qd_near wells[3];
    size_t count = qd_find_near(tree, from, farthest, (qd_query_filter){ 0 }, wells, 3);
    printf("%s:", name);
    for (size_t i = 0; i < count; i++)
        printf(" %s at %g", names[wells[i].item.user], (double)wells[i].distance);
    printf("%s\n", count > 0 ? "" : " nothing near enough");
}

int main(void)
{
    const qd_vec2 places[WELLS] = { { 0, 0 }, { 30, 40 }, { 6, 8 }, { -20, 0 }, { 300, 400 } };

    qd_tree *tree = qd_tree_create(NULL);
    for (size_t i = 0; i < WELLS; i++) // a point is a box whose corners are equal
        qd_tree_insert(tree, (qd_item){ .box = { places[i], places[i] }, .user = i });

    look_around(tree, "in the market", (qd_vec2){ 0, 0 }, INFINITY);
    look_around(tree, "with a bucket", (qd_vec2){ 0, 0 }, 15);
    look_around(tree, "on the moor", (qd_vec2){ 900, 0 }, 100);
    qd_tree_destroy(tree);
}

// Output:
// in the market: market at 0 abbey at 10 ford at 20
// with a bucket: market at 0 abbey at 10
// on the moor: nothing near enough
