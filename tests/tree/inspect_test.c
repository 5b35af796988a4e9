// The tree as seen from outside: the cursor over its nodes, its figures, the memory it holds, and the tree with nothing
// in it.
#include "ledger.h"
#include "support.h"
#include "workers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const qd_box world = { { 0, 0 }, { 1024, 1024 } };

static qd_tree *tree_by(qd_precision precision)
{
    return tree_of(&(qd_tree_def){ .precision = precision, .world = world });
}

// A tree with a flock in it.
static qd_tree *filled(qd_precision precision, struct flock *flock, size_t count, uint64_t seed)
{
    qd_tree *tree = tree_by(precision);
    *flock = flock_of_squares(count, world, 3, seed);
    flock_insert(flock, tree);
    return tree;
}

static void a_cursor_goes_everywhere_and_skips(void)
{
    struct flock flock;
    qd_tree *tree = filled(QD_FLOAT, &flock, 10000, 1);
    const struct census all = census_of(tree);
    assert_true(all.nodes > 100);
    assert_int_equal(all.items, flock.count);
    for (int limit = 0; limit < (int)all.deepest; limit++) {
        size_t nodes = 0, items = 0;
        int deepest = 0;
        qd_node_cursor cursor;
        qd_node_cursor_begin(&cursor, tree);
        for (qd_node node; qd_node_cursor_next(&cursor, &node);) {
            nodes++;
            items += node.items;
            deepest = node.depth > deepest ? node.depth : deepest;
            if (node.depth == limit) { // few nodes, and yet all the items are told of
                items += node.items_below;
                qd_node_cursor_skip(&cursor);
            }
        }
        assert_int_equal(items, flock.count);
        assert_int_equal(deepest, limit);
        assert_true(nodes < all.nodes);
    }
    flock_end(&flock, tree);
}

// Parents come before their children; so a node's parent is the last one seen on the level above it.
struct lineage {
    qd_node parents[QD_MAX_NODE_DEPTH + 1];
    int last;
    size_t in_leaves;
};

static bool lies_in(qd_box inner, qd_box outer)
{
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && inner.max.x <= outer.max.x &&
           inner.max.y <= outer.max.y;
}

static void follow(struct lineage *lineage, const qd_node *node)
{
    assert_in_range(node->depth, 0, QD_MAX_NODE_DEPTH);
    assert_true(node->depth <= lineage->last + 1);
    assert_true(qd_box_is_valid(&node->square));
    if (node->leaf)
        assert_int_equal(node->items_below, 0);
    if (node->items + node->items_below == 0) {
        assert_true(node->bounds.min.x > node->bounds.max.x && node->bounds.min.y > node->bounds.max.y);
    } else {
        assert_true(qd_box_is_valid(&node->bounds));
        assert_true(node->depth == 0 || lies_in(node->bounds, lineage->parents[node->depth - 1].bounds));
    }
    lineage->parents[node->depth] = *node;
    lineage->last = node->depth;
    lineage->in_leaves += node->leaf ? node->items : 0;
}

static void bounds_lie_within_those_of_the_parent_and_are_inverted_when_empty(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct flock flock;
        qd_tree *tree = filled(precision, &flock, 10000, 2);
        assert_int_equal(qd_tree_remove_many(tree, flock.ids, 5000, NULL), QD_OK);
        struct lineage *lineage = need(1, sizeof *lineage);
        lineage->last = -1;
        qd_node_cursor cursor;
        qd_node_cursor_begin(&cursor, tree);
        for (qd_node node; qd_node_cursor_next(&cursor, &node);)
            follow(lineage, &node);
        assert_true(lineage->in_leaves > 4000);
        free(lineage);
        flock_end(&flock, tree);
    }
}

