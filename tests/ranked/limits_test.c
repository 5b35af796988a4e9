// Ranked questions at their limits: what a limit of 0 finds, what is malformed, ties, no room, cursors that end, and
// many questions whichever way they come.
#include "field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t count_of(const qd_tree *tree, qd_ranked ranked)
{
    size_t total = SIZE_MAX;
    qd_hit hit;
    const size_t count = qd_tree_count_ranked(tree, &ranked);
    assert_int_equal(qd_tree_find_ranked(tree, &ranked, NULL, 0, &total), 0);
    assert_int_equal(total, count);
    assert_int_equal(qd_tree_find_ranked(tree, &ranked, &hit, 1, NULL), count > 0);
    return count;
}

static void the_limit_itself_is_included(void)
{
    const qd_vec2 origin = { 0, 0 }, right = { 1, 0 };
    for (int edges = 0; edges < 2; edges++) {
        qd_tree *tree = tree_with((qd_edges)edges, 0, 0);
        const bool closed = edges == QD_CLOSED;
        put(tree, item_at(box(3, -1, 4, 1)));
        put(tree, item_at(box(-1, -1, 1, 1)));
        assert_int_equal(count_of(tree, qd_nearest(qd_shape_point(origin), 0)), 1);
        assert_int_equal(count_of(tree, qd_nearest(qd_shape_point(origin), 3)), 2);
        assert_int_equal(count_of(tree, qd_nearest(qd_shape_point(origin), 2.999)), 1);
        assert_int_equal(count_of(tree, qd_nearest(qd_shape_box(box(0, 0, 2.5, 0.5)), 0.5)), 2);
        assert_int_equal(count_of(tree, qd_nearest(qd_shape_box(box(0, 0, 2.5, 0.5)), 0.25)), 1);
        assert_int_equal(count_of(tree, qd_nearest(qd_shape_box(box(0, 0, 3, 0.5)), 0)), 2); // touching has no distance
        assert_int_equal(count_of(tree, qd_ray(origin, right, 0)), 1);
        assert_int_equal(count_of(tree, qd_ray(origin, right, 3)), closed ? 2 : 1);
        assert_int_equal(count_of(tree, qd_ray(origin, right, 3.001)), 2);
        assert_int_equal(count_of(tree, qd_segment(origin, (qd_vec2){ 3, 0 })), closed ? 2 : 1);
        qd_ranked beyond = qd_segment(origin, (qd_vec2){ 2, 0 });
        beyond.limit = INFINITY; // it ends at its end
        assert_int_equal(count_of(tree, beyond), 1);
        beyond = qd_segment(origin, (qd_vec2){ 6, 0 });
        beyond.limit = 0.49;
        assert_int_equal(count_of(tree, beyond), 1);
        assert_int_equal(count_of(tree, qd_cast(qd_shape_circle(origin, 2), right, 0)), 1);
        qd_tree_destroy(tree);
    }
}

static void expect_malformed(const qd_tree *tree, qd_ranked ranked)
{
    assert_int_equal(qd_ranked_check(tree, &ranked), QD_BAD_VALUE);
    assert_int_equal(count_of(tree, ranked), 0);
    qd_cost cost = { 1, 1, 1 };
    qd_tree_visit_ranked(tree, &ranked, NULL, NULL, &cost);
    assert_true(cost.nodes == 0 && cost.tests == 0 && cost.hits == 0);
    qd_ranked_cursor cursor;
    qd_hit hit;
    qd_ranked_cursor_begin(&cursor, tree, &ranked);
    assert_int_equal(qd_ranked_cursor_next(&cursor, &hit, 1), 0);
    uint32_t count = 7;
    qd_id id = 7;
    const qd_ranked_queries one = { .count = 1, .each = &ranked };
    const qd_ranked_rows rows = { .k = 1, .counts = &count, .ids = &id };
    assert_int_equal(qd_tree_find_many_ranked(tree, &one, &rows), QD_OK);
    assert_true(count == 0 && id == 0);
}

static void expect_bad_places(const qd_tree *tree, double bad)
{
    const qd_vec2 at = { 1, 2 }, off[2] = { { bad, 0 }, { 0, bad } };
    for (int k = 0; k < 2; k++) {
        expect_malformed(tree, qd_nearest(qd_shape_point(off[k]), 9));
        expect_malformed(tree, qd_ray(off[k], at, 9));
        expect_malformed(tree, qd_ray(at, off[k], 9));
        expect_malformed(tree, qd_segment(off[k], at));
        expect_malformed(tree, qd_segment(at, off[k]));
        expect_malformed(tree, qd_cast(qd_shape_circle(off[k], 1), at, 9));
    }
    expect_malformed(tree, qd_nearest(qd_shape_box(box(0, 0, bad, 1)), 9));
    expect_malformed(tree, qd_cast(qd_shape_box(box(0, 0, 1, bad)), at, 9));
    expect_malformed(tree, qd_cast(qd_shape_circle(at, bad), at, 9));
}

