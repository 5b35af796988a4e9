// The tree as seen from outside: the walk over its cells, its figures, the memory it holds, and the tree with nothing
// in it.
#include "ledger.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const qd_box world = { { 0, 0 }, { 1024, 1024 } };

static qd_walk skip_all(void *context, const qd_node *node)
{
    struct census *census = context;
    census->nodes++;
    census->items += node->items + node->items_below;
    return QD_SKIP;
}

static qd_walk stop_third(void *context, const qd_node *node)
{
    (void)node;
    return ++*(size_t *)context == 3 ? QD_STOP : QD_DESCEND;
}

struct widest {
    int limit;
    int deepest;
    size_t below, nodes;
};

static qd_walk skip_below_limit(void *context, const qd_node *node)
{
    struct widest *widest = context;
    widest->nodes++;
    widest->deepest = node->depth > widest->deepest ? node->depth : widest->deepest;
    if (node->depth < widest->limit)
        return QD_DESCEND;
    widest->below += node->items_below;
    return QD_SKIP;
}

static void a_walk_descends_skips_and_stops(void **state)
{
    (void)state;
    qd_tree *tree = tree_over(world);
    struct flock flock = flock_of_squares(10000, world, 3, 1);
    flock_insert(&flock, tree);
    struct census all = census_of(tree);
    assert_true(all.nodes > 100);
    assert_int_equal(all.items, flock.count);
    // Skipping at the roots: few nodes, and yet all the items are told of.
    struct census roots = { 0, 0, 0, 0 };
    qd_tree_walk(tree, skip_all, &roots);
    assert_in_range(roots.nodes, 1, 2);
    assert_int_equal(roots.items, flock.count);
    size_t visited = 0;
    qd_tree_walk(tree, stop_third, &visited);
    assert_int_equal(visited, 3);
    for (int limit = 0; limit < (int)all.deepest; limit++) {
        struct widest widest = { limit, 0, 0, 0 };
        qd_tree_walk(tree, skip_below_limit, &widest);
        assert_int_equal(widest.deepest, limit);
        assert_true(widest.nodes < all.nodes && widest.below > 0);
    }
    qd_tree_destroy(tree);
    flock_free(&flock);
}

// Parents come before their children; so a node's parent is the last one seen on the level above it.
struct lineage {
    qd_node parents[QD_DEEPEST + 1];
    int last;
    size_t in_leaves, leaves_with_children;
};

static qd_walk follow(void *context, const qd_node *node)
{
    struct lineage *lineage = context;
    assert_in_range(node->depth, 0, QD_DEEPEST);
    assert_true(node->depth <= lineage->last + 1);
    if (node->leaf)
        lineage->leaves_with_children += node->items_below > 0;
    if (node->items + node->items_below == 0)
        assert_true(node->bounds.min.x > node->bounds.max.x && node->bounds.min.y > node->bounds.max.y);
    else if (node->depth > 0) {
        qd_box outer = lineage->parents[node->depth - 1].bounds, inner = node->bounds;
        assert_true(outer.min.x <= inner.min.x && outer.min.y <= inner.min.y);
        assert_true(inner.max.x <= outer.max.x && inner.max.y <= outer.max.y);
    }
    lineage->parents[node->depth] = *node;
    lineage->last = node->depth;
    lineage->in_leaves += node->leaf ? node->items : 0;
    return QD_DESCEND;
}

static void bounds_lie_within_those_of_the_parent_and_are_inverted_when_empty(void **state)
{
    (void)state;
    qd_tree *tree = tree_over(world);
    struct flock flock = flock_of_squares(10000, world, 3, 2);
    flock_insert(&flock, tree);
    assert_int_equal(qd_tree_remove_many(tree, flock.ids, 5000, NULL), QD_OK);
    struct lineage *lineage = need(1, sizeof *lineage);
    lineage->last = -1;
    qd_tree_walk(tree, follow, lineage);
    assert_int_equal(lineage->leaves_with_children, 0);
    assert_true(lineage->in_leaves > 4000);
    free(lineage);
    qd_tree_destroy(tree);
    flock_free(&flock);
}

