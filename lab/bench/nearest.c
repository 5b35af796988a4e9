// What the nearest cost among doubles beside floats: the same scene in a tree of each, the same questions, alternating.
// The figures of docs/decisions/nearest-in-doubles.md.
//
//   usage: bench_nearest [ITEMS [ROUNDS [SCENE]]]     100000 items, 21 rounds, all scenes
//
// A row says nanoseconds a question, the median of the rounds, and the median of the rounds' ratios.
#include "beside.h"

#include <math.h>
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <string.h>

enum { QUESTIONS = 100000, SINGLE = 20000, MOST_NEAR = 8, MOST_ROUNDS = 101 };

// Items in a square of side 2 * sqrt(items), with its corner at `far` in the tree of doubles alone.
typedef struct scene {
    const char *name;
    double far;                                             // where the square begins
    void (*place)(uint64_t *random, double side, qd_box *); // an item's box, within [0, side)
} scene;

static double random_unit(uint64_t *random)
{
    uint64_t z = *random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static void place_box(uint64_t *random, double side, double width, qd_box *box)
{
    const double x = random_unit(random) * (side - width), y = random_unit(random) * (side - width);
    *box = qd_box_xywh(x, y, width, width);
}

static void place_point(uint64_t *random, double side, qd_box *box)
{
    place_box(random, side, 0, box);
}

static void place_even(uint64_t *random, double side, qd_box *box)
{
    place_box(random, side, 1, box);
}

// Sides from 1/16 to 16, small ones more often.
static void place_mixed(uint64_t *random, double side, qd_box *box)
{
    const double part = random_unit(random);
    place_box(random, side, exp2(8 * part * part - 4), box);
}

// Around 64 places, the closer the more.
static void place_clusters(uint64_t *random, double side, qd_box *box)
{
    uint64_t center = (uint64_t)(random_unit(random) * 64);
    const double radius = random_unit(random) * random_unit(random) * side / 16, angle = random_unit(random) * 6.28318;
    const double x = (random_unit(&center) * 0.875 + 0.0625) * side, y = (random_unit(&center) * 0.875 + 0.0625) * side;
    const qd_vec2 at = { x + radius * cos(angle), y + radius * sin(angle) };
    *box = (qd_box){ at, at };
}

static const scene scenes[] = { { "points", 0, place_point }, { "points-far", 1e9, place_point },
                                { "boxes", 0, place_even },   { "boxes-far", 1e9, place_even },
                                { "mixed", 0, place_mixed },  { "clusters", 0, place_clusters } };

// Floats first, then doubles.
typedef struct pair_of_trees {
    double far;
    qd_tree *trees[2];
    qd_vec2 *asked; // within the square
    float *asked_narrow;
    qd_vec2 *asked_wide;
    qd_id *ids;
    double *distances;
    double sums[2];
    uint64_t nodes[2], tests[2];
} pair_of_trees;

static void load(pair_of_trees *both, const scene *s, size_t count, double side)
{
    float *narrow = beside_need(malloc(count * 4 * sizeof *narrow));
    qd_box *wide = beside_need(malloc(count * sizeof *wide));
    uint64_t random = 1;
    for (size_t i = 0; i < count; i++) {
        qd_box box;
        s->place(&random, side, &box);
        const float sides[4] = { (float)box.min.x, (float)box.min.y, (float)box.max.x, (float)box.max.y };
        memcpy(narrow + 4 * i, sides, sizeof sides);
        wide[i] = (qd_box){ { box.min.x + s->far, box.min.y + s->far }, { box.max.x + s->far, box.max.y + s->far } };
    }
    for (int which = 0; which < 2; which++) {
        const qd_items items = { .boxes = which == 0 ? qd_boxes_float(narrow) : qd_boxes_double(wide) };
        both->trees[which] = beside_need(qd_tree_new(&(qd_tree_def){ .precision = (qd_precision)which }));
        if (qd_tree_insert_many(both->trees[which], &items, count, NULL, NULL) != QD_OK)
            exit(1);
    }
    for (size_t i = 0; i < QUESTIONS; i++) {
        const qd_vec2 at = { random_unit(&random) * side, random_unit(&random) * side };
        both->asked[i] = at;
        both->asked_narrow[2 * i] = (float)at.x;
        both->asked_narrow[2 * i + 1] = (float)at.y;
        both->asked_wide[i] = (qd_vec2){ at.x + s->far, at.y + s->far };
    }
    free(narrow);
    free(wide);
}

static void ask_at_once(pair_of_trees *both, int which, size_t k)
{
    const qd_ranked_queries queries = { .count = QUESTIONS,
                                        .like = qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), INFINITY),
                                        .boxes = which == 0 ? qd_points_float(both->asked_narrow)
                                                            : qd_points_double(both->asked_wide) };
    qd_cost cost = { 0, 0, 0 };
    const qd_ranked_rows rows = { .k = k, .ids = both->ids, .distances = both->distances, .cost = &cost };
    if (qd_tree_find_many_ranked(both->trees[which], &queries, &rows) != QD_OK)
        exit(1);
    both->nodes[which] = cost.nodes;
    both->tests[which] = cost.tests;
}

