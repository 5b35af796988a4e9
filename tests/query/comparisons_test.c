// Traps 1 to 5, about comparisons and records: an unused record, an empty bound, an inverted window or a minus zero
// must never change an answer.
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "floats are to be compared as floats: build for SSE2, not for the x87");

static qd_walk bounds_are_numbers(void *context, const qd_node *node)
{
    (void)context;
    assert_false(isnan(node->bounds.min.x) || isnan(node->bounds.min.y));
    assert_false(isnan(node->bounds.max.x) || isnan(node->bounds.max.y));
    if (node->items + node->items_below == 0)
        assert_true(node->bounds.min.x > node->bounds.max.x);
    return QD_DESCEND;
}

static void assert_bounds(const qd_tree *tree, const struct flock *flock)
{
    qd_box expected = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
    for (size_t i = 0; i < flock->count; i++) {
        expected.min.x = fminf(expected.min.x, flock->boxes[i].min.x);
        expected.min.y = fminf(expected.min.y, flock->boxes[i].min.y);
        expected.max.x = fmaxf(expected.max.x, flock->boxes[i].max.x);
        expected.max.y = fmaxf(expected.max.y, flock->boxes[i].max.y);
    }
    qd_box bounds = qd_tree_bounds(tree);
    assert_memory_equal(&bounds, &expected, sizeof bounds);
}

static void assert_each_is_found_alone(const qd_tree *tree, const struct flock *flock)
{
    for (size_t i = 0; i < flock->count; i++)
        assert_window(tree, flock, flock->boxes[i], QD_EDGES_CLOSED);
    assert_bounds(tree, flock);
    qd_tree_walk(tree, bounds_are_numbers, NULL);
    assert_holds(tree, flock);
}

// Blocks are filled to every count there is, and emptied from either end, by each way that computes a union.
static void trap_1_unused_records_never_spoil_a_bound(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 70; n++) {
        struct flock flock = flock_of_squares(n, box(-50, -50, 50, 50), 3, n);
        qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
        flock_insert(&flock, tree);
        assert_each_is_found_alone(tree, &flock);
        for (size_t i = 0; i < n; i++)
            flock.boxes[i] = qd_box_xywh(flock.boxes[i].min.y, flock.boxes[i].min.x, 2, 2);
        assert_int_equal(qd_tree_move_many(tree, flock.ids, flock.boxes, n, NULL), QD_OK);
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
        qd_tree_destroy(tree);
        flock_free(&flock);
    }
}

static void trap_2_an_infinite_window_finds_exactly_the_live_items(void **state)
{
    (void)state;
    for (int edges = QD_EDGES_CLOSED; edges <= QD_EDGES_OPEN; edges++) {
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
        qd_tree_destroy(tree);
        flock_free(&flock);
    }
}

static struct flock lattice(size_t side)
{
    struct flock flock = flock_of_same(side * side, point_at(0, 0));
    for (size_t i = 0; i < flock.count; i++)
        flock.boxes[i] = point_at((float)(i % side), (float)(i / side));
    return flock;
}

static void trap_2_covering_is_strict_in_open_trees(void **state)
{
    (void)state;
    struct flock flock = lattice(100);
    for (int edges = QD_EDGES_CLOSED; edges <= QD_EDGES_OPEN; edges++) {
        qd_tree *tree = tree_with((qd_edges)edges, 0, 0);
        flock_insert(&flock, tree);
        assert_int_equal(count_in(tree, box(0, 0, 99, 99)), edges == QD_EDGES_OPEN ? 98 * 98 : 100 * 100);
        // Each smaller window, in steps: its rim is on the points, and on many a cell's bounds.
        for (int low = 1; low < 49; low++) {
            size_t side = (size_t)(100 - 2 * low - (edges == QD_EDGES_OPEN ? 2 : 0));
            assert_int_equal(count_in(tree, box((float)low, (float)low, (float)(99 - low), (float)(99 - low))),
                             side * side);
        }
        qd_tree_destroy(tree);
    }
    flock_free(&flock);
}