static void expect_bad_shapes_and_limits(const qd_tree *tree)
{
    const qd_vec2 at = { 1, 2 }, corners[3] = { { 0, 0 }, { 9, 0 }, { 0, 9 } };
    expect_malformed(tree, qd_cast(qd_shape_circle(at, -1), at, 9));
    expect_malformed(tree, qd_nearest(qd_shape_box(box(1, 0, 0, 1)), 9));
    expect_malformed(tree, qd_nearest(qd_shape_circle(at, 1), 9));
    expect_malformed(tree, qd_nearest(qd_shape_polygon(corners, 3), 9));
    expect_malformed(tree, qd_cast(qd_shape_polygon(corners, 3), at, 9));
    const double limits[] = { NAN, -1, -INFINITY };
    for (int i = 0; i < 3; i++) {
        expect_malformed(tree, qd_nearest(qd_shape_point(at), limits[i]));
        expect_malformed(tree, qd_ray(at, at, limits[i]));
        expect_malformed(tree, qd_cast(qd_shape_circle(at, 1), at, limits[i]));
    }
    qd_ranked wrong = qd_segment(at, at);
    wrong.shape = qd_shape_box(box(0, 0, 1, 1));
    expect_malformed(tree, wrong);
    wrong = qd_ray(at, at, 1);
    wrong.rank = (qd_rank)4;
    expect_malformed(tree, wrong);
    wrong.rank = QD_CAST;
    wrong.shape.type = QD_EVERYWHERE;
    expect_malformed(tree, wrong);
}

static void malformed_questions_find_nothing(void)
{
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision };
        qd_tree *tree = tree_of(&def);
        put(tree, item_at(box(-10, -10, 10, 10)));
        const qd_ranked zeroed = { .limit = 0 };
        expect_malformed(tree, zeroed);
        const double bad[] = { NAN, INFINITY, -INFINITY, precision ? INFINITY : 1e39, precision ? INFINITY : 1e300 };
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
            expect_bad_places(tree, bad[i]);
        expect_bad_shapes_and_limits(tree);
        assert_int_equal(count_of(tree, qd_ray((qd_vec2){ 1, 2 }, (qd_vec2){ 0, 0 }, 0)), 1);
        qd_tree_destroy(tree);
    }
}

// All in one place: a list by slot, whatever the capacity, and through a cursor.
static void ties_come_by_slot(void)
{
    enum { SAME = 300 };
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision, .leaf_capacity = 4 };
        qd_tree *tree = tree_of(&def);
        qd_id ids[SAME];
        for (int i = 0; i < SAME; i++)
            ids[i] = put(tree, item_at(box(5, 5, 6, 6)));
        for (int i = 0; i < SAME; i += 3) // slots are reused in another order
            assert_int_equal(qd_tree_remove(tree, ids[i]), QD_OK);
        for (int i = 0; i < SAME; i += 3)
            ids[i] = put(tree, item_at(box(5, 5, 6, 6)));
        const qd_ranked asked[] = { qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), INFINITY),
                                    qd_nearest(qd_shape_box(box(0, 0, 1, 1)), INFINITY),
                                    qd_ray((qd_vec2){ 0, 5.5 }, (qd_vec2){ 1, 0 }, INFINITY),
                                    qd_segment((qd_vec2){ 0, 0 }, (qd_vec2){ 9, 9 }),
                                    qd_cast(qd_shape_box(box(0, 5, 1, 6)), (qd_vec2){ 1, 0 }, INFINITY),
                                    qd_cast(qd_shape_circle((qd_vec2){ 0, 0 }, 1), (qd_vec2){ 1, 1 }, INFINITY) };
        for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
            qd_hit hits[SAME], more[SAME];
            assert_int_equal(qd_tree_find_ranked(tree, &asked[k], hits, SAME, NULL), SAME);
            for (uint32_t i = 0; i < SAME; i++) {
                assert_int_equal(qd_id_slot(hits[i].item.id), i + 1);
                assert_true(hits[i].t == hits[0].t);
            }
            for (size_t capacity = 1; capacity < 40; capacity++) {
                assert_int_equal(qd_tree_find_ranked(tree, &asked[k], more, capacity, NULL), capacity);
                assert_memory_equal(more, hits, capacity * sizeof *hits);
            }
            qd_ranked_cursor cursor;
            qd_ranked_cursor_begin(&cursor, tree, &asked[k]);
            assert_int_equal(qd_ranked_cursor_next(&cursor, more, SAME), SAME);
            assert_memory_equal(more, hits, sizeof hits);
        }
        qd_tree_destroy(tree);
    }
}