static qd_walk note_fullest(void *context, const qd_node *node)
{
    size_t *fullest = context;
    *fullest = node->items > *fullest ? node->items : *fullest;
    return QD_DESCEND;
}

static void figures_are_those_of_the_walk_and_the_allocator(void **state)
{
    (void)state;
    struct ledger ledger = { 0 };
    qd_tree_def def = { .world = world, .allocator = ledger_allocator(&ledger) };
    qd_tree *tree = qd_tree_create(&def);
    struct flock flock = flock_of_squares(10000, world, 3, 3);
    for (size_t round = 0; round < 3; round++) {
        qd_stats stats = qd_tree_stats(tree);
        struct census census = census_of(tree);
        size_t fullest = 0;
        qd_tree_walk(tree, note_fullest, &fullest);
        assert_int_equal(stats.items, qd_tree_count(tree));
        assert_int_equal(stats.items, census.items);
        assert_int_equal(stats.nodes, census.nodes);
        assert_int_equal(stats.leaves, census.leaves);
        assert_int_equal(stats.depth, census.deepest);
        assert_int_equal(stats.fullest_cell, fullest);
        assert_int_equal(stats.bytes, ledger.bytes);
        assert_true(stats.fill >= 0 && stats.fill <= 1);
        assert_true(stats.blocks == 0 || stats.fill > 0);
        assert_true(stats.blocks >= (stats.items + 63) / 64);
        if (round == 0)
            flock_insert(&flock, tree);
        else
            qd_tree_remove_many(tree, flock.ids, 9000, NULL);
    }
    qd_tree_destroy(tree);
    assert_int_equal(ledger.bytes, 0);
    assert_int_equal(ledger.blocks, 0);
    assert_null(ledger.complaint);
    flock_free(&flock);
}

static void an_empty_tree_answers_everything(void **state)
{
    (void)state;
    qd_tree *tree = qd_tree_create(NULL);
    struct flock flock = flock_of_squares(500, world, 3, 4);
    // Never filled, then cleared, then emptied one by one.
    for (int round = 0; round < 3; round++) {
        qd_found found;
        qd_near near;
        qd_hit hit;
        qd_stats stats = qd_tree_stats(tree);
        struct census census = census_of(tree);
        assert_int_equal(qd_tree_count(tree) + stats.items + stats.fullest_cell + census.items, 0);
        qd_box bounds = qd_tree_bounds(tree);
        assert_true(bounds.min.x == INFINITY && bounds.min.y == INFINITY);
        assert_true(bounds.max.x == -INFINITY && bounds.max.y == -INFINITY);
        assert_int_equal(qd_find_box(tree, everywhere, everyone, &found, 1), 0);
        assert_int_equal(qd_find_point(tree, (qd_vec2){ 0, 0 }, everyone, &found, 1), 0);
        assert_int_equal(qd_find_circle(tree, (qd_vec2){ 0, 0 }, INFINITY, everyone, &found, 1), 0);
        assert_int_equal(qd_find_near(tree, (qd_vec2){ 0, 0 }, INFINITY, everyone, &near, 1), 0);
        assert_int_equal(qd_find_ray(tree, qd_ray_toward((qd_vec2){ 0, 0 }, (qd_vec2){ 1, 1 }), everyone, &hit, 1), 0);
        qd_cost cost = cost_of_pairs(tree);
        assert_int_equal(cost.tests + cost.hits, 0);
        size_t bad = 9;
        assert_int_equal(qd_tree_insert_many(tree, NULL, 0, NULL, &bad), QD_OK);
        assert_int_equal(qd_tree_move_many(tree, NULL, NULL, 0, &bad), QD_OK);
        assert_int_equal(qd_tree_remove_many(tree, NULL, 0, &bad), QD_OK);
        assert_int_equal(bad, 9);
        assert_int_equal(qd_tree_rebuild(tree), QD_OK);
        assert_true(qd_tree_check(tree));
        flock_insert(&flock, tree);
        assert_holds(tree, &flock);
        if (round == 0)
            qd_tree_clear(tree);
        else
            for (size_t i = 0; i < flock.count; i++)
                assert_int_equal(qd_tree_remove(tree, flock.ids[i]), QD_OK);
    }
    qd_tree_clear(tree);
    qd_tree_clear(tree);
    qd_tree_destroy(tree);
    qd_tree_destroy(NULL);
    flock_free(&flock);
}