// But for rounding: a world of 1024 has 2^24 places a side.
static void assert_center_in(qd_box item, qd_box square)
{
    const double x = item.min.x / 2 + item.max.x / 2, y = item.min.y / 2 + item.max.y / 2, step = 1024 * 0x1p-22;
    assert_true(x >= square.min.x - step && x <= square.max.x + step);
    assert_true(y >= square.min.y - step && y <= square.max.y + step);
}

// The entries of a node, whole and cut short, with boxes and without.
static size_t look_at_entries(const qd_tree *tree, const qd_node_cursor *cursor, const qd_node *node)
{
    enum { MOST = 1000 };
    static qd_entry all[MOST], some[MOST];
    static qd_box boxes[MOST];
    size_t total = 77;
    assert_int_equal(qd_node_cursor_entries(cursor, all, boxes, MOST, &total), node->items);
    assert_int_equal(total, node->items);
    for (size_t i = 0; i < total; i++) {
        qd_item item;
        assert_int_equal(qd_tree_get(tree, all[i].id, &item), QD_OK);
        assert_true(item.user == all[i].user);
        assert_memory_equal(&item.box, &boxes[i], sizeof item.box);
        assert_true(lies_in(item.box, node->bounds));
        if (lies_in(node->square, world) && lies_in(item.box, world))
            assert_center_in(item.box, node->square);
    }
    for (size_t capacity = 0; capacity <= total; capacity += 1 + total / 5) {
        static qd_box alone[MOST];
        assert_int_equal(qd_node_cursor_entries(cursor, NULL, alone, capacity, NULL), capacity);
        assert_memory_equal(alone, boxes, capacity * sizeof *alone);
        memset(some, 0x5a, sizeof some);
        assert_int_equal(qd_node_cursor_entries(cursor, some, NULL, capacity, NULL), capacity);
        assert_memory_equal(some, all, capacity * sizeof *some);
        assert_true(some[capacity].user == 0x5a5a5a5a5a5a5a5au);
    }
    return total;
}

static void a_node_tells_its_entries(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct flock flock;
        qd_tree *tree = filled(precision, &flock, 5000, 8);
        for (int i = 0; i < 150; i++) // a node with several buckets
            put(tree, item_at(point_at(1023.9, 1023.9)));
        put(tree, item_at(box(-1e30, 5, 1e30, 6)));
        assert_int_equal(qd_tree_remove_many(tree, flock.ids, 1000, NULL), QD_OK); // with gaps
        qd_node_cursor cursor;
        size_t items = 0;
        qd_node_cursor_begin(&cursor, tree);
        assert_int_equal(qd_node_cursor_entries(&cursor, NULL, NULL, 0, &items), 0); // no node yet
        assert_int_equal(items, 0);
        for (qd_node node; qd_node_cursor_next(&cursor, &node);)
            items += look_at_entries(tree, &cursor, &node);
        assert_int_equal(items, 5000 - 1000 + 150 + 1);
        assert_int_equal(qd_node_cursor_entries(&cursor, NULL, NULL, 0, &items), 0); // none any more
        assert_int_equal(items, 0);
        flock_end(&flock, tree);
    }
}

// A walk that asks for no node is the same walk, and the cursor itself says where it is.
static void a_cursor_says_depth_and_leaf(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct flock flock;
        qd_tree *tree = filled(precision, &flock, 5000, 10);
        for (int i = 0; i < 400; i++) // outside the world
            put(tree, item_at(point_at(5e6f + (float)(i % 20), (float)i)));
        qd_node_cursor brief, full;
        size_t nodes = 0, items = 0, roots = 0;
        qd_node_cursor_begin(&brief, tree);
        qd_node_cursor_begin(&full, tree);
        for (qd_node node; qd_node_cursor_next(&full, &node); nodes++) {
            size_t own = 77;
            assert_true(qd_node_cursor_next(&brief, NULL));
            assert_true(brief.depth == node.depth && brief.leaf == node.leaf);
            assert_true(full.depth == node.depth && full.leaf == node.leaf);
            qd_node_cursor_entries(&brief, NULL, NULL, 0, &own);
            assert_int_equal(own, node.items);
            items += own;
            roots += node.depth == 0 ? node.items + node.items_below : 0;
        }
        assert_false(qd_node_cursor_next(&brief, NULL));
        assert_true(nodes > 100 && items == 5400 && roots == 5400);
        flock_end(&flock, tree);
    }
}

