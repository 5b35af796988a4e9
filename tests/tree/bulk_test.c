// Inputs that once broke the library, each named after what was wrong. Random tests and tools found them.
#include "support.h"
#include "views.h"

#include <math.h>
#include <stdlib.h>

/// Moving many went over the blocks and moved items as it went: what a merge or a larger block carried to a place
/// already gone over was never looked at. Two tiny clusters that burst apart made both happen.
static void test_moving_many_looks_at_every_item_however_blocks_change(void)
{
    enum { COUNT = 2000 };
    struct prng random = { 4 };
    qd_item *items = need(COUNT, sizeof *items);
    qd_id *ids = need(COUNT, sizeof *ids);
    qd_box *boxes = need(COUNT, sizeof *boxes);
    for (int i = 0; i < COUNT; i++) {
        const float at = i % 2 ? 1000.0f : 0;
        boxes[i] = point_at(at + prng_between(&random, 0, 1e-3f), at + prng_between(&random, 0, 1e-3f));
        items[i].box = boxes[i];
    }
    qd_tree *tree = tree_of(NULL);
    assert_int_equal(insert_items(tree, items, COUNT, ids, NULL), QD_OK);
    for (int tick = 0; tick < 8; tick++) {
        for (int i = 0; i < COUNT; i++) {
            const double x = boxes[i].min.x + prng_between(&random, -300, 300);
            boxes[i] = point_at(x, boxes[i].min.y + prng_between(&random, -300, 300));
        }
        assert_int_equal(move_boxes(tree, ids, boxes, COUNT, NULL), QD_OK);
        assert_true(qd_tree_check(tree));
    }
    qd_tree_destroy(tree);
    free(boxes);
    free(ids);
    free(items);
}

