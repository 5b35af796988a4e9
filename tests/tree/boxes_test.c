// The shortcuts about boxes, at numbers of every size: what they say of one box, and of two.
#include "support.h"

#include <float.h>
#include <math.h>

static const double numbers[] = { -INFINITY, -DBL_MAX, -1e300, -7.25, -1,    -DBL_MIN, -5e-324, -0.0,     0,  5e-324,
                                  1.5e-323,  0.1,      1,      3,     1e300, 1.7e308,  DBL_MAX, INFINITY, NAN };
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static double pick(struct prng *random)
{
    return numbers[prng_below(random, NUMBERS)];
}

static qd_box any_box(struct prng *random)
{
    return box(pick(random), pick(random), pick(random), pick(random));
}

static qd_box valid_box(struct prng *random)
{
    for (;;) {
        const qd_box some =
            qd_box_between((qd_vec2){ pick(random), pick(random) }, (qd_vec2){ pick(random), pick(random) });
        if (qd_box_is_valid(&some))
            return some;
    }
}

// A point is in a box when each coordinate is between its sides.
static bool is_in(qd_box where, double x, double y)
{
    return x >= where.min.x && x <= where.max.x && y >= where.min.y && y <= where.max.y;
}

static void containing_is_having_both_corners(void)
{
    struct prng random = { 1 };
    size_t contained = 0;
    for (int i = 0; i < 200000; i++) {
        const qd_box outer = any_box(&random), inner = valid_box(&random);
        const bool right = is_in(outer, inner.min.x, inner.min.y) && is_in(outer, inner.max.x, inner.max.y);
        assert_int_equal(qd_box_contains(outer, inner), right);
        assert_int_equal(qd_box_contains(outer, qd_box_at(inner.max)), is_in(outer, inner.max.x, inner.max.y));
        contained += right;
    }
    assert_true(contained > 1000);
    assert_true(qd_box_contains(box(0, 0, 4, 4), box(0, 0, 4, 4)));
    assert_false(qd_box_contains(box(0, 0, 4, 4), box(0, 0, NAN, 4)));
}

static void the_centre_is_within_the_box(void)
{
    struct prng random = { 2 };
    for (int i = 0; i < 200000; i++) {
        const qd_box some = valid_box(&random);
        const qd_vec2 center = qd_box_center(some);
        assert_true(is_in(some, center.x, center.y));
        const qd_vec2 of_point = qd_box_center(qd_box_at(some.max));
        assert_true(of_point.x == some.max.x && of_point.y == some.max.y);
    }
    const qd_vec2 center = qd_box_center(box(-3, 1, 5, 2));
    assert_true(center.x == 1 && center.y == 1.5);
    const qd_vec2 large = qd_box_center(box(1e308, -DBL_MAX, 1.5e308, DBL_MAX));
    assert_true(large.x == 1.25e308 && large.y == 0);
}

static void the_size_is_the_difference(void)
{
    const qd_vec2 size = qd_box_size(box(-3, 1, 5, 2)), large = qd_box_size(box(-DBL_MAX, 0, DBL_MAX, 0));
    assert_true(size.x == 8 && size.y == 1);
    assert_true(large.x == INFINITY && large.y == 0);
    assert_true(qd_box_size(box(5, 0, 3, 0)).x == -2);
}

// Of points on a lattice: the union has those of both, the intersection those that are in both, and neither has more
// than a box has to.
static void unions_and_intersections_have_the_right_points(void)
{
    struct prng random = { 3 };
    size_t apart = 0, touching = 0;
    for (int i = 0; i < 20000; i++) {
        const qd_box a =
            qd_box_xywh(prng_below(&random, 8), prng_below(&random, 8), prng_below(&random, 4), prng_below(&random, 4));
        const qd_box b =
            qd_box_xywh(prng_below(&random, 8), prng_below(&random, 8), prng_below(&random, 4), prng_below(&random, 4));
        const qd_box both = qd_box_union(a, b), shared = qd_box_intersection(a, b);
        assert_true(qd_box_contains(both, a) && qd_box_contains(both, b));
        assert_true(both.min.x == a.min.x || both.min.x == b.min.x);
        assert_true(both.max.y == a.max.y || both.max.y == b.max.y);
        assert_true(both.min.y == fmin(a.min.y, b.min.y) && both.max.x == fmax(a.max.x, b.max.x));
        assert_int_equal(qd_box_is_valid(&shared), qd_box_overlaps(a, b));
        for (int x = 0; x < 12; x++)
            for (int y = 0; y < 12; y++)
                assert_int_equal(is_in(shared, x, y), is_in(a, x, y) && is_in(b, x, y));
        apart += !qd_box_is_valid(&shared);
        touching += shared.min.x == shared.max.x && shared.min.y < shared.max.y;
    }
    assert_true(apart > 1000 && touching > 300);
}

// An intersection of boxes that are apart is no box anywhere.
static void nothing_is_shared_by_boxes_apart(void)
{
    const qd_box nothing[] = { qd_box_intersection(box(0, 0, 1, 1), box(2, 0, 3, 1)),
                               qd_box_intersection(box(0, 0, 1, 1), box(0, 2, 1, 3)),
                               qd_box_intersection(box(0, 0, 1, 1), box(5, 5, 6, 6)),
                               qd_box_grow(box(0, 0, 4, 2), -1.5), qd_box_grow(box(0, 0, 2, 4), -1.5) };
    qd_tree *tree = tree_of(NULL);
    put(tree, item_at(box(-10, -10, 10, 10)));
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        qd_entry found;
        assert_false(qd_box_is_valid(&nothing[i]));
        assert_true(qd_tree_add(tree, nothing[i], 0) == 0);
        assert_int_equal(qd_tree_find_box(tree, nothing[i], &found, 1), 0);
    }
    qd_tree_destroy(tree);
}

static void assert_box(qd_box box, qd_box expected)
{
    assert_memory_equal(&box, &expected, sizeof box);
}

static void growing_moves_each_side(void)
{
    const qd_box grown = qd_box_grow(box(1, 2, 3, 5), 0.5), shrunk = qd_box_grow(box(1, 2, 3, 5), -1);
    assert_box(grown, box(0.5, 1.5, 3.5, 5.5));
    assert_box(shrunk, box(2, 3, 2, 4));
    assert_true(qd_box_is_valid(&shrunk));
    assert_box(qd_box_grow(box(1, 2, 3, 5), 0), box(1, 2, 3, 5));
}

tests_main(plain_test(containing_is_having_both_corners), plain_test(the_centre_is_within_the_box),
           plain_test(the_size_is_the_difference), plain_test(unions_and_intersections_have_the_right_points),
           plain_test(nothing_is_shared_by_boxes_apart), plain_test(growing_moves_each_side))
