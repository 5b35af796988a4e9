// Totals of a box are those of brute force, after any change: what comes, goes, moves, changes its value; splits,
// merges, refits, rebuilds.
#include "all.h"
#include "crowd.h"
#include "views.h"
#include <math.h>
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

// An id of a live item; 0 if there is none.
static qd_id some_id(struct play *play)
{
    qd_entry all[4 * MOST];
    const size_t count = qd_oracle_find(play->crowd.oracle, NULL, all, 4 * MOST, NULL);
    return count ? all[prng_below(&play->random, (uint32_t)count)].id : 0;
}

static void insert(struct play *play)
{
    qd_item item = { .box = crowd_box(play->kind, &play->random), .user = 3, .value = some_value(&play->random) };
    qd_id id;
    if (play->filters)
        item.filter = (qd_filter){ 1u << prng_below(&play->random, 3), prng_below(&play->random, 8) };
    assert_int_equal(qd_tree_insert(play->crowd.tree, &item, &id), QD_OK);
    assert_int_equal(qd_oracle_insert_as(play->crowd.oracle, &item, id), QD_OK);
}

static void insert_many(struct play *play, size_t count)
{
    qd_item items[MOST] = { 0 };
    qd_id ids[MOST];
    for (size_t i = 0; i < count; i++) {
        items[i].box = crowd_box(play->kind, &play->random);
        items[i].value = some_value(&play->random);
    }
    assert_int_equal(insert_items(play->crowd.tree, items, count, ids, NULL), QD_OK);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(qd_oracle_insert_as(play->crowd.oracle, &items[i], ids[i]), QD_OK);
}

static void move_all(struct play *play)
{
    qd_entry all[4 * MOST];
    qd_id ids[4 * MOST];
    qd_box boxes[4 * MOST];
    const size_t count = qd_oracle_find(play->crowd.oracle, NULL, all, 4 * MOST, NULL);
    for (size_t i = 0; i < count; i++) {
        ids[i] = all[i].id;
        boxes[i] = crowd_box(play->kind, &play->random);
        assert_int_equal(qd_oracle_set_box(play->crowd.oracle, ids[i], &boxes[i]), QD_OK);
    }
    assert_int_equal(move_boxes(play->crowd.tree, ids, boxes, count, NULL), QD_OK);
}

static void change(struct play *play)
{
    qd_oracle *oracle = play->crowd.oracle;
    qd_tree *tree = play->crowd.tree;
    const qd_id id = some_id(play);
    const uint32_t choice = prng_below(&play->random, 100);
    if (choice < 25 && qd_oracle_count(oracle, NULL) < MOST)
        insert(play);
    else if (choice < 45)
        assert_int_equal(qd_tree_remove(tree, id), qd_oracle_remove(oracle, id));
    else if (choice < 70) {
        const int64_t value = some_value(&play->random);
        assert_int_equal(qd_tree_set_value(tree, id, value), qd_oracle_set_value(oracle, id, value));
    } else if (choice < 95) {
        const qd_box to = crowd_box(play->kind, &play->random);
        assert_int_equal(qd_tree_move(tree, id, to), qd_oracle_set_box(oracle, id, &to));
    } else if (choice == 95)
        insert_many(play, prng_below(&play->random, MOST));
    else if (choice == 96)
        move_all(play);
    else if (choice == 97)
        assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    else if (choice == 98 && prng_below(&play->random, 8) == 0) {
        assert_int_equal(qd_tree_clear(tree), QD_OK);
        qd_oracle_clear(oracle);
    }
}

static qd_box some_window(struct play *play)
{
    qd_box window = crowd_box(play->kind, &play->random);
    window.max.x = fmax(window.max.x, crowd_box(play->kind, &play->random).max.x);
    window.max.y = fmax(window.max.y, crowd_box(play->kind, &play->random).max.y);
    return window;
}

static void look(struct play *play)
{
    static const qd_relation relations[] = { QD_OVERLAPS, QD_OVERLAPS, QD_INSIDE, QD_CONTAINS };
    struct compare *compare = &play->crowd.compare;
    const double size = prng_below(&play->random, 8) ? prng_between(&play->random, 0, 30) : INFINITY;
    const qd_box window = some_window(play);
    const qd_filter filter = { 1u << prng_below(&play->random, 3), prng_below(&play->random, 4) };
    const qd_query all = { .filter = filter, .ignore = some_id(play) }, plain = query_box(window);
    const qd_query some = { qd_shape_box(window), QD_OVERLAPS, filter, some_id(play) };
    const qd_query related = query_of(qd_shape_box(window), relations[prng_below(&play->random, 4)]);
    const qd_query round = query_of(qd_shape_circle(window.min, size), QD_INSIDE);
    enum { QUERIES = 7 };
    const qd_query *queries[QUERIES] = { NULL, &everything, &all, &plain, &some, &related, &round };
    for (size_t i = 0; i < QUERIES; i++) {
        crowd_expect(&play->crowd, compare_total(compare, queries[i]));
        assert_int_equal(qd_tree_count(play->crowd.tree, queries[i]), compare->expected_count);
    }
    crowd_expect(&play->crowd, compare_details(compare, &plain, size, SIZE_MAX));
    crowd_expect(&play->crowd, compare_details(compare, &all, size, SIZE_MAX));
    crowd_expect(&play->crowd, compare_item(compare, some_id(play)));
}

