// Two casts that meet while both move: when they first touch, and on which side.
#include "field.h"

#include <float.h>
#include <math.h>

static qd_ranked moving(qd_box own, double x, double y, double t_max)
{
    return qd_cast(qd_shape_box(own), (qd_vec2){ x, y }, t_max);
}

static bool meet(qd_ranked a, qd_ranked b, qd_edges edges, qd_hit *hit)
{
    return qd_casts_meet(&a, &b, edges, hit);
}

static qd_hit untouched(void)
{
    const qd_hit hit = { { 7, 8 }, { -1 }, { 10, 11 }, { 12, 13 } };
    return hit;
}

static void assert_meet(qd_ranked a, qd_ranked b, double t, double x, double y)
{
    qd_hit hit = untouched();
    assert_true(meet(a, b, QD_CLOSED, &hit));
    assert_true(fabs(hit.t - t) <= 1e-15 * t);
    assert_true(hit.normal.x == x && hit.normal.y == y);
    assert_true(hit.item.id == 7 && hit.item.user == 8);
    assert_true(meet(a, b, QD_CLOSED, NULL));
}

static void head_on_they_meet_in_the_middle(void)
{
    const qd_ranked left = moving(box(0, 0, 1, 1), 2, 0, 10), right = moving(box(9, 0, 10, 1), -2, 0, 10);
    assert_meet(left, right, 2, -1, 0);
    assert_meet(right, left, 2, 1, 0); // out of the second
    assert_meet(moving(box(0, 0, 1, 1), 3, 0, INFINITY), moving(box(9, 0, 10, 1), 1, 0, INFINITY), 4, -1, 0);
    assert_meet(moving(box(0, 5, 1, 6), 1, -1, 10), moving(box(0, 0, 1, 1), 1, 1, 10), 2, 0, 1);
    assert_meet(moving(box(0, 0, 2, 2), 0, 0, 0), moving(box(1, 1, 3, 3), 5, 5, 0), 0, 0, 0);
    // The centre of the first, and points.
    qd_hit hit;
    assert_true(meet(left, right, QD_CLOSED, &hit));
    assert_true(hit.point.x == 4.5 && hit.point.y == 0.5);
    const qd_ranked point = qd_ray((qd_vec2){ 12, 0.25 }, (qd_vec2){ -1, 0 }, 5);
    assert_true(meet(point, left, QD_OPEN, &hit));
    assert_true(hit.t == 11 / 3.0 && hit.normal.x == 1 && hit.point.x == 12 - 11 / 3.0);
}

static void they_miss_when_either_has_stopped_before(void)
{
    qd_hit hit = untouched();
    const qd_box a = box(0, 0, 1, 1), b = box(9, 0, 10, 1);
    assert_true(meet(moving(a, 2, 0, 2), moving(b, -2, 0, INFINITY), QD_CLOSED, &hit));
    hit = untouched();
    assert_false(meet(moving(a, 2, 0, 2), moving(b, -2, 0, INFINITY), QD_OPEN, &hit));
    assert_false(meet(moving(a, 2, 0, 9), moving(b, -2, 0, 1.9), QD_CLOSED, &hit));
    assert_false(meet(moving(a, 2, 0, 9), moving(b, 2, 0, 9), QD_CLOSED, &hit));
    const qd_hit before = untouched();
    assert_memory_equal(&hit, &before, sizeof hit);
}

