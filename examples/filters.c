// Filters of items say what pairs with what, filters of questions which items are seen, statistics what never pairs.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { HERO = 1 << 0, GHOST = 1 << 1, WALL = 1 << 2 }; // bits, not numbers

static const char *const names[] = { "hero", "ghost", "wall", "rock", "cloud" };
static const qd_item items[] = {
    { .user = 0, .filter = { .layers = HERO, .mask = GHOST | WALL } },
    { .user = 1, .filter = { .layers = GHOST, .mask = HERO } },
    { .user = 2, .filter = { .layers = WALL, .mask = HERO } },
    { .user = 3 },                                                    // zeroed: on all layers, meets all
    { .user = 4, .filter = { .layers = WALL, .mask = QD_NO_LAYER } }, // meets nothing, and questions see it
};
enum { ITEMS = sizeof items / sizeof *items, PAIRS = ITEMS * ITEMS };

static void print(const char *what, const qd_tree *tree, qd_filter filter, qd_id ignore)
{
    qd_entry found[ITEMS];
    const qd_query query = { .filter = filter, .ignore = ignore };
    size_t count = qd_tree_find(tree, &query, found, ITEMS, NULL);
    printf("%s:", what);
    for (size_t i = 0; i < count; i++)
        printf(" %s", names[found[i].user]);
    printf("\n");
}

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    qd_id ids[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        qd_tree_insert(tree, &items[i], &ids[i]); // all at one place

    qd_pair pairs[PAIRS];
    size_t count = qd_tree_find_pairs(tree, NULL, pairs, NULL, PAIRS, NULL);
    for (size_t i = 0; i < count; i++)
        printf("%s meets %s\n", names[pairs[i].a.user], names[pairs[i].b.user]);

    const qd_filter zeroed = { 0, 0 }, mask_wall = { .mask = WALL }, layers_hero = { .layers = HERO };
    print("zeroed", tree, zeroed, 0);
    print("mask WALL", tree, mask_wall, 0);
    print("layers HERO", tree, layers_hero, 0);
    print("the hero's own filter, without the hero", tree, items[0].filter, ids[0]);
    qd_tree_stats stats;
    qd_tree_get_stats(tree, &stats);
    printf("%zu item can never pair\n", stats.unpaired);
    qd_tree_destroy(tree);
}
// Output:
// hero meets ghost
// hero meets wall
// hero meets rock
// ghost meets rock
// wall meets rock
// zeroed: hero ghost wall rock cloud
// mask WALL: wall rock cloud
// layers HERO: ghost wall rock
// the hero's own filter, without the hero: ghost wall rock
// 1 item can never pair
