// Many questions in one call: what each guard of a town sees, and what is nearest to each. Row i has the answers to
// question i; inside, the questions are sorted by place, which is faster than asking one after the other.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { GUARDS = 3, THINGS = 6, ROOM = 8 };

static const char *const names[THINGS] = { "well", "cart", "gate", "oak", "tower", "barn" };

static bool print_seen(void *context, size_t query, const qd_found *items, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        printf("guard %zu sees the %s\n", query, names[items[i].user]);
    return true;
}

int main(void)
{
    const qd_query_filter all = { 0 };
    const qd_vec2 guards[GUARDS] = { { 0, 0 }, { 50, 0 }, { 0, 90 } };
    qd_tree *tree = qd_tree_create(NULL);
    for (size_t i = 0; i < THINGS; i++)
        qd_tree_insert(tree, (qd_item){ .box = qd_box_xywh(10 * (float)i + 5, 5, 2, 2), .user = i });

    qd_box views[GUARDS];
    for (size_t i = 0; i < GUARDS; i++)
        views[i] = qd_box_around(guards[i], 18, 18);
    qd_visit_box_many(tree, views, GUARDS, all, print_seen, NULL, NULL, NULL);

    // The same as rows of one array.
    size_t offsets[GUARDS + 1];
    qd_found found[ROOM];
    if (qd_find_box_many(tree, views, GUARDS, all, offsets, found, ROOM, NULL) == QD_TOO_SMALL)
        printf("%zu results, but room for %d\n", offsets[GUARDS], ROOM);
    for (size_t i = 0; i < GUARDS; i++)
        printf("guard %zu: %zu things\n", i, offsets[i + 1] - offsets[i]);

    qd_near near[GUARDS];
    uint32_t counts[GUARDS];
    qd_find_near_many(tree, guards, GUARDS, 50, all, near, 1, counts, NULL);
    for (size_t i = 0; i < GUARDS; i++)
        printf("nearest to guard %zu: %s\n", i, counts[i] > 0 ? names[near[i].item.user] : "nothing");
    qd_tree_destroy(tree);
}

// Output:
// guard 0 sees the well
// guard 0 sees the cart
// guard 1 sees the oak
// guard 1 sees the tower
// guard 1 sees the barn
// guard 0: 2 things
// guard 1: 3 things
// guard 2: 0 things
// nearest to guard 0: well
// nearest to guard 1: tower
// nearest to guard 2: nothing
