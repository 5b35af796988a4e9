/// An item that goes leaves a gap in its bucket: what takes it, what closes it, and that no question finds anything
/// there.
#include "quad.h"

#include <math.h>
#include <quadrille/inspect.h>
#include <quadrille/pairs.h>
#include <quadrille/ranked.h>
#include <stdint.h>
#include <stdlib.h>
#include <unit.h>

enum { MOST = 200 };

// One leaf with so many items in a row, each overlapping the next, inserted one by one.
static qd_tree *row_by(qd_precision precision, int count, qd_id *ids)
{
    qd_tree *tree = qd_tree_new(&(qd_tree_def){
        .precision = precision, .world = { { 0, 0 }, { 1024, 1024 } }, .leaf_capacity = MOST, .max_depth = 4 });
    for (int i = 0; i < count; i++)
        ids[i] = qd_tree_add(tree, qd_box_xywh(i, 0, 1, 1), (uint64_t)i);
    assert_true(qd_tree_check(tree));
    return tree;
}

static qd_tree *row_of(int count, qd_id *ids)
{
    return row_by(QD_FLOAT, count, ids);
}

static uint32_t location_of(const qd_tree *tree, qd_id id)
{
    return qd__slot_at(&tree->pools.slots, qd_id_slot(id))->location;
}

static qd__bucket *bucket_of(const qd_tree *tree, qd_id id)
{
    return qd__tree_bucket(tree, location_of(tree, id));
}

static void remove_one(qd_tree *tree, qd_id id)
{
    assert_int_equal(qd_tree_remove(tree, id), QD_OK);
    assert_true(qd_tree_check(tree));
}

static void the_next_item_takes_the_first_gap(void)
{
    qd_id ids[MOST];
    qd_tree *tree = row_of(40, ids);
    const uint32_t seventh = location_of(tree, ids[7]), last = location_of(tree, ids[39]);
    qd__bucket *bucket = bucket_of(tree, ids[0]);
    remove_one(tree, ids[20]);
    remove_one(tree, ids[7]);
    assert_int_equal(bucket->count, 38);
    assert_true(qd__bucket_has_gaps(bucket));
    assert_int_equal(qd__bucket_end(bucket), 40);
    assert_int_equal(location_of(tree, ids[39]), last); // nothing else has moved
    const qd_id fresh = qd_tree_add(tree, qd_box_xywh(3, 3, 1, 1), 0);
    assert_int_equal(location_of(tree, fresh), seventh);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

static void a_bucket_behind_the_first_stays_full(void)
{
    qd_id ids[MOST];
    qd_tree *tree = row_of(150, ids);
    const qd__bucket *full = bucket_of(tree, ids[5]);
    assert_int_equal(full->next, QD__NONE);
    const uint32_t location = location_of(tree, ids[5]);
    remove_one(tree, ids[5]);
    assert_int_equal(full->count, QD__LANES_MOST);
    assert_int_equal(location_of(tree, ids[149]), location); // the last of the first bucket has come
    qd_tree_destroy(tree);
}

static size_t count_shape(const qd_tree *tree, qd_shape shape, qd_relation relation)
{
    const qd_query query = { .shape = shape, .relation = relation };
    return qd_tree_count(tree, &query);
}

static size_t count_ranked(const qd_tree *tree, qd_ranked ranked)
{
    qd_hit hits[MOST];
    return qd_tree_find_ranked(tree, &ranked, hits, MOST, NULL);
}

static void assert_finds_nothing_at(const qd_tree *tree, int gap)
{
    qd_entry found[MOST];
    const qd_box all = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    const qd_vec2 there = { gap + 0.5, 0.5 };
    assert_int_equal(qd_tree_find_box(tree, all, found, MOST), 19);
    assert_int_equal(qd_tree_find_point(tree, there, found, MOST), 0);
    assert_int_equal(count_shape(tree, qd_shape_box(qd_box_at(there)), QD_OVERLAPS), 0);
    assert_int_equal(count_shape(tree, qd_shape_box(all), QD_INSIDE), 19);
    assert_int_equal(count_shape(tree, qd_shape_circle((qd_vec2){ 5, 3e38 }, INFINITY), QD_OVERLAPS), 19);
    assert_int_equal(count_ranked(tree, qd_nearest(qd_shape_point((qd_vec2){ 5, 5 }), INFINITY)), 19);
    assert_int_equal(count_ranked(tree, qd_nearest(qd_shape_point(there), 0.4)), 0);
    assert_int_equal(count_ranked(tree, qd_ray((qd_vec2){ -5, 0.5 }, (qd_vec2){ 1, 0 }, INFINITY)), 19);
    assert_int_equal(qd_tree_count_pairs(tree, NULL), gap == 0 || gap == 19 ? 18 : 17);
}

static void no_question_finds_anything_in_a_gap(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++)
        for (int gap = 0; gap < 20; gap++) {
            qd_id ids[MOST];
            qd_tree *tree = row_by(precision, 20, ids);
            remove_one(tree, ids[gap]);
            assert_finds_nothing_at(tree, gap);
            qd_tree_destroy(tree);
        }
}