static void a_cursor_notices_a_change(void)
{
    struct flock flock;
    qd_tree *tree = filled(QD_FLOAT, &flock, 1000, 9);
    qd_node node = { .depth = 5 };
    qd_node_cursor cursor, other;
    qd_node_cursor_begin(&cursor, tree);
    assert_true(qd_node_cursor_next(&cursor, NULL)); // which node it is need not be told
    while (node.items == 0 || node.depth == 5)
        assert_true(qd_node_cursor_next(&cursor, &node));
    other = cursor; // a struct like any other
    const qd_node before = node;
    size_t total = 1;
    qd_entry entry;
    assert_int_equal(qd_node_cursor_entries(&cursor, &entry, NULL, 1, &total), 1);
    assert_int_equal(total, node.items);
    assert_int_equal(qd_tree_set_user(tree, flock.ids[3], 99), QD_OK);
    assert_int_equal(qd_node_cursor_entries(&cursor, &entry, NULL, 1, &total), 0);
    assert_int_equal(total, 0);
    assert_false(cursor.changed);
    assert_false(qd_node_cursor_next(&cursor, &node));
    assert_true(cursor.changed);
    assert_int_equal(qd_node_cursor_entries(&cursor, &entry, NULL, 1, &total), 0);
    assert_memory_equal(&node, &before, sizeof node);
    assert_false(qd_node_cursor_next(&cursor, &node));
    qd_node_cursor_skip(&other);
    assert_false(qd_node_cursor_next(&other, &node));
    assert_true(other.changed);
    flock_end(&flock, tree);
}

static void a_cursor_that_is_at_its_end_stays_there(void)
{
    qd_node node = { .depth = 5 };
    qd_node_cursor zeroed = { 0 };
    size_t total = 1;
    qd_node_cursor_skip(&zeroed);
    assert_int_equal(qd_node_cursor_entries(&zeroed, NULL, NULL, 0, &total), 0);
    assert_int_equal(total, 0);
    assert_false(qd_node_cursor_next(&zeroed, &node));
    assert_false(zeroed.changed);
    qd_tree *tree = tree_over(world);
    qd_node_cursor cursor;
    qd_node_cursor_begin(&cursor, tree);
    assert_true(qd_node_cursor_next(&cursor, &node)); // the world, empty
    assert_true(node.leaf && node.items == 0 && node.depth == 0);
    for (int i = 0; i < 3; i++)
        assert_false(qd_node_cursor_next(&cursor, &node));
    assert_false(cursor.changed);
    qd_tree_destroy(tree);
}

static void the_second_root_comes_last_if_it_holds_anything(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree = tree_by(precision);
        for (int i = 0; i < 1000; i++)
            put(tree, item_at(point_at(i * 37 % 1000 + 1, i * 61 % 1000 + 1)));
        for (size_t far = 0; far < 3; far++) {
            size_t roots = 0, items[3] = { 0, 0, 0 };
            qd_node_cursor cursor;
            qd_node_cursor_begin(&cursor, tree);
            for (qd_node node; qd_node_cursor_next(&cursor, &node);) {
                roots += node.depth == 0;
                assert_in_range(roots, 1, 2);
                items[roots] += node.items;
            }
            assert_int_equal(roots, far ? 2 : 1);
            assert_true(items[1] == 1000 && items[2] == far);
            assert_int_equal(stats_of(tree).nodes, census_of(tree).nodes);
            put(tree, item_at(point_at(1e20, -1e20)));
        }
        qd_tree_destroy(tree);
    }
}

