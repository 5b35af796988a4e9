// Totals of a box are those of brute force, after any change: what comes, goes, moves, changes its value; splits,
// merges, refits, rebuilds.
#include "crowd.h"
#include <float.h>
#include <math.h>
#include <quadrille/totals.h>
#include <stdlib.h>

enum { MOST = 400 };

struct play {
    struct crowd crowd;
    enum crowd_kind kind;
    struct prng random;
    bool filters;
};

static int64_t some_value(struct prng *random)
{
    static const int64_t ends[] = { INT64_MAX, INT64_MIN, 0, -1, 1, INT64_MAX - 1 };
    uint32_t choice = prng_below(random, 40);
    return choice < 6 ? ends[choice] : (int64_t)prng_below(random, 9) - 4;
}

static qd_id some_id(struct play *play)
{
    const struct oracle *oracle = &play->crowd.oracle;
    const qd_id null = { 0, 0 };
    return oracle->count ? oracle->entries[prng_below(&play->random, (uint32_t)oracle->count)].id : null;
}

static void insert(struct play *play)
{
    qd_item item = { crowd_box(play->kind, &play->random), 3, { 0, 0 } };
    if (play->filters)
        item.filter = (qd_filter){ 1u << prng_below(&play->random, 3), prng_below(&play->random, 8) };
    oracle_insert(&play->crowd.oracle, item, qd_tree_insert(play->crowd.tree, item));
}

static void insert_many(struct play *play, size_t count)
{
    qd_item items[MOST] = { 0 };
    qd_id ids[MOST];
    size_t bad = 0;
    for (size_t i = 0; i < count; i++)
        items[i].box = crowd_box(play->kind, &play->random);
    assert_int_equal(qd_tree_insert_many(play->crowd.tree, items, count, ids, NULL), QD_OK);
    oracle_insert_many(&play->crowd.oracle, items, count, ids, &bad);
}

static void move_all(struct play *play)
{
    struct oracle *oracle = &play->crowd.oracle;
    qd_id ids[4 * MOST];
    qd_box boxes[4 * MOST];
    size_t count = 0, bad = 0;
    for (; count < oracle->count && count < 4 * MOST; count++) {
        ids[count] = oracle->entries[count].id;
        boxes[count] = crowd_box(play->kind, &play->random);
    }
    qd_tree_move_many(play->crowd.tree, ids, boxes, count, NULL);
    oracle_move_many(oracle, ids, boxes, count, &bad);
}

static void change(struct play *play)
{
    struct oracle *oracle = &play->crowd.oracle;
    qd_tree *tree = play->crowd.tree;
    qd_id id = some_id(play);
    uint32_t choice = prng_below(&play->random, 100);
    if (choice < 25 && oracle->count < MOST)
        insert(play);
    else if (choice < 45)
        assert_int_equal(qd_tree_remove(tree, id), oracle_remove(oracle, id));
    else if (choice < 70) {
        int64_t value = some_value(&play->random);
        assert_int_equal(qd_tree_set_value(tree, id, value), oracle_set_value(oracle, id, value));
    } else if (choice < 95) {
        qd_box to = crowd_box(play->kind, &play->random);
        assert_int_equal(qd_tree_move(tree, id, to), oracle_move(oracle, id, to));
    } else if (choice == 95)
        insert_many(play, prng_below(&play->random, MOST));
    else if (choice == 96)
        move_all(play);
    else if (choice == 97)
        assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    else if (choice == 98 && prng_below(&play->random, 8) == 0) {
        qd_tree_clear(tree);
        oracle_clear(oracle);
    }
}

static void look(struct play *play)
{
    struct compare *compare = &play->crowd.compare;
    qd_box window = crowd_box(play->kind, &play->random);
    window.max.x = fmaxf(window.max.x, crowd_box(play->kind, &play->random).max.x);
    window.max.y = fmaxf(window.max.y, crowd_box(play->kind, &play->random).max.y);
    const qd_query_filter some = { 1u << prng_below(&play->random, 3), prng_below(&play->random, 4), some_id(play) };
    float size = prng_below(&play->random, 8) ? prng_between(&play->random, 0, 30) : INFINITY;
    crowd_expect(&play->crowd, compare_total(compare, everywhere, everyone));
    crowd_expect(&play->crowd, compare_total(compare, window, everyone));
    crowd_expect(&play->crowd, compare_total(compare, window, some));
    crowd_expect(&play->crowd, compare_detail(compare, window, size, everyone, SIZE_MAX));
    crowd_expect(&play->crowd, compare_detail(compare, everywhere, size, some, SIZE_MAX));
    crowd_expect(&play->crowd, compare_value(compare, some_id(play)));
}

