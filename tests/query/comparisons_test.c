// Traps 1 to 5, about comparisons and records: an unused record, an empty bound, an inverted window or a minus zero
// must never change an answer.
#include "support.h"
#include "views.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "floats are to be compared as floats: build for SSE2, not for the x87");

static void assert_bounds_are_numbers(const qd_tree *tree)
{
    qd_node_cursor cursor;
    qd_node node;
    qd_node_cursor_begin(&cursor, tree);
    while (qd_node_cursor_next(&cursor, &node)) {
        assert_false(isnan(node.bounds.min.x) || isnan(node.bounds.min.y));
        assert_false(isnan(node.bounds.max.x) || isnan(node.bounds.max.y));
        if (node.items + node.items_below == 0)
            assert_true(node.bounds.min.x > node.bounds.max.x);
    }
}

static void assert_bounds(const qd_tree *tree, const struct flock *flock)
{
    qd_box expected = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } }, bounds;
    for (size_t i = 0; i < flock->count; i++) {
        expected.min.x = fmin(expected.min.x, flock->boxes[i].min.x);
        expected.min.y = fmin(expected.min.y, flock->boxes[i].min.y);
        expected.max.x = fmax(expected.max.x, flock->boxes[i].max.x);
        expected.max.y = fmax(expected.max.y, flock->boxes[i].max.y);
    }
    qd_tree_bounds(tree, &bounds);
    assert_memory_equal(&bounds, &expected, sizeof bounds);
}

static void assert_each_is_found_alone(const qd_tree *tree, const struct flock *flock)
{
    assert_windows(tree, flock, flock->boxes, flock->count, 1);
    assert_bounds(tree, flock);
    assert_bounds_are_numbers(tree);
    assert_holds(tree, flock);
}

// Blocks are filled to every count there is, and emptied from either end, by each way that computes a union.
static void trap_1_unused_records_never_spoil_a_bound(void)
{
    for (size_t n = 1; n <= 70; n++) {
        struct flock flock = flock_of_squares(n, box(-50, -50, 50, 50), 3, n);
        qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
        flock_insert(&flock, tree);
        assert_each_is_found_alone(tree, &flock);
        for (size_t i = 0; i < n; i++)
            flock.boxes[i] = qd_box_xywh(flock.boxes[i].min.y, flock.boxes[i].min.x, 2, 2);
        assert_int_equal(move_boxes(tree, flock.ids, flock.boxes, n, NULL), QD_OK);
        assert_each_is_found_alone(tree, &flock);
        size_t third = n / 3;
        assert_int_equal(qd_tree_remove_many(tree, flock.ids, third, NULL), QD_OK);
        memmove(flock.ids, flock.ids + third, (n - third) * sizeof *flock.ids);
        memmove(flock.boxes, flock.boxes + third, (n - third) * sizeof *flock.boxes);
        flock.count = n - third;
        for (size_t i = 0; i < flock.count; i++)
            assert_int_equal(qd_tree_set_user(tree, flock.ids[i], i), QD_OK);
        assert_each_is_found_alone(tree, &flock);
        assert_int_equal(qd_tree_rebuild(tree), QD_OK);
        assert_each_is_found_alone(tree, &flock);
        flock_end(&flock, tree);
    }
}

static void trap_2_an_infinite_window_finds_exactly_the_live_items(void)
{
    for (int edges = QD_CLOSED; edges <= QD_OPEN; edges++) {
        qd_tree *tree = tree_with((qd_edges)edges, 0, 0);
        assert_int_equal(count_in(tree, everywhere), 0);
        struct flock flock = flock_of_squares(3000, box(0, 0, 1000, 1000), 1, 2);
        flock_insert(&flock, tree);
        // Takes out the left half and every third of the right one, so that cells are emptied, or left with holes.
        size_t left = flock.count;
        for (size_t i = 0; i < flock.count; i++)
            if (flock.boxes[i].min.x < 500 || i % 3 == 0) {
                assert_int_equal(qd_tree_remove(tree, flock.ids[i]), QD_OK);
                left--;
            }
        assert_int_equal(count_in(tree, everywhere), left);
        assert_int_equal(count_in(tree, box(-INFINITY, -INFINITY, 499, INFINITY)), 0);
        qd_tree_clear(tree);
        assert_int_equal(count_in(tree, everywhere), 0);
        flock_end(&flock, tree);
    }
}

static struct flock lattice(size_t side)
{
    struct flock flock = flock_of_same(side * side, point_at(0, 0));
    for (size_t i = 0; i < flock.count; i++)
        flock.boxes[i] = point_at((double)(i % side), (double)(i / side));
    return flock;
}