static void cursors_end_with_a_change(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 4, 0);
    for (int i = 0; i < 100; i++)
        put(tree, item_at(point_at(i, 0)));
    const qd_ranked near = qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), INFINITY);
    qd_ranked_cursor cursor, zeroed = { .changed = false };
    qd_hit hits[100];
    assert_int_equal(qd_ranked_cursor_next(&zeroed, hits, 9), 0);
    qd_ranked_cursor_begin(&cursor, tree, &near);
    assert_int_equal(qd_ranked_cursor_next(&cursor, hits, 0), 0);
    assert_int_equal(qd_ranked_cursor_next(&cursor, hits, 9), 9);
    assert_false(cursor.changed);
    put(tree, item_at(point_at(0, 0)));
    assert_int_equal(qd_ranked_cursor_next(&cursor, hits, 9), 0);
    assert_true(cursor.changed && cursor.cost.hits == 9);
    qd_tree_destroy(tree);
}

enum { MANY = 700, ROW = 300 };

struct arrays {
    qd_ranked each[MANY];
    float floats[MANY][4], float_radii[MANY];
    qd_box boxes[MANY];
    qd_vec2 points[MANY], motions[MANY];
    double radii[MANY], limits[MANY];
    qd_id ignore[MANY];
};

// The rows of a call are those of find_ranked, with and without each array.
static void assert_rows(const qd_tree *tree, const qd_ranked_queries *queries, const qd_ranked *right, size_t k)
{
    uint32_t *counts = need(MANY, sizeof *counts);
    qd_id *ids = need(MANY * k, sizeof *ids);
    uint64_t *users = need(MANY * k, sizeof *users);
    double *distances = need(MANY * k, sizeof *distances);
    qd_hit *hits = need(MANY * k, sizeof *hits), *row = need(k, sizeof *row);
    for (int with_hits = 0; with_hits < 2; with_hits++) {
        const qd_ranked_rows rows = { k, counts, ids, users, distances, with_hits ? hits : NULL, NULL };
        assert_int_equal(qd_tree_find_many_ranked(tree, queries, &rows), QD_OK);
        for (size_t i = 0; i < MANY; i++) {
            const size_t count = qd_tree_find_ranked(tree, &right[i], row, k, NULL);
            assert_int_equal(counts[i], count);
            for (size_t r = 0; r < k; r++) {
                const size_t at = i * k + r;
                assert_true(ids[at] == (r < count ? row[r].item.id : 0));
                assert_true(r >= count || (users[at] == row[r].item.user && distances[at] == row[r].t));
                assert_true(r >= count || !with_hits || memcmp(&hits[at], &row[r], sizeof *row) == 0);
            }
        }
    }
    const qd_ranked_rows none = { .k = k };
    assert_int_equal(qd_tree_find_many_ranked(tree, queries, &none), QD_OK);
    free(counts);
    free(ids);
    free(users);
    free(distances);
    free(hits);
    free(row);
}

static void fill_arrays(struct arrays *arrays, struct prng *random, const qd_id *ids, uint32_t count)
{
    for (size_t i = 0; i < MANY; i++) {
        arrays->boxes[i] = box_of(random, WORLD);
        arrays->points[i] = arrays->boxes[i].min;
        arrays->motions[i] = (qd_vec2){ prng_between(random, -9, 9), prng_between(random, -9, 9) };
        arrays->radii[i] = prng_between(random, 0, 9);
        arrays->limits[i] = prng_below(random, 3) ? prng_between(random, 0, 30) : INFINITY;
        arrays->ignore[i] = prng_below(random, 2) ? ids[prng_below(random, count)] : 0;
        const qd_box *own = &arrays->boxes[i];
        const double sides[4] = { own->min.x, own->min.y, own->max.x, own->max.y };
        for (int k = 0; k < 4; k++)
            arrays->floats[i][k] = (float)sides[k];
        arrays->float_radii[i] = (float)arrays->radii[i];
    }
    arrays->points[3].x = NAN; // malformed ones have empty rows
    arrays->limits[5] = -1;
}

static void many_come_in_arrays(const qd_tree *tree, struct arrays *arrays, size_t k)
{
    const qd_vec2 lamp = { 500, 500 };
    qd_ranked_queries queries = { .count = MANY };
    queries.like = qd_nearest(qd_shape_point(lamp), 50);
    queries.like.filter.mask = 3;
    queries.boxes = qd_points_double(arrays->points);
    queries.limits = arrays->limits;
    queries.ignore = arrays->ignore;
    for (size_t i = 0; i < MANY; i++) {
        arrays->each[i] = qd_nearest(qd_shape_point(arrays->points[i]), arrays->limits[i]);
        arrays->each[i].filter.mask = 3;
        arrays->each[i].ignore = arrays->ignore[i];
    }
    assert_rows(tree, &queries, arrays->each, k);
    const qd_ranked_queries values = { .count = MANY, .each = arrays->each };
    assert_rows(tree, &values, arrays->each, k);
}

