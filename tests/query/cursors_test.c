// Cursors: what find and visit tell, batch by batch, until the tree changes; and at what cost. In trees of floats and
// of doubles alike.
#include "field.h"

#include <math.h>
#include <stdlib.h>

static const qd_vec2 origin = { 0, 0 };

static qd_shape some_shape(struct prng *random, enum numbers kind, qd_vec2 *corners)
{
    const qd_box box = box_of(random, kind);
    const qd_shape_type type = (qd_shape_type)prng_below(random, 5);
    for (int i = 0; i < 3; i++)
        corners[i] = point_of(random, kind);
    return (qd_shape){ type, 3, corners, box, length_of(random, kind) };
}

static qd_ranked some_ranked(struct prng *random, enum numbers kind)
{
    const qd_vec2 at = point_of(random, kind), motion = point_of(random, kind);
    const double length = length_of(random, kind), limit = prng_below(random, 2) ? INFINITY : length;
    switch (prng_below(random, 4)) {
    case 0:
        return qd_nearest(qd_shape_point(at), limit);
    case 1:
        return qd_nearest(qd_shape_box(box_of(random, kind)), limit);
    case 2:
        return qd_segment(at, motion);
    default:
        return qd_ray(at, motion, limit);
    }
}

static void ask(struct field *field, struct prng *random, enum numbers kind, int scene)
{
    struct compare *compare = &field->compare;
    for (int i = 0; i < 20; i++) {
        qd_vec2 corners[3];
        const size_t limit = prng_below(random, 2) ? SIZE_MAX : prng_below(random, 50);
        const qd_query query = query_of(some_shape(random, kind, corners), (qd_relation)prng_below(random, 3));
        const qd_ranked ranked = some_ranked(random, kind);
        if (!compare_cursor(compare, &query, limit) || !compare_ranked_cursor(compare, &ranked, limit))
            fail_msg("scene %d, question %d: %s", scene, i, compare->why);
    }
}

static void cursors_tell_what_the_whole_question_tells(void)
{
    struct prng random = { 3 };
    for (int precision = 0; precision < 2; precision++) {
        const int kinds = numbers_for((qd_precision)precision);
        for (int scene = 0; scene < 10 * kinds; scene++) {
            struct field field;
            field_open(&field, (qd_precision)precision, scene / kinds % 2 ? QD_OPEN : QD_CLOSED);
            field_fill(&field, &random, (enum numbers)(scene % kinds), scene < 5 * kinds ? 150 : 7);
            ask(&field, &random, (enum numbers)(scene % kinds), scene);
            field_close(&field);
        }
    }
}

// One of each kind.
struct cursors {
    qd_cursor found;
    qd_ranked_cursor nearest, ray;
};

static struct cursors cursors_over(const qd_tree *tree, const qd_query *query, const qd_ranked *nearest,
                                   const qd_ranked *ray)
{
    struct cursors cursors;
    qd_cursor_begin(&cursors.found, tree, query);
    qd_ranked_cursor_begin(&cursors.nearest, tree, nearest);
    qd_ranked_cursor_begin(&cursors.ray, tree, ray);
    return cursors;
}

// One more of each. Returns how many there were.
static size_t step(struct cursors *cursors)
{
    qd_entry found;
    qd_hit hit;
    return qd_cursor_next(&cursors->found, &found, 1) + qd_ranked_cursor_next(&cursors->nearest, &hit, 1) +
           qd_ranked_cursor_next(&cursors->ray, &hit, 1);
}

static bool none_is_changed(const struct cursors *cursors)
{
    return !cursors->found.changed && !cursors->nearest.changed && !cursors->ray.changed;
}

static void bad_questions_have_no_results(void)
{
    const qd_query queries[] = { query_box(box(1, 1, 0, 0)), query_box(box(NAN, 0, 1, 1)),
                                 query_of(qd_shape_circle(origin, -1), QD_OVERLAPS) };
    const qd_ranked ranked[] = { qd_nearest(qd_shape_point((qd_vec2){ NAN, 0 }), INFINITY),
                                 qd_nearest(qd_shape_point(origin), -1), qd_ray(origin, (qd_vec2){ INFINITY, 0 }, 1) };
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision };
        qd_tree *tree = tree_of(&def);
        put(tree, item_at(box(0, 0, 1, 1)));
        for (int i = 0; i < 3; i++) {
            struct cursors cursors = cursors_over(tree, &queries[i], &ranked[i], &ranked[(i + 1) % 3]);
            assert_int_equal(step(&cursors), 0);
            assert_true(none_is_changed(&cursors));
        }
        qd_tree_destroy(tree);
    }
}

