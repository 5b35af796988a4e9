// S3 is Skjerning, "Quadtrees for Efficient Collision Detection" (JavaScript, 2019): a point quadtree of capacity 4
// over 1000 x 600. What its published code breaks must hold here.
#include "all.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

static const qd_box its_world = { { 0, 0 }, { 1000, 600 } };

static qd_tree *its_tree(void)
{
    qd_tree_def def = { .world = its_world, .leaf_capacity = 4 };
    qd_tree *tree = tree_of(&def);
    assert_non_null(tree);
    return tree;
}

// The grid of 1024 x 976 lines, some of which are lines of cells at each depth there is; cut off at its own count.
// Where it is to be quick, a quarter of the lines across, and as many points less.
enum { COLUMNS = 1024, CUT_OFF = 935 };

static size_t rows(void)
{
    return all_or(976, 244);
}

static size_t points_of_grid(void)
{
    return COLUMNS * rows() - CUT_OFF; // 998,489 of all
}

static qd_vec2 grid_point(size_t i)
{
    // Not row by row: neighbours come far apart in time. The factor has no divisor in common
    // with 2^14 * 61, the number of grid points, and so meets each of them once.
    uint64_t at = (uint64_t)i * 611953 % ((uint64_t)COLUMNS * rows());
    qd_vec2 result = { 1000 * (float)(at % COLUMNS) / COLUMNS, 600 * (float)(at / COLUMNS) / (float)rows() };
    return result;
}

static void assert_each_once(const qd_tree *tree)
{
    const size_t points = points_of_grid();
    assert_int_equal(qd_tree_count(tree, NULL), points);
    assert_int_equal(count_in(tree, everywhere), points);
    assert_int_equal(stats_of(tree).items, points);
    for (size_t i = 0; i < points; i++) {
        qd_entry found[2] = { 0 };
        size_t count = qd_tree_find_point(tree, grid_point(i), found, 2);
        if (count != 1 || found[0].user != i)
            fail_msg("point %zu was found %zu times", i, count);
    }
}

static void s3_of_its_grid_aligned_points_none_is_lost_and_none_stored_twice(void)
{
    const size_t count = points_of_grid();
    for (int many = 0; many <= 1; many++) {
        qd_tree *tree = its_tree();
        qd_vec2 *points = need(count, sizeof *points);
        for (size_t i = 0; i < count; i++) {
            points[i] = grid_point(i);
            if (!many)
                assert_true(qd_tree_add(tree, qd_box_at(points[i]), i) != 0);
        }
        const qd_items items = { .boxes = qd_points_double(points) };
        if (many)
            assert_int_equal(qd_tree_insert_many(tree, &items, count, NULL, NULL), QD_OK);
        assert_each_once(tree);
        free(points);
        qd_tree_destroy(tree);
    }
}

static void s3_of_10000_equal_points_all_are_found_again(void)
{
    qd_tree *tree = its_tree();
    struct flock flock = flock_of_same(10000, point_at(500, 300));
    flock_insert(&flock, tree);
    assert_int_equal(count_in(tree, point_at(500, 300)), 10000);
    assert_int_equal(count_in(tree, box(490, 290, 510, 310)), 10000);
    assert_holds(tree, &flock);
    assert_in_range(stats_of(tree).depth, 0, QD_MAX_NODE_DEPTH);
    flock_end(&flock, tree);
}

static void s3_a_search_outside_the_world_finds_an_empty_list(void)
{
    qd_tree *tree = its_tree();
    struct flock flock = flock_of_squares(500, its_world, 0, 30);
    flock_insert(&flock, tree);
    qd_entry found[4];
    memset(found, 0x5a, sizeof found);
    qd_entry untouched[4];
    memcpy(untouched, found, sizeof found);
    assert_int_equal(qd_tree_find_box(tree, box(2000, 2000, 2100, 2100), found, 4), 0);
    assert_int_equal(qd_tree_find_point(tree, (qd_vec2){ -9, -9 }, found, 4), 0);
    assert_int_equal(qd_tree_find_circle(tree, (qd_vec2){ -90, -90 }, 20, found, 4), 0);
    assert_memory_equal(found, untouched, sizeof found);
    struct counter counter = { 0, 0 };
    const qd_query query = query_box(box(2000, 2000, 2100, 2100));
    qd_cost cost;
    qd_tree_visit(tree, &query, count_found, &counter, &cost);
    assert_int_equal(counter.batches, 0);
    assert_int_equal(cost.hits, 0);
    flock_end(&flock, tree);
}

static void s3_its_car_asks_far_fewer_snacks_than_there_are(void)
{
    // One query a tick does not repay storing every point, as it says rightly; a query itself must still be cheap.
    qd_tree *tree = its_tree();
    struct flock snacks = flock_of_squares(2000, its_world, 0, 31);
    flock_insert(&snacks, tree);
    assert_in_range(cost_of_windows(tree, its_world, 50), 1, 1000 * 2000 / 10);
    flock_end(&snacks, tree);
}

tests_main(plain_test(s3_of_its_grid_aligned_points_none_is_lost_and_none_stored_twice),
           plain_test(s3_of_10000_equal_points_all_are_found_again),
           plain_test(s3_a_search_outside_the_world_finds_an_empty_list),
           plain_test(s3_its_car_asks_far_fewer_snacks_than_there_are))
