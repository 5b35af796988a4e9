// Many questions in one call: what each guard of a town sees, and what is nearest to each. Row i answers question i;
// inside, the questions are sorted by place, which is faster than asking one after the other.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { GUARDS = 3, THINGS = 6, ROOM = 8 };

static const char *const names[THINGS] = { "well", "cart", "gate", "oak", "tower", "barn" };

int main(void)
{
    qd_tree *tree = qd_tree_new(NULL);
    for (size_t i = 0; i < THINGS; i++)
        qd_tree_add(tree, qd_box_xywh(10 * (double)i + 5, 5, 2, 2), i);

    // A circle around each point, and rows that lie one behind the other in one array.
    const float guards[2 * GUARDS] = { 0, 0, 50, 0, 0, 90 }, radii[GUARDS] = { 18, 18, 18 };
    uint64_t offsets[GUARDS + 1], users[ROOM];
    const qd_queries views = { .count = GUARDS, .boxes = qd_points_float(guards), .radii = radii };
    const qd_rows rows = { .capacity = ROOM, .offsets = offsets, .users = users };
    size_t total;
    if (qd_tree_find_many(tree, &views, &rows, &total) == QD_TOO_SMALL)
        printf("%zu results, but room for %d\n", total, ROOM);
    for (size_t i = 0; i < GUARDS; i++)
        printf("guard %zu sees %d things\n", i, (int)(offsets[i + 1] - offsets[i]));

    uint64_t nearest[GUARDS];
    uint32_t counts[GUARDS];
    const qd_vec2 any = { 0, 0 }; // each guard's own place comes from the array
    const qd_ranked like = qd_nearest(qd_shape_point(any), 50);
    const qd_ranked_queries near = { .count = GUARDS, .like = like, .boxes = qd_points_float(guards) };
    const qd_ranked_rows first = { .k = 1, .counts = counts, .users = nearest };
    qd_tree_find_many_ranked(tree, &near, &first);
    for (size_t i = 0; i < GUARDS; i++)
        printf("nearest to guard %zu: %s\n", i, counts[i] > 0 ? names[nearest[i]] : "nothing");
    qd_tree_destroy(tree);
}

// Output:
// guard 0 sees 2 things
// guard 1 sees 3 things
// guard 2 sees 0 things
// nearest to guard 0: well
// nearest to guard 1: tower
// nearest to guard 2: nothing
