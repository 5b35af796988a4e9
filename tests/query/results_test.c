// How answers come: into arrays of any capacity, in the promised order, with the promised numbers; in batches that can
// be stopped.
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 1000 };

static qd_tree *pile(void)
{
    qd_tree *tree = tree_with(0, 0, 0);
    for (uint64_t i = 0; i < MANY; i++)
        qd_tree_insert(tree, (qd_item){ box(0, 0, 10, 10), 5000 + i, { 0, 0 } });
    return tree;
}

static void capacity_is_kept_and_zero_needs_no_array(void **state)
{
    (void)state;
    qd_tree *tree = pile();
    const qd_vec2 at = { 5, 5 };
    const qd_ray ray = qd_ray_toward((qd_vec2){ -1, 5 }, (qd_vec2){ 1, 0 });
    assert_int_equal(qd_find_box(tree, everywhere, everyone, NULL, 0), 0);
    assert_int_equal(qd_find_point(tree, at, everyone, NULL, 0), 0);
    assert_int_equal(qd_find_circle(tree, at, 1, everyone, NULL, 0), 0);
    assert_int_equal(qd_find_near(tree, at, 1, everyone, NULL, 0), 0);
    assert_int_equal(qd_find_ray(tree, ray, everyone, NULL, 0), 0);
    for (size_t capacity = 1; capacity <= MANY + 7; capacity += capacity / 3 + 1) {
        size_t expected = capacity < MANY ? capacity : MANY;
        // Allocated to the size, so that a sanitizer sees a write behind the end.
        qd_found *found = need(capacity, sizeof *found);
        qd_near *near = need(capacity, sizeof *near);
        qd_hit *hits = need(capacity, sizeof *hits);
        assert_int_equal(qd_find_box(tree, everywhere, everyone, found, capacity), expected);
        assert_int_equal(qd_find_point(tree, at, everyone, found, capacity), expected);
        assert_int_equal(qd_find_circle(tree, at, 1, everyone, found, capacity), expected);
        assert_int_equal(qd_find_near(tree, at, 1, everyone, near, capacity), expected);
        assert_int_equal(qd_find_ray(tree, ray, everyone, hits, capacity), expected);
        // All at one distance: the lowest slots win, whatever the capacity.
        for (size_t i = 0; i < expected; i++) {
            assert_int_equal(near[i].item.id.slot, i + 1);
            assert_int_equal(near[i].item.user, 5000 + i);
            assert_int_equal(hits[i].item.id.slot, i + 1);
            assert_int_equal(hits[i].item.user, 5000 + i);
        }
        free(found);
        free(near);
        free(hits);
    }
    qd_tree_destroy(tree);
}

static void every_result_carries_id_and_user_value(void **state)
{
    (void)state;
    qd_tree *tree = pile();
    assert_int_equal(qd_tree_set_user(tree, (qd_id){ 0, 0 }, 1), QD_STALE_ID);
    found_list found = found_in(tree, everywhere);
    for (size_t i = 0; i < found.count; i++) {
        qd_item item;
        assert_true(qd_tree_get(tree, found.at[i].id, &item));
        assert_int_equal(item.user, found.at[i].user);
        assert_int_equal(qd_tree_set_user(tree, found.at[i].id, UINT64_MAX - i), QD_OK);
    }
    found_list_free(&found);
    found = found_in(tree, everywhere);
    for (size_t i = 0; i < found.count; i++)
        assert_true(found.at[i].user == UINT64_MAX - i);
    found_list_free(&found);
    pair_list pairs = pairs_of(tree);
    for (size_t i = 0; i < pairs.count; i += 997)
        assert_true(pairs.at[i].a.user == UINT64_MAX - (pairs.at[i].a.id.slot - 1));
    pair_list_free(&pairs);
    qd_tree_destroy(tree);
}

