/// Two nodes side by side with few items are one leaf: when they become that, when they are parted, and what the check,
/// the directory and a walk make of it.
#include "directory.h"
#include "quad.h"

#include <quadrille/inspect.h>
#include <stdint.h>
#include <stdlib.h>
#include <unit.h>

enum { CAPACITY = 32 };

// The four quarters of a world of 64 x 64 get so many small items each, in turn.
static qd_tree *tree_of(const int counts[4], bool at_once, qd_id *ids)
{
    qd_tree *tree = qd_tree_new(&(qd_tree_def){ .world = { { 0, 0 }, { 64, 64 } }, .leaf_capacity = CAPACITY });
    qd_box boxes[256];
    size_t count = 0;
    for (int i = 0; i < CAPACITY + 1; i++)
        for (int quarter = 0; quarter < 4; quarter++)
            if (i < counts[quarter]) {
                const double x = 32 * (quarter & 1) + i % 6 * 5 + 1, y = 32 * (quarter >> 1) + i / 6 * 5 + 1;
                boxes[count++] = qd_box_xywh(x, y, 1, 1);
            }
    const qd_items items = { .boxes = qd_boxes_double(boxes) };
    if (at_once)
        assert_int_equal(qd_tree_insert_many(tree, &items, count, ids, NULL), QD_OK);
    for (size_t i = 0; !at_once && i < count; i++)
        ids[i] = qd_tree_add(tree, boxes[i], i);
    assert_true(qd_tree_check(tree));
    return tree;
}

static const qd__quad *quad_below_world(const qd_tree *tree)
{
    const uint32_t child = qd__quad_at(tree, 0)->child[QD__WORLD];
    assert_true(child != QD__NONE);
    return qd__quad_at(tree, child);
}

static void assert_counts(const qd_tree *tree, const qd__quad *quad, uint32_t merged, const uint32_t counts[4])
{
    assert_int_equal(quad->merged, merged);
    for (uint32_t lane = 0; lane < 4; lane++)
        assert_int_equal(qd__node_count(tree, quad, lane), counts[lane]);
}