static void bounds_are_exact_after_every_change(void **state)
{
    (void)state;
    qd_tree *tree = tree_over(world);
    struct flock flock = flock_of_squares(2000, world, 3, 5);
    flock_insert(&flock, tree);
    qd_id giant = qd_tree_insert(tree, item_at(box(-900, -900, 3000, 3000)));
    assert_true(qd_tree_bounds(tree).min.x == -900);
    assert_int_equal(qd_tree_move(tree, giant, box(-1, 5, -1, 5)), QD_OK);
    qd_box bounds = qd_tree_bounds(tree);
    assert_true(bounds.min.x == -1 && bounds.max.y <= 1027);
    assert_int_equal(qd_tree_remove(tree, giant), QD_OK);
    assert_holds(tree, &flock);
    qd_tree_destroy(tree);
    flock_free(&flock);
}

static void a_query_asks_for_no_memory(void **state)
{
    (void)state;
    struct ledger ledger = { 0 };
    qd_tree_def def = { .allocator = ledger_allocator(&ledger) };
    qd_tree *tree = qd_tree_create(&def);
    struct flock flock = flock_of_squares(5000, world, 20, 6);
    flock_insert(&flock, tree);
    uint64_t before = ledger.calls;
    qd_near near[100];
    qd_hit hits[100];
    cost_of_pairs(tree);
    cost_of_windows(tree, world, 30);
    qd_find_near(tree, (qd_vec2){ 500, 500 }, INFINITY, everyone, near, 100);
    qd_find_ray(tree, qd_ray_toward((qd_vec2){ 0, 0 }, (qd_vec2){ 1, 1 }), everyone, hits, 100);
    qd_tree_bounds(tree);
    qd_tree_stats(tree);
    census_of(tree);
    assert_true(qd_tree_check(tree));
    assert_int_equal(ledger.calls, before);
    qd_tree_destroy(tree);
    flock_free(&flock);
}

static void clear_keeps_the_memory_and_reserve_has_it_ready(void **state)
{
    (void)state;
    struct ledger ledger = { 0 };
    qd_tree_def def = { .world = world, .reserve = 5000, .allocator = ledger_allocator(&ledger) };
    qd_tree *tree = qd_tree_create(&def);
    struct flock flock = flock_of_squares(5000, world, 3, 7);
    for (int round = 0; round < 2; round++) {
        // Not one more byte is to be had, and none is needed for the items themselves.
        ledger_refuse(&ledger, 1, true);
        flock_insert(&flock, tree);
        assert_holds(tree, &flock);
        ledger_refuse(&ledger, 0, false);
        size_t bytes = ledger.bytes;
        qd_tree_clear(tree);
        assert_int_equal(ledger.bytes, bytes);
    }
    qd_tree_destroy(tree);
    flock_free(&flock);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_walk_descends_skips_and_stops),
        cmocka_unit_test(bounds_lie_within_those_of_the_parent_and_are_inverted_when_empty),
        cmocka_unit_test(figures_are_those_of_the_walk_and_the_allocator),
        cmocka_unit_test(an_empty_tree_answers_everything),
        cmocka_unit_test(bounds_are_exact_after_every_change),
        cmocka_unit_test(a_query_asks_for_no_memory),
        cmocka_unit_test(clear_keeps_the_memory_and_reserve_has_it_ready),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