// Later than a double can say is told as the latest time that it can; and no difference of motions overflows.
static void they_may_meet_later_than_can_be_said(void)
{
    const qd_ranked slow = moving(box(0, 0, 1, 1), 1e-300, 0, INFINITY);
    assert_meet(slow, moving(box(1e30, 0, 2e30, 1), 0, 0, INFINITY), DBL_MAX, -1, 0);
    const qd_ranked fast = moving(box(0, 0, 1, 1), DBL_MAX, 0, 1),
                    faster = moving(box(DBL_MAX, 0, DBL_MAX, 1), -DBL_MAX, 0, 1);
    assert_meet(fast, faster, 0.5, -1, 0);
    assert_meet(faster, fast, 0.5, 1, 0);
    // A way that is longer than a double can say, to a place that it can.
    for (int side = -1; side <= 1; side += 2) {
        const double wall = side * 0x1.cp1023;
        const qd_ranked far = moving(point_at(-side * DBL_MAX, 0), side * (DBL_MAX / 2), 0, 4);
        qd_hit hit;
        assert_meet(far, moving(box(wall, -1, wall, 1), 0, 0, INFINITY), 3.75, -side, 0);
        assert_true(meet(far, moving(box(wall, -1, wall, 1), 0, 0, INFINITY), QD_CLOSED, &hit));
        assert_true(fabs(hit.point.x / wall - 1) < 1e-14 && hit.point.y == 0);
    }
}

static void bad_casts_never_meet(void)
{
    const qd_ranked good = moving(box(0, 0, 1, 1), 1, 0, 1);
    const qd_ranked nothing = { .limit = 1 };
    const qd_ranked bad[] = {
        moving(box(NAN, 0, 1, 1), 1, 0, 1),
        moving(box(1, 0, 0, 1), 1, 0, 1),
        moving(box(0, 0, INFINITY, 1), 1, 0, 1),
        moving(box(0, 0, 1, 1), NAN, 0, 1),
        moving(box(0, 0, 1, 1), 1, -INFINITY, 1),
        moving(box(0, 0, 1, 1), 1, 0, NAN),
        moving(box(0, 0, 1, 1), 1, 0, -1),
        nothing,
        qd_nearest(qd_shape_box(box(0, 0, 1, 1)), 1),
        qd_segment((qd_vec2){ 0, 0 }, (qd_vec2){ 1, 1 }),
        qd_cast(qd_shape_circle((qd_vec2){ 0, 0 }, 1), (qd_vec2){ 0, 0 }, 1),
    };
    qd_hit hit;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(meet(good, bad[i], QD_CLOSED, &hit));
        assert_false(meet(bad[i], good, QD_CLOSED, &hit));
    }
    assert_true(meet(good, good, QD_CLOSED, &hit));
}

// Where the second rests it is as a cast against it; and which one rests makes no difference but the sign.
static void it_is_a_cast_in_which_both_move(void)
{
    struct prng random = { 21 };
    size_t met = 0;
    for (int edges = 0; edges < 2; edges++) {
        const qd_tree_def def = { .edges = (qd_edges)edges, .precision = QD_DOUBLE };
        qd_tree *tree = tree_of(&def);
        const qd_id id = put(tree, item_at(point_at(0, 0)));
        for (int round = 0; round < 20000; round++) {
            const enum numbers kind = (enum numbers)prng_below(&random, NUMBERS);
            const qd_box a = box_of(&random, kind), b = box_of(&random, kind);
            const qd_vec2 motion = point_of(&random, kind);
            const qd_ranked first = moving(a, motion.x, motion.y, 3), second = moving(b, 0, 0, INFINITY);
            const qd_ranked against = moving(b, -motion.x, -motion.y, 3), rests = moving(a, 0, 0, 3);
            assert_int_equal(qd_tree_move(tree, id, b), QD_OK);
            qd_hit hit, impact, other;
            const bool hits = qd_tree_find_ranked(tree, &first, &hit, 1, NULL) == 1;
            assert_int_equal(meet(first, second, (qd_edges)edges, &impact), hits);
            assert_int_equal(meet(rests, against, (qd_edges)edges, &other), hits);
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

tests_main(plain_test(head_on_they_meet_in_the_middle), plain_test(they_miss_when_either_has_stopped_before),
           plain_test(they_may_meet_later_than_can_be_said), plain_test(bad_casts_never_meet),
           plain_test(it_is_a_cast_in_which_both_move))
