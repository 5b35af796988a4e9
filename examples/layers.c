// What pairs with what: an item is on some layers and its mask names those it cares for. Two overlapping items pair
// only when each one's mask holds a layer of the other. Here walls ignore walls, and bullets ignore each other.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { PLAYER = 1 << 0, BULLET = 1 << 1, WALL = 1 << 2 };

static const struct {
    const char *name;
    qd_box box;
    qd_filter filter;
} things[] = {
    { "player", { { 0, 0 }, { 2, 2 } }, { .layers = PLAYER, .mask = BULLET | WALL } },
    { "bullet", { { 1, 1 }, { 1, 1 } }, { .layers = BULLET, .mask = PLAYER | WALL } },
    { "second bullet", { { 1, 1 }, { 1, 1 } }, { .layers = BULLET, .mask = PLAYER | WALL } },
    { "wall", { { 2, 0 }, { 3, 9 } }, { .layers = WALL, .mask = PLAYER | BULLET } },
    { "crossing wall", { { 0, 8 }, { 9, 9 } }, { .layers = WALL, .mask = PLAYER | BULLET } },
};
enum { THINGS = sizeof things / sizeof things[0] };

static bool print_pairs(void *context, const qd_pair *pairs, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        printf("%s meets %s\n", things[pairs[i].a.user].name, things[pairs[i].b.user].name);
    return true;
}

int main(void)
{
    qd_tree *tree = qd_tree_create(NULL);
    for (size_t i = 0; i < THINGS; i++)
        qd_tree_insert(tree, (qd_item){ .box = things[i].box, .filter = things[i].filter, .user = i });
    qd_visit_pairs(tree, print_pairs, NULL);

    // A query has a filter too: all there is, and the walls alone.
    qd_box everywhere = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    qd_found found[THINGS];
    printf("%zu things, ", qd_find_box(tree, everywhere, (qd_query_filter){ 0 }, found, THINGS));
    printf("%zu walls\n", qd_find_box(tree, everywhere, (qd_query_filter){ .mask = WALL }, found, THINGS));
    qd_tree_destroy(tree);
}

// Output:
// player meets bullet
// player meets second bullet
// player meets wall
// 5 things, 2 walls