static void near_comes_nearest_first_with_the_distance_to_the_box(void **state)
{
    (void)state;
    qd_tree *tree = tree_with(0, 0, 0);
    qd_tree_insert(tree, item_at(box(10, 0, 20, 10))); // slot 1: 10 to the right of the origin
    qd_tree_insert(tree, item_at(box(3, 4, 5, 5)));    // slot 2: 5, to a corner
    qd_tree_insert(tree, item_at(box(-9, -9, 9, 9)));  // slot 3: 0, inside
    qd_tree_insert(tree, item_at(box(-3, -9, 3, -5))); // slot 4: 5, straight below
    qd_tree_insert(tree, item_at(point_at(0, 0)));     // slot 5: 0
    const uint32_t order[5] = { 3, 5, 2, 4, 1 };
    const float distances[5] = { 0, 0, 5, 5, 10 };
    qd_near near[5];
    for (size_t k = 1; k <= 5; k++) {
        assert_int_equal(qd_find_near(tree, (qd_vec2){ 0, 0 }, INFINITY, everyone, near, k), k);
        for (size_t i = 0; i < k; i++) {
            assert_int_equal(near[i].item.id.slot, order[i]);
            assert_float_equal(near[i].distance, distances[i], 0);
        }
    }
    assert_int_equal(qd_find_near(tree, (qd_vec2){ 0, 0 }, 5, everyone, near, 5), 4);
    assert_int_equal(qd_find_near(tree, (qd_vec2){ 0, 0 }, nextafterf(5, 0), everyone, near, 5), 2);
    qd_tree_destroy(tree);
}

static void assert_hit(qd_ray ray, qd_edges edges, bool expected, float t, qd_vec2 point, qd_vec2 normal)
{
    qd_tree *tree = tree_with(edges, 0, 0);
    qd_tree_insert(tree, item_at(box(2, -1, 4, 1)));
    qd_hit hit;
    assert_int_equal(qd_find_ray(tree, ray, everyone, &hit, 1), expected);
    if (expected) {
        assert_float_equal(hit.t, t, 0);
        assert_float_equal(hit.point.x, point.x, 0);
        assert_float_equal(hit.point.y, point.y, 0);
        assert_float_equal(hit.normal.x, normal.x, 0);
        assert_float_equal(hit.normal.y, normal.y, 0);
    }
    qd_tree_destroy(tree);
}

static qd_ray ray(float x, float y, float dx, float dy, float t_max)
{
    return (qd_ray){ { x, y }, { dx, dy }, t_max };
}

static void a_ray_hits_a_face_at_t_with_its_normal(void **state)
{
    (void)state;
    for (int edges = QD_EDGES_CLOSED; edges <= QD_EDGES_OPEN; edges++) {
        bool closed = edges == QD_EDGES_CLOSED;
        qd_edges rule = (qd_edges)edges;
        assert_hit(ray(0, 0, 1, 0, INFINITY), rule, true, 2, (qd_vec2){ 2, 0 }, (qd_vec2){ -1, 0 });
        assert_hit(ray(6, 0.5f, -1, 0, INFINITY), rule, true, 2, (qd_vec2){ 4, 0.5f }, (qd_vec2){ 1, 0 });
        assert_hit(ray(3, -5, 0, 1, INFINITY), rule, true, 4, (qd_vec2){ 3, -1 }, (qd_vec2){ 0, -1 });
        assert_hit(ray(3, 5, 0, -2, INFINITY), rule, true, 2, (qd_vec2){ 3, 1 }, (qd_vec2){ 0, 1 });
        // t counts in lengths of the direction.
        assert_hit(ray(0, 0, 4, 0, INFINITY), rule, true, 0.5f, (qd_vec2){ 2, 0 }, (qd_vec2){ -1, 0 });
        assert_hit(ray(0, 0, 0.25f, 0, INFINITY), rule, true, 8, (qd_vec2){ 2, 0 }, (qd_vec2){ -1, 0 });
        // From inside: at once, without a normal; also away from it, and with no length at all.
        assert_hit(ray(3, 0, 1, 1, INFINITY), rule, true, 0, (qd_vec2){ 3, 0 }, (qd_vec2){ 0, 0 });
        assert_hit(ray(3, 0, -1, 0, 0), rule, true, 0, (qd_vec2){ 3, 0 }, (qd_vec2){ 0, 0 });
        // Behind it, too short, just long enough, beside.
        assert_hit(ray(5, 0, 1, 0, INFINITY), rule, false, 0, (qd_vec2){ 0, 0 }, (qd_vec2){ 0, 0 });
        assert_hit(ray(0, 0, 1, 0, 1.5f), rule, false, 0, (qd_vec2){ 0, 0 }, (qd_vec2){ 0, 0 });
        assert_hit(ray(0, 0, 1, 0, 2), rule, closed, 2, (qd_vec2){ 2, 0 }, (qd_vec2){ -1, 0 });
        assert_hit(ray(0, 2, 1, 0, INFINITY), rule, false, 0, (qd_vec2){ 0, 0 }, (qd_vec2){ 0, 0 });
        // Grazing: along a face, past a corner, off the far face.
        assert_hit(ray(0, 1, 1, 0, INFINITY), rule, closed, 2, (qd_vec2){ 2, 1 }, (qd_vec2){ -1, 0 });
        assert_hit(ray(0, -1, 1, 1, INFINITY), rule, closed, 2, (qd_vec2){ 2, 1 }, (qd_vec2){ -1, 0 });
        assert_hit(ray(4, 0, 1, 0, INFINITY), rule, closed, 0, (qd_vec2){ 4, 0 }, (qd_vec2){ 0, 0 });
        // Starting on the near face and going in: entering at 0, so without a normal.
        assert_hit(ray(2, 0, 1, 0, INFINITY), rule, true, 0, (qd_vec2){ 2, 0 }, (qd_vec2){ 0, 0 });
    }
}

