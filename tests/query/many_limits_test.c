// Many questions at once: visitors that stop or change the tree, rows of any length, arrays that are too small.
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS = 20000, QUESTIONS = 3000 };

// Boxes of side 1 about 7 apart in a square of 1000.
static qd_tree *some_tree(void)
{
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    struct flock flock = flock_of_squares(ITEMS, box(0, 0, 1000, 1000), 1, 3);
    flock_insert_many(&flock, tree);
    flock_free(&flock);
    return tree;
}

static qd_box *windows(float side)
{
    struct prng random = { 5 };
    qd_box *boxes = need(QUESTIONS, sizeof *boxes);
    for (size_t i = 0; i < QUESTIONS; i++) {
        const float x = prng_between(&random, 0, 1000), y = prng_between(&random, 0, 1000);
        boxes[i] = qd_box_xywh(x, y, side, side);
    }
    return boxes;
}

struct stopper {
    qd_tree *tree; // that is changed when it stops; NULL: it is not
    size_t calls, limit;
};

static bool stop(void *context, size_t query, const qd_found *items, size_t count)
{
    struct stopper *stopper = context;
    assert_true(query < QUESTIONS && count > 0 && items[0].id.slot > 0);
    assert_true(stopper->calls < stopper->limit);
    if (++stopper->calls < stopper->limit)
        return true;
    if (stopper->tree)
        qd_tree_set_user(stopper->tree, items[0].id, 7);
    return stopper->tree != NULL;
}

static void visitor_stops(void **state)
{
    (void)state;
    qd_tree *tree = some_tree();
    static const float sides[] = { 10, 200 };
    for (size_t i = 0; i < 2; i++) {
        qd_box *boxes = windows(sides[i]);
        boxes[QUESTIONS - 1].min.x = NAN;
        for (size_t limit = 1; limit < 1100; limit += 1 + limit * 2) {
            struct stopper stopper = { NULL, 0, limit };
            size_t bad = 0;
            qd_cost cost;
            assert_int_equal(qd_visit_box_many(tree, boxes, QUESTIONS, everyone, stop, &stopper, &bad, &cost),
                             QD_BAD_VALUE); // although it never came to that one
            assert_int_equal(bad, QUESTIONS - 1);
            assert_true(stopper.calls == limit && cost.hits >= limit);
        }
        free(boxes);
    }
    qd_tree_destroy(tree);
}

static void change(void *context)
{
    struct stopper stopper = { context, 0, 300 };
    qd_box *boxes = windows(10);
    qd_visit_box_many(context, boxes, QUESTIONS, everyone, stop, &stopper, NULL, NULL);
    free(boxes);
    assert_int_equal(stopper.calls, 300);
}

static void visitor_changes_the_tree(void **state)
{
    (void)state;
    qd_tree *tree = some_tree();
#ifdef NDEBUG
    change(tree);
#else
    assert_true(aborts(change, tree));
#endif
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

// The rows are those of single calls, whichever way they get into place.
static void assert_rows(const qd_tree *tree, const qd_box *boxes, size_t capacity, qd_result right)
{
    size_t *offsets = need(QUESTIONS + 1, sizeof *offsets);
    qd_found *out = need(capacity + 1, sizeof *out);
    assert_int_equal(qd_find_box_many(tree, boxes, QUESTIONS, everyone, offsets, out, capacity, NULL), right);
    size_t total = 0;
    for (size_t i = 0; i < QUESTIONS; i++) {
        found_list list = { 0 };
        qd_visit_box(tree, boxes[i], everyone, found_list_add, &list);
        assert_int_equal(offsets[i], total);
        if (right == QD_OK && list.count > 0)
            assert_memory_equal(out + total, list.at, list.count * sizeof *out);
        total += list.count;
        found_list_free(&list);
    }
    assert_int_equal(offsets[QUESTIONS], total);
    assert_int_equal(out[capacity].user, 0);
    free(offsets);
    free(out);
}

static size_t count_all(const qd_tree *tree, const qd_box *boxes)
{
    size_t *offsets = need(QUESTIONS + 1, sizeof *offsets), *again = need(QUESTIONS + 1, sizeof *again);
    const qd_result result = qd_find_box_many(tree, boxes, QUESTIONS, everyone, offsets, NULL, 0, NULL);
    const size_t total = offsets[QUESTIONS];
    assert_int_equal(result, total > 0 ? QD_TOO_SMALL : QD_OK);
    assert_int_equal(qd_find_box_many(tree, boxes, QUESTIONS, everyone, again, NULL, 0, NULL), result);
    assert_memory_equal(offsets, again, (QUESTIONS + 1) * sizeof *offsets);
    free(offsets);
    free(again);
    return total;
}

static void rows_of_any_length(void **state)
{
    (void)state;
    qd_tree *tree = some_tree();
    static const float sides[] = { 0, 3, 30, 150 };
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        qd_box *boxes = windows(sides[i]);
        for (int uneven = 0; uneven < 2; uneven++) {
            const size_t total = count_all(tree, boxes);
            assert_rows(tree, boxes, total, QD_OK);
            assert_rows(tree, boxes, total + total / 3, QD_OK);
            assert_rows(tree, boxes, total - 1, QD_TOO_SMALL);
            assert_rows(tree, boxes, total / 2, QD_TOO_SMALL);
            for (size_t row = 2000; row < 2030; row++)
                boxes[row] = everywhere; // rows that the ones before give no reason to expect
        }
        free(boxes);
    }
    qd_tree_destroy(tree);
}

static void nothing_asked(void **state)
{
    (void)state;
    qd_tree *tree = some_tree();
    size_t bad = 5, offset = 5;
    qd_cost cost = { 1, 1, 1 };
    assert_int_equal(qd_visit_box_many(tree, NULL, 0, everyone, stop, NULL, &bad, &cost), QD_OK);
    assert_true(cost.nodes == 0 && cost.tests == 0 && cost.hits == 0);
    assert_int_equal(qd_find_box_many(tree, NULL, 0, everyone, &offset, NULL, 0, &bad), QD_OK);
    assert_int_equal(offset, 0);
    assert_int_equal(qd_find_near_many(tree, NULL, 0, NAN, everyone, NULL, 3, NULL, &bad), QD_OK);
    assert_int_equal(qd_find_ray_many(tree, NULL, 0, everyone, NULL, 3, NULL, &bad), QD_OK);
    assert_int_equal(bad, 5);
    qd_tree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visitor_stops),
        cmocka_unit_test(visitor_changes_the_tree),
        cmocka_unit_test(rows_of_any_length),
        cmocka_unit_test(nothing_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