static void play(enum crowd_kind kind, const qd_tree_def *def, uint64_t seed)
{
    struct play *play = need(1, sizeof *play);
    play->kind = kind;
    play->random.state = seed;
    play->filters = seed % 3 == 0;
    crowd_open(&play->crowd, kind, def, seed % 2 ? 150 : 0, seed, play->filters);
    const int steps = (int)all_or(1500, 500);
    for (int step = 0; step < steps; step++) {
        change(play);
        if (step % 7 == 0)
            look(play);
        if (step % 16 == 0)
            assert_true(qd_tree_check(play->crowd.tree));
    }
    crowd_close(&play->crowd);
    free(play);
}

static void after_any_change(void)
{
    for (int kind = 0; kind < DOUBLE_CROWDS; kind++) {
        for (int i = 0; i < 6; i++) {
            const qd_tree_def def = { .precision = i >= 3 || kind >= CROWDS ? QD_DOUBLE : QD_FLOAT,
                                      .totals = i != 2,
                                      .edges = i % 3 == 1 ? QD_OPEN : QD_CLOSED,
                                      .leaf_capacity = i % 3 == 0 ? 0 : 4 * i,
                                      .max_depth = i % 3 == 2 ? 5 : 0 };
            if (i >= 3 || kind < CROWDS)
                play((enum crowd_kind)kind, &def, 10 * (uint64_t)kind + (uint64_t)i + 1);
        }
    }
}

static qd_total total_of(const qd_tree *tree, qd_box window)
{
    const qd_query query = query_box(window);
    qd_total total;
    qd_tree_total(tree, &query, &total, NULL);
    return total;
}

static void sums_that_overflow_come_back(void)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .totals = true });
    qd_id ids[3];
    for (int i = 0; i < 3; i++) {
        ids[i] = put(tree, (qd_item){ .box = point_at(1, 1), .value = i ? INT64_MAX : 0 });
        assert_int_equal(qd_tree_set_value(tree, ids[i], INT64_MAX), QD_OK);
    }
    qd_tree_remove(tree, ids[1]);
    qd_tree_remove(tree, ids[0]);
    const qd_total total = total_of(tree, everywhere);
    assert_true(total.sum == INT64_MAX && total.count == 1 && total.least == INT64_MAX);
    qd_tree_destroy(tree);
}

static void what_finds_nothing(void)
{
    const qd_box windows[] = { box(NAN, 0, 1, 1), box(1, 0, 0, 1), box(0, 0, 1, NAN), box(50, 50, 60, 60) };
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = (qd_precision)precision, .totals = true });
        put(tree, item_at(box(0, 0, 1, 1)));
        for (int i = 0; i < 4; i++) {
            const qd_query query = query_box(windows[i]);
            const qd_total total = total_of(tree, windows[i]);
            qd_cost cost = { 7, 7, 7 };
            size_t count = 7;
            assert_true(total.count == 0 && total.sum == 0 && total.least == INT64_MAX && total.greatest == INT64_MIN);
            qd_tree_visit_details(tree, &query, 1, NULL, NULL, &cost);
            assert_int_equal(cost.hits, 0);
            assert_int_equal(qd_tree_find_details(tree, &query, 1, NULL, 0, &count), 0);
            assert_int_equal(count, 0);
            assert_int_equal(qd_tree_count(tree, &query), 0);
        }
        qd_tree_destroy(tree);
    }
}

static int64_t value_of(const qd_tree *tree, qd_id id)
{
    qd_item item = { .value = 7 };
    assert_int_equal(qd_tree_get(tree, id, &item), QD_OK);
    return item.value;
}

static void which_items_have_a_value(void)
{
    for (int totals = 0; totals < 2; totals++) {
        qd_tree *tree = tree_of(&(qd_tree_def){ .totals = totals });
        const qd_id id = put(tree, (qd_item){ .box = point_at(1, 1), .value = 4 }), stale = UINT64_C(1) << 32 | 9;
        assert_int_equal(value_of(tree, id), totals ? 4 : 0);
        assert_int_equal(qd_tree_set_value(tree, stale, 5), QD_STALE_ID);
        assert_int_equal(qd_tree_set_value(tree, id, 5), totals ? QD_OK : QD_BAD_VALUE);
        assert_int_equal(value_of(tree, id), totals ? 5 : 0);
        assert_int_equal(total_of(tree, everywhere).sum, totals ? 5 : 0);
        qd_tree_remove(tree, id);
        assert_int_equal(qd_id_slot(put(tree, item_at(point_at(1, 1)))), qd_id_slot(id));
        assert_int_equal(total_of(tree, everywhere).sum, 0);
        qd_tree_destroy(tree);
    }
}

tests_main(plain_test(after_any_change), plain_test(sums_that_overflow_come_back), plain_test(what_finds_nothing),
           plain_test(which_items_have_a_value))