/// Moving many split leaves while other items of theirs had new boxes and old places: cells were made where none
/// belong.
static void test_moving_many_splits_when_all_have_arrived(void)
{
    const qd_tree_def def = { .world = box(1e6f, 1e6f, 1000064, 1000064), .leaf_capacity = 1, .max_depth = 2 };
    qd_tree *tree = tree_of(&def);
    const qd_item items[] = {
        item_at(box(0, 1e-41f, 64, 1e-41f)),       item_at(box(0.25f, 0.95f, 0.38f, 2.9f)),
        item_at(box(3e-42f, 0.95f, 0.11f, 1.09f)), item_at(point_at(-2e-43f, 0.39f)),
        item_at(point_at(-4e-43f, -6e-44f)),       item_at(box(1, 1e-41f, 1.5f, 0.51f)),
        item_at(box(4e-41f, 3e-41f, 0.22f, 0.5f)),
    };
    qd_id ids[7];
    assert_int_equal(insert_items(tree, items, 1, ids, NULL), QD_OK);
    assert_int_equal(insert_items(tree, items + 1, 6, ids + 1, NULL), QD_OK);
    const qd_id movers[] = { ids[0], ids[6] };
    const qd_box boxes[] = { box(-3e-41f, 1e-42f, 0.002f, 0.002f), box(4e-41f, 3e-41f, 4.1f, 3.9f) };
    assert_int_equal(move_boxes(tree, movers, boxes, 2, NULL), QD_OK);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

/// A quad whose leaves had emptied was merged into a cell without items, which kept the bounds of what was gone.
static void test_a_merge_of_nothing_leaves_no_bounds(void)
{
    for (uint32_t seed = 0; seed < 200; seed++) {
        struct prng random = { seed };
        const qd_tree_def def = { .world = box(0, 0, 64, 64), .leaf_capacity = 2 };
        qd_tree *tree = tree_of(&def);
        qd_id ids[12];
        for (int i = 0; i < 12; i++) {
            const float side = (float)(UINT32_C(1) << prng_below(&random, 6));
            const float x = (float)prng_below(&random, 32), y = (float)prng_below(&random, 32);
            ids[i] = put(tree, item_at(box(x, y, x + side, y + side)));
        }
        for (int i = 0; i < 12; i++) {
            assert_int_equal(qd_tree_remove(tree, ids[i]), QD_OK);
            assert_true(qd_tree_check(tree));
        }
        assert_int_equal(cost_of_window(tree, box(-999, -999, 999, 999)).nodes, 0);
        qd_tree_destroy(tree);
    }
}

/// A far centre was made an integer before it was found to be out of range.
static void test_a_far_item_in_a_bulk_load_is_not_put_in_a_bin(void)
{
    qd_item items[400] = { 0 };
    for (int i = 0; i < 400; i++)
        items[i].box = qd_box_xywh((float)(i * 37 % 100), (float)(i * 53 % 97), 1, 1);
    items[50].box = qd_box_xywh(1e30f, 0, 1, 1);
    qd_tree *tree = tree_of(NULL);
    assert_int_equal(insert_items(tree, items, 400, NULL, NULL), QD_OK);
    assert_true(qd_tree_check(tree));
    assert_true(stats_of(tree).fullest_node <= 64);
    qd_tree_destroy(tree);
}

/// Leaves that were full because they might not get smaller were taken for a bad root, and the world shrank.
static void test_a_small_depth_is_kept(void)
{
    qd_item items[1000] = { 0 };
    for (int i = 0; i < 1000; i++)
        items[i].box = point_at((float)(i * 37 % 101), (float)(i * 53 % 97));
    for (int depth = 1; depth <= 6; depth++) {
        const qd_tree_def def = { .max_depth = depth };
        qd_tree *tree = tree_of(&def);
        assert_int_equal(insert_items(tree, items, 1000, NULL, NULL), QD_OK);
        assert_true(stats_of(tree).depth <= depth);
        qd_tree_destroy(tree);
    }
}

/// Loading many items asks for what comes next ahead of its use: behind the last there is nothing, and what has no id
/// has no slot.
static void test_nothing_is_asked_for_behind_the_last_of_many(void)
{
    enum { COUNT = 40000, BAD = 60 };
    float *boxes = need(COUNT, 4 * sizeof *boxes);
    qd_id *ids = need(COUNT, sizeof *ids);
    struct prng random = { 9 };
    for (int i = 0; i < 4 * COUNT; i += 4) {
        boxes[i] = boxes[i + 2] = (float)prng_between(&random, 0, 1000);
        boxes[i + 1] = boxes[i + 3] = (float)prng_between(&random, 0, 1000);
    }
    for (int i = 0; i < BAD; i++)
        boxes[4 * 600 * i + 2] = NAN;
    qd_tree *tree = tree_of(NULL);
    size_t bad = COUNT;
    assert_int_equal(qd_tree_insert_many(tree, &(qd_items){ .boxes = qd_boxes_float(boxes) }, COUNT, ids, &bad),
                     QD_BAD_VALUE);
    assert_int_equal(bad, 0);
    assert_int_equal(qd_tree_count(tree, NULL), COUNT - BAD);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
    free(boxes);
    free(ids);
}

/// A key says where an item lies as far as 13 levels below the root. Items that crowd a spot below that, and there a
/// smaller one, need further keys: in the world of 24 levels, and outside, where there are 29.
static void test_crowds_within_crowds_are_parted_down_to_the_smallest_nodes(void)
{
    enum { LEVELS = 22, EACH = 12, CROWD = LEVELS * EACH, COUNT = 40 * CROWD }; // few outside: else the root moves
    static const struct {
        double corner, side;
        int depth;
    } crowds[] = {
        { 0, 0.125, 24 }, { 0.625, 0.125, 24 }, { 1 - 0x1p-12, 0.125, 24 }, { 0, -4, 29 }, { 0, -0.125, 29 }
    };
    qd_item *items = need(COUNT, sizeof *items);
    for (size_t at = 0; at < sizeof crowds / sizeof *crowds; at++) {
        struct prng random = { (uint32_t)at };
        for (int i = 0; i < COUNT; i++) {
            const double side = i < CROWD ? ldexp(crowds[at].side, -(i / EACH)) : 1;
            const double low = i < CROWD ? crowds[at].corner : 0;
            items[i].box = point_at(low + side * prng_between(&random, 0, 1), low + side * prng_between(&random, 0, 1));
        }
        const qd_tree_def def = { .world = box(0, 0, 1, 1), .leaf_capacity = 3, .max_depth = QD_MAX_DEPTH };
        qd_tree *tree = tree_of(&def);
        assert_int_equal(insert_items(tree, items, COUNT, NULL, NULL), QD_OK);
        assert_true(qd_tree_check(tree));
        assert_int_equal(stats_of(tree).depth, crowds[at].depth);
        assert_true(stats_of(tree).fullest_node <= 2 * EACH);
        qd_tree_destroy(tree);
    }
    free(items);
}

tests_main(plain_test(test_moving_many_looks_at_every_item_however_blocks_change),
           plain_test(test_moving_many_splits_when_all_have_arrived),
           plain_test(test_a_merge_of_nothing_leaves_no_bounds),
           plain_test(test_a_far_item_in_a_bulk_load_is_not_put_in_a_bin), plain_test(test_a_small_depth_is_kept),
           plain_test(test_nothing_is_asked_for_behind_the_last_of_many),
           plain_test(test_crowds_within_crowds_are_parted_down_to_the_smallest_nodes))
