/// Odd beginnings: worlds with zeros in their corners, more items than there can be, and items far away on every side
/// that come before all others.
#include "support.h"

#include <stdlib.h>

static void a_world_may_have_zeros_in_its_corners(void)
{
    static const qd_box worlds[] = {
        { { 0, 0 }, { 8, 8 } }, { { 0, -8 }, { 8, 0 } }, { { -8, -8 }, { 0, 0 } }, { { -8, 0 }, { 0, 8 } }
    };
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        qd_tree *tree = tree_over(worlds[i]);
        struct flock flock = flock_of_squares(500, box(-20, -20, 20, 20), 1, i);
        flock_insert(&flock, tree);
        assert_holds(tree, &flock);
        flock_end(&flock, tree);
    }
}

// The ids alone would take more memory than a size can say, so no item is ever looked at.
static void more_items_than_there_can_be_are_no_memory(void)
{
    static const size_t counts[] = { SIZE_MAX / 4, SIZE_MAX / (sizeof(qd_id)) };
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    const qd_box one = box(0, 0, 1, 1);
    qd_items all = { .boxes = qd_boxes_double(&one) };
    all.boxes.stride = 0;
    for (size_t i = 0; i < 2; i++) {
        size_t bad = 77;
        assert_int_equal(qd_tree_insert_many(tree, &all, counts[i], NULL, &bad), QD_NO_MEMORY);
        assert_int_equal(bad, 77);
        assert_int_equal(qd_tree_count(tree, NULL), 0);
    }
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

// The root is learnt from the many; those far away must neither widen it nor be lost.
static void far_items_on_every_side_do_not_make_the_root(void)
{
    enum { COUNT = 4000, FAR = 4 };
    static const qd_box far[FAR] = { { { -1e9f, 5 }, { -1e9f, 6 } },
                                     { { 1e9f, 5 }, { 1e9f, 6 } },
                                     { { 5, -1e9f }, { 6, -1e9f } },
                                     { { 5, 1e9f }, { 6, 1e9f } } };
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    struct flock flock = flock_of_squares(COUNT, box(0, 0, 100, 100), 0.5f, 3);
    for (size_t i = 0; i < FAR; i++)
        flock.boxes[i] = far[i];
    flock_insert_many(&flock, tree);
    assert_holds(tree, &flock);
    assert_true(census_of(tree).leaves > COUNT / 64 / 4); // not all in one cell
    flock_end(&flock, tree);
}

tests_main(plain_test(a_world_may_have_zeros_in_its_corners), plain_test(more_items_than_there_can_be_are_no_memory),
           plain_test(far_items_on_every_side_do_not_make_the_root))
