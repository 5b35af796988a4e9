// Shops: the nearest of one kind, and of one brand where there are more brands than layers.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { BAKER = 1 << 0, BANK = 1 << 1 };

static const struct shop {
    qd_vec2 at; // in metres, far from 0: a tree of doubles
    uint32_t kind;
    int brand;
} shops[] = {
    { { 4000010, 5300000 }, BANK, 41 },  { { 4000100, 5300000 }, BAKER, 70 }, { { 4000300, 5300400 }, BAKER, 71 },
    { { 4000700, 5300000 }, BAKER, 70 }, { { 4000900, 5300000 }, BANK, 90 },  { { 4003000, 5300000 }, BAKER, 71 },
};

int main(void)
{
    const qd_tree_def def = { .precision = QD_DOUBLE };
    qd_tree *tree = qd_tree_new(&def);
    for (size_t i = 0; i < sizeof shops / sizeof *shops; i++) {
        const qd_item item = { .box = qd_box_at(shops[i].at), .user = i, .filter = { .layers = shops[i].kind } };
        qd_tree_insert(tree, &item, NULL);
    }
    const qd_vec2 here = { 4000000, 5300000 };

    qd_ranked nearest = qd_nearest(qd_shape_point(here), 2000);
    nearest.filter.mask = BAKER;
    qd_hit hits[2];
    size_t count = qd_tree_find_ranked(tree, &nearest, hits, 2, NULL);
    for (size_t i = 0; i < count; i++)
        printf("baker %d at %g m\n", (int)hits[i].item.user, hits[i].distance);

    const qd_query around = { .shape = qd_shape_circle(here, 2000), .filter = { .mask = BAKER } };
    printf("%zu bakers within 2 km\n", qd_tree_count(tree, &around));

    const qd_ranked any = qd_nearest(qd_shape_point(here), INFINITY);
    qd_ranked_cursor cursor;
    qd_ranked_cursor_begin(&cursor, tree, &any);
    for (qd_hit hit; qd_ranked_cursor_next(&cursor, &hit, 1) > 0;)
        if (shops[hit.item.user].brand == 90) {
            printf("brand 90 at %g m\n", hit.distance);
            break;
        }
    qd_tree_destroy(tree);
}

// Output:
// baker 1 at 100 m
// baker 2 at 500 m
// 3 bakers within 2 km
// brand 90 at 900 m
