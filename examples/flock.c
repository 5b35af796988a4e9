// A flock: each bird heads for the middle of those near it. All pairs that are near come from one search, each once,
// with their distance, so a neighbour may weigh the more the nearer it is. The tree reads the birds where they are.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { BIRDS = 6, TICKS = 3, PAIRS = BIRDS * BIRDS };
static const double REACH = 3;

static struct bird {
    qd_vec2 at, pull;
} birds[BIRDS] = { { { 0, 0 }, { 0, 0 } }, { { 2, 0 }, { 0, 0 } },   { { 2, 2 }, { 0, 0 } },
                   { { 9, 9 }, { 0, 0 } }, { { 9, 7.5 }, { 0, 0 } }, { { 20, 0 }, { 0, 0 } } };

static void pull(struct bird *bird, const struct bird *toward, double weight)
{
    bird->pull.x += (toward->at.x - bird->at.x) * weight;
    bird->pull.y += (toward->at.y - bird->at.y) * weight;
}

int main(void)
{
    qd_boxes places = qd_points_double(&birds[0].at);
    places.stride = sizeof(struct bird);
    qd_tree *tree = qd_tree_new(NULL);
    qd_id ids[BIRDS];
    const qd_items items = { .boxes = places }; // users 0, 1, 2, ...
    qd_tree_insert_many(tree, &items, BIRDS, ids, NULL);
    for (int tick = 1; tick <= TICKS; tick++) {
        qd_pair near[PAIRS];
        double distances[PAIRS];
        const qd_pair_query neighbours = { .distance = REACH };
        size_t count = qd_tree_find_pairs(tree, &neighbours, near, distances, PAIRS, NULL);
        for (size_t i = 0; i < count; i++) {
            struct bird *a = &birds[near[i].a.user], *b = &birds[near[i].b.user];
            pull(a, b, (1 - distances[i] / REACH) / 4);
            pull(b, a, (1 - distances[i] / REACH) / 4);
        }
        printf("tick %d: %zu pairs are near;", tick, count);
        for (size_t i = 0; i < BIRDS; i++) {
            birds[i].at.x += birds[i].pull.x;
            birds[i].at.y += birds[i].pull.y;
            birds[i].pull.x = birds[i].pull.y = 0;
            printf(" %.1f,%.1f", birds[i].at.x, birds[i].at.y);
        }
        printf("\n");
        qd_tree_move_many(tree, ids, &places, BIRDS, NULL);
    }
    qd_tree_destroy(tree);
}

// Output:
// tick 1: 4 pairs are near; 0.2,0.0 1.8,0.2 2.0,1.8 9.0,8.8 9.0,7.7 20.0,0.0
// tick 2: 4 pairs are near; 0.5,0.1 1.7,0.3 1.9,1.5 9.0,8.6 9.0,7.9 20.0,0.0
// tick 3: 4 pairs are near; 0.7,0.3 1.5,0.5 1.7,1.3 9.0,8.5 9.0,8.0 20.0,0.0
