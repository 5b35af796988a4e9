// What a query with unusual values finds: nothing with a NaN, an inverted box or a negative radius; everything on that
// side with an infinite one. And which items a query's filter lets through. In trees of floats and of doubles alike.
#include "support.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

// A tree of points (i, j), 0 <= i, j < 40.
enum { SIDE = 40, ALL = SIDE * SIDE };

static qd_tree *lattice(qd_precision precision, qd_edges edges)
{
    const qd_tree_def def = { .precision = precision, .edges = edges };
    qd_tree *tree = tree_of(&def);
    for (size_t i = 0; i < ALL; i++)
        put(tree, item_at(point_at((double)(i % SIDE), (double)(i / SIDE))));
    return tree;
}

// The same by every verb.
static size_t in_shape(const qd_tree *tree, qd_shape shape)
{
    const qd_query query = query_of(shape, QD_OVERLAPS);
    qd_entry found[ALL + 1];
    struct counter counter = { 0, 0 };
    const size_t count = qd_tree_find(tree, &query, found, ALL + 1, NULL);
    qd_tree_visit(tree, &query, count_found, &counter, NULL);
    assert_int_equal(counter.results, count);
    assert_int_equal(qd_tree_count(tree, &query), count);
    return count;
}

static size_t in_circle(const qd_tree *tree, double x, double y, double radius)
{
    return in_shape(tree, qd_shape_circle((qd_vec2){ x, y }, radius));
}

static size_t at_point(const qd_tree *tree, double x, double y)
{
    return in_shape(tree, qd_shape_point((qd_vec2){ x, y }));
}

// NOLINTNEXTLINE(readability-non-const-parameter): the type of a visitor
static qd_flow pass(void *context, const qd_hit *hit, double *limit)
{
    (void)hit, (void)limit;
    ++*(size_t *)context;
    return QD_CONTINUE;
}

static size_t ranked_of(const qd_tree *tree, qd_ranked ranked)
{
    qd_hit hits[ALL + 1];
    size_t visited = 0, count = qd_tree_find_ranked(tree, &ranked, hits, ALL + 1, NULL);
    qd_tree_visit_ranked(tree, &ranked, pass, &visited, NULL);
    assert_int_equal(visited, count);
    assert_int_equal(qd_tree_count_ranked(tree, &ranked), count);
    return count;
}

static size_t near_to(const qd_tree *tree, double x, double y, double max_distance)
{
    return ranked_of(tree, qd_nearest(qd_shape_point((qd_vec2){ x, y }), max_distance));
}

static size_t along(const qd_tree *tree, double x, double y, double dx, double dy, double t_max)
{
    return ranked_of(tree, qd_ray((qd_vec2){ x, y }, (qd_vec2){ dx, dy }, t_max));
}

static void in_both(void (*test)(qd_precision precision))
{
    test(QD_FLOAT);
    test(QD_DOUBLE);
}

static void ask_with_nan(qd_precision precision)
{
    qd_tree *tree = lattice(precision, QD_CLOSED);
    for (int lane = 0; lane < 4; lane++) {
        double lanes[4] = { -INFINITY, -INFINITY, INFINITY, INFINITY };
        lanes[lane] = NAN;
        assert_int_equal(count_in(tree, box(lanes[0], lanes[1], lanes[2], lanes[3])), 0);
    }
    assert_int_equal(at_point(tree, NAN, 0) + at_point(tree, 0, NAN), 0);
    assert_int_equal(in_circle(tree, NAN, 0, 9) + in_circle(tree, 0, NAN, 9) + in_circle(tree, 0, 0, NAN), 0);
    assert_int_equal(near_to(tree, NAN, 0, 9) + near_to(tree, 0, NAN, 9) + near_to(tree, 0, 0, NAN), 0);
    for (int lane = 0; lane < 5; lane++) {
        double lanes[5] = { 0, 0, 1, 1, INFINITY };
        assert_true(along(tree, lanes[0], lanes[1], lanes[2], lanes[3], lanes[4]) > 0);
        lanes[lane] = NAN;
        assert_int_equal(along(tree, lanes[0], lanes[1], lanes[2], lanes[3], lanes[4]), 0);
    }
    qd_tree_destroy(tree);
}

