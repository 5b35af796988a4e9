// Arrays of the caller: what is written where there is less room, or more, than there are pairs.
#include "support.h"
#include <string.h>

enum { ITEMS = 600, ROOM = 200000 };

static qd_pair pairs[ROOM], again[ROOM];
static double distances[ROOM];

static qd_tree *tree_of_squares(qd_precision precision)
{
    struct flock flock = flock_of_squares(ITEMS, box(0, 0, 100, 100), 6, 2);
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision });
    flock_insert_many(&flock, tree);
    flock_free(&flock);
    return tree;
}

// At most `capacity`, and nothing behind; the total whatever the capacity.
static void never_writes_more_than_there_is_room_for(void **state)
{
    (void)state;
    for (int precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree = tree_of_squares((qd_precision)precision);
        for (int near = 0; near < 2; near++) {
            const qd_pair_query query = { .distance = near ? 3 : 0 };
            const size_t all = qd_tree_count_pairs(tree, &query);
            assert_true(all > 600 && all < ROOM);
            for (size_t capacity = 0; capacity <= all + 1; capacity = capacity * 3 + 1) {
                const size_t right = capacity < all ? capacity : all;
                size_t total = 0;
                memset(pairs, 0, sizeof pairs);
                distances[right] = -1;
                assert_int_equal(qd_tree_find_pairs(tree, &query, pairs, distances, capacity, &total), right);
                assert_int_equal(total, all);
                assert_true(pairs[right].a.id == 0 && (right == 0 || pairs[right - 1].a.id != 0));
                assert_true(distances[right] == -1);
                assert_int_equal(qd_tree_find_pairs(tree, &query, again, NULL, capacity, NULL), right);
            }
        }
        qd_tree_destroy(tree);
    }
}

static void no_room_at_all(void **state)
{
    (void)state;
    qd_tree *tree = tree_of_squares(QD_FLOAT);
    size_t total = 0;
    assert_int_equal(qd_tree_find_pairs(tree, NULL, NULL, NULL, 0, NULL), 0);
    assert_int_equal(qd_tree_find_pairs(tree, NULL, NULL, NULL, 0, &total), 0);
    assert_int_equal(total, qd_tree_count_pairs(tree, NULL));
    qd_tree_destroy(tree);
}

// What overlaps is 0 away, and is said to be.
static void distances_of_overlapping_pairs(void **state)
{
    (void)state;
    qd_tree *tree = tree_of_squares(QD_FLOAT);
    for (int with_total = 0; with_total < 2; with_total++) {
        size_t total;
        memset(distances, 0xff, sizeof distances);
        const size_t count = qd_tree_find_pairs(tree, NULL, pairs, distances, ROOM, with_total ? &total : NULL);
        assert_true(count > 0);
        for (size_t i = 0; i < count; i++)
            assert_true(distances[i] == 0);
    }
    qd_tree_destroy(tree);
}

// The same pairs in batches of any size, and the same cost.
static void cursors_take_any_number_at_once(void **state)
{
    (void)state;
    qd_tree *tree = tree_of_squares(QD_FLOAT);
    const qd_pair_query query = { .distance = 2 };
    const size_t all = qd_tree_find_pairs(tree, &query, pairs, NULL, ROOM, NULL);
    for (size_t batch = 1; batch < 5000; batch = batch * 7 + 2) {
        qd_pair_cursor cursor;
        size_t count = 0;
        qd_pair_cursor_begin(&cursor, tree, &query);
        assert_int_equal(qd_pair_cursor_next(&cursor, again, NULL, 0), 0);
        for (size_t got; (got = qd_pair_cursor_next(&cursor, again + count, distances, batch)) > 0; count += got)
            assert_true(got <= batch);
        assert_int_equal(count, all);
        assert_int_equal(cursor.cost.hits, all);
        assert_memory_equal(pairs, again, all * sizeof *pairs);
    }
    qd_tree_destroy(tree);
}

static void a_copied_cursor_goes_on_where_it_was(void **state)
{
    (void)state;
    qd_tree *tree = tree_of_squares(QD_DOUBLE), *other = tree_of_squares(QD_FLOAT);
    const qd_pair_query query = { .other = other };
    qd_pair_cursor cursor, copy;
    qd_pair_cursor_begin(&cursor, tree, &query);
    assert_int_equal(qd_pair_cursor_next(&cursor, pairs, NULL, 333), 333);
    copy = cursor;
    const size_t rest = qd_pair_cursor_next(&cursor, pairs, NULL, ROOM);
    assert_true(rest > 600);
    assert_int_equal(qd_pair_cursor_next(&copy, again, NULL, ROOM), rest);
    assert_memory_equal(pairs, again, rest * sizeof *pairs);
    qd_tree_destroy(tree);
    qd_tree_destroy(other);
}

static void a_zeroed_cursor_is_at_its_end(void **state)
{
    (void)state;
    qd_pair_cursor cursor = { .changed = false };
    assert_int_equal(qd_pair_cursor_next(&cursor, pairs, distances, 10), 0);
    assert_false(cursor.changed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_writes_more_than_there_is_room_for), cmocka_unit_test(no_room_at_all),
        cmocka_unit_test(distances_of_overlapping_pairs),           cmocka_unit_test(cursors_take_any_number_at_once),
        cmocka_unit_test(a_copied_cursor_goes_on_where_it_was),     cmocka_unit_test(a_zeroed_cursor_is_at_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