static void ask_singly(pair_of_trees *both, int which, size_t k)
{
    qd_hit hits[MOST_NEAR];
    for (size_t i = 0; i < SINGLE; i++) {
        const qd_vec2 at = which == 0 ? both->asked[i] : both->asked_wide[i];
        qd_tree_find_nearest(both->trees[which], at, INFINITY, hits, k);
        both->sums[which] += hits[0].distance;
    }
}

static void report(const char *name, pair_of_trees *both, size_t k, bool at_once, size_t rounds)
{
    double times[3][MOST_ROUNDS];
    for (size_t round = 0; round < rounds; round++) {
        for (int turn = 0; turn < 2; turn++) {
            const int which = turn ^ (int)(round & 1);
            const double start = beside_seconds();
            (at_once ? ask_at_once : ask_singly)(both, which, k);
            times[which][round] = (beside_seconds() - start) * 1e9 / (at_once ? QUESTIONS : SINGLE);
        }
        times[2][round] = times[1][round] / times[0][round];
    }
    printf("| %s | %zu | %s | %.0f | %.0f | %.2f |", name, k, at_once ? "at once" : "singly",
           beside_median(times[0], rounds), beside_median(times[1], rounds), beside_median(times[2], rounds));
    if (at_once)
        printf(" %.2f, %.2f | %.0f, %.0f |", (double)both->nodes[0] / QUESTIONS, (double)both->nodes[1] / QUESTIONS,
               (double)both->tests[0] / QUESTIONS, (double)both->tests[1] / QUESTIONS);
    else
        printf(" | |");
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const size_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    size_t rounds = argc > 2 ? strtoull(argv[2], NULL, 10) : 21;
    rounds = rounds < 1 ? 1 : rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
    pair_of_trees both = { .asked = beside_need(malloc(QUESTIONS * sizeof(qd_vec2))),
                           .asked_narrow = beside_need(malloc((size_t)QUESTIONS * 2 * sizeof(float))),
                           .asked_wide = beside_need(malloc(QUESTIONS * sizeof(qd_vec2))),
                           .ids = beside_need(malloc((size_t)QUESTIONS * MOST_NEAR * sizeof(qd_id))),
                           .distances = beside_need(malloc((size_t)QUESTIONS * MOST_NEAR * sizeof(double))) };
    printf("| %zu | k | asked | floats, ns | doubles, ns | ratio | nodes | tests |\n", count);
    printf("| --- | --: | --- | --: | --: | --: | --: | --: |\n");
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        if (argc > 3 && strcmp(argv[3], scenes[i].name) != 0)
            continue;
        load(&both, &scenes[i], count, 2 * sqrt((double)count));
        for (size_t k = 1; k <= MOST_NEAR; k *= MOST_NEAR) {
            report(scenes[i].name, &both, k, true, rounds);
            report(scenes[i].name, &both, k, false, rounds);
        }
        qd_tree_destroy(both.trees[0]);
        qd_tree_destroy(both.trees[1]);
    }
    void *const all[] = { both.asked, both.asked_narrow, both.asked_wide, both.ids, both.distances };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}
