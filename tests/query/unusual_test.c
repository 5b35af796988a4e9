// What a query with unusual values finds: nothing with a NaN, an inverted box or a negative radius; everything on that
// side with an infinite one. And who is seen: the query's filter.
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A tree of points (i, j), 0 <= i, j < 40.
enum { SIDE = 40, ALL = SIDE * SIDE };

static qd_tree *lattice(qd_edges edges)
{
    qd_tree *tree = tree_with(edges, 0, 0);
    for (size_t i = 0; i < ALL; i++)
        assert_false(qd_id_is_null(qd_tree_insert(tree, item_at(point_at((float)(i % SIDE), (float)(i / SIDE))))));
    return tree;
}

static size_t in_circle(const qd_tree *tree, float x, float y, float radius)
{
    qd_found found[ALL + 1];
    struct counter counter = { 0, 0 };
    size_t count = qd_find_circle(tree, (qd_vec2){ x, y }, radius, everyone, found, ALL + 1);
    qd_visit_circle(tree, (qd_vec2){ x, y }, radius, everyone, count_found, &counter);
    assert_int_equal(counter.results, count);
    return count;
}

static size_t at_point(const qd_tree *tree, float x, float y)
{
    qd_found found[ALL + 1];
    struct counter counter = { 0, 0 };
    size_t count = qd_find_point(tree, (qd_vec2){ x, y }, everyone, found, ALL + 1);
    qd_visit_point(tree, (qd_vec2){ x, y }, everyone, count_found, &counter);
    assert_int_equal(counter.results, count);
    return count;
}

static float pass_near(void *context, const qd_near *near)
{
    (void)near;
    ++*(size_t *)context;
    return INFINITY;
}

static size_t near_to(const qd_tree *tree, float x, float y, float max_distance)
{
    qd_near near[ALL + 1];
    size_t visited = 0, count = qd_find_near(tree, (qd_vec2){ x, y }, max_distance, everyone, near, ALL + 1);
    qd_visit_near(tree, (qd_vec2){ x, y }, max_distance, everyone, pass_near, &visited);
    assert_int_equal(visited, count);
    return count;
}

static float pass_by(void *context, const qd_hit *hit)
{
    (void)hit;
    ++*(size_t *)context;
    return INFINITY;
}

static size_t along(const qd_tree *tree, float x, float y, float dx, float dy, float t_max)
{
    qd_ray ray = { { x, y }, { dx, dy }, t_max };
    qd_hit hits[ALL + 1];
    size_t visited = 0, count = qd_find_ray(tree, ray, everyone, hits, ALL + 1);
    qd_visit_ray(tree, ray, everyone, pass_by, &visited);
    assert_int_equal(visited, count);
    return count;
}

static void a_query_with_nan_finds_nothing(void **state)
{
    (void)state;
    qd_tree *tree = lattice(QD_EDGES_CLOSED);
    for (int lane = 0; lane < 4; lane++) {
        float lanes[4] = { -INFINITY, -INFINITY, INFINITY, INFINITY };
        lanes[lane] = NAN;
        assert_int_equal(count_in(tree, box(lanes[0], lanes[1], lanes[2], lanes[3])), 0);
    }
    assert_int_equal(at_point(tree, NAN, 0) + at_point(tree, 0, NAN), 0);
    assert_int_equal(in_circle(tree, NAN, 0, 9) + in_circle(tree, 0, NAN, 9) + in_circle(tree, 0, 0, NAN), 0);
    assert_int_equal(near_to(tree, NAN, 0, 9) + near_to(tree, 0, NAN, 9) + near_to(tree, 0, 0, NAN), 0);
    for (int lane = 0; lane < 5; lane++) {
        float lanes[5] = { 0, 0, 1, 1, INFINITY };
        assert_true(along(tree, lanes[0], lanes[1], lanes[2], lanes[3], lanes[4]) > 0);
        lanes[lane] = NAN;
        assert_int_equal(along(tree, lanes[0], lanes[1], lanes[2], lanes[3], lanes[4]), 0);
    }
    qd_tree_destroy(tree);
}

