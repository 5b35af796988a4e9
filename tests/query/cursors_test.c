// Cursors: what find and visit tell, bit by bit, until the tree changes; and at what cost.
#include "field.h"

#include <math.h>
#include <stdlib.h>

static void cursors_tell_what_the_whole_question_tells(void **state)
{
    (void)state;
    struct prng random = { 3 };
    for (int scene = 0; scene < 40; scene++) {
        const enum numbers kind = (enum numbers)(scene % NUMBERS);
        struct field field;
        field_open(&field, scene & 4 ? QD_EDGES_OPEN : QD_EDGES_CLOSED);
        field_fill(&field, &random, kind, scene < 20 ? 150 : 7);
        for (int i = 0; i < 20; i++) {
            const size_t limit = prng_below(&random, 2) ? SIZE_MAX : prng_below(&random, 50);
            const qd_box window = box_of(&random, kind);
            const qd_vec2 at = point_of(&random, kind), motion = point_of(&random, kind);
            const float length = length_of(&random, kind);
            const qd_ray ray = { at, motion, prng_below(&random, 2) ? INFINITY : length };
            const bool same = compare_box_cursor(&field.compare, window, everyone, limit) &&
                              compare_near_cursor(&field.compare, at, ray.t_max, everyone, limit) &&
                              compare_ray_cursor(&field.compare, ray, everyone, limit) &&
                              compare_pair_cursor(&field.compare, limit);
            if (!same)
                fail_msg("scene %d, question %d: %s", scene, i, field.compare.why);
        }
        field_close(&field);
    }
}

static void bad_questions_have_no_results(void **state)
{
    (void)state;
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    qd_tree_insert(tree, item_at(box(0, 0, 1, 1)));
    qd_box_cursor boxes;
    qd_near_cursor nears;
    qd_ray_cursor rays;
    qd_found found;
    qd_near near;
    qd_hit hit;
    qd_box_cursor_begin(&boxes, tree, box(1, 1, 0, 0), everyone);
    assert_false(qd_box_cursor_next(&boxes, &found));
    qd_box_cursor_begin(&boxes, tree, box(NAN, 0, 1, 1), everyone);
    assert_false(qd_box_cursor_next(&boxes, &found));
    qd_near_cursor_begin(&nears, tree, (qd_vec2){ NAN, 0 }, INFINITY, everyone);
    assert_false(qd_near_cursor_next(&nears, &near));
    qd_near_cursor_begin(&nears, tree, (qd_vec2){ 0, 0 }, -1, everyone);
    assert_false(qd_near_cursor_next(&nears, &near));
    qd_ray_cursor_begin(&rays, tree, qd_ray_toward((qd_vec2){ 0, 0 }, (qd_vec2){ 0, 0 }), everyone);
    assert_false(qd_ray_cursor_next(&rays, &hit));
    assert_false(boxes.changed || nears.changed || rays.changed);
    qd_tree_destroy(tree);
}

static void an_empty_tree_has_no_results(void **state)
{
    (void)state;
    struct field field;
    field_open(&field, QD_EDGES_CLOSED);
    assert_true(compare_box_cursor(&field.compare, everywhere, everyone, SIZE_MAX));
    assert_true(compare_near_cursor(&field.compare, (qd_vec2){ 0, 0 }, INFINITY, everyone, SIZE_MAX));
    assert_true(compare_pair_cursor(&field.compare, SIZE_MAX));
    field_close(&field);
}

static void a_change_ends_all_cursors_for_good(void **state)
{
    (void)state;
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    qd_id id = { 0, 0 };
    for (int i = 0; i < 100; i++)
        id = qd_tree_insert(tree, item_at(box(0, 0, 1, 1)));
    qd_box_cursor boxes;
    qd_near_cursor nears;
    qd_ray_cursor rays;
    qd_pair_cursor pairs;
    qd_box_cursor_begin(&boxes, tree, everywhere, everyone);
    qd_near_cursor_begin(&nears, tree, (qd_vec2){ 0, 0 }, INFINITY, everyone);
    qd_ray_cursor_begin(&rays, tree, qd_ray_toward((qd_vec2){ -1, 0 }, (qd_vec2){ 1, 0 }), everyone);
    qd_pair_cursor_begin(&pairs, tree);
    qd_found found;
    qd_near near;
    qd_hit hit;
    qd_pair pair;
    assert_true(qd_box_cursor_next(&boxes, &found) && qd_near_cursor_next(&nears, &near));
    assert_true(qd_ray_cursor_next(&rays, &hit) && qd_pair_cursor_next(&pairs, &pair));
    assert_int_equal(qd_tree_move(tree, id, box(0, 0, 2, 2)), QD_OK);
    for (int i = 0; i < 3; i++) {
        assert_false(qd_box_cursor_next(&boxes, &found) || qd_near_cursor_next(&nears, &near));
        assert_false(qd_ray_cursor_next(&rays, &hit) || qd_pair_cursor_next(&pairs, &pair));
        assert_true(boxes.changed && nears.changed && rays.changed && pairs.changed);
        qd_tree_clear(tree);
    }
    qd_tree_destroy(tree);
}

