// A million equal items, or a fifth of a million where it is to be quick: nothing can tell them apart by place, so no
// cell can be split to any gain. Inserting them must cost work linear in their number, and finding one of them no more
// than finding it.
//
// Where the bound of 16 records an item comes from: an item is appended, which counts nothing. At each doubling of
// their number the tree may try to split again in vain, refit its bounds, and lay itself out anew with another root.
// Over all the doublings up to n each of these reads 2 n records; laying out anew reads a record to find its place, to
// sort it and to sum its cell up, and copies it: 4 times 2 n. Together 2 + 2 + 8 = 12 records an item; a block that is
// replaced by a larger one (8, 16, 32 lanes) copies less than one record more per item. A quadratic part shows at once:
// even at one record per block of 32 it would be 31,250 records an item.
#include "all.h"
#include "support.h"
#include "views.h"

#include <stdlib.h>

enum { MILLION = 1000000, WORK_PER_ITEM = 16 };

static size_t many(void)
{
    return all_or(MILLION, MILLION / 5);
}

static void assert_linear(qd_box same, bool with_world)
{
    const size_t count = many();
    qd_tree *tree = with_world ? tree_over(box(0, 0, 1000, 1000)) : tree_with(QD_CLOSED, 0, 0);
    struct flock flock = flock_of_same(count, same);
    for (size_t i = 0; i < count; i++) {
        flock.ids[i] = put(tree, item_at(same));
        // At every stage, not only at the end: a burst early on must not hide behind the many.
        if ((i & (i + 1)) == 0)
            assert_in_range(work_of(tree), 0, WORK_PER_ITEM * (i + 1));
    }
    assert_in_range(work_of(tree), 0, (uint64_t)WORK_PER_ITEM * count);
    assert_true(qd_tree_check(tree));
    assert_int_equal(count_in(tree, same), count);
    assert_int_equal(count_in(tree, box(2000, 2000, 3000, 3000)), 0);
    // One of them is found without looking at the others.
    qd_entry found;
    assert_int_equal(qd_tree_find_point(tree, same.min, &found, 1), 1);
    // Taking them out again, first in first out, costs no more than bringing them in.
    uint64_t before = work_of(tree);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(qd_tree_remove(tree, flock.ids[i]), QD_OK);
    assert_in_range(work_of(tree) - before, 0, (uint64_t)WORK_PER_ITEM * count);
    assert_int_equal(qd_tree_count(tree, NULL), 0);
    flock_end(&flock, tree);
}

static void so_many_equal_points_insert_with_linear_work(void)
{
    assert_linear(point_at(123.4f, 567.8f), true);
    assert_linear(point_at(123.4f, 567.8f), false);
}

static void so_many_equal_points_on_a_split_line_insert_with_linear_work(void)
{
    assert_linear(point_at(512, 512), true);
}

static void so_many_equal_points_outside_the_world_insert_with_linear_work(void)
{
    assert_linear(point_at(-1e9f, 1e9f), true);
}

static void so_many_world_sized_boxes_insert_with_linear_work(void)
{
    assert_linear(box(0, 0, 1000, 1000), true);
    assert_linear(box(0, 0, 1000, 1000), false);
}

static void so_many_equal_items_at_once_cost_linear_work_too(void)
{
    const size_t count = many();
    const qd_box same[2] = { point_at(1, 2), box(0, 0, 1000, 1000) };
    for (int i = 0; i < 2; i++) {
        qd_tree *tree = tree_over(box(0, 0, 1000, 1000));
        struct flock flock = flock_of_same(count, same[i]);
        flock_insert_many(&flock, tree);
        assert_in_range(work_of(tree), 0, (uint64_t)WORK_PER_ITEM * count);
        uint64_t before = work_of(tree);
        assert_int_equal(move_boxes(tree, flock.ids, flock.boxes, count, NULL), QD_OK);
        assert_in_range(work_of(tree) - before, 0, (uint64_t)WORK_PER_ITEM * count);
        before = work_of(tree);
        assert_int_equal(qd_tree_remove_many(tree, flock.ids, count, NULL), QD_OK);
        assert_in_range(work_of(tree) - before, 0, (uint64_t)WORK_PER_ITEM * count);
        flock_end(&flock, tree);
    }
}

tests_main(plain_test(so_many_equal_points_insert_with_linear_work),
           plain_test(so_many_equal_points_on_a_split_line_insert_with_linear_work),
           plain_test(so_many_equal_points_outside_the_world_insert_with_linear_work),
           plain_test(so_many_world_sized_boxes_insert_with_linear_work),
           plain_test(so_many_equal_items_at_once_cost_linear_work_too))
