// Every pair within a distance, as brute force finds them.
#include "all.h"
#include "crowd.h"
#include "workers.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

static const double distances[] = { 0,    FLT_TRUE_MIN, 0x1p-23,        0.5,     1, 1.5, 7, 30, 1e10, 1e20,
                                    1e38, FLT_MAX,      0x1.fffffcp127, INFINITY };
enum { DISTANCES = sizeof distances / sizeof *distances };

static void expect_within(struct crowd *crowd, qd_pair_query query, size_t limit)
{
    crowd_expect(crowd, compare_pairs(&crowd->compare, &query, NULL, limit));
}

static void expect_all_distances(enum crowd_kind kind, const qd_tree_def *def, bool filters)
{
    struct crowd crowd;
    crowd_open(&crowd, kind, def, all_or(250, 150), (uint64_t)kind + 1, filters);
    for (int i = 0; i < DISTANCES; i++)
        expect_within(&crowd, (qd_pair_query){ .distance = distances[i] }, 500);
    for (int i = 0; i < 4; i++)
        expect_within(&crowd, (qd_pair_query){ .distance = ldexp(1, i * 500 - 1000) }, 500);
    expect_within(&crowd, (qd_pair_query){ .distance = DBL_MAX }, 500);
    const qd_id seventh = (qd_id)1 << 32 | 7;
    expect_within(&crowd, (qd_pair_query){ .distance = 2, .filter = { .mask = 3 }, .ignore = seventh }, 500);
    crowd_close(&crowd);
}

static void of_every_kind(void)
{
    for (int kind = 0; kind < CROWDS; kind++) {
        for (int open = 0; open < 2; open++) {
            const qd_tree_def def = { .edges = open ? QD_OPEN : QD_CLOSED, .leaf_capacity = 9 };
            expect_all_distances((enum crowd_kind)kind, &def, open);
        }
    }
}

static void of_doubles_that_no_float_can_be(void)
{
    for (int kind = CROWDS; kind < DOUBLE_CROWDS; kind++) {
        for (int open = 0; open < 2; open++) {
            const qd_tree_def def = { .precision = QD_DOUBLE, .edges = open ? QD_OPEN : QD_CLOSED, .leaf_capacity = 9 };
            expect_all_distances((enum crowd_kind)kind, &def, open);
        }
    }
}

static void many(void)
{
    struct crowd crowd;
    crowd_open(&crowd, SIZES, NULL, 5000, 9, false);
    const qd_pair_query near = { .distance = 0.7 };
    expect_within(&crowd, near, 1);
    for (size_t limit = 13; limit < 20000; limit = limit * 12 + 1)
        crowd_expect(&crowd, compare_pairs_again(&crowd.compare, &near, limit));
    expect_within(&crowd, (qd_pair_query){ .distance = 0.1 }, SIZE_MAX);
    expect_within(&crowd, (qd_pair_query){ .distance = 5 }, SIZE_MAX);
    crowd_close(&crowd);
}

static qd_flow no_pairs(void *context, const qd_pair *pairs, const double *told, size_t count)
{
    (void)context;
    (void)pairs;
    (void)told;
    (void)count;
    fail_msg("a pair");
    return QD_STOP;
}

static void distances_that_find_nothing(void)
{
    static const double bad[] = { NAN, -1, -INFINITY, -FLT_TRUE_MIN };
    struct crowd crowd;
    crowd_open(&crowd, ONE_PLACE, NULL, 100, 1, false);
    for (int i = 0; i < 4; i++) {
        const qd_pair_query query = { .distance = bad[i] };
        qd_cost cost = { 1, 1, 1 };
        size_t total = 1;
        qd_pair pair;
        qd_tree_visit_pairs(crowd.tree, &query, no_pairs, NULL, &cost);
        assert_int_equal(cost.hits + cost.nodes + cost.tests, 0);
        assert_int_equal(qd_tree_count_pairs(crowd.tree, &query), 0);
        assert_int_equal(qd_tree_find_pairs(crowd.tree, &query, &pair, NULL, 1, &total), 0);
        assert_int_equal(total, 0);
    }
    crowd_close(&crowd);
}

