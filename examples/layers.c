// What pairs with what: an item is on some layers and its mask names those it meets. Two overlapping items pair only
// when each one's mask has a layer of the other. Here walls ignore walls, and bullets ignore each other.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { PLAYER = 1 << 0, BULLET = 1 << 1, WALL = 1 << 2 };

static const char *const names[] = { "player", "bullet", "second bullet", "wall", "crossing wall" };
static const qd_item items[] = {
    { .box = { { 0, 0 }, { 2, 2 } }, .filter = { .layers = PLAYER, .mask = BULLET | WALL } },
    { .box = { { 1, 1 }, { 1, 1 } }, .user = 1, .filter = { .layers = BULLET, .mask = PLAYER | WALL } },
    { .box = { { 1, 1 }, { 1, 1 } }, .user = 2, .filter = { .layers = BULLET, .mask = PLAYER | WALL } },
    { .box = { { 2, 0 }, { 3, 9 } }, .user = 3, .filter = { .layers = WALL, .mask = PLAYER | BULLET } },
    { .box = { { 0, 8 }, { 9, 9 } }, .user = 4, .filter = { .layers = WALL, .mask = PLAYER | BULLET } },
};

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        qd_tree_insert(tree, &items[i], NULL);

    qd_pair pairs[16];
    size_t count = qd_tree_find_pairs(tree, NULL, pairs, NULL, 16, NULL);
    for (size_t i = 0; i < count; i++)
        printf("%s meets %s\n", names[pairs[i].a.user], names[pairs[i].b.user]);

    // A question has a filter too: everything, and the walls alone.
    printf("%zu things, ", qd_tree_count(tree, NULL));
    const qd_query walls = { .filter = { .mask = WALL } };
    printf("%zu walls\n", qd_tree_count(tree, &walls));
    qd_tree_destroy(tree);
}

// Output:
// player meets bullet
// player meets second bullet
// player meets wall
// 5 things, 2 walls
