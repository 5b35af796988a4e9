// S2 is Peña Hernando, "Spatial partitioning: Quadtree" (C++, 2020): placement by centre, looking only into one's own
// bucket. What its published code breaks must hold here. Its world, capacity and depth are those of its configuration
// file.
#include "support.h"

#include <stdlib.h>

static const qd_box its_world = { { -760, 10 }, { 840, 810 } };

static qd_tree *its_tree(void)
{
    qd_tree_def def = { .world = its_world, .leaf_capacity = 4, .max_depth = 6 };
    qd_tree *tree = tree_of(&def);
    assert_non_null(tree);
    return tree;
}

static void assert_all_collisions(size_t n, float side)
{
    qd_tree *tree = its_tree();
    struct flock flock = flock_of_squares(n, its_world, side, 20 + n);
    flock_insert(&flock, tree);
    assert_true(cost_of_pairs(tree).hits > n / 4);
    assert_pairs(tree, &flock, QD_CLOSED);
    flock_end(&flock, tree);
}

static void s2_all_true_collisions_of_1000_entities_are_found(void)
{
    assert_all_collisions(1000, 32);
}

static void s2_all_true_collisions_of_10000_entities_are_found(void)
{
    assert_all_collisions(10000, 16);
}

static void s2_a_full_leaf_at_the_last_depth_drops_nothing(void)
{
    qd_tree *tree = its_tree();
    struct flock flock = flock_of_squares(1000, box(0, 400, 5, 405), 0, 21);
    flock_insert(&flock, tree);
    assert_holds(tree, &flock);
    assert_in_range(stats_of(tree).depth, 0, 6);
    assert_windows(tree, &flock, flock.boxes, flock.count, 1);
    flock_end(&flock, tree);
}

static void s2_a_centre_on_a_line_is_stored_once(void)
{
    qd_tree *tree = its_tree();
    // Boxes whose centres lie on the lines and crossings of the world's own halvings, 64 to a side.
    struct flock flock = flock_of_same(65 * 65, point_at(0, 0));
    for (size_t i = 0; i < flock.count; i++) {
        qd_vec2 center = { -760 + 25 * (float)(i % 65), 10 + 12.5f * (float)(i / 65) };
        flock.boxes[i] = qd_box_around(center, 6, 6);
    }
    flock_insert(&flock, tree);
    assert_int_equal(census_of(tree).items, flock.count);
    assert_holds(tree, &flock);
    assert_pairs(tree, &flock, QD_CLOSED);
    flock_end(&flock, tree);
}

static void s2_odd_sized_worlds_lose_no_strip(void)
{
    const qd_box worlds[] = { box(0, 0, 801, 601), box(-7, -3, 94, 54), box(1, 1, 1000, 4), box(0, 0, 3, 777) };
    for (size_t w = 0; w < sizeof worlds / sizeof *worlds; w++) {
        qd_box world = worlds[w];
        size_t columns = (size_t)(world.max.x - world.min.x) + 1, rows = (size_t)(world.max.y - world.min.y) + 1;
        qd_tree_def def = { .world = world, .leaf_capacity = 4 };
        qd_tree *tree = tree_of(&def);
        for (size_t i = 0; i < columns * rows; i++) {
            qd_box where = point_at(world.min.x + (float)(i % columns), world.min.y + (float)(i / columns));
            put(tree, item_at(where));
        }
        for (size_t x = 0; x < columns; x++) {
            double at = world.min.x + (float)x;
            assert_int_equal(count_in(tree, box(at, world.min.y, at, world.max.y)), rows);
        }
        for (size_t y = 0; y < rows; y++) {
            double at = world.min.y + (float)y;
            assert_int_equal(count_in(tree, box(world.min.x, at, world.max.x, at)), columns);
        }
        qd_tree_destroy(tree);
    }
}

static void s2_a_pair_is_told_once(void)
{
    qd_tree *tree = its_tree();
    struct flock flock = flock_of_same(50, box(-10, 390, 90, 420));
    flock_insert(&flock, tree);
    pair_list pairs = pairs_of(tree);
    assert_int_equal(pairs.count, 50 * 49 / 2);
    pair_list_free(&pairs);
    flock_end(&flock, tree);
}

static void s2_a_matrix_of_types_decides_who_meets_whom(void)
{
    // What it can do: villagers meet trees and villagers, arrows meet villagers, trees never meet trees.
    enum { VILLAGER = 1, TREE = 2, ARROW = 4 };
    const qd_filter kinds[3] = { { VILLAGER, VILLAGER | TREE | ARROW }, { TREE, VILLAGER }, { ARROW, VILLAGER } };
    qd_tree *tree = its_tree();
    for (uint64_t i = 0; i < 30; i++) {
        qd_item item = { box(0, 100, 10, 110), i % 3, kinds[i % 3], 0 };
        put(tree, item);
    }
    size_t met[3][3] = { { 0 } };
    pair_list pairs = pairs_of(tree);
    for (size_t i = 0; i < pairs.count; i++) {
        uint64_t a = pairs.at[i].a.user, b = pairs.at[i].b.user;
        met[a < b ? a : b][a < b ? b : a]++;
    }
    const size_t expected[3][3] = { { 45, 100, 100 }, { 0, 0, 0 }, { 0, 0, 0 } };
    assert_memory_equal(met, expected, sizeof met);
    pair_list_free(&pairs);
    qd_tree_destroy(tree);
}

tests_main(plain_test(s2_all_true_collisions_of_1000_entities_are_found),
           plain_test(s2_all_true_collisions_of_10000_entities_are_found),
           plain_test(s2_a_full_leaf_at_the_last_depth_drops_nothing), plain_test(s2_a_centre_on_a_line_is_stored_once),
           plain_test(s2_odd_sized_worlds_lose_no_strip), plain_test(s2_a_pair_is_told_once),
           plain_test(s2_a_matrix_of_types_decides_who_meets_whom))