static void rays_hit_in_order_and_ties_go_by_slot(void **state)
{
    (void)state;
    qd_tree *tree = tree_with(0, 0, 0);
    for (int i = 0; i < 100; i++)
        qd_tree_insert(tree, item_at(qd_box_xywh((float)(10 - i % 10), -1, 1, 2)));
    qd_hit hits[100];
    for (size_t capacity = 1; capacity <= 100; capacity += 9) {
        assert_int_equal(qd_find_ray(tree, ray(0, 0, 1, 0, INFINITY), everyone, hits, capacity), capacity);
        for (size_t i = 0; i < capacity; i++) {
            assert_float_equal(hits[i].t, (float)(i / 10 + 1), 0);
            assert_int_equal(hits[i].item.id.slot, 10 * (i % 10) + 10 - i / 10);
        }
    }
    qd_tree_destroy(tree);
}

static void a_ray_between_two_points_runs_from_0_to_1(void **state)
{
    (void)state;
    qd_ray segment = qd_ray_between((qd_vec2){ 1, 2 }, (qd_vec2){ 4, 8 });
    assert_true(segment.origin.x == 1 && segment.origin.y == 2 && segment.t_max == 1);
    assert_true(segment.direction.x == 3 && segment.direction.y == 6);
    qd_ray endless = qd_ray_toward((qd_vec2){ 1, 2 }, (qd_vec2){ 4, 8 });
    assert_true(endless.direction.x == 4 && endless.direction.y == 8 && isinf(endless.t_max));
}

static bool stop_found(void *context, const qd_found *items, size_t count)
{
    (void)items;
    ((struct counter *)context)->batches++;
    ((struct counter *)context)->results += count;
    return false;
}

static bool stop_pairs(void *context, const qd_pair *pairs, size_t count)
{
    (void)pairs;
    return stop_found(context, NULL, count);
}

static void a_visitor_that_returns_false_gets_no_more_batches(void **state)
{
    (void)state;
    qd_tree *tree = pile();
    struct counter counters[4] = { { 0, 0 } };
    qd_visit_box(tree, everywhere, everyone, stop_found, &counters[0]);
    qd_visit_point(tree, (qd_vec2){ 5, 5 }, everyone, stop_found, &counters[1]);
    qd_visit_circle(tree, (qd_vec2){ 5, 5 }, 50, everyone, stop_found, &counters[2]);
    qd_visit_pairs(tree, stop_pairs, &counters[3]);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(counters[i].batches, 1);
        assert_true(counters[i].results > 0);
    }
    qd_tree_destroy(tree);
}

static void no_result_means_no_batch(void **state)
{
    (void)state;
    qd_tree *tree = pile();
    struct counter counter = { 0, 0 };
    qd_visit_box(tree, box(20, 20, 30, 30), everyone, count_found, &counter);
    qd_visit_point(tree, (qd_vec2){ 20, 5 }, everyone, count_found, &counter);
    qd_visit_circle(tree, (qd_vec2){ 20, 5 }, 2, everyone, count_found, &counter);
    assert_int_equal(counter.batches, 0);
    qd_tree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capacity_is_kept_and_zero_needs_no_array),
        cmocka_unit_test(every_result_carries_id_and_user_value),
        cmocka_unit_test(near_comes_nearest_first_with_the_distance_to_the_box),
        cmocka_unit_test(a_ray_hits_a_face_at_t_with_its_normal),
        cmocka_unit_test(rays_hit_in_order_and_ties_go_by_slot),
        cmocka_unit_test(a_ray_between_two_points_runs_from_0_to_1),
        cmocka_unit_test(a_visitor_that_returns_false_gets_no_more_batches),
        cmocka_unit_test(no_result_means_no_batch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