// What overlaps is 0 away; with open edges, what only touches is too, and nearer than the smallest distance there is.
static void touching_is_near(void)
{
    for (int open = 0; open < 2; open++) {
        qd_tree *tree = tree_with(open ? QD_OPEN : QD_CLOSED, 0, 0);
        const qd_pair_query tiny = { .distance = FLT_TRUE_MIN };
        qd_pair pairs[3];
        double told[3] = { 9, 9, 9 };
        put(tree, item_at(box(0, 0, 2, 2)));
        put(tree, item_at(box(1, 1, 3, 3)));
        put(tree, item_at(box(3, 0, 4, 4)));
        assert_int_equal(qd_tree_count_pairs(tree, NULL), open ? 1 : 2);
        assert_int_equal(qd_tree_find_pairs(tree, &tiny, pairs, told, 3, NULL), 2);
        assert_true(told[0] == 0 && told[1] == 0 && told[2] == 9);
        qd_tree_destroy(tree);
    }
}

struct measured {
    double distance;
    size_t count;
};

static qd_flow measure(void *context, const qd_pair *pairs, const double *told, size_t count)
{
    (void)pairs;
    struct measured *measured = context;
    measured->distance = told ? told[0] : 0;
    measured->count += count;
    return QD_CONTINUE;
}

static struct measured measured_within(const qd_tree *tree, double distance)
{
    struct measured measured = { 0, 0 };
    const qd_pair_query query = { .distance = distance };
    qd_tree_visit_pairs(tree, &query, measure, &measured, NULL);
    return measured;
}

static double step_of(double from, double to)
{
    return trees_precision() == QD_DOUBLE ? nextafter(from, to) : (double)nextafterf((float)from, (float)to);
}

// Two points a distance apart are within that, and not within the next smaller number; whatever the direction.
static void the_last_bit_counts(void)
{
    struct prng random = { 4 };
    for (int i = 0; i < 3000; i++) {
        double x = prng_between(&random, -1000, 1000), y = prng_between(&random, -1, 1);
        double dx = ldexp(3, (int)prng_below(&random, 60) - 40), dy = ldexp(4, (int)prng_below(&random, 60) - 40);
        if (i % 2) {
            dx = ldexp(3, i % 40);
            dy = ldexp(4, i % 40); // 3, 4, 5
            x = y = 0;
        }
        qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
        put(tree, item_at(point_at(x, y)));
        put(tree, item_at(point_at((float)(x + dx), (float)(y + dy))));
        const struct measured all = measured_within(tree, INFINITY);
        assert_int_equal(all.count, 1);
        assert_int_equal(measured_within(tree, step_of(all.distance, INFINITY)).count, 1);
        assert_int_equal(measured_within(tree, step_of(all.distance, -1)).count, 0);
        if (i % 2 || trees_precision() == QD_DOUBLE)
            assert_int_equal(measured_within(tree, all.distance).count, 1); // exactly five units of length
        qd_tree_destroy(tree);
    }
}

// The work follows the pairs, not all there is.
static void costs_what_is_near(void)
{
    uint64_t costs[2];
    for (int large = 0; large < 2; large++) {
        double side = large ? 400 : 100;
        struct flock flock = flock_of_squares(large ? 32000 : 2000, box(0, 0, side, side), 0.5, 3);
        qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
        flock_insert_many(&flock, tree);
        const qd_pair_query query = { .distance = 2 };
        qd_cost cost;
        qd_tree_visit_pairs(tree, &query, count_pairs, &(struct counter){ 0, 0 }, &cost);
        costs[large] = cost.nodes + cost.tests;
        flock_end(&flock, tree);
    }
    assert_true(costs[1] < 16 * 2 * costs[0]);
}

// Not even with items that reach beyond all floats: their node makes no pair with that of the world, which holds none.
static void nothing_is_near_nothing(void)
{
    uint64_t nodes[2];
    for (int beyond = 0; beyond < 2; beyond++) {
        const double far = beyond ? 1e300 : 1e30;
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = QD_DOUBLE, .world = box(-1, -1, 1, 1) });
        put(tree, item_at(box(-far, -far, far, far)));
        put(tree, item_at(box(-far, -far, far, far / 2)));
        const qd_pair_query query = { .distance = 2 };
        struct counter counted = { 0, 0 };
        qd_cost cost;
        qd_tree_visit_pairs(tree, &query, count_pairs, &counted, &cost);
        assert_int_equal(counted.results, 1);
        nodes[beyond] = cost.nodes;
        qd_tree_destroy(tree);
    }
    assert_int_equal(nodes[1], nodes[0]);
}

tests_main(plain_test(of_every_kind), plain_test(of_doubles_that_no_float_can_be), plain_test(many),
           plain_test(distances_that_find_nothing), plain_test(touching_is_near), plain_test(the_last_bit_counts),
           plain_test(costs_what_is_near), plain_test(nothing_is_near_nothing))