static void a_query_with_nan_finds_nothing(void)
{
    in_both(ask_with_nan);
}

static void ask_inverted(qd_precision precision)
{
    for (int edges = QD_CLOSED; edges <= QD_OPEN; edges++) {
        qd_tree *tree = lattice(precision, (qd_edges)edges);
        assert_int_equal(count_in(tree, box(30, 0, 10, 39)), 0);
        assert_int_equal(count_in(tree, box(0, 30, 39, 10)), 0);
        assert_int_equal(count_in(tree, box(INFINITY, 0, -INFINITY, 39)), 0);
        assert_int_equal(in_circle(tree, 5, 5, -1), 0);
        assert_int_equal(in_circle(tree, 5, 5, -INFINITY), 0);
        assert_int_equal(near_to(tree, 5, 5, -1), 0);
        assert_int_equal(along(tree, 5, 5, 1, 0, -1), 0);
        assert_int_equal(along(tree, 5, 5, 1, 0, -INFINITY), 0);
        // A box all around overlaps by the bare comparisons: its slab is entered long before the ray begins.
        put(tree, item_at(box(-100, -100, 100, 100)));
        assert_int_equal(count_in(tree, box(30, 0, 10, 39)) + count_in(tree, box(0, 30, 39, 10)), 0);
        assert_int_equal(in_circle(tree, 5.5, 5.5, -0.1) + near_to(tree, 5.5, 5.5, -0.1), 0);
        assert_int_equal(along(tree, 5, 5, 1, 0, -1) + along(tree, 5, 5, 1, 0, -FLT_TRUE_MIN), 0);
        qd_tree_destroy(tree);
    }
}

static void an_inverted_or_negative_query_finds_nothing(void)
{
    in_both(ask_inverted);
}

