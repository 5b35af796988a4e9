// Trap 11, about distances and rays: they are computed in double, with division, and a ray along an axis is a question
// of containment. Each case here goes wrong in floats, or with a reciprocal.
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static size_t in_circle(qd_box item, qd_vec2 center, double radius, qd_edges edges)
{
    qd_tree *tree = tree_with(edges, 0, 0);
    put(tree, item_at(item));
    qd_entry found;
    const size_t count = qd_tree_find_circle(tree, center, radius, &found, 1);
    qd_tree_destroy(tree);
    return count;
}

// A question against one box: whether it hits, and how.
static bool hits(qd_box item, qd_ranked asked, qd_edges edges, qd_hit *hit)
{
    qd_tree *tree = tree_with(edges, 0, 0);
    put(tree, item_at(item));
    const bool result = qd_tree_find_ranked(tree, &asked, hit, 1, NULL) == 1;
    qd_tree_destroy(tree);
    return result;
}

static qd_ranked ray(double x, double y, double dx, double dy, double t_max)
{
    return qd_ray((qd_vec2){ x, y }, (qd_vec2){ dx, dy }, t_max);
}

static void trap_11_a_huge_circle_holds_only_what_is_in_it(void)
{
    const qd_vec2 origin = { 0, 0 };
    assert_int_equal(in_circle(point_at(1e30f, 1e30f), origin, 1e20f, QD_CLOSED), 0);
    assert_int_equal(in_circle(point_at(1e30f, 0), origin, 1.1e30f, QD_CLOSED), 1);
    assert_int_equal(in_circle(point_at(FLT_MAX, FLT_MAX), origin, FLT_MAX, QD_CLOSED), 0);
    assert_int_equal(in_circle(point_at(FLT_MAX, 0), origin, FLT_MAX, QD_CLOSED), 1);
    assert_int_equal(in_circle(point_at(FLT_MAX, 0), origin, FLT_MAX, QD_OPEN), 0);
    assert_int_equal(in_circle(point_at(FLT_MAX, FLT_MAX), (qd_vec2){ -FLT_MAX, -FLT_MAX }, INFINITY, QD_OPEN), 1);
}

static void trap_11_a_tiny_circle_holds_only_what_is_in_it(void)
{
    const qd_vec2 origin = { 0, 0 };
    // In float the squares of all these are zero.
    assert_int_equal(in_circle(point_at(2e-30f, 0), origin, 1e-30f, QD_CLOSED), 0);
    assert_int_equal(in_circle(point_at(1e-30f, 0), origin, 1e-30f, QD_CLOSED), 1);
    assert_int_equal(in_circle(point_at(1e-30f, 0), origin, 1e-30f, QD_OPEN), 0);
    assert_int_equal(in_circle(point_at(FLT_TRUE_MIN, 0), origin, 0, QD_CLOSED), 0);
    assert_int_equal(in_circle(point_at(0, 0), origin, 0, QD_CLOSED), 1);
    assert_int_equal(in_circle(point_at(0, 0), origin, 0, QD_OPEN), 0);
    // 3-4-5, and one ulp less.
    assert_int_equal(in_circle(box(3, 4, 9, 9), origin, 5, QD_CLOSED), 1);
    assert_int_equal(in_circle(box(3, 4, 9, 9), origin, 5, QD_OPEN), 0);
    assert_int_equal(in_circle(box(3, 4, 9, 9), origin, nextafterf(5, 0), QD_CLOSED), 0);
}

static void trap_11_near_ranks_by_squared_distance_in_double_then_by_slot(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 4, 0);
    // Far enough for the squares to overflow a float, and near each other; and ties around the centre.
    const float far[] = { 3e38f, 1e30f, 2e30f, 1e20f };
    for (size_t i = 0; i < 4; i++)
        put(tree, item_at(point_at(far[i], 0)));
    for (int i = 0; i < 8; i++)
        put(tree, item_at(point_at(i % 2 ? 3.0f : -4.0f, i % 4 < 2 ? 4.0f : (i % 2 ? -4.0f : 3.0f))));
    qd_hit near[16];
    assert_int_equal(qd_tree_find_nearest(tree, (qd_vec2){ 0, 0 }, INFINITY, near, 16), 12);
    for (size_t i = 1; i < 12; i++)
        assert_true(near[i - 1].distance < near[i].distance ||
                    (near[i - 1].distance == near[i].distance &&
                     qd_id_slot(near[i - 1].item.id) < qd_id_slot(near[i].item.id)));
    assert_float_equal(near[0].distance, 5, 0);
    const uint32_t order[4] = { 4, 2, 3, 1 };
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(qd_id_slot(near[8 + i].item.id), order[i]);
    qd_tree_destroy(tree);
}

