// Arrays of the caller: what is written where there is less room, or more, than there are pairs.
#include "field.h"
#include <math.h>
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
static void never_writes_more_than_there_is_room_for(void)
{
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

static void no_room_at_all(void)
{
    qd_tree *tree = tree_of_squares(QD_FLOAT);
    size_t total = 0;
    assert_int_equal(qd_tree_find_pairs(tree, NULL, NULL, NULL, 0, NULL), 0);
    assert_int_equal(qd_tree_find_pairs(tree, NULL, NULL, NULL, 0, &total), 0);
    assert_int_equal(total, qd_tree_count_pairs(tree, NULL));
    qd_tree_destroy(tree);
}

// What overlaps is 0 away, and is said to be.
static void distances_of_overlapping_pairs(void)
{
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

// Straddlers in upper nodes, chains of many buckets, nodes at the largest depth: the same order for arrays and
// visitors.
static void pairs_of_awkward_trees_come_in_the_same_order(void)
{
    struct prng random = { 77 };
    for (int scene = 0; scene < 12; scene++) {
        struct field field;
        field_open(&field, scene & 2 ? QD_DOUBLE : QD_FLOAT, scene & 1 ? QD_OPEN : QD_CLOSED);
        for (int i = 0; i < 500; i++) {
            const double x = prng_between(&random, 0, 1000), y = prng_between(&random, 0, 1000);
            const double size = prng_below(&random, 20) ? 1.0 : prng_between(&random, 0, 900);
            field_add(&field, scene < 4 ? box(1, 1, 2, 2) : qd_box_xywh(x, y, size, scene < 8 ? size : 1e-3));
        }
        for (int i = 0; i < 200; i++) { // crowded around a point, down to the smallest nodes
            const double close = ldexp(1, -(int)prng_below(&random, 30));
            field_add(&field, point_at(500 + close, 500 + (prng_below(&random, 2) ? close : 0)));
        }
        if (!compare_pairs(&field.compare, NULL, NULL, 1998) || !compare_pairs_again(&field.compare, NULL, 1))
            fail_msg("scene %d: %s", scene, field.compare.why);
        field_close(&field);
    }
}

tests_main(plain_test(never_writes_more_than_there_is_room_for), plain_test(no_room_at_all),
           plain_test(distances_of_overlapping_pairs), plain_test(pairs_of_awkward_trees_come_in_the_same_order))
