// Pairs of two trees of any precision, origin, world and edges, overlapping or within a distance, with filters and with
// an item that is ignored: as brute force finds them.
#include "all.h"
#include "crowd.h"
#include <float.h>
#include <math.h>

enum { WORLDS = 4 };

// Of doubles the world says the origin: its middle.
static qd_tree_def def_of(uint64_t seed)
{
    static const qd_box worlds[WORLDS] = { { { 0, 0 }, { 0, 0 } },
                                           { { -3, 5 }, { 1e9, 1e9 } },
                                           { { -0x1p60, -1 }, { 1, 1 } },
                                           { { 0.1, 0.1 }, { 0.7, 0.7 } } };
    const qd_tree_def def = { .precision = seed & 1 ? QD_DOUBLE : QD_FLOAT,
                              .edges = (seed >> 1) % 3 == 0 ? QD_OPEN : QD_CLOSED,
                              .world = worlds[(seed >> 3) % WORLDS],
                              .leaf_capacity = 1 + (int)((seed >> 5) % 9) };
    return def;
}

static enum crowd_kind kind_of(const qd_tree_def *def, uint32_t number)
{
    return (enum crowd_kind)(number % (def->precision == QD_DOUBLE ? (uint32_t)DOUBLE_CROWDS : (uint32_t)CROWDS));
}

static double some_distance(struct prng *random)
{
    static const double distances[] = { 0,    0,     0x1p-30,     0x1p-20, 0.25,         1,       7, 1e9,
                                        1e38, 1e200, DBL_MAX / 2, DBL_MAX, DBL_TRUE_MIN, INFINITY };
    return distances[prng_below(random, sizeof distances / sizeof *distances)];
}

static qd_pair_query some_question(struct prng *random, const qd_tree *other)
{
    qd_pair_query query = { .other = other, .distance = some_distance(random) };
    if (prng_below(random, 3) == 0)
        query.filter.mask = prng_below(random, 16);
    if (prng_below(random, 3) == 0)
        query.filter.layers = prng_below(random, 16);
    if (prng_below(random, 2) == 0)
        query.ignore = (qd_id)1 << 32 | (1 + prng_below(random, 100));
    return query;
}

static void ask_some(struct crowd *crowd, struct crowd *other, struct prng *random)
{
    for (int i = 0; i < 6; i++) {
        const qd_pair_query query = some_question(random, other ? other->tree : NULL);
        const size_t limit = prng_below(random, 2) ? SIZE_MAX : 1 + prng_below(random, 600);
        crowd_expect(crowd, compare_pairs(&crowd->compare, &query, other ? other->oracle : NULL, limit));
    }
}

static void any_two_trees(void)
{
    struct prng random = { 8 };
    const uint64_t seeds = all_or(60, 30);
    for (uint64_t seed = 1; seed < seeds; seed++) {
        const qd_tree_def defs[] = { def_of(prng_next(&random)), def_of(prng_next(&random)) };
        struct crowd a, b;
        crowd_open(&a, kind_of(&defs[0], prng_below(&random, 99)), &defs[0], 40 + prng_below(&random, 150), seed,
                   seed % 3 == 0);
        crowd_open(&b, kind_of(&defs[1], prng_below(&random, 99)), &defs[1], 1 + prng_below(&random, 150), seed + 7,
                   seed % 5 == 0);
        ask_some(&a, &b, &random);
        ask_some(&b, &a, &random);
        ask_some(&a, &a, &random);
        ask_some(&b, NULL, &random);
        crowd_close(&a);
        crowd_close(&b);
    }
}

// The same items in two trees with origins far apart: rounded differently, they are where they are.
static void equal_items_about_different_origins(void)
{
    for (int kind = 0; kind < DOUBLE_CROWDS; kind++) {
        const qd_tree_def near = { .precision = QD_DOUBLE, .world = { { 0, 0 }, { 20, 20 } } },
                          far = { .precision = QD_DOUBLE, .world = { { 1e7, -1e9 }, { 3e7, 1e3 } } };
        struct crowd a, b;
        crowd_open(&a, (enum crowd_kind)kind, &near, 500, 5, false);
        crowd_open(&b, (enum crowd_kind)kind, &far, 500, 5, false);
        const qd_pair_query within = { 0 }, between = { .other = b.tree };
        crowd_expect(&a, compare_pairs(&a.compare, &between, b.oracle, 300));
        assert_int_equal(qd_tree_count_pairs(a.tree, &between), 2 * qd_tree_count_pairs(a.tree, &within) + 500);
        crowd_close(&a);
        crowd_close(&b);
    }
}

