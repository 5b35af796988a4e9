// How answers come: into arrays of any capacity, in the promised order, with the promised numbers; in batches that can
// be stopped. In trees of floats and of doubles alike.
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { MANY = 1000 };

static qd_tree *tree_by(qd_precision precision, qd_edges edges)
{
    const qd_tree_def def = { .precision = precision, .edges = edges };
    return tree_of(&def);
}

static qd_tree *pile(qd_precision precision)
{
    qd_tree *tree = tree_by(precision, QD_CLOSED);
    for (uint64_t i = 0; i < MANY; i++)
        put(tree, (qd_item){ .box = box(0, 0, 10, 10), .user = 5000 + i });
    return tree;
}

static const qd_vec2 middle = { 5, 5 };

// All of these find the whole pile.
static size_t questions_of_pile(qd_query queries[5])
{
    static const qd_vec2 corners[] = { { 4, 4 }, { 6, 4 }, { 5, 6 } };
    queries[0] = everything;
    queries[1] = query_box(box(1, 1, 2, 2));
    queries[2] = query_of(qd_shape_point(middle), QD_CONTAINS);
    queries[3] = query_of(qd_shape_circle(middle, 1), QD_OVERLAPS);
    queries[4] = query_of(qd_shape_polygon(corners, 3), QD_OVERLAPS);
    return 5;
}

static void assert_finds(const qd_tree *tree, const qd_query *query, size_t capacity)
{
    const size_t expected = capacity < MANY ? capacity : MANY;
    // Allocated to the size, so that a sanitizer sees a write behind the end.
    qd_entry *found = need(capacity, sizeof *found);
    size_t total = 0;
    assert_int_equal(qd_tree_find(tree, query, capacity ? found : NULL, capacity, NULL), expected);
    assert_int_equal(qd_tree_find(tree, query, capacity ? found : NULL, capacity, &total), expected);
    assert_int_equal(total, MANY);
    for (size_t i = 0; i < expected; i++)
        assert_int_equal(found[i].user, 4999 + qd_id_slot(found[i].id));
    free(found);
}

// All at one distance: the lowest slots win, whatever the capacity.
static void assert_ranks(const qd_tree *tree, const qd_ranked *ranked, size_t capacity)
{
    const size_t expected = capacity < MANY ? capacity : MANY;
    qd_hit *hits = need(capacity, sizeof *hits);
    size_t total = 0;
    assert_int_equal(qd_tree_find_ranked(tree, ranked, capacity ? hits : NULL, capacity, NULL), expected);
    assert_int_equal(qd_tree_find_ranked(tree, ranked, capacity ? hits : NULL, capacity, &total), expected);
    assert_int_equal(total, MANY);
    for (size_t i = 0; i < expected; i++) {
        assert_int_equal(qd_id_slot(hits[i].item.id), i + 1);
        assert_int_equal(hits[i].item.user, 5000 + i);
    }
    free(hits);
}

static void capacity_is_kept_and_zero_needs_no_array(void)
{
    const qd_ranked ranked[] = { qd_nearest(qd_shape_point(middle), 1),
                                 qd_ray((qd_vec2){ -1, 5 }, (qd_vec2){ 1, 0 }, INFINITY) };
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = pile((qd_precision)precision);
        qd_query queries[5];
        const size_t count = questions_of_pile(queries);
        for (size_t capacity = 0; capacity <= MANY + 7; capacity += capacity / 3 + 1) {
            for (size_t i = 0; i < count; i++)
                assert_finds(tree, &queries[i], capacity);
            for (size_t i = 0; i < 2; i++)
                assert_ranks(tree, &ranked[i], capacity);
        }
        qd_tree_destroy(tree);
    }
}