static void trap_3_an_inverted_window_finds_nothing(void **state)
{
    (void)state;
    for (int edges = QD_EDGES_CLOSED; edges <= QD_EDGES_OPEN; edges++) {
        qd_tree *tree = tree_with((qd_edges)edges, 0, 0);
        assert_false(qd_id_is_null(qd_tree_insert(tree, item_at(box(0, 0, 10, 10)))));
        assert_int_equal(count_in(tree, box(1, 1, 5, 5)), 1);
        assert_int_equal(count_in(tree, box(5, 1, 1, 5)), 0);
        assert_int_equal(count_in(tree, box(1, 5, 5, 1)), 0);
        assert_int_equal(count_in(tree, box(5, 5, 1, 1)), 0);
        assert_int_equal(count_in(tree, box(INFINITY, -INFINITY, -INFINITY, INFINITY)), 0);
        qd_found found;
        assert_int_equal(qd_find_box(tree, box(5, 1, 1, 5), everyone, &found, 1), 0);
        qd_tree_destroy(tree);
    }
}

static void trap_4_minus_zero_is_stored_as_zero(void **state)
{
    (void)state;
    qd_tree *plus = tree_with(QD_EDGES_CLOSED, 0, 0);
    qd_tree *minus = tree_with(QD_EDGES_CLOSED, 0, 0);
    qd_item zeros = item_at(point_at(0.0f, 0.0f));
    qd_id a = qd_tree_insert(plus, zeros);
    qd_id b = qd_tree_insert(minus, item_at(point_at(-0.0f, -0.0f)));
    qd_item from_plus, from_minus;
    assert_true(qd_tree_get(plus, a, &from_plus));
    assert_true(qd_tree_get(minus, b, &from_minus));
    assert_memory_equal(&from_minus.box, &zeros.box, sizeof zeros.box);
    assert_memory_equal(&from_plus.box, &from_minus.box, sizeof zeros.box);
    // By the other ways a box gets in.
    assert_int_equal(qd_tree_move(minus, b, box(-0.0f, -1, 1, -0.0f)), QD_OK);
    assert_int_equal(qd_tree_move_many(minus, &b, &(qd_box){ { -0.0f, -0.0f }, { -0.0f, -0.0f } }, 1, NULL), QD_OK);
    assert_true(qd_tree_get(minus, b, &from_minus));
    assert_memory_equal(&from_minus.box, &zeros.box, sizeof zeros.box);
    qd_box bounds = qd_tree_bounds(minus);
    assert_memory_equal(&bounds, &zeros.box, sizeof zeros.box);
    assert_int_equal(count_in(minus, box(-1, -1, -0.0f, -0.0f)), 1);
    qd_tree_destroy(plus);
    qd_tree_destroy(minus);
}

static void trap_5_validity_is_decided_on_the_bits(void **state)
{
    (void)state;
    uint32_t nan_bits[] = { 0x7f800001u, 0x7fc00000u, 0x7fffffffu, 0xff800001u, 0xffc00000u, 0xffffffffu };
    for (size_t i = 0; i < sizeof nan_bits / sizeof *nan_bits; i++)
        for (int lane = 0; lane < 4; lane++) {
            float lanes[4] = { 1, 1, 2, 2 };
            memcpy(&lanes[lane], &nan_bits[i], sizeof nan_bits[i]);
            assert_false(qd_box_is_valid(box(lanes[0], lanes[1], lanes[2], lanes[3])));
        }
    assert_true(qd_box_is_valid(box(-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX)));
    assert_true(qd_box_is_valid(point_at(FLT_TRUE_MIN, -FLT_TRUE_MIN)));
    assert_false(qd_box_is_valid(box(FLT_TRUE_MIN, 0, -FLT_TRUE_MIN, 0)));
    assert_true(qd_box_is_valid(box(0.0f, 0.0f, -0.0f, -0.0f)));
    assert_false(qd_box_is_valid(box(0, 0, INFINITY, 1)));
    assert_false(qd_box_is_valid(box(0, -INFINITY, 1, 1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trap_1_unused_records_never_spoil_a_bound),
        cmocka_unit_test(trap_2_an_infinite_window_finds_exactly_the_live_items),
        cmocka_unit_test(trap_2_covering_is_strict_in_open_trees),
        cmocka_unit_test(trap_3_an_inverted_window_finds_nothing),
        cmocka_unit_test(trap_4_minus_zero_is_stored_as_zero),
        cmocka_unit_test(trap_5_validity_is_decided_on_the_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