// Where floats are coarse, the bounds of a node cover its exact boxes all the same, and no more than that by much.
static void nodes_of_doubles_are_told_in_doubles(void)
{
    const qd_vec2 far = { 123456789.25, -987654321.5 };
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = QD_DOUBLE, .leaf_capacity = 4 });
    struct prng random = { 3 };
    for (int i = 0; i < 500; i++) {
        const double x = far.x + prng_between(&random, 0, 1), y = far.y + prng_between(&random, 0, 1);
        put(tree, item_at(qd_box_xywh(x, y, 0.001, 0.001)));
    }
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    qd_box all;
    qd_tree_bounds(tree, &all);
    size_t nodes = 0;
    qd_node_cursor cursor;
    qd_node_cursor_begin(&cursor, tree);
    for (qd_node node; qd_node_cursor_next(&cursor, &node); nodes++) {
        look_at_entries(tree, &cursor, &node);
        if (node.items + node.items_below > 0) {
            assert_true(node.bounds.min.x > all.min.x - 1e-5 && node.bounds.max.x < all.max.x + 1e-5);
            assert_true(node.bounds.min.y > all.min.y - 1e-5 && node.bounds.max.y < all.max.y + 1e-5);
        }
    }
    assert_true(nodes > 100);
    qd_tree_destroy(tree);
}

static size_t fullest_of(const qd_tree *tree)
{
    size_t fullest = 0;
    qd_node_cursor cursor;
    qd_node_cursor_begin(&cursor, tree);
    for (qd_node node; qd_node_cursor_next(&cursor, &node);)
        fullest = node.items > fullest ? node.items : fullest;
    return fullest;
}

static void assert_figures(const qd_tree *tree, const struct ledger *ledger)
{
    const qd_tree_stats stats = stats_of(tree);
    const struct census census = census_of(tree);
    assert_int_equal(stats.items, qd_tree_count(tree, NULL));
    assert_int_equal(stats.items, census.items);
    assert_int_equal(stats.nodes, census.nodes);
    assert_int_equal(stats.leaves, census.leaves);
    assert_int_equal(stats.depth, census.deepest);
    assert_int_equal(stats.fullest_node, fullest_of(tree));
    assert_int_equal(stats.bytes, ledger->bytes);
    assert_int_equal(stats.unpaired, 0);
    assert_true(stats.fill >= 0 && stats.fill <= 1);
    assert_true(stats.buckets == 0 || stats.fill > 0);
    assert_true(stats.buckets >= (stats.items + 63) / 64);
}

static void figures_are_those_of_the_nodes_and_the_allocator(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct ledger ledger = { 0 };
        qd_tree *tree =
            tree_of(&(qd_tree_def){ .precision = precision, .world = world, .allocator = ledger_allocator(&ledger) });
        struct flock flock = flock_of_squares(10000, world, 3, 3);
        assert_figures(tree, &ledger);
        flock_insert(&flock, tree);
        assert_figures(tree, &ledger);
        assert_int_equal(qd_tree_remove_many(tree, flock.ids, 9000, NULL), QD_OK);
        assert_figures(tree, &ledger);
        qd_tree_get_stats(tree, NULL);
        qd_tree_destroy(tree);
        assert_int_equal(ledger.bytes, 0);
        assert_int_equal(ledger.blocks, 0);
        assert_null(ledger.complaint);
        flock_free(&flock);
    }
}