static void an_inverted_or_negative_query_finds_nothing(void **state)
{
    (void)state;
    for (int edges = QD_EDGES_CLOSED; edges <= QD_EDGES_OPEN; edges++) {
        qd_tree *tree = lattice((qd_edges)edges);
        assert_int_equal(count_in(tree, box(30, 0, 10, 39)), 0);
        assert_int_equal(count_in(tree, box(0, 30, 39, 10)), 0);
        assert_int_equal(count_in(tree, box(INFINITY, 0, -INFINITY, 39)), 0);
        assert_int_equal(in_circle(tree, 5, 5, -1), 0);
        assert_int_equal(in_circle(tree, 5, 5, -INFINITY), 0);
        assert_int_equal(near_to(tree, 5, 5, -1), 0);
        assert_int_equal(along(tree, 5, 5, 1, 0, -1), 0);
        assert_int_equal(along(tree, 5, 5, 1, 0, -INFINITY), 0);
        // A box all around is met by the bare comparisons: its slab is entered long before the ray begins.
        assert_false(qd_id_is_null(qd_tree_insert(tree, item_at(box(-100, -100, 100, 100)))));
        assert_int_equal(count_in(tree, box(30, 0, 10, 39)) + count_in(tree, box(0, 30, 39, 10)), 0);
        assert_int_equal(in_circle(tree, 5.5f, 5.5f, -0.1f) + near_to(tree, 5.5f, 5.5f, -0.1f), 0);
        assert_int_equal(along(tree, 5, 5, 1, 0, -1) + along(tree, 5, 5, 1, 0, -FLT_TRUE_MIN), 0);
        qd_tree_destroy(tree);
    }
}

static void an_infinite_query_finds_everything_on_that_side(void **state)
{
    (void)state;
    for (int edges = QD_EDGES_CLOSED; edges <= QD_EDGES_OPEN; edges++) {
        size_t on_line = edges == QD_EDGES_CLOSED ? SIDE : 0;
        qd_tree *tree = lattice((qd_edges)edges);
        assert_int_equal(count_in(tree, everywhere), ALL);
        assert_int_equal(count_in(tree, box(-INFINITY, -INFINITY, 10, INFINITY)), 10 * SIDE + on_line);
        assert_int_equal(count_in(tree, box(30, -INFINITY, INFINITY, INFINITY)), 9 * SIDE + on_line);
        assert_int_equal(count_in(tree, box(-INFINITY, -INFINITY, INFINITY, 5)), 5 * SIDE + on_line);
        assert_int_equal(count_in(tree, box(-INFINITY, 39, INFINITY, INFINITY)), on_line);
        assert_int_equal(count_in(tree, box(INFINITY, -INFINITY, INFINITY, INFINITY)), 0);
        assert_int_equal(count_in(tree, box(-INFINITY, -INFINITY, -INFINITY, INFINITY)), 0);
        assert_int_equal(in_circle(tree, 5, 5, INFINITY), ALL);
        assert_int_equal(in_circle(tree, -FLT_MAX, FLT_MAX, INFINITY), ALL);
        assert_int_equal(near_to(tree, 5, 5, INFINITY), ALL);
        qd_tree_destroy(tree);
    }
    qd_tree *tree = lattice(QD_EDGES_CLOSED);
    assert_int_equal(along(tree, -1, 7, 1, 0, INFINITY), SIDE);
    assert_int_equal(along(tree, 20, 7, -2, 0, INFINITY), 21);
    qd_tree_destroy(tree);
}

