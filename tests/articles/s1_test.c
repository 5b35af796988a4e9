// S1 is Aethor, "(Simple) Introduction to Quadtrees for Games" (Python, 2020): items in every leaf they touch. What its
// published code breaks must hold here.
#include "support.h"

#include <stdlib.h>

static void s1_a_zero_size_item_on_a_split_line_stays(void)
{
    const qd_box world = box(0, 0, 1024, 1024);
    // Points on every line that cuts the world into 64, and where two lines cross.
    struct flock flock = flock_of_same(65 * 65, point_at(0, 0));
    for (size_t i = 0; i < flock.count; i++)
        flock.boxes[i] = point_at((float)(i % 65 * 16), (float)(i / 65 * 16));
    qd_tree_def def = { .world = world, .leaf_capacity = 1 };
    qd_tree *tree = tree_of(&def);
    flock_insert(&flock, tree);
    for (size_t i = 0; i < flock.count; i++)
        assert_int_equal(count_in(tree, flock.boxes[i]), 1);
    assert_holds(tree, &flock);
    flock_end(&flock, tree);
}

static void s1_an_item_outside_is_not_lost_at_the_first_split(void)
{
    qd_tree_def def = { .world = box(0, 0, 100, 100), .leaf_capacity = 4 };
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_squares(50, box(0, 0, 100, 100), 1, 11);
    flock.boxes[0] = point_at(150, -20);
    flock.boxes[1] = box(-30, -30, -20, -20);
    flock.boxes[2] = box(90, 90, 500, 500);
    flock_insert(&flock, tree);
    assert_true(census_of(tree).nodes > 2);
    assert_windows(tree, &flock, flock.boxes, flock.count, 1);
    assert_holds(tree, &flock);
    flock_end(&flock, tree);
}

static void s1_cells_merge_again_when_items_that_touch_many_are_removed(void)
{
    // Boxes as large as several cells each: counted once per cell touched, they would never be few enough.
    qd_tree_def def = { .world = box(0, 0, 1000, 1000), .leaf_capacity = 4 };
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_squares(2000, box(0, 0, 900, 900), 100, 12);
    for (size_t i = 0; i < flock.count; i += 2)
        flock.boxes[i].max = flock.boxes[i].min;
    flock_insert(&flock, tree);
    assert_true(census_of(tree).nodes > 100);
    for (size_t i = 0; i < flock.count - 1; i++)
        assert_int_equal(qd_tree_remove(tree, flock.ids[i]), QD_OK);
    assert_in_range(census_of(tree).nodes, 1, 10);
    assert_int_equal(count_in(tree, everywhere), 1);
    flock_end(&flock, tree);
}

static void s1_five_items_as_large_as_the_world_are_five_records(void)
{
    const qd_box world = box(0, 0, 1000, 1000);
    qd_tree_def def = { .world = world, .leaf_capacity = 4, .max_depth = 6 };
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_same(5, world);
    flock_insert(&flock, tree);
    struct census census = census_of(tree);
    assert_int_equal(census.items, 5);
    assert_in_range(census.nodes, 1, 10);
    assert_in_range(stats_of(tree).buckets, 1, 5);
    assert_pairs(tree, &flock, QD_CLOSED);
    flock_end(&flock, tree);
}

static void s1_an_item_changed_before_it_is_deleted_leaves_nothing_behind(void)
{
    const qd_box world = box(0, 0, 1000, 1000);
    qd_tree_def def = { .world = world, .leaf_capacity = 4 };
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_squares(2000, world, 30, 13);
    struct flock changed = flock_of_squares(2000, world, 200, 14);
    flock_insert(&flock, tree);
    for (size_t i = 0; i < flock.count; i++) {
        assert_int_equal(qd_tree_move(tree, flock.ids[i], changed.boxes[i]), QD_OK);
        if (i % 3 == 0)
            assert_int_equal(qd_tree_set_user(tree, flock.ids[i], 7), QD_OK);
        assert_int_equal(qd_tree_remove(tree, flock.ids[i]), QD_OK);
    }
    assert_int_equal(qd_tree_count(tree, NULL), 0);
    assert_int_equal(count_in(tree, everywhere), 0);
    assert_int_equal(census_of(tree).items, 0);
    flock_end(&flock, tree);
    flock_free(&changed);
}

static void s1_the_counter_counts_what_moving_costs(void)
{
    const qd_box world = box(0, 0, 1000, 1000);
    qd_tree *tree = tree_over(world);
    struct flock flock = flock_of_squares(5000, world, 5, 15);
    struct flock corner = flock_of_squares(5000, box(0, 0, 30, 30), 0.1f, 16);
    flock_insert(&flock, tree);
    uint64_t before = work_of(tree);
    for (size_t i = 0; i < flock.count; i++)
        assert_int_equal(qd_tree_move(tree, flock.ids[i], corner.boxes[i]), QD_OK);
    // They came into cells that had to split for them: each record was copied at least once on its way down.
    assert_true(work_of(tree) - before >= flock.count);
    // Asking costs no upkeep.
    before = work_of(tree);
    cost_of_pairs(tree);
    cost_of_windows(tree, world, 50);
    assert_int_equal(work_of(tree), before);
    flock_end(&flock, tree);
    flock_free(&corner);
}

static void s1_the_pair_search_makes_fewer_tests_than_brute_force(void)
{
    // Its demonstration: n rectangles on one screen, n(n-1)/2 tests against the tree's. There: no gain at 20, 3.7 times
    // at 100.
    const size_t counts[] = { 100, 1000, 10000 };
    for (size_t i = 0; i < 3; i++) {
        size_t n = counts[i];
        float side = 40 * 10 / (float)(1 + 9 * (i > 0) + 20 * (i > 1));
        struct flock flock = flock_of_squares(n, box(0, 0, 1200, 800), side / 4, 17);
        qd_tree *tree = tree_with(QD_CLOSED, 8, 0);
        flock_insert(&flock, tree);
        qd_cost cost = cost_of_pairs(tree);
        assert_true(cost.tests < n * (n - 1) / 2 / (i == 0 ? 1 : 4));
        assert_true(cost.hits <= cost.tests);
        assert_pairs(tree, &flock, QD_CLOSED);
        flock_end(&flock, tree);
    }
}

tests_main(plain_test(s1_a_zero_size_item_on_a_split_line_stays),
           plain_test(s1_an_item_outside_is_not_lost_at_the_first_split),
           plain_test(s1_cells_merge_again_when_items_that_touch_many_are_removed),
           plain_test(s1_five_items_as_large_as_the_world_are_five_records),
           plain_test(s1_an_item_changed_before_it_is_deleted_leaves_nothing_behind),
           plain_test(s1_the_counter_counts_what_moving_costs),
           plain_test(s1_the_pair_search_makes_fewer_tests_than_brute_force))