// Items with no layer, or a mask of none, and what has been one.
static void unpaired_items_are_counted(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 4, 0);
    qd_id ids[100];
    for (int i = 0; i < 100; i++)
        ids[i] = put(tree, item_at(point_at(i * 37 % 100, i * 61 % 100)));
    assert_int_equal(stats_of(tree).unpaired, 0);
    const qd_filter filters[] = {
        { QD_NO_LAYER, 0 }, { 0, QD_NO_LAYER },     { QD_NO_LAYER, QD_NO_LAYER },
        { 1, 2 },           { QD_NO_LAYER | 1, 2 }, { 0, 0 },
    };
    for (int i = 0; i < 60; i++)
        assert_int_equal(qd_tree_set_filter(tree, ids[i], &filters[i % 6]), QD_OK);
    assert_int_equal(stats_of(tree).unpaired, 30);
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    assert_int_equal(stats_of(tree).unpaired, 30);
    for (int i = 0; i < 60; i += 2)
        assert_int_equal(qd_tree_remove(tree, ids[i]), QD_OK);
    assert_int_equal(stats_of(tree).unpaired, 10);
    const qd_filter usual = { 0, 0 };
    for (int i = 1; i < 60; i += 2)
        assert_int_equal(qd_tree_set_filter(tree, ids[i], &usual), QD_OK);
    assert_int_equal(stats_of(tree).unpaired, 0);
    qd_tree_destroy(tree);
}

static void assert_nothing_is_found(const qd_tree *tree)
{
    qd_entry found;
    qd_hit hit;
    const qd_ranked nearest = qd_nearest(qd_shape_point((qd_vec2){ 0, 0 }), INFINITY);
    const qd_ranked ray = qd_ray((qd_vec2){ 0, 0 }, (qd_vec2){ 1, 1 }, INFINITY);
    const qd_tree_stats stats = stats_of(tree);
    assert_int_equal(qd_tree_count(tree, NULL) + stats.items + stats.fullest_node + census_of(tree).items, 0);
    qd_box bounds;
    qd_tree_bounds(tree, &bounds);
    assert_true(bounds.min.x == INFINITY && bounds.min.y == INFINITY);
    assert_true(bounds.max.x == -INFINITY && bounds.max.y == -INFINITY);
    assert_int_equal(qd_tree_find(tree, NULL, &found, 1, NULL), 0);
    assert_int_equal(qd_tree_find_box(tree, everywhere, &found, 1), 0);
    assert_int_equal(qd_tree_find_point(tree, (qd_vec2){ 0, 0 }, &found, 1), 0);
    assert_int_equal(qd_tree_find_circle(tree, (qd_vec2){ 0, 0 }, INFINITY, &found, 1), 0);
    assert_int_equal(qd_tree_find_ranked(tree, &nearest, &hit, 1, NULL), 0);
    assert_int_equal(qd_tree_find_ranked(tree, &ray, &hit, 1, NULL), 0);
    const qd_cost cost = cost_of_pairs(tree);
    assert_int_equal(cost.tests + cost.hits, 0);
}

static void assert_nothing_is_done(qd_tree *tree)
{
    const qd_items none = { 0 };
    const qd_boxes no_boxes = { 0 };
    size_t bad = 9;
    assert_int_equal(qd_tree_insert_many(tree, &none, 0, NULL, &bad), QD_OK);
    assert_int_equal(qd_tree_move_many(tree, NULL, &no_boxes, 0, &bad), QD_OK);
    assert_int_equal(qd_tree_remove_many(tree, NULL, 0, &bad), QD_OK);
    assert_int_equal(bad, 9);
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    assert_true(qd_tree_check(tree));
}

static void an_empty_tree_answers_everything(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision });
        struct flock flock = flock_of_squares(500, world, 3, 4);
        // Never filled, then cleared, then emptied one by one.
        for (int round = 0; round < 3; round++) {
            assert_nothing_is_found(tree);
            assert_nothing_is_done(tree);
            flock_insert(&flock, tree);
            assert_holds(tree, &flock);
            if (round == 0)
                assert_int_equal(qd_tree_clear(tree), QD_OK);
            else
                for (size_t i = 0; i < flock.count; i++)
                    assert_int_equal(qd_tree_remove(tree, flock.ids[i]), QD_OK);
        }
        assert_int_equal(qd_tree_clear(tree), QD_OK);
        assert_int_equal(qd_tree_clear(tree), QD_OK);
        flock_end(&flock, tree);
    }
    qd_tree_destroy(NULL);
}

