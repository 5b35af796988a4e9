// What even the best systems of other kinds break: trees that grow high over one huge box, removals that a NaN spoils,
// and infinite coordinates that hang.
#include "support.h"
#include "workers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const qd_box field = { { 0, 0 }, { 1000, 1000 } };

// Doubles are rounded to floats about an origin, the centre of the world or of the first items. Where those lie far
// away, floats cannot tell the others apart (tree.h says so): then a world has to be given.
static qd_tree *tree_here(void)
{
    return trees_precision() == QD_DOUBLE ? tree_over(field) : tree_with(QD_CLOSED, 0, 0);
}

static void assert_one_huge_box_does_no_harm(qd_box huge, size_t when)
{
    struct flock flock = flock_of_squares(20001, field, 4, 70);
    qd_tree *without = tree_here();
    flock_insert(&flock, without);
    uint64_t cost = cost_of_windows(without, field, 20);
    qd_tree_destroy(without);

    flock.boxes[when] = huge;
    qd_tree *tree = tree_here();
    flock_insert(&flock, tree);
    for (int rebuilt = 0; rebuilt <= 1; rebuilt++) {
        assert_in_range(stats_of(tree).depth, 0, QD_MAX_NODE_DEPTH);
        assert_holds(tree, &flock);
        assert_windows(tree, &flock, flock.boxes, flock.count, 400);
        assert_pairs(tree, &flock, QD_CLOSED);
        // Each of the thousand windows may look at the huge one and at the cells it alone lies in.
        assert_in_range(cost_of_windows(tree, field, 20), 1, 2 * cost);
        assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    }
    flock_end(&flock, tree);
}

static void even_the_best_one_box_at_3e38_leaves_20001_items_findable(void)
{
    const qd_box huge[] = { point_at(3e38f, 3e38f), point_at(-3e38f, -3e38f), box(-3e38f, -3e38f, 3e38f, 3e38f),
                            box(-3e38f, 500, 3e38f, 501) };
    for (size_t i = 0; i < sizeof huge / sizeof *huge; i++) {
        assert_one_huge_box_does_no_harm(huge[i], 0);
        assert_one_huge_box_does_no_harm(huge[i], 20000);
    }
}

static void even_the_best_a_nan_among_them_spoils_none_of_2000_removals(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    struct flock flock = flock_of_squares(2000, field, 5, 71);
    const qd_box nans[] = { box(NAN, 1, 2, 2), box(1, NAN, 2, 2), box(1, 1, NAN, 2), box(1, 1, 2, NAN) };
    for (size_t i = 0; i < flock.count; i++) {
        flock.ids[i] = put(tree, item_at(flock.boxes[i]));
        assert_true(qd_tree_add(tree, nans[i % 4], 0) == 0);
    }
    for (size_t i = 0; i < flock.count; i++) {
        assert_int_equal(qd_tree_move(tree, flock.ids[i], nans[i % 4]), QD_BAD_VALUE);
        assert_int_equal(qd_tree_remove(tree, flock.ids[i]), QD_OK);
    }
    assert_int_equal(qd_tree_count(tree, NULL), 0);
    assert_int_equal(count_in(tree, everywhere), 0);
    flock_end(&flock, tree);
}

static void even_the_best_an_infinite_coordinate_is_refused_and_hangs_nothing(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    struct flock flock = flock_of_squares(2000, field, 5, 72);
    flock_insert(&flock, tree);
    const qd_box bad[] = { everywhere,
                           box(0, 0, INFINITY, 1),
                           box(-INFINITY, 0, 1, 1),
                           point_at(INFINITY, INFINITY),
                           point_at(-INFINITY, 5),
                           box(5, -INFINITY, 5, INFINITY) };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_true(qd_tree_add(tree, bad[i], 0) == 0);
        assert_int_equal(qd_tree_move(tree, flock.ids[i], bad[i]), QD_BAD_VALUE);
    }
    assert_holds(tree, &flock);
    // The largest numbers that are not infinite are as good as any.
    flock.boxes[3] = box(-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX);
    assert_int_equal(qd_tree_move(tree, flock.ids[3], flock.boxes[3]), QD_OK);
    assert_holds(tree, &flock);
    assert_pairs(tree, &flock, QD_CLOSED);
    flock_end(&flock, tree);
}

tests_main(plain_test(even_the_best_one_box_at_3e38_leaves_20001_items_findable),
           plain_test(even_the_best_a_nan_among_them_spoils_none_of_2000_removals),
           plain_test(even_the_best_an_infinite_coordinate_is_refused_and_hangs_nothing))
