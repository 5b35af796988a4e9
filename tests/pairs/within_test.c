// Every pair within a distance, as brute force in double finds them.
#include "crowd.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

static const float distances[] = { 0,     FLT_TRUE_MIN, 0x1p-23f,        0.5f,    1, 1.5f, 7, 30, 1e10f, 1e20f,
                                   1e38f, FLT_MAX,      0x1.fffffcp127f, INFINITY };
enum { DISTANCES = sizeof distances / sizeof *distances };

static void of_every_kind(void **state)
{
    (void)state;
    for (int kind = 0; kind < CROWDS; kind++) {
        for (int open = 0; open < 2; open++) {
            const qd_tree_def def = { .edges = open ? QD_EDGES_OPEN : QD_EDGES_CLOSED, .leaf_capacity = 9 };
            struct crowd crowd;
            crowd_open(&crowd, (enum crowd_kind)kind, &def, 250, (uint64_t)kind + 1, open);
            for (int i = 0; i < DISTANCES; i++)
                crowd_expect(&crowd, compare_pairs_within(&crowd.compare, distances[i], everyone, SIZE_MAX));
            const qd_query_filter some = { 3, 0, { 7, 1 } };
            crowd_expect(&crowd, compare_pairs_within(&crowd.compare, 2, some, SIZE_MAX));
            crowd_close(&crowd);
        }
    }
}

static void many(void **state)
{
    (void)state;
    struct crowd crowd;
    crowd_open(&crowd, SIZES, NULL, 5000, 9, false);
    for (size_t limit = 1; limit < 20000; limit = limit * 12 + 1)
        crowd_expect(&crowd, compare_pairs_within(&crowd.compare, 0.7f, everyone, limit));
    crowd_expect(&crowd, compare_pairs_within(&crowd.compare, 0.1f, everyone, SIZE_MAX));
    crowd_expect(&crowd, compare_pairs_within(&crowd.compare, 5, everyone, SIZE_MAX));
    crowd_close(&crowd);
}

static bool no_pairs(void *context, const qd_near_pair *pairs, size_t count)
{
    (void)context;
    (void)pairs;
    (void)count;
    fail_msg("a pair");
    return false;
}

static void distances_that_find_nothing(void **state)
{
    (void)state;
    static const float bad[] = { NAN, -1, -INFINITY, -FLT_TRUE_MIN };
    struct crowd crowd;
    crowd_open(&crowd, ONE_PLACE, NULL, 100, 1, false);
    for (int i = 0; i < 4; i++) {
        qd_cost cost = qd_visit_pairs_within(crowd.tree, bad[i], everyone, no_pairs, NULL);
        assert_int_equal(cost.hits + cost.nodes + cost.tests, 0);
    }
    crowd_close(&crowd);
    qd_tree *open = tree_with(QD_EDGES_OPEN, 0, 0);
    qd_tree_insert(open, item_at(box(0, 0, 2, 2)));
    qd_tree_insert(open, item_at(box(1, 1, 3, 3)));
    assert_int_equal(qd_visit_pairs_within(open, 0, everyone, no_pairs, NULL).hits, 0);
    qd_tree_destroy(open);
}

static bool add_pair(void *list, const qd_near_pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_true(pairs[i].distance == 0);
        pair_list_add(list, &pairs[i].pair, 1);
    }
    return true;
}

static int by_slots(const void *left, const void *right)
{
    const qd_pair *a = left, *b = right;
    if (a->a.id.slot != b->a.id.slot)
        return a->a.id.slot < b->a.id.slot ? -1 : 1;
    return a->b.id.slot < b->b.id.slot ? -1 : a->b.id.slot > b->b.id.slot;
}

// With closed edges those within 0 are the pairs.
static void zero_is_touching(void **state)
{
    (void)state;
    for (int kind = 0; kind < CROWDS; kind++) {
        struct crowd crowd;
        pair_list near = { 0 };
        crowd_open(&crowd, (enum crowd_kind)kind, NULL, 400, 12, true);
        qd_visit_pairs_within(crowd.tree, 0, everyone, add_pair, &near);
        pair_list pairs = pairs_of(crowd.tree);
        qsort(near.at, near.count, sizeof *near.at, by_slots);
        assert_int_equal(near.count, pairs.count);
        assert_memory_equal(near.at, pairs.at, pairs.count * sizeof *pairs.at);
        pair_list_free(&near);
        pair_list_free(&pairs);
        crowd_close(&crowd);
    }
}

struct measured {
    float distance;
    size_t count;
};

static bool measure(void *context, const qd_near_pair *pairs, size_t count)
{
    struct measured *measured = context;
    measured->distance = pairs[0].distance;
    measured->count += count;
    return true;
}

// Two points a distance apart are within that, and not within the next smaller float; whatever the direction.
static void the_last_bit_counts(void **state)
{
    (void)state;
    struct prng random = { 4 };
    for (int i = 0; i < 3000; i++) {
        float x = prng_between(&random, -1000, 1000), y = prng_between(&random, -1, 1);
        float dx = ldexpf(3, (int)prng_below(&random, 60) - 40), dy = ldexpf(4, (int)prng_below(&random, 60) - 40);
        if (i % 2) {
            dx = ldexpf(3, i % 40);
            dy = ldexpf(4, i % 40); // 3, 4, 5
            x = y = 0;
        }
        qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
        qd_tree_insert(tree, item_at(point_at(x, y)));
        qd_tree_insert(tree, item_at(point_at(x + dx, y + dy)));
        struct measured all = { 0, 0 };
        qd_visit_pairs_within(tree, INFINITY, everyone, measure, &all);
        assert_int_equal(all.count, 1);
        struct measured at = { 0, 0 }, above = { 0, 0 }, below = { 0, 0 };
        qd_visit_pairs_within(tree, nextafterf(all.distance, INFINITY), everyone, measure, &above);
        assert_int_equal(above.count, 1);
        qd_visit_pairs_within(tree, nextafterf(all.distance, -1), everyone, measure, &below);
        assert_int_equal(below.count, 0);
        qd_visit_pairs_within(tree, all.distance, everyone, measure, &at);
        if (i % 2)
            assert_int_equal(at.count, 1); // exactly five units of length
        qd_tree_destroy(tree);
    }
}

// The work follows the pairs, not all there is.
static void costs_what_is_near(void **state)
{
    (void)state;
    uint64_t costs[2];
    for (int large = 0; large < 2; large++) {
        float side = large ? 400 : 100;
        struct flock flock = flock_of_squares(large ? 32000 : 2000, box(0, 0, side, side), 0.5f, 3);
        qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
        flock_insert_many(&flock, tree);
        struct measured all = { 0, 0 };
        qd_cost cost = qd_visit_pairs_within(tree, 2, everyone, measure, &all);
        costs[large] = cost.nodes + cost.tests;
        qd_tree_destroy(tree);
        flock_free(&flock);
    }
    assert_true(costs[1] < 16 * 2 * costs[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_every_kind),
        cmocka_unit_test(many),
        cmocka_unit_test(distances_that_find_nothing),
        cmocka_unit_test(zero_is_touching),
        cmocka_unit_test(the_last_bit_counts),
        cmocka_unit_test(costs_what_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