static void the_shortcuts_are_the_same_questions(void)
{
    qd_tree *tree = pile(QD_FLOAT);
    qd_entry found[MANY];
    assert_int_equal(qd_tree_find_shape(tree, qd_shape_circle(middle, 2), found, MANY), MANY);
    assert_int_equal(qd_tree_find_box(tree, box(9, 9, 11, 11), found, 7), 7);
    assert_int_equal(qd_tree_find_box(tree, box(11, 9, 12, 11), found, 7), 0);
    assert_int_equal(qd_tree_find_point(tree, middle, found, MANY), MANY);
    assert_int_equal(qd_tree_find_point(tree, (qd_vec2){ 11, 5 }, found, MANY), 0);
    assert_int_equal(qd_tree_find_circle(tree, (qd_vec2){ 13, 14 }, 5, found, MANY), MANY);
    assert_int_equal(qd_tree_find_circle(tree, (qd_vec2){ 13, 14 }, 4.9, found, MANY), 0);
    qd_tree_destroy(tree);
}

static void every_result_carries_id_and_user_value(void)
{
    qd_tree *tree = pile(QD_FLOAT);
    assert_int_equal(qd_tree_set_user(tree, 0, 1), QD_STALE_ID);
    found_list found = found_in(tree, everywhere);
    for (size_t i = 0; i < found.count; i++) {
        qd_item item;
        assert_int_equal(qd_tree_get(tree, found.at[i].id, &item), QD_OK);
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
        assert_true(pairs.at[i].a.user == UINT64_MAX - (qd_id_slot(pairs.at[i].a.id) - 1));
    pair_list_free(&pairs);
    qd_tree_destroy(tree);
}

static size_t nearest(const qd_tree *tree, double limit, qd_hit *hits, size_t capacity)
{
    return qd_tree_find_nearest(tree, (qd_vec2){ 0, 0 }, limit, hits, capacity);
}

static void near_comes_nearest_first_with_the_distance_to_the_box(void)
{
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = tree_by((qd_precision)precision, QD_CLOSED);
        put(tree, item_at(box(10, 0, 20, 10))); // slot 1: 10 to the right of the origin
        put(tree, item_at(box(3, 4, 5, 5)));    // slot 2: 5, to a corner
        put(tree, item_at(box(-9, -9, 9, 9)));  // slot 3: 0, inside
        put(tree, item_at(box(-3, -9, 3, -5))); // slot 4: 5, straight below
        put(tree, item_at(point_at(0, 0)));     // slot 5: 0
        const uint32_t order[5] = { 3, 5, 2, 4, 1 };
        const double distances[5] = { 0, 0, 5, 5, 10 };
        qd_hit hits[5];
        for (size_t k = 1; k <= 5; k++) {
            assert_int_equal(nearest(tree, INFINITY, hits, k), k);
            for (size_t i = 0; i < k; i++) {
                assert_int_equal(qd_id_slot(hits[i].item.id), order[i]);
                assert_true(hits[i].distance == distances[i]);
            }
        }
        assert_int_equal(nearest(tree, 5, hits, 5), 4);
        assert_int_equal(nearest(tree, precision == QD_DOUBLE ? nextafter(5, 0) : (double)nextafterf(5, 0), hits, 5),
                         2);
        qd_tree_destroy(tree);
    }
}

static void assert_hit_by(qd_precision precision, qd_ranked ray, qd_edges edges, bool expected, qd_hit right)
{
    qd_tree *tree = tree_by(precision, edges);
    put(tree, item_at(box(2, -1, 4, 1)));
    qd_hit hit;
    assert_int_equal(qd_tree_find_ranked(tree, &ray, &hit, 1, NULL), expected);
    if (expected) {
        assert_true(hit.t == right.t);
        assert_true(hit.point.x == right.point.x && hit.point.y == right.point.y);
        assert_true(hit.normal.x == right.normal.x && hit.normal.y == right.normal.y);
    }
    qd_tree_destroy(tree);
}

static void assert_hit(qd_ranked ray, qd_edges edges, bool expected, double t, qd_vec2 point, qd_vec2 normal)
{
    const qd_hit right = { .t = t, .point = point, .normal = normal };
    assert_hit_by(QD_FLOAT, ray, edges, expected, right);
    assert_hit_by(QD_DOUBLE, ray, edges, expected, right);
}

