// Several trees for several kinds of things: a level that stands still is built once, and what moves in it has a tree
// of its own, which alone is kept up every tick. A join says what overlaps what, without walls being compared with
// walls.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { WALLS = 40, UNITS = 3, TICKS = 2 };

static const char *const names[UNITS] = { "cat", "dog", "bird" };
static qd_vec2 at[UNITS] = { { 1.2f, 5 }, { 20.2f, 0.7f }, { 4.3f, 9.2f } };
static const qd_vec2 speed[UNITS] = { { 0.5f, 1.5f }, { 0.5f, 0 }, { -1, -0.5f } };

// In each pair a is of the first tree, b of the second.
static bool print_pairs(void *context, const qd_pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("tick %d: wall %u stops the %s\n", *(int *)context, (unsigned)pairs[i].a.user, names[pairs[i].b.user]);
    return true;
}

static qd_box body(int unit)
{
    return qd_box_around(at[unit], 0.4f, 0.4f);
}

int main(void)
{
    // Open edges: what moves along a wall does not collide with it. That one of the two trees says so is enough.
    qd_tree *level = qd_tree_create(&(qd_tree_def){ .edges = QD_EDGES_OPEN });
    qd_tree *moving = qd_tree_create(NULL);
    for (int i = 0; i < WALLS; i++)
        qd_tree_insert(level,
                       (qd_item){ .box = qd_box_xywh((float)i, i % 10 == 7 ? 1 : 0, 1, 0.3f), .user = (uint64_t)i });
    qd_tree_insert(level, (qd_item){ .box = qd_box_xywh(0, 8, 40, 1), .user = WALLS });

    qd_id ids[UNITS];
    for (int i = 0; i < UNITS; i++)
        ids[i] = qd_tree_insert(moving, (qd_item){ .box = body(i), .user = (uint64_t)i });
    for (int tick = 1; tick <= TICKS; tick++) {
        for (int i = 0; i < UNITS; i++) {
            at[i].x += speed[i].x;
            at[i].y += speed[i].y;
            qd_tree_move(moving, ids[i], body(i));
        }
        qd_visit_join(level, moving, print_pairs, &tick);
    }
    qd_tree_destroy(moving);
    qd_tree_destroy(level);
}

// Output:
// tick 1: wall 20 stops the dog
// tick 1: wall 21 stops the dog
// tick 1: wall 40 stops the bird
// tick 2: wall 20 stops the dog
// tick 2: wall 21 stops the dog
// tick 2: wall 40 stops the cat
// tick 2: wall 40 stops the bird