// A box of doubles that ends a step before a float does not touch what begins there; the float counts as it is stored.
static void floats_count_as_stored(void)
{
    const qd_tree_def floats = { .precision = QD_FLOAT }, doubles = { .precision = QD_DOUBLE };
    qd_tree *a = tree_of(&floats), *b = tree_of(&doubles);
    const double tenth = (double)0.1f; // above 0.1
    put(a, item_at(box(0.1, 0, 1, 1)));
    put(b, item_at(box(0, 0, nextafter(tenth, 0), 1)));
    put(b, item_at(box(0, 0, tenth, 1)));
    const qd_pair_query touching = { .other = b }, near = { .other = b, .distance = 1 };
    qd_pair pairs[2];
    double told[2];
    assert_int_equal(qd_tree_count_pairs(a, &touching), 1);
    assert_int_equal(qd_tree_find_pairs(a, &near, pairs, told, 2, NULL), 2);
    assert_true(told[0] + told[1] == tenth - nextafter(tenth, 0));
    // The distance of a question is not rounded either.
    const qd_pair_query exact = { .other = b, .distance = tenth - nextafter(tenth, 0) },
                        less = { .other = b, .distance = nextafter(tenth - nextafter(tenth, 0), 0) };
    assert_int_equal(qd_tree_count_pairs(a, &exact), 2);
    assert_int_equal(qd_tree_count_pairs(a, &less), 1);
    qd_tree_destroy(a);
    qd_tree_destroy(b);
}

// Of two trees ids may be equal: the item to ignore is one of the first alone, unless both are the same tree.
static void the_ignored_item_is_of_the_first(void)
{
    qd_tree *a = tree_with(QD_CLOSED, 0, 0), *b = tree_with(QD_CLOSED, 0, 0);
    const qd_item other = { .box = box(0, 0, 1, 1), .filter = { .layers = 2 } };
    const qd_id id = put(a, item_at(box(0, 0, 1, 1)));
    assert_true(put(b, other) == id);
    qd_pair_query query = { .other = b, .filter = { .mask = 1 }, .ignore = id };
    assert_int_equal(qd_tree_count_pairs(a, &query), 0); // neither: one is ignored, the other not of the layer
    query.filter.mask = 2;
    assert_int_equal(qd_tree_count_pairs(a, &query), 1);
    query.filter.mask = 0;
    assert_int_equal(qd_tree_count_pairs(a, &query), 1);
    query.other = a;
    assert_int_equal(qd_tree_count_pairs(a, &query), 0);
    qd_tree_destroy(a);
    qd_tree_destroy(b);
}

// Distances that no double can hold are told as the largest.
static void distances_do_not_overflow(void)
{
    const qd_tree_def def = { .precision = QD_DOUBLE };
    qd_tree *tree = tree_of(&def);
    put(tree, item_at(point_at(-DBL_MAX, -DBL_MAX)));
    put(tree, item_at(point_at(DBL_MAX, DBL_MAX)));
    put(tree, item_at(point_at(3e300, 4e300)));
    put(tree, item_at(point_at(0, 0)));
    const qd_pair_query all = { .distance = INFINITY }, most = { .distance = DBL_MAX }, less = { .distance = 5.5e300 };
    qd_pair pairs[6];
    double told[6];
    assert_int_equal(qd_tree_find_pairs(tree, &all, pairs, told, 6, NULL), 6);
    for (int i = 0; i < 6; i++)
        assert_true(told[i] == DBL_MAX || fabs(told[i] / 5e300 - 1) < 1e-15);
    assert_int_equal(qd_tree_count_pairs(tree, &most), 6);
    assert_int_equal(qd_tree_count_pairs(tree, &less), 1);
    qd_tree_destroy(tree);
}

tests_main(plain_test(any_two_trees), plain_test(equal_items_about_different_origins),
           plain_test(floats_count_as_stored), plain_test(the_ignored_item_is_of_the_first),
           plain_test(distances_do_not_overflow))