static qd_ranked ray(double x, double y, double dx, double dy, double t_max)
{
    return qd_ray((qd_vec2){ x, y }, (qd_vec2){ dx, dy }, t_max);
}

static void a_ray_hits_a_face_at_t_with_its_normal(void)
{
    for (int edges = QD_CLOSED; edges <= QD_OPEN; edges++) {
        const bool closed = edges == QD_CLOSED;
        const qd_edges rule = (qd_edges)edges;
        assert_hit(ray(0, 0, 1, 0, INFINITY), rule, true, 2, (qd_vec2){ 2, 0 }, (qd_vec2){ -1, 0 });
        assert_hit(ray(6, 0.5, -1, 0, INFINITY), rule, true, 2, (qd_vec2){ 4, 0.5 }, (qd_vec2){ 1, 0 });
        assert_hit(ray(3, -5, 0, 1, INFINITY), rule, true, 4, (qd_vec2){ 3, -1 }, (qd_vec2){ 0, -1 });
        assert_hit(ray(3, 5, 0, -2, INFINITY), rule, true, 2, (qd_vec2){ 3, 1 }, (qd_vec2){ 0, 1 });
        // t counts in lengths of the direction.
        assert_hit(ray(0, 0, 4, 0, INFINITY), rule, true, 0.5, (qd_vec2){ 2, 0 }, (qd_vec2){ -1, 0 });
        assert_hit(ray(0, 0, 0.25, 0, INFINITY), rule, true, 8, (qd_vec2){ 2, 0 }, (qd_vec2){ -1, 0 });
        // From inside: at once, without a normal; also away from it, and with no length at all.
        assert_hit(ray(3, 0, 1, 1, INFINITY), rule, true, 0, (qd_vec2){ 3, 0 }, (qd_vec2){ 0, 0 });
        assert_hit(ray(3, 0, -1, 0, 0), rule, true, 0, (qd_vec2){ 3, 0 }, (qd_vec2){ 0, 0 });
        // Behind it, too short, just long enough, beside.
        assert_hit(ray(5, 0, 1, 0, INFINITY), rule, false, 0, (qd_vec2){ 0, 0 }, (qd_vec2){ 0, 0 });
        assert_hit(ray(0, 0, 1, 0, 1.5), rule, false, 0, (qd_vec2){ 0, 0 }, (qd_vec2){ 0, 0 });
        assert_hit(ray(0, 0, 1, 0, 2), rule, closed, 2, (qd_vec2){ 2, 0 }, (qd_vec2){ -1, 0 });
        assert_hit(ray(0, 2, 1, 0, INFINITY), rule, false, 0, (qd_vec2){ 0, 0 }, (qd_vec2){ 0, 0 });
        // Grazing: along a face, past a corner, off the far face.
        assert_hit(ray(0, 1, 1, 0, INFINITY), rule, closed, 2, (qd_vec2){ 2, 1 }, (qd_vec2){ -1, 0 });
        assert_hit(ray(0, -1, 1, 1, INFINITY), rule, closed, 2, (qd_vec2){ 2, 1 }, (qd_vec2){ -1, 0 });
        assert_hit(ray(4, 0, 1, 0, INFINITY), rule, closed, 0, (qd_vec2){ 4, 0 }, (qd_vec2){ 0, 0 });
        // Starting on the near face and going in: hit at 0, as every cast that touches at the start and goes in.
        assert_hit(ray(2, 0, 1, 0, INFINITY), rule, true, 0, (qd_vec2){ 2, 0 }, (qd_vec2){ -1, 0 });
    }
}