static void moving_many_and_exchanging_close_gaps(void)
{
    qd_id ids[MOST];
    qd_tree *tree = row_of(60, ids);
    for (int i = 0; i < 30; i += 3)
        remove_one(tree, ids[i]);
    assert_true(qd__bucket_has_gaps(bucket_of(tree, ids[1])));
    qd_id left[MOST];
    qd_box boxes[MOST];
    size_t count = 0;
    for (int i = 0; i < 60; i++)
        if (i >= 30 || i % 3 != 0) {
            left[count] = ids[i];
            boxes[count++] = qd_box_xywh(i, 1, 1, 1);
        }
    const qd_boxes view = qd_boxes_double(boxes);
    assert_int_equal(qd_tree_move_many(tree, left, &view, count, NULL), QD_OK);
    assert_true(qd_tree_check(tree));
    assert_false(qd__bucket_has_gaps(bucket_of(tree, ids[1])));
    const uint32_t lanes = bucket_of(tree, ids[1])->lanes;
    for (int i = 1; i < 50; i++) // with so few left the bucket becomes a smaller one
        if (i >= 30 || i % 3 != 0)
            remove_one(tree, ids[i]);
    assert_true(bucket_of(tree, ids[59])->lanes < lanes);
    qd_tree_destroy(tree);
}

static void the_check_sees_what_is_wrong_with_a_gap(void)
{
    for (int damage = 0; damage < 5; damage++) {
        qd_id ids[MOST];
        qd_tree *tree = row_of(20, ids);
        qd__bucket *bucket = bucket_of(tree, ids[3]);
        const uint32_t location = location_of(tree, ids[3]), lane = qd__location_lane(location);
        remove_one(tree, ids[3]);
        switch (damage) {
        case 0:
            bucket->live |= UINT64_C(1) << lane;
            break;
        case 1:
            bucket->live &= bucket->live - 1;
            break;
        case 2: // as many as before, but another one
            bucket->live = (bucket->live & (bucket->live - 1)) | UINT64_C(1) << lane;
            break;
        case 3:
            bucket->live |= UINT64_C(1) << 63;
            bucket->count++;
            break;
        default:
            qd__bucket_sides(bucket)[lane] = 0;
        }
        assert_false(qd_tree_check(tree));
        qd_tree_destroy(tree);
    }
}

tests_main(plain_test(the_next_item_takes_the_first_gap), plain_test(a_bucket_behind_the_first_stays_full),
           plain_test(no_question_finds_anything_in_a_gap), plain_test(moving_many_and_exchanging_close_gaps),
           plain_test(the_check_sees_what_is_wrong_with_a_gap))