static void ask_infinite(qd_precision precision)
{
    for (int edges = QD_CLOSED; edges <= QD_OPEN; edges++) {
        const size_t on_line = edges == QD_CLOSED ? SIDE : 0;
        qd_tree *tree = lattice(precision, (qd_edges)edges);
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
    qd_tree *tree = lattice(precision, QD_CLOSED);
    assert_int_equal(along(tree, -1, 7, 1, 0, INFINITY), SIDE);
    assert_int_equal(along(tree, 20, 7, -2, 0, INFINITY), 21);
    qd_tree_destroy(tree);
}

static void an_infinite_query_finds_everything_on_that_side(void)
{
    in_both(ask_infinite);
}

static void ask_far(qd_precision precision)
{
    qd_tree *tree = lattice(precision, QD_CLOSED);
    const double far[2] = { INFINITY, -INFINITY };
    for (int i = 0; i < 2; i++) {
        assert_int_equal(at_point(tree, far[i], 0) + at_point(tree, 0, far[i]), 0);
        assert_int_equal(in_circle(tree, far[i], 0, INFINITY) + in_circle(tree, 0, far[i], INFINITY), 0);
        assert_int_equal(near_to(tree, far[i], 0, INFINITY) + near_to(tree, 0, far[i], INFINITY), 0);
        assert_int_equal(along(tree, far[i], 0, 1, 0, INFINITY) + along(tree, 0, far[i], 1, 0, INFINITY), 0);
        assert_int_equal(along(tree, 0, 0, far[i], 0, INFINITY) + along(tree, 0, 0, 1, far[i], INFINITY), 0);
    }
    qd_tree_destroy(tree);
}

static void a_place_that_is_not_finite_finds_nothing(void)
{
    in_both(ask_far);
}

static void ask_rounded(qd_precision precision)
{
    const bool wide = precision == QD_DOUBLE;
    qd_tree *tree = lattice(precision, QD_CLOSED);
    // Beyond the floats is infinite in a tree of floats.
    assert_int_equal(in_circle(tree, 1e300, 0, INFINITY), wide ? ALL : 0);
    assert_int_equal(in_circle(tree, 0, 0, 1e300), ALL);
    assert_int_equal(count_in(tree, box(-1e300, -1e300, 1e300, 1e300)), ALL);
    // What is closer to a point than floats can tell is at it, and what is less than zero by so little is zero.
    assert_int_equal(at_point(tree, 5 + 1e-12, 5 - 1e-12), wide ? 0 : 1);
    assert_int_equal(in_circle(tree, 5, 5, -1e-300), wide ? 0 : 1);
    assert_int_equal(in_circle(tree, 5, 5, 1 - 1e-12), wide ? 1 : 5);
    // Inverted by less than a float can tell is not inverted.
    assert_int_equal(count_in(tree, box(5 + 1e-12, 5, 5, 5)), wide ? 0 : 1);
    qd_tree_destroy(tree);
}

static void a_tree_of_floats_rounds_the_question_first(void)
{
    in_both(ask_rounded);
}

static void ask_circles(qd_precision precision)
{
    qd_tree *closed = lattice(precision, QD_CLOSED), *open = lattice(precision, QD_OPEN);
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
    // A ray of length zero answers as the point that it is.
    assert_int_equal(along(closed, 20, 20, 0, 0, INFINITY), 1);
    assert_int_equal(along(closed, 20.5, 20, 0, 0, INFINITY), 0);
    assert_int_equal(along(open, 20, 20, 0, 0, INFINITY), 0);
    qd_tree_destroy(closed);
    qd_tree_destroy(open);
}

static void an_open_circle_takes_what_is_nearer_than_its_radius(void)
{
    in_both(ask_circles);
}

static size_t seen(const qd_tree *tree, qd_filter filter, qd_id ignore)
{
    const qd_vec2 at = { 5, 5 }, corners[] = { { 4, 4 }, { 6, 4 }, { 5, 6 } };
    const qd_shape shapes[] = { qd_shape_box(box(0, 0, 9, 9)),
                                qd_shape_point(at),
                                qd_shape_circle(at, 1),
                                qd_shape_polygon(corners, 3),
                                { .type = QD_EVERYWHERE } };
    qd_ranked ranked[] = { qd_nearest(qd_shape_point(at), 1), qd_ray((qd_vec2){ -5, 5 }, (qd_vec2){ 1, 0 }, INFINITY) };
    size_t count = SIZE_MAX;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const qd_query query = { shapes[i], QD_OVERLAPS, filter, ignore };
        qd_entry found[8];
        struct counter counter = { 0, 0 };
        count = count == SIZE_MAX ? qd_tree_count(tree, &query) : count;
        assert_int_equal(qd_tree_count(tree, &query), count);
        assert_int_equal(qd_tree_find(tree, &query, found, 8, NULL), count);
        qd_tree_visit(tree, &query, count_found, &counter, NULL);
        assert_int_equal(counter.results, count);
    }
    for (size_t i = 0; i < sizeof ranked / sizeof *ranked; i++) {
        ranked[i].filter = filter;
        ranked[i].ignore = ignore;
        assert_int_equal(ranked_of(tree, ranked[i]), count);
    }
    return count;
}