static void a_zeroed_cursor_is_at_its_end(void)
{
    struct cursors cursors = { .found = { .changed = false } };
    assert_int_equal(step(&cursors), 0);
    assert_true(none_is_changed(&cursors));
}

static void an_empty_tree_has_no_results(void)
{
    const qd_ranked nearest = qd_nearest(qd_shape_point(origin), INFINITY);
    for (int precision = 0; precision < 2; precision++) {
        struct field field;
        field_open(&field, (qd_precision)precision, QD_CLOSED);
        assert_true(compare_cursor(&field.compare, &everything, SIZE_MAX));
        assert_true(compare_ranked_cursor(&field.compare, &nearest, SIZE_MAX));
        field_close(&field);
    }
}

static void a_change_ends_all_cursors_for_good(void)
{
    static const qd_vec2 corners[] = { { -1, -1 }, { 2, -1 }, { 0, 3 } };
    const qd_ranked nearest = qd_nearest(qd_shape_point(origin), INFINITY);
    const qd_ranked ray = qd_ray((qd_vec2){ -1, 0 }, (qd_vec2){ 1, 0 }, INFINITY);
    for (int i = 0; i < 10; i++) {
        const qd_tree_def def = { .precision = (qd_precision)(i % 2) };
        const qd_shape shape = { (qd_shape_type)(i / 2), 3, corners, { { 0, 0 }, { 1, 1 } }, 3 };
        const qd_query query = query_of(shape, QD_OVERLAPS);
        qd_tree *tree = tree_of(&def);
        qd_id id = 0;
        for (int j = 0; j < 100; j++)
            id = put(tree, item_at(box(0, 0, 1, 1)));
        struct cursors cursors = cursors_over(tree, &query, &nearest, &ray);
        assert_int_equal(step(&cursors), 3);
        assert_int_equal(qd_tree_move(tree, id, box(0, 0, 2, 2)), QD_OK);
        for (int again = 0; again < 3; again++) {
            assert_int_equal(step(&cursors), 0);
            assert_true(cursors.found.changed && cursors.nearest.changed && cursors.ray.changed);
            assert_int_equal(qd_tree_clear(tree), QD_OK);
        }
        qd_tree_destroy(tree);
    }
}

// The corners of a polygon are not needed once a cursor has begun.
static void a_copy_goes_on_from_the_same_place(void)
{
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision };
        qd_tree *tree = tree_of(&def);
        struct flock flock = flock_of_squares(500, box(0, 0, 100, 100), 5, 8);
        flock_insert(&flock, tree);
        qd_vec2 corners[] = { { -50, -50 }, { 250, -50 }, { 0, 250 } };
        const qd_query query = query_of(qd_shape_polygon(corners, 3), QD_INSIDE);
        const qd_ranked nearest = qd_nearest(qd_shape_point((qd_vec2){ 50, 50 }), INFINITY);
        struct cursors cursors = cursors_over(tree, &query, &nearest, &nearest);
        corners[0] = corners[1] = corners[2] = origin;
        for (int i = 0; i < 40; i++)
            assert_int_equal(step(&cursors), 3);
        struct cursors copy = cursors;
        for (int i = 0; i < 100; i++) {
            qd_entry found, other_found;
            qd_hit hit, other_hit;
            assert_int_equal(qd_cursor_next(&cursors.found, &found, 1), 1);
            assert_int_equal(qd_cursor_next(&copy.found, &other_found, 1), 1);
            assert_int_equal(qd_ranked_cursor_next(&cursors.nearest, &hit, 1), 1);
            assert_int_equal(qd_ranked_cursor_next(&copy.nearest, &other_hit, 1), 1);
            assert_true(found.id == other_found.id && hit.item.id == other_hit.item.id);
        }
        flock_end(&flock, tree);
    }
}

