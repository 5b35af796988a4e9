// Several trees for several kinds of things: a level that stands still is built once, and what moves in it has a tree
// of its own. Pairs of the two trees say what overlaps what, without comparing walls with walls.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { WALLS = 40, UNITS = 3, TICKS = 2, ROOM = 16 };

static const char *const names[UNITS] = { "cat", "dog", "bird" };
static qd_vec2 at[UNITS] = { { 1.2, 5 }, { 20.2, 0.75 }, { 4.3, 9.2 } };
static const qd_vec2 speed[UNITS] = { { 0.5, 1.5 }, { 3.5, 0 }, { -1, -0.5 } };

int main(void)
{
    // Open edges: the dog runs along walls without colliding with them. It is enough that one of the two trees says so.
    const qd_tree_def def = { .edges = QD_OPEN };
    qd_tree *level = qd_tree_new(&def);
    qd_tree *moving = qd_tree_new(NULL);
    for (int i = 0; i < WALLS; i++)
        qd_tree_add(level, qd_box_xywh(i, i % 10 == 7 ? 1 : 0, 1, 0.25), (uint64_t)i);
    qd_tree_add(level, qd_box_xywh(0, 8, 40, 1), WALLS);

    qd_id ids[UNITS];
    for (int i = 0; i < UNITS; i++)
        ids[i] = qd_tree_add(moving, qd_box_at(at[i]), (uint64_t)i);
    for (int tick = 1; tick <= TICKS; tick++) {
        for (int i = 0; i < UNITS; i++) {
            at[i].x += speed[i].x;
            at[i].y += speed[i].y;
            qd_tree_move(moving, ids[i], qd_box_around(at[i], 0.5, 0.5));
        }
        qd_pair pairs[ROOM]; // in each, a is of the first tree
        const qd_pair_query both = { .other = moving };
        size_t count = qd_tree_find_pairs(level, &both, pairs, NULL, ROOM, NULL);
        for (size_t i = 0; i < count; i++)
            printf("tick %d: wall %d stops the %s\n", tick, (int)pairs[i].a.user, names[pairs[i].b.user]);
    }
    qd_tree_destroy(moving);
    qd_tree_destroy(level);
}

// Output:
// tick 1: wall 40 stops the bird
// tick 2: wall 27 stops the dog
// tick 2: wall 40 stops the cat
// tick 2: wall 40 stops the bird
