// The rules that follow from the published systems, 6 to 10: limits, bad input, honest counters, merging and
// straddlers.
#define _POSIX_C_SOURCE 200809L
#include "support.h"
#include "views.h"
#include "workers.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

static const qd_box world = { { 0, 0 }, { 1024, 1024 } };

// Depths on either side of the world's edge: a walk shows the world first, and then what lies outside of it.
struct depths {
    size_t roots;
    int inside, outside;
};

static struct depths depths_of(const qd_tree *tree)
{
    struct depths depths = { 0, 0, 0 };
    qd_node_cursor cursor;
    qd_node_cursor_begin(&cursor, tree);
    for (qd_node node; qd_node_cursor_next(&cursor, &node);) {
        depths.roots += node.depth == 0;
        int *deepest = depths.roots == 1 ? &depths.inside : &depths.outside;
        *deepest = node.depth > *deepest ? node.depth : *deepest;
    }
    return depths;
}

static void rule_6_the_depth_limit_holds_and_overflows(void)
{
    for (int depth = 1; depth <= QD_MAX_DEPTH; depth += 1 + depth / 2)
        for (int many = 0; many <= 1; many++) {
            qd_tree_def def = { .world = world, .leaf_capacity = 1, .max_depth = depth };
            qd_tree *tree = tree_of(&def);
            struct flock flock = flock_of_squares(3000, box(0, 0, 0.001f, 0.001f), 0, 90);
            (many ? flock_insert_many : flock_insert)(&flock, tree);
            const struct depths depths = depths_of(tree);
            assert_in_range(depths.roots, 1, 2);
            assert_in_range(depths.inside, 0, depth);
            assert_in_range(depths.outside, 0, QD_MAX_NODE_DEPTH);
            assert_in_range(stats_of(tree).depth, 0, QD_MAX_NODE_DEPTH);
            assert_holds(tree, &flock);
            flock_end(&flock, tree);
        }
}

static void rule_6_equal_points_repeat_no_work(void)
{
    // Twice as many cost twice the work, and not four times: each doubling is measured by itself.
    qd_tree *tree = tree_over(world);
    uint64_t before = 0;
    for (size_t n = 1024; n <= 65536; n *= 2) {
        while (qd_tree_count(tree, NULL) < n)
            put(tree, item_at(point_at(7, 7)));
        uint64_t work = work_of(tree) - before;
        before += work;
        assert_in_range(work, 0, 16 * n);
    }
    qd_tree_destroy(tree);
}

// Everything a tree can do, on data that drives cells as deep as they go, and one cell as full as it gets.
static void *live_on_a_small_stack(void *context)
{
    struct flock *flock = context;
    qd_tree_def def = { .leaf_capacity = 1, .max_depth = QD_MAX_DEPTH };
    qd_tree *tree = tree_of(&def);
    flock_insert(flock, tree);
    move_boxes(tree, flock->ids, flock->boxes, flock->count, NULL);
    cost_of_pairs(tree);
    cost_of_windows(tree, world, 10);
    qd_hit hits[64];
    qd_tree_find_nearest(tree, (qd_vec2){ 1, 1 }, INFINITY, hits, 64);
    qd_tree_find_ray(tree, (qd_vec2){ 0, 0 }, (qd_vec2){ 1, 1 }, INFINITY, hits, 64);
    census_of(tree);
    bool sound = qd_tree_check(tree) && qd_tree_rebuild(tree) == QD_OK && qd_tree_check(tree);
    qd_tree_remove_many(tree, flock->ids, flock->count, NULL);
    sound = sound && qd_tree_count(tree, NULL) == 0;
    qd_tree_destroy(tree);
    return sound ? flock : NULL;
}