static void trap_2_covering_is_strict_in_open_trees(void)
{
    struct flock flock = lattice(100);
    for (int edges = QD_CLOSED; edges <= QD_OPEN; edges++) {
        qd_tree *tree = tree_with((qd_edges)edges, 0, 0);
        flock_insert(&flock, tree);
        assert_int_equal(count_in(tree, box(0, 0, 99, 99)), edges == QD_OPEN ? 98 * 98 : 100 * 100);
        // Each smaller window, in steps: its rim is on the points, and on many a cell's bounds.
        for (int low = 1; low < 49; low++) {
            size_t side = (size_t)(100 - 2 * low - (edges == QD_OPEN ? 2 : 0));
            assert_int_equal(count_in(tree, box((double)low, (double)low, (double)(99 - low), (double)(99 - low))),
                             side * side);
        }
        qd_tree_destroy(tree);
    }
    flock_free(&flock);
}

static void trap_3_an_inverted_window_finds_nothing(void)
{
    for (int edges = QD_CLOSED; edges <= QD_OPEN; edges++) {
        qd_tree *tree = tree_with((qd_edges)edges, 0, 0);
        put(tree, item_at(box(0, 0, 10, 10)));
        assert_int_equal(count_in(tree, box(1, 1, 5, 5)), 1);
        assert_int_equal(count_in(tree, box(5, 1, 1, 5)), 0);
        assert_int_equal(count_in(tree, box(1, 5, 5, 1)), 0);
        assert_int_equal(count_in(tree, box(5, 5, 1, 1)), 0);
        assert_int_equal(count_in(tree, box(INFINITY, -INFINITY, -INFINITY, INFINITY)), 0);
        qd_entry found;
        assert_int_equal(qd_tree_find_box(tree, box(5, 1, 1, 5), &found, 1), 0);
        qd_tree_destroy(tree);
    }
}

static qd_item item_of(const qd_tree *tree, qd_id id)
{
    qd_item item;
    assert_int_equal(qd_tree_get(tree, id, &item), QD_OK);
    return item;
}

static void trap_4_minus_zero_is_stored_as_zero(void)
{
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision };
        qd_tree *plus = tree_of(&def), *minus = tree_of(&def);
        const qd_item zeros = item_at(point_at(0.0, 0.0));
        const qd_id a = put(plus, zeros), b = put(minus, item_at(point_at(-0.0, -0.0)));
        const qd_item from_plus = item_of(plus, a);
        qd_item from_minus = item_of(minus, b);
        assert_memory_equal(&from_minus.box, &zeros.box, sizeof zeros.box);
        assert_memory_equal(&from_plus.box, &from_minus.box, sizeof zeros.box);
        // By the other ways a box gets in.
        const qd_box points[] = { { { -0.0, -0.0 }, { -0.0, -0.0 } } };
        assert_int_equal(qd_tree_move(minus, b, box(-0.0, -1, 1, -0.0)), QD_OK);
        assert_int_equal(move_boxes(minus, &b, points, 1, NULL), QD_OK);
        from_minus = item_of(minus, b);
        assert_memory_equal(&from_minus.box, &zeros.box, sizeof zeros.box);
        qd_box bounds;
        qd_tree_bounds(minus, &bounds);
        assert_memory_equal(&bounds, &zeros.box, sizeof zeros.box);
        assert_int_equal(count_in(minus, box(-1, -1, -0.0, -0.0)), 1);
        qd_tree_destroy(plus);
        qd_tree_destroy(minus);
    }
}

static bool is_valid(qd_box box)
{
    return qd_box_is_valid(&box);
}

static void trap_5_validity_is_decided_on_the_bits(void)
{
    const uint64_t nan_bits[] = { 0x7ff0000000000001u, 0x7ff8000000000000u, 0x7fffffffffffffffu,
                                  0xfff0000000000001u, 0xfff8000000000000u, 0xffffffffffffffffu };
    for (size_t i = 0; i < sizeof nan_bits / sizeof *nan_bits; i++)
        for (int lane = 0; lane < 4; lane++) {
            double lanes[4] = { 1, 1, 2, 2 };
            memcpy(&lanes[lane], &nan_bits[i], sizeof nan_bits[i]);
            assert_false(is_valid(box(lanes[0], lanes[1], lanes[2], lanes[3])));
        }
    assert_true(is_valid(box(-DBL_MAX, -DBL_MAX, DBL_MAX, DBL_MAX)));
    assert_true(is_valid(point_at(DBL_TRUE_MIN, -DBL_TRUE_MIN)));
    assert_false(is_valid(box(DBL_TRUE_MIN, 0, -DBL_TRUE_MIN, 0)));
    assert_true(is_valid(box(0.0, 0.0, -0.0, -0.0)));
    assert_false(is_valid(box(0, 0, INFINITY, 1)));
    assert_false(is_valid(box(0, -INFINITY, 1, 1)));
}

tests_main(plain_test(trap_1_unused_records_never_spoil_a_bound),
           plain_test(trap_2_an_infinite_window_finds_exactly_the_live_items),
           plain_test(trap_2_covering_is_strict_in_open_trees), plain_test(trap_3_an_inverted_window_finds_nothing),
           plain_test(trap_4_minus_zero_is_stored_as_zero), plain_test(trap_5_validity_is_decided_on_the_bits))