static void a_copy_goes_on_from_the_same_place(void **state)
{
    (void)state;
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    struct flock flock = flock_of_squares(500, box(0, 0, 100, 100), 5, 8);
    flock_insert(&flock, tree);
    qd_near_cursor nears;
    qd_pair_cursor pairs;
    qd_near near, other_near;
    qd_pair pair, other_pair;
    qd_near_cursor_begin(&nears, tree, (qd_vec2){ 50, 50 }, INFINITY, everyone);
    qd_pair_cursor_begin(&pairs, tree);
    for (int i = 0; i < 40; i++)
        assert_true(qd_near_cursor_next(&nears, &near) && qd_pair_cursor_next(&pairs, &pair));
    qd_near_cursor nears_copy = nears;
    qd_pair_cursor pairs_copy = pairs;
    for (int i = 0; i < 100; i++) {
        assert_true(qd_near_cursor_next(&nears, &near) && qd_near_cursor_next(&nears_copy, &other_near));
        assert_true(qd_pair_cursor_next(&pairs, &pair) && qd_pair_cursor_next(&pairs_copy, &other_pair));
        assert_true(qd_id_equal(near.item.id, other_near.item.id));
        assert_true(qd_id_equal(pair.a.id, other_pair.a.id) && qd_id_equal(pair.b.id, other_pair.b.id));
    }
    flock_free(&flock);
    qd_tree_destroy(tree);
}

static void filters_hold_for_cursors(void **state)
{
    (void)state;
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 2, 0);
    qd_id first = { 0, 0 };
    for (int i = 0; i < 64; i++) {
        const qd_item item = { box(0, 0, 1, 1), (uint64_t)i, { i % 2 ? 2 : 1, i % 2 ? 2 : 1 } };
        const qd_id id = qd_tree_insert(tree, item);
        first = i == 0 ? id : first;
    }
    const qd_query_filter filter = { 1, 0, first };
    qd_box_cursor boxes;
    qd_near_cursor nears;
    qd_pair_cursor pairs;
    qd_found found;
    qd_near near;
    qd_pair pair;
    size_t counts[3] = { 0, 0, 0 };
    qd_box_cursor_begin(&boxes, tree, everywhere, filter);
    for (; qd_box_cursor_next(&boxes, &found); counts[0]++)
        assert_true(found.user % 2 == 0 && found.user > 0);
    qd_near_cursor_begin(&nears, tree, (qd_vec2){ 5, 5 }, INFINITY, filter);
    for (; qd_near_cursor_next(&nears, &near); counts[1]++)
        assert_true(near.item.user % 2 == 0 && near.item.user > 0);
    qd_pair_cursor_begin(&pairs, tree);
    for (; qd_pair_cursor_next(&pairs, &pair); counts[2]++)
        assert_true(pair.a.user % 2 == pair.b.user % 2);
    assert_int_equal(counts[0], 31);
    assert_int_equal(counts[1], 31);
    assert_int_equal(counts[2], 32 * 31);
    qd_tree_destroy(tree);
}

static float pass_by(void *context, const qd_near *near)
{
    (void)near;
    size_t *left = context;
    return --*left > 0 ? INFINITY : -1;
}