static void a_place_that_is_not_finite_finds_nothing(void **state)
{
    (void)state;
    qd_tree *tree = lattice(QD_EDGES_CLOSED);
    const float far[2] = { INFINITY, -INFINITY };
    for (int i = 0; i < 2; i++) {
        assert_int_equal(at_point(tree, far[i], 0) + at_point(tree, 0, far[i]), 0);
        assert_int_equal(in_circle(tree, far[i], 0, INFINITY) + in_circle(tree, 0, far[i], INFINITY), 0);
        assert_int_equal(near_to(tree, far[i], 0, INFINITY) + near_to(tree, 0, far[i], INFINITY), 0);
        assert_int_equal(along(tree, far[i], 0, 1, 0, INFINITY) + along(tree, 0, far[i], 1, 0, INFINITY), 0);
        assert_int_equal(along(tree, 0, 0, far[i], 0, INFINITY) + along(tree, 0, 0, 1, far[i], INFINITY), 0);
    }
    assert_int_equal(along(tree, 0, 0, 0, 0, INFINITY), 0);
    qd_tree_destroy(tree);
}

static void an_open_circle_takes_what_is_nearer_than_its_radius(void **state)
{
    (void)state;
    qd_tree *closed = lattice(QD_EDGES_CLOSED), *open = lattice(QD_EDGES_OPEN);
    // Around a lattice point: 13 within 2, of them 4 at 2 itself; 81 within 5, of them 12 at 5 itself.
    assert_int_equal(in_circle(closed, 20, 20, 2), 13);
    assert_int_equal(in_circle(open, 20, 20, 2), 9);
    assert_int_equal(in_circle(closed, 20, 20, 5), 81);
    assert_int_equal(in_circle(open, 20, 20, 5), 69);
    assert_int_equal(in_circle(closed, 20, 20, 0), 1);
    assert_int_equal(in_circle(open, 20, 20, 0), 0);
    // Nearest does not care for edges: its limit is always included.
    assert_int_equal(near_to(closed, 20, 20, 5), 81);
    assert_int_equal(near_to(open, 20, 20, 5), 81);
    assert_int_equal(near_to(open, 20, 20, 0), 1);
    qd_tree_destroy(closed);
    qd_tree_destroy(open);
}

static size_t seen(const qd_tree *tree, qd_query_filter filter)
{
    qd_found found[8];
    qd_near near[8];
    qd_hit hits[8];
    struct counter counter = { 0, 0 };
    size_t count = qd_find_box(tree, box(0, 0, 9, 9), filter, found, 8), visited = 0;
    qd_ray ray = qd_ray_toward((qd_vec2){ -5, 5 }, (qd_vec2){ 1, 0 });
    assert_int_equal(qd_find_point(tree, (qd_vec2){ 5, 5 }, filter, found, 8), count);
    assert_int_equal(qd_find_circle(tree, (qd_vec2){ 5, 5 }, 1, filter, found, 8), count);
    assert_int_equal(qd_find_near(tree, (qd_vec2){ 5, 5 }, 1, filter, near, 8), count);
    assert_int_equal(qd_find_ray(tree, ray, filter, hits, 8), count);
    qd_visit_ray(tree, ray, filter, pass_by, &visited);
    assert_int_equal(visited, count);
    visited = 0;
    qd_visit_near(tree, (qd_vec2){ 5, 5 }, 1, filter, pass_near, &visited);
    assert_int_equal(visited, count);
    qd_visit_box(tree, everywhere, filter, count_found, &counter);
    assert_int_equal(counter.results, count);
    return count;
}