static void filters_hold_for_cursors(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 2, 0);
    qd_id first = 0;
    for (uint64_t i = 0; i < 64; i++) {
        const uint32_t layer = i % 2 ? 2 : 1;
        const qd_id id = put(tree, (qd_item){ .box = box(0, 0, 1, 1), .user = i, .filter = { layer, layer } });
        first = i == 0 ? id : first;
    }
    const qd_query query = { .filter.mask = 1, .ignore = first };
    qd_ranked nearest = qd_nearest(qd_shape_point((qd_vec2){ 5, 5 }), INFINITY);
    nearest.filter = query.filter;
    nearest.ignore = first;
    struct cursors cursors = cursors_over(tree, &query, &nearest, &nearest);
    qd_entry found;
    qd_hit hit;
    size_t counts[2] = { 0, 0 };
    for (; qd_cursor_next(&cursors.found, &found, 1); counts[0]++)
        assert_true(found.user % 2 == 0 && found.user > 0);
    for (; qd_ranked_cursor_next(&cursors.nearest, &hit, 1); counts[1]++)
        assert_true(hit.item.user % 2 == 0 && hit.item.user > 0);
    assert_int_equal(counts[0], 31);
    assert_int_equal(counts[1], 31);
    qd_tree_destroy(tree);
}

// NOLINTNEXTLINE(readability-non-const-parameter): the type of a visitor
static qd_flow pass_by(void *context, const qd_hit *hit, double *limit)
{
    (void)hit, (void)limit;
    ++*(size_t *)context;
    return QD_CONTINUE;
}

// The nearest thousand of a hundred thousand, one by one, against all at once; and a walk over all.
static void browse(const qd_tree *tree)
{
    const qd_vec2 middle = { 500, 500 };
    qd_hit hit;
    qd_ranked_cursor nearest, along;
    qd_ranked question = qd_nearest(qd_shape_point(middle), INFINITY);
    qd_ranked_cursor_begin(&nearest, tree, &question);
    assert_int_equal(qd_ranked_cursor_next(&nearest, &hit, 1), 1);
    const uint64_t first = nearest.cost.tests;
    for (int i = 1; i < 1000; i++)
        assert_int_equal(qd_ranked_cursor_next(&nearest, &hit, 1), 1);
    const uint64_t thousand = nearest.cost.tests;
    size_t visited = 0, hits = 0;
    qd_cost within;
    question.limit = hit.distance;
    qd_tree_visit_ranked(tree, &question, pass_by, &visited, &within);
    assert_true(visited > 990); // the limit is rounded
    print_message("the nearest costs %llu tests, a thousand one by one %llu, all so near at once %llu\n",
                  (unsigned long long)first, (unsigned long long)thousand, (unsigned long long)within.tests);
    assert_true(first < 1000);
    assert_true(thousand < 20 * within.tests);

    const qd_ranked ray = qd_ray((qd_vec2){ -1, -1 }, (qd_vec2){ 1, 1.01 }, INFINITY);
    qd_ranked_cursor_begin(&along, tree, &ray);
    while (qd_ranked_cursor_next(&along, &hit, 1))
        hits++;
    print_message("%zu hits of a ray one by one cost %llu tests\n", hits, (unsigned long long)along.cost.tests);
    assert_true(along.cost.tests < 40000);

    qd_cursor boxes;
    qd_entry found;
    size_t count = 0;
    const qd_query window = query_box(box(100, 100, 200, 200));
    qd_cursor_begin(&boxes, tree, &window);
    while (qd_cursor_next(&boxes, &found, 1))
        count++;
    assert_int_equal(count, count_in(tree, box(100, 100, 200, 200)));
    assert_true(boxes.cost.tests < 2 * count);
}

static void browsing_costs_a_small_multiple(void)
{
    struct flock flock = flock_of_squares(100000, box(0, 0, 1000, 1000), 0.5, 3);
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision, .world = box(0, 0, 1000, 1000) };
        qd_tree *tree = tree_of(&def);
        flock_insert_many(&flock, tree);
        browse(tree);
        qd_tree_destroy(tree);
    }
    flock_free(&flock);
}

tests_main(plain_test(cursors_tell_what_the_whole_question_tells), plain_test(bad_questions_have_no_results),
           plain_test(a_zeroed_cursor_is_at_its_end), plain_test(an_empty_tree_has_no_results),
           plain_test(a_change_ends_all_cursors_for_good), plain_test(a_copy_goes_on_from_the_same_place),
           plain_test(filters_hold_for_cursors), plain_test(browsing_costs_a_small_multiple))
