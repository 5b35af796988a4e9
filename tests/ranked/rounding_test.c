// Ranked questions of trees of doubles where rounding decides: circles so far away that numbers are farther apart than
// their radius, and distances from places that floats cannot tell apart.
#include "support.h"

#include <float.h>
#include <math.h>

// One item in a tree of doubles, and one question: is it hit?
static bool hits(qd_box item, qd_ranked ranked, qd_hit *hit)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = QD_DOUBLE });
    put(tree, item_at(item));
    const bool found = qd_tree_find_ranked(tree, &ranked, hit, 1, NULL) == 1;
    qd_tree_destroy(tree);
    return found;
}

static qd_ranked circle_cast(double x, double y, double radius, double motion_x, double motion_y, double t_max)
{
    return qd_cast(qd_shape_circle((qd_vec2){ x, y }, radius), (qd_vec2){ motion_x, motion_y }, t_max);
}

// It passes by on the upper side of the box's corner, a little upward, and touches that; but rounding puts its centre
// into the box's width, so that it seems to part from the box. That is still a hit with a normal, at any speed.
static void a_circle_that_seems_to_part_has_a_normal(void)
{
    const double far = 0x1p53; // from here on numbers are two apart
    for (int speed = 1; speed <= 4; speed *= 2) {
        qd_hit hit;
        const qd_ranked cast = circle_cast(far + 64, -0.125, 1, -64 * speed, speed, 2);
        assert_true(hits(box(0, -10, far, 0), cast, &hit));
        assert_true(hit.t == 1.0 / speed);
        assert_true(hit.point.x == far && hypot(hit.normal.x, hit.normal.y) == 1);
    }
}

// Rounding lets it touch a corner from which it parts: that is a hit at the start, where the circle is and without a
// normal.
static void a_circle_that_parts_at_the_start_stays_where_it_is(void)
{
    const double far = 0x1p53; // the next number is two away
    qd_hit hit;
    assert_true(hits(box(0, 0, far, 10), circle_cast(far + 2, 10, 1, 1, -1, 1), &hit));
    assert_true(hit.t == 0);
    assert_true(hit.point.x == far + 2 && hit.point.y == 10);
    assert_true(hit.normal.x == 0 && hit.normal.y == 0);
}

// Its right side is beyond all doubles, so that it never seems to have left the box. It has, before it comes so high:
// with all numbers smaller its square is seen to pass the corner by.
static void a_circle_that_is_too_large_to_leave_still_passes_by(void)
{
    const double half = 0x1p1023, radius = 0x1.4p970;
    const qd_tree_def def = { .precision = QD_DOUBLE, .edges = QD_OPEN };
    qd_tree *tree = tree_of(&def);
    put(tree, item_at(box(half, 1.5 * half, DBL_MAX, DBL_MAX)));
    qd_hit hit;
    assert_true(isinf(DBL_MAX + radius));
    const qd_ranked cast = circle_cast(DBL_MAX, 0, radius, half - DBL_MAX, 0x1.7fffffffffffep1023, INFINITY);
    assert_int_equal(qd_tree_find_ranked(tree, &cast, &hit, 1, NULL), 0);
    qd_tree_destroy(tree);
}

// One corner of the box that distances are from lies between floats, which are two apart there, and is rounded away
// from the item on both axes; the other corner is a float.
static void a_corner_that_is_rounded_on_both_axes_loses_nothing(void)
{
    const double far = 0x1p24;
    const qd_tree_def def = { .precision = QD_DOUBLE, .world = box(-1, -1, 1, 1) };
    qd_tree *tree = tree_of(&def);
    put(tree, item_at(point_at(far, far)));
    put(tree, item_at(point_at(-far, -far)));
    const qd_box from[] = { box(far + 3, far + 3, far + 64, far + 64), box(-far - 64, -far - 64, -far - 3, -far - 3) };
    for (int upper = 0; upper < 2; upper++) {
        qd_hit hit;
        const qd_ranked near = qd_nearest(qd_shape_box(from[upper]), 4.5);
        assert_int_equal(qd_tree_find_ranked(tree, &near, &hit, 1, NULL), 1);
        assert_true(hit.distance == sqrt(18));
    }
    qd_tree_destroy(tree);
}

// Among floats the question and what is far beyond them are at one place, the outermost.
static void what_is_beyond_all_floats_is_not_taken_for_near(void)
{
    const double far = FLT_MAX;
    const qd_tree_def def = { .precision = QD_DOUBLE, .world = box(-1, -1, 1, 1) };
    qd_tree *tree = tree_of(&def);
    put(tree, item_at(point_at(0x1p200, 0x1p200)));
    const qd_id near = put(tree, item_at(point_at(0.9 * far, 0.9 * far)));
    qd_hit hit;
    assert_int_equal(qd_tree_find_nearest(tree, (qd_vec2){ 2 * far, 2 * far }, INFINITY, &hit, 1), 1);
    assert_true(hit.item.id == near);
    qd_tree_destroy(tree);
}

// The closest point of an item is never told as a negative zero.
static void nearest_to_a_negative_zero_is_at_zero(void)
{
    qd_hit hit;
    const qd_vec2 zero = { -0.0, -0.0 };
    assert_true(hits(box(-1, -1, 1, 1), qd_nearest(qd_shape_point(zero), 1), &hit));
    assert_true(hit.distance == 0 && hit.point.x == 0 && hit.point.y == 0);
    assert_true(!signbit(hit.distance) && !signbit(hit.point.x) && !signbit(hit.point.y));
}

tests_main(plain_test(a_circle_that_seems_to_part_has_a_normal),
           plain_test(a_circle_that_parts_at_the_start_stays_where_it_is),
           plain_test(a_circle_that_is_too_large_to_leave_still_passes_by),
           plain_test(a_corner_that_is_rounded_on_both_axes_loses_nothing),
           plain_test(what_is_beyond_all_floats_is_not_taken_for_near),
           plain_test(nearest_to_a_negative_zero_is_at_zero))
