// Every pair of an item of one tree and an item of another, as brute force finds them: whatever the worlds, the depths,
// the edges and the filters of the two, and whichever is the larger.
#include "crowd.h"
#include <stdlib.h>

static void expect_join(struct crowd *a, struct crowd *b, size_t limit)
{
    const qd_pair_query with_b = { .other = b->tree }, with_a = { .other = a->tree };
    crowd_expect(a, compare_pairs(&a->compare, &with_b, b->oracle, limit));
    crowd_expect(b, compare_pairs(&b->compare, &with_a, a->oracle, limit));
}

// With each of these limits, and without one.
static void expect_joins(struct crowd *a, struct crowd *b, const size_t *limits, size_t count)
{
    const qd_pair_query with_b = { .other = b->tree }, with_a = { .other = a->tree };
    expect_join(a, b, SIZE_MAX);
    for (size_t i = 0; i < count; i++) {
        crowd_expect(a, compare_pairs_again(&a->compare, &with_b, limits[i]));
        crowd_expect(b, compare_pairs_again(&b->compare, &with_a, limits[i]));
    }
}

static void of_every_kind(void)
{
    const qd_tree_def defs[] = {
        { .edges = QD_CLOSED },
        { .world = { { -1, -1 }, { 9, 9 } }, .leaf_capacity = 3 },
        { .world = { { 40, 30 }, { 5000, 800 } }, .leaf_capacity = 1, .max_depth = 4, .edges = QD_OPEN },
    };
    uint64_t seed = 1;
    for (int one = 0; one < CROWDS; one++) {
        for (int other = 0; other < CROWDS; other++) {
            struct crowd a, b;
            crowd_open(&a, (enum crowd_kind)one, &defs[seed % 3], 300, seed, seed % 4 == 1);
            seed++;
            crowd_open(&b, (enum crowd_kind)other, &defs[seed / 3 % 3], 20 + 50 * (size_t)(seed % 7), seed,
                       seed % 8 == 2);
            seed++;
            expect_join(&a, &b, SIZE_MAX);
            crowd_close(&a);
            crowd_close(&b);
        }
    }
}

static void many(void)
{
    static const size_t limits[] = { 1, 10, 91, 820, 7381 };
    const qd_tree_def shallow = { .world = { { 0, 0 }, { 100, 100 } }, .max_depth = 3 };
    for (int filters = 0; filters < 2; filters++) {
        struct crowd a, b;
        crowd_open(&a, SIZES, NULL, 6000, 5, filters);
        crowd_open(&b, UNIFORM, &shallow, 2000, 6, filters);
        expect_joins(&a, &b, limits, sizeof limits / sizeof *limits);
        expect_join(&a, &a, SIZE_MAX);
        crowd_close(&a);
        crowd_close(&b);
    }
}

static qd_flow count_each(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    size_t *counts = context; // of pairs of an item with itself, and of others
    assert_null(distances);
    for (size_t i = 0; i < count; i++)
        counts[pairs[i].a.id != pairs[i].b.id]++;
    return QD_CONTINUE;
}

static void with_itself(void)
{
    for (int kind = 0; kind < CROWDS; kind++) {
        struct crowd crowd;
        size_t counts[2] = { 0, 0 };
        crowd_open(&crowd, (enum crowd_kind)kind, NULL, 700, 77, false);
        const qd_pair_query query = { .other = crowd.tree };
        qd_tree_visit_pairs(crowd.tree, &query, count_each, counts, NULL);
        assert_int_equal(counts[0], 700);
        assert_int_equal(counts[1], 2 * qd_tree_count_pairs(crowd.tree, NULL));
        crowd_close(&crowd);
    }
}

static void edges_of_both(void)
{
    for (int open_a = 0; open_a < 2; open_a++) {
        for (int open_b = 0; open_b < 2; open_b++) {
            qd_tree *a = tree_with(open_a ? QD_OPEN : QD_CLOSED, 0, 0),
                    *b = tree_with(open_b ? QD_OPEN : QD_CLOSED, 0, 0);
            put(a, item_at(box(0, 0, 1, 1)));
            put(b, item_at(box(1, 0, 2, 1)));
            put(b, item_at(box(0.5, 0, 2, 1)));
            const qd_pair_query query = { .other = b };
            assert_int_equal(qd_tree_count_pairs(a, &query), open_a || open_b ? 1 : 2);
            qd_tree_destroy(a);
            qd_tree_destroy(b);
        }
    }
}

static void nothing_to_join(void)
{
    struct crowd crowd;
    crowd_open(&crowd, EXTREMES, NULL, 100, 3, false);
    qd_tree *empty = tree_with(QD_CLOSED, 0, 0);
    const qd_pair_query with_empty = { .other = empty }, with_crowd = { .other = crowd.tree };
    assert_int_equal(qd_tree_count_pairs(crowd.tree, &with_empty), 0);
    assert_int_equal(qd_tree_count_pairs(empty, &with_crowd), 0);
    assert_int_equal(qd_tree_count_pairs(empty, &with_empty), 0);
    qd_tree_destroy(empty);
    crowd_close(&crowd);
}

// The work follows what the two have in common: a hundred boxes against a million's worth of level cost no more than
// against the part of it where they are.
static void costs_what_they_share(void)
{
    struct flock few = flock_of_squares(100, box(0, 0, 50, 50), 1, 1);
    qd_tree *moving = tree_with(QD_CLOSED, 0, 0);
    flock_insert_many(&few, moving);
    uint64_t costs[2];
    for (int large = 0; large < 2; large++) {
        double side = large ? 1000 : 125; // of equal density
        struct flock level = flock_of_squares(large ? 64000 : 1000, box(0, 0, side, side), 2, 2);
        qd_tree *still = tree_with(QD_CLOSED, 0, 0);
        flock_insert_many(&level, still);
        const qd_pair_query query = { .other = moving };
        qd_cost cost;
        qd_tree_visit_pairs(still, &query, count_each, (size_t[2]){ 0, 0 }, &cost);
        costs[large] = cost.nodes + cost.tests;
        flock_end(&level, still);
    }
    assert_true(costs[1] < 4 * costs[0]);
    flock_end(&few, moving);
}

static qd_flow insert_one(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)pairs;
    (void)distances;
    (void)count;
    put(context, item_at(point_at(1, 1)));
    return QD_CONTINUE;
}

static void change_other(void *context)
{
    struct crowd *pair = context;
    const qd_pair_query query = { .other = pair[1].tree };
    qd_cost cost;
    qd_tree_visit_pairs(pair[0].tree, &query, insert_one, pair[1].tree, &cost);
    assert_true(cost.hits < 400); // where nothing asserts, the search is over after the first batch
}

static void a_visitor_that_changes_the_second_tree(void)
{
    struct crowd pair[2];
    crowd_open(&pair[0], ONE_PLACE, NULL, 100, 3, false);
    crowd_open(&pair[1], ONE_PLACE, NULL, 100, 4, false);
#ifdef NDEBUG
    change_other(pair);
#else
    assert_true(aborts(change_other, pair));
#endif
    crowd_close(&pair[0]);
    crowd_close(&pair[1]);
}

tests_main(plain_test(of_every_kind), plain_test(many), plain_test(with_itself), plain_test(edges_of_both),
           plain_test(nothing_to_join), plain_test(costs_what_they_share),
           plain_test(a_visitor_that_changes_the_second_tree))