static void play(enum crowd_kind kind, const qd_tree_def *def, uint64_t seed)
{
    struct play *play = need(1, sizeof *play);
    play->kind = kind;
    play->random.state = seed;
    play->filters = seed % 3 == 0;
    crowd_open(&play->crowd, kind, def, seed % 2 ? 150 : 0, seed, play->filters);
    play->crowd.oracle.totals = def->totals;
    for (int step = 0; step < 1500; step++) {
        change(play);
        assert_null(play->crowd.oracle.complaint);
        if (step % 7 == 0)
            look(play);
        if (step % 16 == 0)
            assert_true(qd_tree_check(play->crowd.tree));
    }
    crowd_close(&play->crowd);
    free(play);
}

static void after_any_change(void **state)
{
    (void)state;
    for (int kind = 0; kind < CROWDS; kind++) {
        for (int i = 0; i < 4; i++) {
            const qd_tree_def def = { .totals = i < 3,
                                      .edges = i == 1 ? QD_EDGES_OPEN : QD_EDGES_CLOSED,
                                      .leaf_capacity = i == 0 ? 0 : 4 * i,
                                      .max_depth = i == 2 ? 5 : 0 };
            play((enum crowd_kind)kind, &def, 10 * (uint64_t)kind + (uint64_t)i + 1);
        }
    }
}

static void sums_that_overflow_come_back(void **state)
{
    (void)state;
    qd_tree *tree = qd_tree_create(&(qd_tree_def){ .totals = true });
    qd_id ids[3];
    for (int i = 0; i < 3; i++) {
        ids[i] = qd_tree_insert(tree, item_at(point_at(1, 1)));
        assert_int_equal(qd_tree_set_value(tree, ids[i], INT64_MAX), QD_OK);
    }
    qd_tree_remove(tree, ids[1]);
    qd_tree_remove(tree, ids[0]);
    qd_total total = qd_total_box(tree, everywhere, everyone, NULL);
    assert_true(total.sum == INT64_MAX && total.count == 1 && total.least == INT64_MAX);
    qd_tree_destroy(tree);
}

static void what_finds_nothing(void **state)
{
    (void)state;
    const qd_box windows[] = { box(NAN, 0, 1, 1), box(1, 0, 0, 1), box(0, 0, 1, NAN), box(50, 50, 60, 60) };
    qd_tree *tree = qd_tree_create(&(qd_tree_def){ .totals = true });
    qd_tree_insert(tree, item_at(box(0, 0, 1, 1)));
    for (int i = 0; i < 4; i++) {
        qd_total total = qd_total_box(tree, windows[i], everyone, NULL);
        assert_true(total.count == 0 && total.sum == 0 && total.least == INT64_MAX && total.greatest == INT64_MIN);
        assert_int_equal(qd_visit_detail(tree, windows[i], 1, everyone, NULL, NULL).hits, 0);
    }
    qd_tree_destroy(tree);
}

static void who_has_a_value(void **state)
{
    (void)state;
    for (int totals = 0; totals < 2; totals++) {
        qd_tree *tree = qd_tree_create(&(qd_tree_def){ .totals = totals });
        qd_id id = qd_tree_insert(tree, item_at(point_at(1, 1))), stale = { 9, 1 };
        int64_t value = 7;
        assert_int_equal(qd_tree_set_value(tree, stale, 5), QD_STALE_ID);
        assert_false(qd_tree_get_value(tree, stale, &value));
        assert_int_equal(qd_tree_set_value(tree, id, 5), totals ? QD_OK : QD_BAD_VALUE);
        assert_int_equal(qd_tree_get_value(tree, id, &value), totals);
        assert_int_equal(value, totals ? 5 : 7);
        assert_int_equal(qd_total_box(tree, everywhere, everyone, NULL).sum, totals ? 5 : 0);
        qd_tree_remove(tree, id);
        assert_int_equal(qd_tree_insert(tree, item_at(point_at(1, 1))).slot, id.slot);
        assert_int_equal(qd_total_box(tree, everywhere, everyone, NULL).sum, 0);
        qd_tree_destroy(tree);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_any_change),
        cmocka_unit_test(sums_that_overflow_come_back),
        cmocka_unit_test(what_finds_nothing),
        cmocka_unit_test(who_has_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