static void rule_6_nothing_recurses_as_deep_as_the_data(void)
{
    // Points that crowd towards a corner, each twice as near, so that every one lies a level deeper; and a heap at the
    // end.
    struct flock flock = flock_of_same(30000, point_at(0, 0));
    for (size_t i = 0; i < flock.count; i++) {
        double at = ldexpf(1000, -(int)(i % 140));
        flock.boxes[i] = i % 3 ? point_at(at, at) : qd_box_xywh(at, at, 0.001f * (float)(i % 7), 0);
        if (i > 2000)
            flock.boxes[i] = point_at((float)(i % 1000), (float)(i / 1000));
    }
    pthread_attr_t attributes;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    // A call a level for each of 30,000 items would need megabytes. Finding pairs with workers takes 256 KiB, and says
    // so.
    size_t stack = (size_t)(trees_have_workers() ? 512 : 256) * 1024;
    assert_int_equal(pthread_attr_setstacksize(&attributes, stack), 0);
    pthread_t thread;
    void *result = NULL;
    assert_int_equal(pthread_create(&thread, &attributes, live_on_a_small_stack, &flock), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_ptr_equal(result, &flock);
    pthread_attr_destroy(&attributes);
    flock_free(&flock);
}

static void rule_7_bad_input_is_an_error_and_changes_nothing(void)
{
    qd_tree *tree = tree_over(world);
    struct flock flock = flock_of_squares(300, world, 10, 91);
    flock_insert(&flock, tree);
    qd_tree_stats before = stats_of(tree);
    const qd_box bad[] = { box(NAN, 0, 1, 1), box(0, 0, INFINITY, 1), box(2, 0, 1, 1), box(0, 2, 1, 1) };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_true(qd_tree_add(tree, bad[i], 0) == 0);
        assert_int_equal(qd_tree_move(tree, flock.ids[i], bad[i]), QD_BAD_VALUE);
        assert_int_equal(count_in(tree, bad[i]), i == 1 ? count_in(tree, box(0, 0, 3e38f, 1)) : 0);
    }
    qd_tree_stats after = stats_of(tree);
    assert_int_equal(after.items, before.items);
    assert_int_equal(after.nodes, before.nodes);
    assert_int_equal(after.bytes, before.bytes);
    assert_holds(tree, &flock);
    flock_end(&flock, tree);
}

static void rule_8_counters_tell_nodes_tests_and_hits_apart(void)
{
    qd_tree *tree = tree_over(world);
    struct flock flock = flock_of_squares(10000, world, 5, 92);
    flock_insert(&flock, tree);
    qd_cost some = cost_of_window(tree, box(100, 100, 200, 200));
    assert_int_equal(some.hits, count_in(tree, box(100, 100, 200, 200)));
    assert_true(some.nodes > 0 && some.tests > 0);
    assert_in_range(some.nodes, 1, census_of(tree).nodes);
    assert_in_range(some.tests, 1, flock.count);
    qd_cost none = cost_of_window(tree, box(-500, -500, -400, -400));
    assert_int_equal(none.tests + none.hits, 0);
    qd_cost pairs = cost_of_pairs(tree);
    assert_true(pairs.tests >= pairs.hits && pairs.nodes > 0);
    flock_end(&flock, tree);
}

static void rule_9_cells_merge_well_below_the_split_threshold(void)
{
    qd_tree_def def = { .world = world, .leaf_capacity = 32 };
    qd_tree *tree = tree_of(&def);
    struct flock flock = flock_of_squares(33, world, 1, 93);
    flock_insert(&flock, tree);
    size_t split = census_of(tree).nodes;
    size_t next = 0;
    // A few fewer than it takes to split: still split.
    while (next < 6)
        assert_int_equal(qd_tree_remove(tree, flock.ids[next++]), QD_OK);
    assert_int_equal(census_of(tree).nodes, split);
    // A few left: merged.
    while (next < 30)
        assert_int_equal(qd_tree_remove(tree, flock.ids[next++]), QD_OK);
    assert_true(census_of(tree).nodes < split);
    assert_true(qd_tree_check(tree));
    flock_end(&flock, tree);
}

static void rule_10_one_straddler_more_costs_a_constant(void)
{
    // Small boxes astride the middle cross; in a tree of whole boxes each of them is compared with all below.
    double per_straddler[2];
    const size_t sizes[2] = { 2500, 40000 };
    for (int k = 0; k < 2; k++) {
        double side = 2 * sqrtf((float)sizes[k]);
        struct flock flock = flock_of_squares(sizes[k], box(0, 0, side, side), 1, 94);
        qd_tree *tree = tree_over(box(0, 0, side, side));
        flock_insert(&flock, tree);
        qd_cost without = cost_of_pairs(tree);
        enum { STRADDLERS = 40 };
        for (int i = 0; i < STRADDLERS; i++) {
            double along = side * (i + 0.5) / STRADDLERS;
            put(tree, item_at(qd_box_around((qd_vec2){ side / 2, along }, 0.5f, 0.5f)));
        }
        qd_cost with = cost_of_pairs(tree);
        per_straddler[k] = ((double)with.tests - (double)without.tests) / STRADDLERS;
        flock_end(&flock, tree);
    }
    // Sixteen times the items: a straddler meets no more than a few leaves' worth, as before. 32 records are a leaf.
    assert_true(per_straddler[1] < per_straddler[0] + 4 * 32);
    assert_true(per_straddler[1] < 16 * 32);
}

tests_main(plain_test(rule_6_the_depth_limit_holds_and_overflows), plain_test(rule_6_equal_points_repeat_no_work),
           plain_test(rule_6_nothing_recurses_as_deep_as_the_data),
           plain_test(rule_7_bad_input_is_an_error_and_changes_nothing),
           plain_test(rule_8_counters_tell_nodes_tests_and_hits_apart),
           plain_test(rule_9_cells_merge_well_below_the_split_threshold),
           plain_test(rule_10_one_straddler_more_costs_a_constant))
