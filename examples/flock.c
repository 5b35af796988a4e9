// A flock: each bird heads for the middle of those near it. All pairs that are near come from one walk, each once, with
// their distance, so a neighbour may weigh the more the nearer it is.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { BIRDS = 6, TICKS = 3 };
static const float REACH = 3;

struct bird {
    qd_vec2 at, pull;
};

static void pull(struct bird *bird, const struct bird *toward, float weight)
{
    bird->pull.x += (toward->at.x - bird->at.x) * weight;
    bird->pull.y += (toward->at.y - bird->at.y) * weight;
}

static bool meet(void *context, const qd_near_pair *pairs, size_t count)
{
    struct bird *birds = context;
    for (size_t i = 0; i < count; i++) {
        struct bird *a = &birds[pairs[i].pair.a.user], *b = &birds[pairs[i].pair.b.user];
        const float weight = 0.25f * (1 - pairs[i].distance / REACH);
        pull(a, b, weight);
        pull(b, a, weight);
    }
    return true;
}

int main(void)
{
    struct bird birds[BIRDS] = { { { 0, 0 }, { 0, 0 } }, { { 2, 0 }, { 0, 0 } },    { { 2, 2 }, { 0, 0 } },
                                 { { 9, 9 }, { 0, 0 } }, { { 9, 7.5f }, { 0, 0 } }, { { 20, 0 }, { 0, 0 } } };
    qd_tree *tree = qd_tree_create(NULL);
    qd_id ids[BIRDS];
    for (size_t i = 0; i < BIRDS; i++)
        ids[i] = qd_tree_insert(tree, (qd_item){ .box = { birds[i].at, birds[i].at }, .user = i });
    for (int tick = 1; tick <= TICKS; tick++) {
        const qd_cost cost = qd_visit_pairs_within(tree, REACH, (qd_query_filter){ 0 }, meet, birds);
        printf("tick %d: %d pairs are near;", tick, (int)cost.hits);
        for (size_t i = 0; i < BIRDS; i++) {
            birds[i].at.x += birds[i].pull.x;
            birds[i].at.y += birds[i].pull.y;
            birds[i].pull = (qd_vec2){ 0, 0 };
            qd_tree_move(tree, ids[i], (qd_box){ birds[i].at, birds[i].at });
            printf(" %.1f,%.1f", (double)birds[i].at.x, (double)birds[i].at.y);
        }
        printf("\n");
    }
    qd_tree_destroy(tree);
}

// Output:
// tick 1: 4 pairs are near; 0.2,0.0 1.8,0.2 2.0,1.8 9.0,8.8 9.0,7.7 20.0,0.0
// tick 2: 4 pairs are near; 0.5,0.1 1.7,0.3 1.9,1.5 9.0,8.6 9.0,7.9 20.0,0.0
// tick 3: 4 pairs are near; 0.7,0.3 1.5,0.5 1.7,1.3 9.0,8.5 9.0,8.0 20.0,0.0