// 7/8 of 32 are 28.
static void halves_are_made_where_seven_eighths_of_a_leaf_are_enough(void)
{
    static const struct {
        int in[4];
        uint32_t merged, counts[4];
    } cases[] = {
        { { 14, 14, 3, 2 }, 3, { 28, 0, 5, 0 } },  { { 14, 15, 2, 2 }, 2, { 14, 15, 4, 0 } },
        { { 3, 2, 14, 15 }, 1, { 5, 0, 14, 15 } }, { { 15, 14, 15, 14 }, 0, { 15, 14, 15, 14 } },
        { { 0, 0, 16, 17 }, 1, { 0, 0, 16, 17 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int at_once = 0; at_once < 2; at_once++) {
            qd_id ids[256];
            qd_tree *tree = tree_of(cases[i].in, at_once, ids);
            if (at_once || i < 2) // in the others the leaf splits before the last items come
                assert_counts(tree, quad_below_world(tree), cases[i].merged, cases[i].counts);
            qd_tree_destroy(tree);
        }
}

static void a_half_is_parted_above_the_capacity_and_made_again_at_half_of_it(void)
{
    qd_id ids[256], more[8];
    qd_tree *tree = tree_of((const int[4]){ 14, 14, 3, 2 }, false, ids);
    const qd__quad *quad = quad_below_world(tree);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(quad->merged, 3);
        more[i] = qd_tree_add(tree, qd_box_xywh(40, 20 + i, 1, 1), 0);
    }
    assert_counts(tree, quad, 2, (const uint32_t[4]){ 14, 19, 5, 0 });
    assert_true(qd_tree_check(tree));
    for (int i = 0; i < 5; i++)
        assert_int_equal(qd_tree_remove(tree, more[i]), QD_OK);
    for (int i = 0; i < 12; i++) { // from the eleventh on all are in the two lower quarters
        assert_int_equal(quad->merged, 2);
        assert_int_equal(qd_tree_remove(tree, ids[11 + i]), QD_OK);
        assert_true(qd_tree_check(tree));
    }
    assert_counts(tree, quad, 3, (const uint32_t[4]){ 16, 0, 5, 0 });
    qd_tree_destroy(tree);
}

// Of leaves that take fewer than 32, none.
static void small_leaves_are_squares(void)
{
    qd_tree *tree = qd_tree_new(&(qd_tree_def){ .leaf_capacity = CAPACITY - 1 });
    for (int i = 0; i < 400; i++)
        qd_tree_add(tree, qd_box_xywh(i * i % 97, i * 7 % 89, 1, 1), 0);
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    for (uint32_t index = 0; index < tree->pools.quads.used; index++)
        assert_int_equal(qd__quad_at(tree, index)->merged, 0);
    qd_tree_destroy(tree);
}

struct leaves {
    qd_box at[8];
    size_t items[8], count;
};

static struct leaves leaves_of(const qd_tree *tree)
{
    struct leaves leaves = { .count = 0 };
    qd_node_cursor cursor;
    qd_node_cursor_begin(&cursor, tree);
    for (qd_node node; leaves.count < 8 && qd_node_cursor_next(&cursor, &node);)
        if (node.leaf) {
            leaves.items[leaves.count] = node.items;
            leaves.at[leaves.count++] = node.square;
        }
    return leaves;
}

static void a_walk_shows_a_half_as_one_leaf(void)
{
    qd_id ids[256];
    qd_tree *tree = tree_of((const int[4]){ 3, 2, 14, 15 }, true, ids);
    const struct leaves leaves = leaves_of(tree);
    const qd_box nodes[] = { { { 0, 0 }, { 64, 32 } }, { { 0, 32 }, { 32, 64 } }, { { 32, 32 }, { 64, 64 } } };
    const size_t items[] = { 5, 14, 15 };
    assert_int_equal(leaves.count, 3);
    assert_memory_equal(leaves.at, nodes, sizeof nodes);
    assert_memory_equal(leaves.items, items, sizeof items);
    qd_tree_stats stats;
    qd_tree_get_stats(tree, &stats);
    assert_int_equal(stats.leaves, 3);
    assert_int_equal(stats.nodes, 4);
    qd_tree_destroy(tree);
}

static qd_tree *tree_with_halves(void)
{
    qd_id ids[256];
    return tree_of((const int[4]){ 3, 2, 14, 15 }, true, ids);
}

// A tree with a directory in which some entries are of halves.
static qd_tree *tree_with_directory(void)
{
    qd_tree *tree = qd_tree_new(&(qd_tree_def){ .world = { { 0, 0 }, { 64, 64 } }, .leaf_capacity = CAPACITY });
    for (int i = 0; i < 2000; i++) {
        const double x = i * 37 % 640 / 10.0, y = i * 61 % 640 / 10.0;
        qd_tree_add(tree, qd_box_xywh(x * x / 64, y, 0.5, 0.5), 0);
    }
    assert_true(qd_tree_check(tree) && tree->directory.current.ready);
    return tree;
}

// The second of two neighbouring entries that name one half, of a leaf as small as a square.
static uint32_t *entry_of_half(const qd_tree *tree)
{
    const qd__directory *directory = &tree->directory.current;
    for (uint32_t i = 1; i < UINT32_C(1) << 2 * directory->level; i += 2) {
        uint32_t *entry = directory->at + directory->first + i;
        const qd__quad *quad = qd__quad_at(tree, *entry >> 3);
        if ((*entry & 1) && quad->merged >> (*entry >> 2 & 1) & 1 && entry[-1] == *entry)
            return entry;
    }
    fail_msg("there is no such entry");
    return NULL;
}

static void the_check_knows_halves(void)
{
    for (int damage = 0; damage < 5; damage++) {
        qd_tree *tree = damage < 4 ? tree_with_halves() : tree_with_directory();
        qd__quad *root = qd__quad_at(tree, 0), *quad = qd__quad_at(tree, root->child[QD__WORLD]);
        assert_int_equal(quad->merged & 1, damage < 4);
        if (damage == 0)
            quad->merged = 0; // items in a node that is not theirs
        else if (damage == 1)
            quad->merged = 3; // items in the second of two that are merged
        else if (damage == 2)
            quad->merged |= 4;
        else if (damage == 3)
            root->merged = 1; // which is divided
        else
            *entry_of_half(tree) += 2; // the empty node's
        if (qd_tree_check(tree))
            fail_msg("damage %d is not seen", damage);
        qd_tree_destroy(tree);
    }
}

// Windows, each alone, from the directory and past it: an item in a half is found from both of its squares.
static void halves_are_found_from_the_directory(void)
{
    qd_tree *tree = tree_with_directory();
    entry_of_half(tree);
    for (int i = 0; i < 64 * 64; i++) {
        const qd_box window = qd_box_xywh(i % 64, i / 64, 1, 1);
        static qd_entry found[2000], again[2000];
        const size_t count = qd_tree_find_box(tree, window, found, 2000);
        tree->directory.current.ready = false;
        assert_int_equal(qd_tree_find_box(tree, window, again, 2000), count);
        tree->directory.current.ready = true;
    }
    qd_tree_destroy(tree);
}

tests_main(plain_test(halves_are_made_where_seven_eighths_of_a_leaf_are_enough),
           plain_test(a_half_is_parted_above_the_capacity_and_made_again_at_half_of_it),
           plain_test(small_leaves_are_squares), plain_test(a_walk_shows_a_half_as_one_leaf),
           plain_test(the_check_knows_halves), plain_test(halves_are_found_from_the_directory))