static void ask_with_filters(qd_precision precision)
{
    const qd_filter filters[4] = { { 1, 0 }, { 2, 4 }, { 6, QD_NO_LAYER }, { 1u << 30, 1u << 30 } };
    const qd_tree_def def = { .precision = precision };
    qd_tree *tree = tree_of(&def);
    qd_id ids[4];
    for (uint64_t i = 0; i < 4; i++)
        ids[i] = put(tree, (qd_item){ .box = box(0, 0, 10, 10), .user = i, .filter = filters[i] });
    assert_int_equal(seen(tree, (qd_filter){ 0, 0 }, 0), 4);
    // mask: only items on one of these layers.
    assert_int_equal(seen(tree, (qd_filter){ .mask = 1 }, 0), 1);
    assert_int_equal(seen(tree, (qd_filter){ .mask = 2 }, 0), 2);
    assert_int_equal(seen(tree, (qd_filter){ .mask = 5 }, 0), 2);
    assert_int_equal(seen(tree, (qd_filter){ .mask = 8 }, 0), 0);
    assert_int_equal(seen(tree, (qd_filter){ .mask = 0x7fffffff }, 0), 4);
    assert_int_equal(seen(tree, (qd_filter){ .mask = UINT32_MAX }, 0), 4);
    assert_int_equal(seen(tree, (qd_filter){ .mask = QD_NO_LAYER }, 0), 0);
    assert_int_equal(seen(tree, (qd_filter){ .mask = QD_NO_LAYER | 1 }, 0), 1);
    // layers: items that their own mask leaves out stay hidden.
    assert_int_equal(seen(tree, (qd_filter){ .layers = 1 }, 0), 1);
    assert_int_equal(seen(tree, (qd_filter){ .layers = 4 }, 0), 2);
    assert_int_equal(seen(tree, (qd_filter){ .layers = 1u << 30 }, 0), 2);
    assert_int_equal(seen(tree, (qd_filter){ .layers = QD_NO_LAYER }, 0), 0);
    assert_int_equal(seen(tree, (qd_filter){ .mask = 2, .layers = 4 }, 0), 1);
    // ignore: all but this one; an id that has gone stale names none.
    assert_int_equal(seen(tree, (qd_filter){ 0, 0 }, ids[2]), 3);
    assert_int_equal(seen(tree, (qd_filter){ .mask = 2 }, ids[2]), 1);
    assert_int_equal(seen(tree, (qd_filter){ 0, 0 }, ids[2] + (UINT64_C(1) << 32)), 4);
    assert_int_equal(seen(tree, (qd_filter){ 0, 0 }, UINT64_C(1) << 32 | 4000000000u), 4);
    // And after a change of filter at once.
    assert_int_equal(qd_tree_set_filter(tree, ids[0], &(qd_filter){ 8, 8 }), QD_OK);
    assert_int_equal(seen(tree, (qd_filter){ .mask = 8 }, 0), 1);
    assert_int_equal(seen(tree, (qd_filter){ .mask = 1 }, 0), 0);
    qd_tree_destroy(tree);
}

static void a_query_sees_what_its_filter_lets_through(void)
{
    in_both(ask_with_filters);
}

static void two_items_pair_when_each_ones_mask_has_the_others_layers(void)
{
    const struct {
        qd_filter a, b;
        bool pair;
    } cases[] = {
        { { 0, 0 }, { 0, 0 }, true },
        { { 1, 2 }, { 2, 1 }, true },
        { { 1, 2 }, { 2, 2 }, false },
        { { 1, 2 }, { 2, 3 }, true },
        { { 1, QD_NO_LAYER }, { 1, 0 }, false },
        { { 3, 4 }, { 12, 2 }, true },
        { { 0, 1 }, { 0, 1 }, true },
        { { 0, 2 }, { 0, 0 }, true }, // all layers, where 0.1 had the first one
        { { 0, 0 }, { QD_NO_LAYER, 0 }, false },
        { { 1u << 30, 1u << 30 }, { 1u << 30, 1u << 30 }, true },
        { { QD_NO_LAYER | 1, QD_NO_LAYER | 2 }, { QD_NO_LAYER | 1, QD_NO_LAYER | 2 }, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int swapped = 0; swapped <= 1; swapped++) {
            qd_tree *tree = tree_with(0, 0, 0);
            put(tree, (qd_item){ .box = point_at(1, 1), .filter = swapped ? cases[i].b : cases[i].a });
            put(tree, (qd_item){ .box = point_at(1, 1), .filter = swapped ? cases[i].a : cases[i].b });
            assert_int_equal(cost_of_pairs(tree).hits, cases[i].pair);
            qd_tree_destroy(tree);
        }
}

tests_main(plain_test(a_query_with_nan_finds_nothing), plain_test(an_inverted_or_negative_query_finds_nothing),
           plain_test(an_infinite_query_finds_everything_on_that_side),
           plain_test(a_place_that_is_not_finite_finds_nothing), plain_test(a_tree_of_floats_rounds_the_question_first),
           plain_test(an_open_circle_takes_what_is_nearer_than_its_radius),
           plain_test(a_query_sees_what_its_filter_lets_through),
           plain_test(two_items_pair_when_each_ones_mask_has_the_others_layers))