static void trap_11_a_ray_along_an_edge_touches(void)
{
    const qd_box unit = box(0, 0, 1, 1);
    qd_hit hit;
    const float lines[2] = { 0, 1 };
    for (int i = 0; i < 2; i++) {
        const qd_ranked upward = ray(lines[i], -2, 0, 1, INFINITY), leftward = ray(3, lines[i], -1, -0.0f, INFINITY);
        assert_true(hits(unit, upward, QD_CLOSED, &hit));
        assert_float_equal(hit.t, 2, 0);
        assert_true(hits(unit, leftward, QD_CLOSED, &hit));
        assert_float_equal(hit.t, 2, 0);
        assert_false(hits(unit, upward, QD_OPEN, &hit));
        assert_false(hits(unit, leftward, QD_OPEN, &hit));
        // From a corner along the edge: 0 / 0 for who divides.
        assert_true(hits(unit, ray(lines[i], 0, 0, 1, 5), QD_CLOSED, &hit));
        assert_float_equal(hit.t, 0, 0);
    }
    assert_true(hits(unit, ray(0.5f, -2, 0, 1, INFINITY), QD_OPEN, &hit));
    assert_false(hits(unit, ray(nextafterf(1, 2), -2, 0, 1, INFINITY), QD_CLOSED, &hit));
}

static void trap_11_a_corner_hit_has_the_x_normal(void)
{
    const float signs[2] = { -1, 1 };
    for (int i = 0; i < 4; i++) {
        float dx = signs[i % 2], dy = signs[i / 2];
        qd_hit hit;
        assert_true(hits(box(-1, -1, 1, 1), ray(-3 * dx, -3 * dy, dx, dy, INFINITY), QD_CLOSED, &hit));
        assert_float_equal(hit.t, 2, 0);
        assert_float_equal(hit.normal.x, -dx, 0);
        assert_float_equal(hit.normal.y, 0, 0);
        assert_float_equal(hit.point.x, -dx, 0);
        assert_float_equal(hit.point.y, -dy, 0);
    }
}

static void trap_11_a_direction_that_is_not_finite_hits_nothing(void)
{
    const double bad[][2] = { { NAN, 1 },      { 1, NAN },   { INFINITY, 0 },  { 0, -INFINITY },
                              { INFINITY, 1 }, { NAN, NAN }, { INFINITY, NAN } };
    qd_hit hit;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(hits(box(-1, -1, 1, 1), ray(0, 0, bad[i][0], bad[i][1], INFINITY), QD_CLOSED, &hit));
    // One of length zero is a point.
    assert_true(hits(box(-1, -1, 1, 1), ray(0, 0, 0, -0.0, INFINITY), QD_CLOSED, &hit));
    assert_true(hit.t == 0 && hit.normal.x == 0 && hit.normal.y == 0);
    assert_false(hits(box(-1, -1, 1, 1), ray(1.5, 0, 0, 0, INFINITY), QD_CLOSED, &hit));
}

// From corner to corner of all there is, no difference overflows.
static void trap_11_a_segment_is_as_long_as_it_likes(void)
{
    for (int precision = 0; precision < 2; precision++) {
        const double most = precision ? DBL_MAX : FLT_MAX;
        const qd_tree_def def = { .precision = (qd_precision)precision };
        qd_tree *tree = tree_of(&def);
        put(tree, item_at(box(-1, -1, 1, 1)));
        const qd_id last = put(tree, item_at(point_at(most, most))), first = put(tree, item_at(point_at(-most, -most)));
        const qd_ranked longest = qd_segment((qd_vec2){ -most, -most }, (qd_vec2){ most, most });
        qd_hit hit[4];
        assert_int_equal(qd_tree_find_ranked(tree, &longest, hit, 4, NULL), 3);
        assert_true(hit[0].item.id == first && hit[0].t == 0);
        assert_true(hit[1].t == 0.5 && hit[1].point.x == -1 && hit[1].normal.x == -1);
        assert_true(hit[2].item.id == last && hit[2].t == 1 && hit[2].point.x == most && hit[2].point.y == most);
        qd_tree_destroy(tree);
    }
}