static void a_query_sees_whom_its_filter_lets_it(void **state)
{
    (void)state;
    const qd_filter filters[4] = { { 1, 0 }, { 2, 4 }, { 6, QD_NO_LAYERS }, { 1u << 30, 1u << 30 } };
    qd_tree *tree = tree_with(0, 0, 0);
    qd_id ids[4];
    for (uint64_t i = 0; i < 4; i++)
        ids[i] = qd_tree_insert(tree, (qd_item){ box(0, 0, 10, 10), i, filters[i] });
    assert_int_equal(seen(tree, everyone), 4);
    // mask: only items on one of these layers.
    assert_int_equal(seen(tree, (qd_query_filter){ .mask = 1 }), 1);
    assert_int_equal(seen(tree, (qd_query_filter){ .mask = 2 }), 2);
    assert_int_equal(seen(tree, (qd_query_filter){ .mask = 5 }), 2);
    assert_int_equal(seen(tree, (qd_query_filter){ .mask = 8 }), 0);
    assert_int_equal(seen(tree, (qd_query_filter){ .mask = QD_ALL_LAYERS }), 4);
    assert_int_equal(seen(tree, (qd_query_filter){ .mask = QD_NO_LAYERS }), 0);
    assert_int_equal(seen(tree, (qd_query_filter){ .mask = QD_NO_LAYERS | 1 }), 1);
    // layers: those whose own mask leaves the asker out stay hidden.
    assert_int_equal(seen(tree, (qd_query_filter){ .layers = 1 }), 1);
    assert_int_equal(seen(tree, (qd_query_filter){ .layers = 4 }), 2);
    assert_int_equal(seen(tree, (qd_query_filter){ .layers = 1u << 30 }), 2);
    assert_int_equal(seen(tree, (qd_query_filter){ .mask = 2, .layers = 4 }), 1);
    // ignore: all but this one; an id that has gone stale is nobody's.
    assert_int_equal(seen(tree, (qd_query_filter){ .ignore = ids[2] }), 3);
    assert_int_equal(seen(tree, (qd_query_filter){ .mask = 2, .ignore = ids[2] }), 1);
    assert_int_equal(seen(tree, (qd_query_filter){ .ignore = { ids[2].slot, ids[2].generation + 1 } }), 4);
    assert_int_equal(seen(tree, (qd_query_filter){ .ignore = { 4000000000u, 1 } }), 4);
    // And after a change of filter at once.
    assert_int_equal(qd_tree_set_filter(tree, ids[0], (qd_filter){ 8, 8 }), QD_OK);
    assert_int_equal(seen(tree, (qd_query_filter){ .mask = 8 }), 1);
    assert_int_equal(seen(tree, (qd_query_filter){ .mask = 1 }), 0);
    qd_tree_destroy(tree);
}

static void two_items_meet_when_each_ones_mask_holds_the_others_layers(void **state)
{
    (void)state;
    const struct {
        qd_filter a, b;
        bool meet;
    } cases[] = {
        { { 0, 0 }, { 0, 0 }, true },
        { { 1, 2 }, { 2, 1 }, true },
        { { 1, 2 }, { 2, 2 }, false },
        { { 1, 2 }, { 2, 3 }, true },
        { { 1, QD_NO_LAYERS }, { 1, 0 }, false },
        { { 3, 4 }, { 12, 2 }, true },
        { { 0, 1 }, { 0, 1 }, true },
        { { 0, 2 }, { 0, 0 }, false },
        { { 1u << 30, 1u << 30 }, { 1u << 30, 1u << 30 }, true },
        { { QD_NO_LAYERS | 1, QD_NO_LAYERS | 2 }, { QD_NO_LAYERS | 1, QD_NO_LAYERS | 2 }, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int swapped = 0; swapped <= 1; swapped++) {
            qd_tree *tree = tree_with(0, 0, 0);
            qd_tree_insert(tree, (qd_item){ point_at(1, 1), 0, swapped ? cases[i].b : cases[i].a });
            qd_tree_insert(tree, (qd_item){ point_at(1, 1), 0, swapped ? cases[i].a : cases[i].b });
            assert_int_equal(cost_of_pairs(tree).hits, cases[i].meet);
            qd_tree_destroy(tree);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_with_nan_finds_nothing),
        cmocka_unit_test(an_inverted_or_negative_query_finds_nothing),
        cmocka_unit_test(an_infinite_query_finds_everything_on_that_side),
        cmocka_unit_test(a_place_that_is_not_finite_finds_nothing),
        cmocka_unit_test(an_open_circle_takes_what_is_nearer_than_its_radius),
        cmocka_unit_test(a_query_sees_whom_its_filter_lets_it),
        cmocka_unit_test(two_items_meet_when_each_ones_mask_holds_the_others_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