// The rays of one lamp; then boxes of floats, and circles, that move.
static void many_move_in_arrays(const qd_tree *tree, struct arrays *arrays, size_t k)
{
    const qd_vec2 lamp = { 500, 500 };
    const qd_ranked_queries rays = { .count = MANY,
                                     .like = qd_ray(lamp, lamp, INFINITY),
                                     .motions = qd_points_double(arrays->motions) };
    for (size_t i = 0; i < MANY; i++)
        arrays->each[i] = qd_ray(lamp, arrays->motions[i], INFINITY);
    assert_rows(tree, &rays, arrays->each, k);
    qd_ranked_queries casts = { .count = MANY,
                                .like = qd_cast(qd_shape_point(lamp), (qd_vec2){ 3, 1 }, 40),
                                .boxes = qd_boxes_float(arrays->floats[0]) };
    for (size_t i = 0; i < MANY; i++) {
        const float *own = arrays->floats[i];
        arrays->each[i] = qd_cast(qd_shape_box(box(own[0], own[1], own[2], own[3])), (qd_vec2){ 3, 1 }, 40);
    }
    assert_rows(tree, &casts, arrays->each, k);
    casts.boxes = qd_points_float(arrays->floats[0]);
    casts.boxes.stride = sizeof arrays->floats[0];
    casts.radii = arrays->float_radii;
    casts.limits = arrays->limits;
    for (size_t i = 0; i < MANY; i++) {
        const qd_vec2 at = { (double)arrays->floats[i][0], (double)arrays->floats[i][1] };
        arrays->each[i] =
            qd_cast(qd_shape_circle(at, (double)arrays->float_radii[i]), (qd_vec2){ 3, 1 }, arrays->limits[i]);
    }
    assert_rows(tree, &casts, arrays->each, k);
}

static void many_are_single_ones(void)
{
    static struct arrays arrays;
    struct prng random = { 8 };
    for (int precision = 0; precision < 2; precision++) {
        const qd_tree_def def = { .precision = (qd_precision)precision };
        qd_tree *tree = tree_of(&def);
        qd_id ids[3000];
        for (int i = 0; i < 3000; i++) {
            qd_item item = item_at(box_of(&random, WORLD));
            item.user = prng_next(&random);
            item.filter.layers = 1 + prng_below(&random, 7);
            ids[i] = put(tree, item);
        }
        fill_arrays(&arrays, &random, ids, 3000);
        const size_t ks[] = { 1, 8, 16, 17, 128, 129, ROW };
        for (size_t i = 0; i < sizeof ks / sizeof *ks; i++) {
            many_come_in_arrays(tree, &arrays, ks[i]);
            many_move_in_arrays(tree, &arrays, ks[i]);
        }
        qd_tree_destroy(tree);
    }
}

static void many_refuses_rows_without_room(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    uint32_t count = 7;
    const qd_ranked near = qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), 1);
    const qd_ranked_queries one = { .count = 1, .each = &near }, none = { .count = 0 };
    const qd_ranked_rows no_room = { .k = 0, .counts = &count }, too_many = { .k = SIZE_MAX / 2, .counts = &count },
                         room = { .k = 1, .counts = &count };
    const qd_ranked_queries three = { .count = 3, .like = near };
    assert_int_equal(qd_tree_find_many_ranked(tree, &one, &no_room), QD_BAD_VALUE);
    assert_int_equal(qd_tree_find_many_ranked(tree, &three, &too_many), QD_BAD_VALUE);
    const qd_ranked_queries beyond = { .count = SIZE_MAX, .like = near };
    assert_int_equal(qd_tree_find_many_ranked(tree, &beyond, &room), QD_BAD_VALUE);
    assert_int_equal(qd_tree_find_many_ranked(tree, &none, &room), QD_OK);
    assert_int_equal(count, 7);
    assert_int_equal(qd_tree_find_many_ranked(tree, &one, &room), QD_OK);
    assert_int_equal(count, 0);
    qd_tree_destroy(tree);
}

tests_main(plain_test(the_limit_itself_is_included), plain_test(malformed_questions_find_nothing),
           plain_test(ties_come_by_slot), plain_test(cursors_end_with_a_change), plain_test(many_are_single_ones),
           plain_test(many_refuses_rows_without_room))