static void trap_11_extreme_rays_hit_what_they_should(void)
{
    qd_hit hit;
    assert_true(hits(box(1e30f, -1, 2e30f, 1), ray(0, 0, 1e-30f, 0, INFINITY), QD_CLOSED, &hit));
    assert_true(hits(point_at(1e30f, 1e30f), ray(-1e30f, -1e30f, 1e30f, 1e30f, 2), QD_CLOSED, &hit));
    assert_float_equal(hit.t, 2, 0);
    assert_true(hits(box(-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX), ray(0, 0, 1, 1, 0), QD_OPEN, &hit));
    assert_float_equal(hit.t, 0, 0);
    assert_true(hits(box(5, -1, 6, 1), ray(0, 0, FLT_TRUE_MIN, 0, INFINITY), QD_CLOSED, &hit));
    // A shallow ray that a float slab would let slip past the corner at (16777216, 1).
    assert_true(hits(point_at(16777216, 1), ray(0, 0, 16777216, 1, 1), QD_CLOSED, &hit));
    assert_false(hits(point_at(16777216, 1), ray(0, 0, 16777216, nextafterf(1, 0), 1), QD_CLOSED, &hit));
}

// A row of boxes along the x axis, the ray through all of them; the visitor sets its limit by rule.
struct clipping {
    double answers[2]; // for the first box it is shown, and from then on; a negative zero stands for hit->t
    size_t calls;
    double limit;
    bool beyond;
};

static qd_flow clip(void *context, const qd_hit *hit, double *limit)
{
    struct clipping *clipping = context;
    clipping->beyond |= hit->t > clipping->limit || *limit != clipping->limit;
    *limit = clipping->answers[clipping->calls++ > 0];
    if (*limit == 0 && signbit(*limit))
        *limit = hit->t;
    clipping->limit = fmin(clipping->limit, *limit);
    return QD_CONTINUE;
}

static struct clipping cast(double first, double then)
{
    qd_tree *tree = tree_with(QD_CLOSED, 4, 0);
    for (int i = 0; i < 1000; i++)
        put(tree, item_at(qd_box_xywh((i * 337) % 1000, -1, 0.5, 2)));
    struct clipping clipping = { { first, then }, 0, INFINITY, false };
    const qd_ranked asked = ray(-1, 0, 1, 0, INFINITY);
    qd_cost cost;
    qd_tree_visit_ranked(tree, &asked, clip, &clipping, &cost);
    assert_int_equal(cost.hits, clipping.calls);
    qd_tree_destroy(tree);
    return clipping;
}

static void trap_11_what_a_visitor_sets_is_combined_by_minimum(void)
{
    assert_int_equal(cast(INFINITY, INFINITY).calls, 1000);
    // A limit of 100 stays one, whatever larger answers follow: the boxes at 0 to 99 are at t = 1 to 100.
    const struct clipping at_100 = cast(100, INFINITY);
    assert_in_range(at_100.calls, 100, 101);
    assert_false(at_100.beyond);
    const struct clipping then_larger = cast(100, 700);
    assert_int_equal(then_larger.calls, at_100.calls);
    assert_false(then_larger.beyond);
    // Clipping to each hit ends at the first box along the ray.
    const struct clipping to_hit = cast(-0.0, -0.0);
    assert_true(to_hit.limit == 1 && !to_hit.beyond);
}

static void trap_11_a_negative_limit_ends_the_search_and_nan_is_none(void)
{
    assert_int_equal(cast(-1, INFINITY).calls, 1);
    assert_int_equal(cast(-INFINITY, INFINITY).calls, 1);
    assert_int_equal(cast(INFINITY, -1e-300).calls, 2);
    assert_int_equal(cast(NAN, NAN).calls, 1000);
}

tests_main(plain_test(trap_11_a_huge_circle_holds_only_what_is_in_it),
           plain_test(trap_11_a_tiny_circle_holds_only_what_is_in_it),
           plain_test(trap_11_near_ranks_by_squared_distance_in_double_then_by_slot),
           plain_test(trap_11_a_ray_along_an_edge_touches), plain_test(trap_11_a_corner_hit_has_the_x_normal),
           plain_test(trap_11_a_direction_that_is_not_finite_hits_nothing),
           plain_test(trap_11_a_segment_is_as_long_as_it_likes), plain_test(trap_11_extreme_rays_hit_what_they_should),
           plain_test(trap_11_what_a_visitor_sets_is_combined_by_minimum),
           plain_test(trap_11_a_negative_limit_ends_the_search_and_nan_is_none))
