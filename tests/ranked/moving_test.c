// Two moving boxes: when they first touch, and on which side.
#include "field.h"

#include <float.h>
#include <math.h>

static qd_moving_box moving(qd_box box, float x, float y, float t_max)
{
    return (qd_moving_box){ box, { x, y }, t_max };
}

static void assert_impact(qd_moving_box a, qd_moving_box b, double t, double x, double y)
{
    qd_impact impact = { -1, { 0, 0 } };
    assert_true(qd_moving_boxes_meet(a, b, QD_EDGES_CLOSED, &impact));
    assert_float_equal(impact.t, (float)t, 1e-6f * (float)t);
    assert_float_equal(impact.normal.x, (float)x, 0);
    assert_float_equal(impact.normal.y, (float)y, 0);
}

static void head_on_they_meet_in_the_middle(void **state)
{
    (void)state;
    const qd_moving_box left = moving(box(0, 0, 1, 1), 2, 0, 10), right = moving(box(9, 0, 10, 1), -2, 0, 10);
    assert_impact(left, right, 2, -1, 0);
    assert_impact(right, left, 2, 1, 0); // out of the second
    assert_impact(moving(box(0, 0, 1, 1), 3, 0, INFINITY), moving(box(9, 0, 10, 1), 1, 0, INFINITY), 4, -1, 0);
    assert_impact(moving(box(0, 5, 1, 6), 1, -1, 10), moving(box(0, 0, 1, 1), 1, 1, 10), 2, 0, 1);
    assert_impact(moving(box(0, 0, 2, 2), 0, 0, 0), moving(box(1, 1, 3, 3), 5, 5, 0), 0, 0, 0);
}

static void they_miss_when_either_has_stopped_before(void **state)
{
    (void)state;
    qd_impact impact = { -1, { 0, 0 } };
    const qd_box a = box(0, 0, 1, 1), b = box(9, 0, 10, 1);
    assert_true(qd_moving_boxes_meet(moving(a, 2, 0, 2), moving(b, -2, 0, INFINITY), QD_EDGES_CLOSED, &impact));
    impact.t = -1;
    assert_false(qd_moving_boxes_meet(moving(a, 2, 0, 2), moving(b, -2, 0, INFINITY), QD_EDGES_OPEN, &impact));
    assert_false(qd_moving_boxes_meet(moving(a, 2, 0, 9), moving(b, -2, 0, 1.9f), QD_EDGES_CLOSED, &impact));
    assert_false(qd_moving_boxes_meet(moving(a, 2, 0, 9), moving(b, 2, 0, 9), QD_EDGES_CLOSED, &impact));
    assert_true(impact.t == -1);
}

// Later than a float can say is told as the latest time that it can.
static void they_may_meet_later_than_can_be_said(void **state)
{
    (void)state;
    const qd_moving_box slow = moving(box(0, 0, 1, 1), 1e-30f, 0, INFINITY);
    assert_impact(slow, moving(box(1e30f, 0, 2e30f, 1), 0, 0, INFINITY), FLT_MAX, -1, 0);
}

static void bad_boxes_never_meet(void **state)
{
    (void)state;
    const qd_moving_box good = moving(box(0, 0, 1, 1), 1, 0, 1);
    const qd_moving_box bad[] = {
        moving(box(NAN, 0, 1, 1), 1, 0, 1),       moving(box(1, 0, 0, 1), 1, 0, 1),
        moving(box(0, 0, INFINITY, 1), 1, 0, 1),  moving(box(0, 0, 1, 1), NAN, 0, 1),
        moving(box(0, 0, 1, 1), 1, -INFINITY, 1), moving(box(0, 0, 1, 1), 1, 0, NAN),
        moving(box(0, 0, 1, 1), 1, 0, -1),
    };
    qd_impact impact;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(qd_moving_boxes_meet(good, bad[i], QD_EDGES_CLOSED, &impact));
        assert_false(qd_moving_boxes_meet(bad[i], good, QD_EDGES_CLOSED, &impact));
    }
    assert_true(qd_moving_boxes_meet(good, good, QD_EDGES_CLOSED, &impact));
}

// Where the second rests it is as a cast against it; and which one rests makes no difference but the sign.
static void it_is_a_cast_in_which_both_move(void **state)
{
    (void)state;
    struct prng random = { 21 };
    size_t met = 0;
    for (int edges = 0; edges < 2; edges++) {
        qd_tree *tree = tree_with((qd_edges)edges, 0, 0);
        const qd_id id = qd_tree_insert(tree, item_at(point_at(0, 0)));
        for (int round = 0; round < 20000; round++) {
            const enum numbers kind = (enum numbers)prng_below(&random, NUMBERS);
            const qd_box a = box_of(&random, kind), b = box_of(&random, kind);
            const qd_vec2 motion = point_of(&random, kind);
            const qd_moving_box first = { a, motion, 3 }, second = { b, { 0, 0 }, INFINITY };
            const qd_moving_box against = { b, { -motion.x, -motion.y }, 3 }, rests = { a, { 0, 0 }, 3 };
            assert_int_equal(qd_tree_move(tree, id, b), QD_OK);
            qd_hit hit;
            qd_impact impact, other;
            const bool hits = qd_find_cast_box(tree, first, everyone, &hit, 1) == 1;
            assert_int_equal(qd_moving_boxes_meet(first, second, (qd_edges)edges, &impact), hits);
            assert_int_equal(qd_moving_boxes_meet(rests, against, (qd_edges)edges, &other), hits);
            if (hits) {
                assert_true(impact.t == hit.t && impact.normal.x == hit.normal.x && impact.normal.y == hit.normal.y);
                assert_true(other.t == hit.t && other.normal.x == hit.normal.x && other.normal.y == hit.normal.y);
                met++;
            }
        }
        qd_tree_destroy(tree);
    }
    assert_true(met > 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(head_on_they_meet_in_the_middle),
        cmocka_unit_test(they_miss_when_either_has_stopped_before),
        cmocka_unit_test(they_may_meet_later_than_can_be_said),
        cmocka_unit_test(bad_boxes_never_meet),
        cmocka_unit_test(it_is_a_cast_in_which_both_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
