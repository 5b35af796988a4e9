// Collisions of moving things: every tick moves each ball and then asks for all overlapping pairs at once. The id that
// insert returns names the item for as long as it lives.
#include <quadrille/quadrille.h>
#include <stdio.h>

typedef struct ball {
    char name;
    float x, speed;
    qd_id id;
} ball;

static qd_box ball_box(ball b)
{
    return qd_box_around((qd_vec2){ b.x, 0 }, 1, 1);
}

// Called with a batch of pairs at a time; every pair comes once. What we stored in `user` comes back with it.
static bool print_pairs(void *context, const qd_pair *pairs, size_t count)
{
    const int *tick = context;
    for (size_t i = 0; i < count; i++)
        printf("tick %d: %c meets %c\n", *tick, (char)pairs[i].a.user, (char)pairs[i].b.user);
    return true;
}

int main(void)
{
    ball balls[] = { { .name = 'A', .x = 0, .speed = 2 },
                     { .name = 'B', .x = 9 },
                     { .name = 'C', .x = 20, .speed = -3 } };
    const size_t n = sizeof balls / sizeof balls[0];

    qd_tree *tree = qd_tree_create(NULL);
    for (size_t i = 0; i < n; i++)
        balls[i].id = qd_tree_insert(tree, (qd_item){ .box = ball_box(balls[i]), .user = (uint64_t)balls[i].name });

    for (int tick = 1; tick <= 6; tick++) {
        for (size_t i = 0; i < n; i++) {
            balls[i].x += balls[i].speed;
            qd_tree_move(tree, balls[i].id, ball_box(balls[i]));
        }
        qd_visit_pairs(tree, print_pairs, &tick);
    }
    qd_tree_destroy(tree);
}

// Output:
// tick 3: B meets C
// tick 4: A meets B
// tick 4: A meets C
// tick 4: B meets C
// tick 5: A meets B