static void rays_hit_in_order_and_ties_go_by_slot(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    for (int i = 0; i < 100; i++)
        put(tree, item_at(qd_box_xywh(10 - i % 10, -1, 1, 2)));
    qd_hit hits[100];
    for (size_t capacity = 1; capacity <= 100; capacity += 9) {
        const qd_ranked along = ray(0, 0, 1, 0, INFINITY);
        assert_int_equal(qd_tree_find_ranked(tree, &along, hits, capacity, NULL), capacity);
        for (size_t i = 0; i < capacity; i++) {
            assert_true(hits[i].t == (double)(i / 10 + 1));
            assert_int_equal(qd_id_slot(hits[i].item.id), 10 * (i % 10) + 10 - i / 10);
        }
    }
    qd_tree_destroy(tree);
}

static void a_segment_between_two_points_runs_from_0_to_1(void)
{
    const qd_vec2 from = { 1, 0 }, to = { 5, 0 };
    const qd_ranked segment = qd_segment(from, to), endless = qd_ray(from, (qd_vec2){ 4, 0 }, INFINITY);
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    put(tree, item_at(box(3, -1, 4, 1)));
    put(tree, item_at(box(5, -1, 6, 1)));
    put(tree, item_at(box(9, -1, 10, 1)));
    qd_hit hits[3];
    assert_int_equal(qd_tree_find_ranked(tree, &segment, hits, 3, NULL), 2);
    assert_true(hits[0].t == 0.5 && hits[1].t == 1);
    assert_int_equal(qd_tree_find_ranked(tree, &endless, hits, 3, NULL), 3);
    assert_true(hits[0].t == 0.5 && hits[1].t == 1 && hits[2].t == 2);
    qd_tree_destroy(tree);
}

static qd_flow stop_found(void *context, const qd_entry *entries, size_t count)
{
    (void)entries;
    ((struct counter *)context)->batches++;
    ((struct counter *)context)->results += count;
    return QD_STOP;
}

static qd_flow stop_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)pairs, (void)distances;
    return stop_found(context, NULL, count);
}

static void a_visitor_that_stops_gets_no_more_batches(void)
{
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = pile((qd_precision)precision);
        struct counter counters[6] = { { 0, 0 } };
        qd_query queries[5];
        const size_t count = questions_of_pile(queries);
        for (size_t i = 0; i < count; i++)
            qd_tree_visit(tree, &queries[i], stop_found, &counters[i], NULL);
        qd_tree_visit_pairs(tree, NULL, stop_pairs, &counters[count], NULL);
        for (size_t i = 0; i <= count; i++) {
            assert_int_equal(counters[i].batches, 1);
            assert_true(counters[i].results > 0);
        }
        qd_tree_destroy(tree);
    }
}

static void no_result_means_no_batch(void)
{
    const qd_query queries[] = { query_box(box(20, 20, 30, 30)),
                                 query_of(qd_shape_point((qd_vec2){ 20, 5 }), QD_OVERLAPS),
                                 query_of(qd_shape_circle((qd_vec2){ 20, 5 }, 2), QD_OVERLAPS),
                                 query_of(qd_shape_box(box(1, 1, 9, 9)), QD_INSIDE),
                                 query_of(qd_shape_box(box(1, 1, 11, 9)), QD_CONTAINS) };
    for (int precision = 0; precision < 2; precision++) {
        qd_tree *tree = pile((qd_precision)precision);
        struct counter counter = { 0, 0 };
        for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
            qd_tree_visit(tree, &queries[i], count_found, &counter, NULL);
        assert_int_equal(counter.batches, 0);
        qd_tree_destroy(tree);
    }
}

tests_main(plain_test(capacity_is_kept_and_zero_needs_no_array), plain_test(the_shortcuts_are_the_same_questions),
           plain_test(every_result_carries_id_and_user_value),
           plain_test(near_comes_nearest_first_with_the_distance_to_the_box),
           plain_test(a_ray_hits_a_face_at_t_with_its_normal), plain_test(rays_hit_in_order_and_ties_go_by_slot),
           plain_test(a_segment_between_two_points_runs_from_0_to_1),
           plain_test(a_visitor_that_stops_gets_no_more_batches), plain_test(no_result_means_no_batch))
