// Collisions of moving things: every tick moves each ball and then finds all overlapping pairs at once. The id that
// qd_tree_add returns names the item for as long as it lives.
#include <quadrille/quadrille.h>
#include <stdio.h>

typedef struct ball {
    char name;
    double x, speed;
    qd_id id;
} ball;

static qd_box ball_box(const ball *b)
{
    return qd_box_xywh(b->x - 1, -1, 2, 2);
}

int main(void)
{
    ball balls[] = { { 'A', 0, 2, 0 }, { 'B', 9, 0, 0 }, { 'C', 20, -3, 0 } };
    enum { BALLS = sizeof balls / sizeof *balls, PAIRS = BALLS * BALLS };

    qd_tree *tree = qd_tree_new(NULL);
    for (size_t i = 0; i < BALLS; i++)
        balls[i].id = qd_tree_add(tree, ball_box(&balls[i]), (uint64_t)balls[i].name); // comes back with every result

    for (int tick = 1; tick <= 6; tick++) {
        for (size_t i = 0; i < BALLS; i++) {
            balls[i].x += balls[i].speed;
            qd_tree_move(tree, balls[i].id, ball_box(&balls[i]));
        }
        qd_pair pairs[PAIRS]; // each comes once
        size_t count = qd_tree_find_pairs(tree, NULL, pairs, NULL, PAIRS, NULL);
        for (size_t i = 0; i < count; i++)
            printf("tick %d: %c meets %c\n", tick, (char)pairs[i].a.user, (char)pairs[i].b.user);
    }
    qd_tree_destroy(tree);
}

// Output:
// tick 3: B meets C
// tick 4: A meets B
// tick 4: A meets C
// tick 4: B meets C
// tick 5: A meets B
