// A tree so large that what will be touched is asked for ahead, from 2^18 items on: what comes next may be a bad entry,
// an item that is not to move, or nothing at all.
#include "support.h"
#include "views.h"

#include <stdlib.h>

enum { LARGE = 280000, MORE = 3000, SAME = 400 };

static const qd_box region = { { 0, 0 }, { 1000, 1000 } };

static struct flock large_flock(qd_tree *tree)
{
    struct flock flock = flock_of_squares(LARGE, region, 1, 5);
    for (size_t i = 0; i < SAME; i++)
        flock.boxes[i * 7] = box(500, 500, 501, 501); // in one cell, in several blocks
    flock_insert_many(&flock, tree);
    assert_int_equal(qd_tree_count(tree, NULL), LARGE);
    return flock;
}

static void assert_all_there(const qd_tree *tree, const struct flock *flock)
{
    assert_true(qd_tree_check(tree));
    for (size_t i = 0; i < flock->count; i++) {
        qd_item item;
        assert_int_equal(qd_tree_get(tree, flock->ids[i], &item), QD_OK);
        assert_memory_equal(&item.box, &flock->boxes[i], sizeof item.box);
    }
}

static void bad_entries_among_many_are_passed_over(void)
{
    qd_tree *tree = tree_over(region);
    struct flock flock = large_flock(tree), more = flock_of_squares(MORE, region, 1, 6);
    qd_item *items = need(MORE, sizeof *items);
    for (size_t i = 0; i < MORE; i++)
        items[i] = item_at(more.boxes[i]);
    for (size_t i = 5; i < MORE; i += 40)
        items[i].box.min.x = NAN;
    size_t bad = 0;
    assert_int_equal(insert_items(tree, items, MORE, more.ids, &bad), QD_BAD_VALUE);
    assert_int_equal(bad, 5);
    for (size_t i = 0; i < MORE; i++)
        assert_int_equal(!more.ids[i], i % 40 == 5);
    assert_int_equal(qd_tree_count(tree, NULL), LARGE + MORE - MORE / 40);
    assert_all_there(tree, &flock);
    free(items);
    flock_free(&more);
    flock_end(&flock, tree);
}

// Many come to where nothing is yet: their cells have no block that could be asked for.
static void many_come_to_bare_cells(void)
{
    qd_tree *tree = tree_over(region);
    struct flock flock = large_flock(tree);
    for (size_t i = 0; i < LARGE; i++)
        flock.boxes[i] = point_at(1 + (float)(i % 900) / 10, 1 + (float)(i / 900) / 4);
    assert_int_equal(move_boxes(tree, flock.ids, flock.boxes, LARGE, NULL), QD_OK);
    qd_item items[100];
    for (size_t i = 0; i < 100; i++)
        items[i] = item_at(point_at(500 + (float)i, 900));
    assert_int_equal(insert_items(tree, items, 100, NULL, NULL), QD_OK);
    assert_int_equal(qd_tree_count(tree, NULL), LARGE + 100);
    assert_all_there(tree, &flock);
    qd_entry found[101];
    assert_int_equal(qd_tree_find_box(tree, box(499, 899, 601, 901), found, 101), 100);
    flock_end(&flock, tree);
}

// Every second item, so that the slots are in no row, with a stale id among them; then the first half, in a row.
static void half_of_the_items_move(void)
{
    qd_tree *tree = tree_over(region);
    struct flock flock = large_flock(tree);
    struct flock some = flock_of_squares(LARGE / 2, region, 1, 7);
    for (size_t i = 0; i < some.count; i++) {
        some.ids[i] = flock.ids[2 * i + 1];
        flock.boxes[2 * i + 1] = some.boxes[i];
    }
    assert_int_equal(move_boxes(tree, some.ids, some.boxes, some.count, NULL), QD_OK);
    assert_all_there(tree, &flock);
    for (size_t i = 0; i < some.count; i++)
        flock.boxes[i] = box((float)i / 150, 1, (float)i / 150 + 2, 2);
    assert_int_equal(move_boxes(tree, flock.ids, flock.boxes, some.count, NULL), QD_OK);
    assert_all_there(tree, &flock);
    some.ids[9] += UINT64_C(2) << 32;
    size_t bad = 0;
    assert_int_equal(move_boxes(tree, some.ids, some.boxes, some.count, &bad), QD_STALE_ID);
    assert_int_equal(bad, 9);
    assert_true(qd_tree_check(tree));
    flock_free(&some);
    flock_end(&flock, tree);
}

tests_main(plain_test(bad_entries_among_many_are_passed_over), plain_test(many_come_to_bare_cells),
           plain_test(half_of_the_items_move))