static void bounds_are_exact_after_every_change(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct flock flock;
        qd_tree *tree = filled(precision, &flock, 2000, 5);
        const qd_id giant = put(tree, item_at(box(-900, -900, 3000, 3000)));
        qd_box bounds;
        qd_tree_bounds(tree, &bounds);
        assert_true(bounds.min.x == -900);
        assert_int_equal(qd_tree_move(tree, giant, box(-1, 5, -1, 5)), QD_OK);
        qd_tree_bounds(tree, &bounds);
        assert_true(bounds.min.x == -1 && bounds.max.y <= 1027);
        assert_int_equal(qd_tree_remove(tree, giant), QD_OK);
        assert_holds(tree, &flock);
        flock_end(&flock, tree);
    }
}

static void a_query_keeps_no_memory(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct ledger ledger = { 0 };
        qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision, .allocator = ledger_allocator(&ledger) });
        struct flock flock = flock_of_squares(5000, world, 20, 6);
        flock_insert(&flock, tree);
        const struct ledger before = ledger;
        const qd_ranked nearest = qd_nearest(qd_shape_point((qd_vec2){ 500, 500 }), INFINITY);
        const qd_ranked ray = qd_ray((qd_vec2){ 0, 0 }, (qd_vec2){ 1, 1 }, INFINITY);
        qd_hit hits[100];
        qd_box bounds;
        cost_of_pairs(tree);
        assert_int_equal(ledger.calls, before.calls + calls_for_pairs());
        cost_of_windows(tree, world, 30);
        assert_int_equal(qd_tree_find_ranked(tree, &nearest, hits, 100, NULL), 100);
        assert_true(qd_tree_find_ranked(tree, &ray, hits, 100, NULL) > 10);
        qd_tree_bounds(tree, &bounds);
        stats_of(tree);
        census_of(tree);
        assert_true(qd_tree_check(tree));
        assert_int_equal(ledger.calls, before.calls + calls_for_pairs());
        assert_int_equal(ledger.bytes, before.bytes);
        flock_end(&flock, tree);
    }
}

static void clear_keeps_the_memory_and_reserve_has_it_ready(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct ledger ledger = { 0 };
        qd_tree *tree = tree_of(&(qd_tree_def){
            .precision = precision, .world = world, .reserve = 5000, .allocator = ledger_allocator(&ledger) });
        struct flock flock = flock_of_squares(5000, world, 3, 7);
        for (int round = 0; round < 2; round++) {
            // Not one more byte is to be had, and none is needed for the items themselves.
            ledger_refuse(&ledger, 1, true);
            flock_insert(&flock, tree);
            assert_holds(tree, &flock);
            ledger_refuse(&ledger, 0, false);
            const size_t bytes = ledger.bytes;
            assert_int_equal(qd_tree_clear(tree), QD_OK);
            assert_int_equal(ledger.bytes, bytes);
        }
        flock_end(&flock, tree);
    }
}

tests_main(plain_test(a_cursor_goes_everywhere_and_skips),
           plain_test(bounds_lie_within_those_of_the_parent_and_are_inverted_when_empty),
           plain_test(a_node_tells_its_entries), plain_test(a_cursor_says_depth_and_leaf),
           plain_test(a_cursor_notices_a_change), plain_test(a_cursor_that_is_at_its_end_stays_there),
           plain_test(the_second_root_comes_last_if_it_holds_anything),
           plain_test(nodes_of_doubles_are_told_in_doubles),
           plain_test(figures_are_those_of_the_nodes_and_the_allocator), plain_test(unpaired_items_are_counted),
           plain_test(an_empty_tree_answers_everything), plain_test(bounds_are_exact_after_every_change),
           plain_test(a_query_keeps_no_memory), plain_test(clear_keeps_the_memory_and_reserve_has_it_ready))