// The nearest thousand of a hundred thousand, one by one, against all at once; and a walk over all.
static void browsing_costs_a_small_multiple(void **state)
{
    (void)state;
    qd_tree *tree = tree_over(box(0, 0, 1000, 1000));
    struct flock flock = flock_of_squares(100000, box(0, 0, 1000, 1000), 0.5f, 3);
    flock_insert_many(&flock, tree);
    qd_near near;
    qd_near_cursor nears;
    qd_near_cursor_begin(&nears, tree, (qd_vec2){ 500, 500 }, INFINITY, everyone);
    assert_true(qd_near_cursor_next(&nears, &near));
    const uint64_t first = nears.cost.tests;
    for (int i = 1; i < 1000; i++)
        assert_true(qd_near_cursor_next(&nears, &near));
    const uint64_t thousand = nears.cost.tests;
    size_t left = SIZE_MAX;
    const qd_cost within = qd_visit_near(tree, (qd_vec2){ 500, 500 }, near.distance, everyone, pass_by, &left);
    print_message("the nearest costs %llu tests, a thousand one by one %llu, all so near at once %llu\n",
                  (unsigned long long)first, (unsigned long long)thousand, (unsigned long long)within.tests);
    assert_true(first < 1000);
    assert_true(thousand < 20 * within.tests);

    qd_ray_cursor rays;
    qd_hit hit;
    size_t hits = 0;
    qd_ray_cursor_begin(&rays, tree, qd_ray_toward((qd_vec2){ -1, -1 }, (qd_vec2){ 1, 1.01f }), everyone);
    while (qd_ray_cursor_next(&rays, &hit))
        hits++;
    print_message("%zu hits of a ray one by one cost %llu tests\n", hits, (unsigned long long)rays.cost.tests);
    assert_true(rays.cost.tests < 40000);

    qd_box_cursor boxes;
    qd_found found;
    size_t count = 0;
    qd_box_cursor_begin(&boxes, tree, box(100, 100, 200, 200), everyone);
    while (qd_box_cursor_next(&boxes, &found))
        count++;
    assert_int_equal(count, count_in(tree, box(100, 100, 200, 200)));
    assert_true(boxes.cost.tests < 2 * count);
    flock_free(&flock);
    qd_tree_destroy(tree);
}

// Stopping does not make the walk over the pairs any longer.
static void pairs_go_on_where_they_stopped(void **state)
{
    (void)state;
    qd_tree *tree = tree_over(box(0, 0, 1000, 1000));
    struct flock flock = flock_of_squares(50000, box(0, 0, 1000, 1000), 5, 3);
    flock_insert_many(&flock, tree);
    const qd_cost whole = cost_of_pairs(tree);
    qd_pair_cursor pairs;
    qd_pair pair;
    uint64_t most = 0;
    qd_pair_cursor_begin(&pairs, tree);
    for (uint64_t before = 0; qd_pair_cursor_next(&pairs, &pair); before = pairs.cost.tests)
        most = pairs.cost.tests - before > most ? pairs.cost.tests - before : most;
    assert_true(pairs.cost.nodes == whole.nodes && pairs.cost.tests == whole.tests && pairs.cost.hits == whole.hits);
    print_message("%llu pairs, %llu tests, %llu of them for one pair at most\n", (unsigned long long)whole.hits,
                  (unsigned long long)whole.tests, (unsigned long long)most);
    assert_true(most < 20000);
    flock_free(&flock);
    qd_tree_destroy(tree);
}

// Straddlers in upper cells, chains of many blocks, cells at the deepest level.
static void pairs_of_awkward_trees_come_in_the_same_order(void **state)
{
    (void)state;
    struct prng random = { 77 };
    for (int scene = 0; scene < 12; scene++) {
        struct field field;
        field_open(&field, scene & 1 ? QD_EDGES_OPEN : QD_EDGES_CLOSED);
        for (int i = 0; i < 500; i++) {
            const float x = prng_between(&random, 0, 1000), y = prng_between(&random, 0, 1000);
            const float size = prng_below(&random, 20) ? 1.0f : prng_between(&random, 0, 900);
            field_add(&field, scene < 4 ? box(1, 1, 2, 2) : qd_box_xywh(x, y, size, scene < 8 ? size : 1e-3f));
        }
        for (int i = 0; i < 200; i++) { // crowded around a point, down to the smallest cells
            const float close = ldexpf(1, -(int)prng_below(&random, 30));
            field_add(&field, point_at(500 + close, 500 + (prng_below(&random, 2) ? close : 0)));
        }
        if (!compare_pair_cursor(&field.compare, SIZE_MAX))
            fail_msg("scene %d: %s", scene, field.compare.why);
        field_close(&field);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cursors_tell_what_the_whole_question_tells),
        cmocka_unit_test(bad_questions_have_no_results),
        cmocka_unit_test(an_empty_tree_has_no_results),
        cmocka_unit_test(a_change_ends_all_cursors_for_good),
        cmocka_unit_test(a_copy_goes_on_from_the_same_place),
        cmocka_unit_test(filters_hold_for_cursors),
        cmocka_unit_test(browsing_costs_a_small_multiple),
        cmocka_unit_test(pairs_go_on_where_they_stopped),
        cmocka_unit_test(pairs_of_awkward_trees_come_in_the_same_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
