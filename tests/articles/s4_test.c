// S4 is Kudrayvtsev, "Yet Another Quad Tree Tutorial" (C++, 2013): an item knows its node and is re-placed from there.
// What its published code breaks must hold here.
#include "support.h"
#include "views.h"

#include <stdlib.h>

static const qd_box screen = { { 0, 0 }, { 800, 600 } };

static qd_tree *small_leaves(void)
{
    qd_tree_def def = { .world = screen, .leaf_capacity = 8 };
    qd_tree *tree = tree_of(&def);
    assert_non_null(tree);
    return tree;
}

static void update(qd_tree *tree, struct flock *flock, bool many, uint64_t seed)
{
    struct flock next = flock_of_squares(flock->count, screen, 8, seed);
    for (size_t i = 0; i < flock->count; i++) {
        flock->boxes[i] = next.boxes[i];
        if (!many)
            assert_int_equal(qd_tree_move(tree, flock->ids[i], flock->boxes[i]), QD_OK);
    }
    if (many)
        assert_int_equal(move_boxes(tree, flock->ids, flock->boxes, flock->count, NULL), QD_OK);
    flock_free(&next);
}

static void s4_updating_while_the_root_is_a_leaf_loses_nothing(void)
{
    for (size_t n = 1; n <= 8; n++)
        for (int many = 0; many <= 1; many++) {
            qd_tree *tree = small_leaves();
            struct flock flock = flock_of_squares(n, screen, 8, 40 + n);
            flock_insert(&flock, tree);
            for (uint64_t tick = 0; tick < 20; tick++) {
                update(tree, &flock, many, tick);
                assert_holds(tree, &flock);
                assert_pairs(tree, &flock, QD_CLOSED);
            }
            flock_end(&flock, tree);
        }
}

static void s4_2000_items_are_2000_entries_after_splits_and_updates(void)
{
    for (int many = 0; many <= 1; many++) {
        qd_tree *tree = small_leaves();
        struct flock flock = flock_of_squares(2000, screen, 8, 50);
        flock_insert(&flock, tree);
        for (uint64_t tick = 0; tick < 10; tick++) {
            update(tree, &flock, many, 100 + tick);
            assert_int_equal(census_of(tree).items, 2000);
            assert_int_equal(stats_of(tree).items, 2000);
            assert_holds(tree, &flock);
        }
        assert_pairs(tree, &flock, QD_CLOSED);
        flock_end(&flock, tree);
    }
}

static qd_flow stop(void *context, const qd_entry *items, size_t count)
{
    (void)items;
    *(size_t *)context += count;
    return QD_STOP;
}

static void s4_asking_for_a_collision_prunes(void)
{
    const qd_box world = box(0, 0, 100000, 100000);
    struct flock flock = flock_of_squares(100000, world, 30, 60);
    qd_tree *tree = tree_over(world);
    flock_insert(&flock, tree);
    for (size_t i = 0; i < flock.count; i += 100) {
        size_t got = 0;
        const qd_query query = query_box(flock.boxes[i]);
        qd_cost cost;
        qd_tree_visit(tree, &query, stop, &got, &cost);
        assert_true(got > 0);
        // A leaf of 32 in each of up to four cells that a small box may touch, as many again for loose neighbours; and
        // the way down, which looks at four cells a level on each of those paths.
        assert_in_range(cost.tests, 0, 8 * 32);
        assert_in_range(cost.nodes, 1, 8 * 4 * 12);
    }
    flock_end(&flock, tree);
}

static void s4_its_pile_of_boxes_answers_one_question_at_once(void)
{
    // Its headline: boxes of 32 x 32 in 800 x 600, then one collision asked for. Nearly every box in the way is a hit.
    enum { PILE = 100000 };
    struct flock flock = flock_of_squares(PILE, screen, 32, 61);
    qd_tree *tree = tree_over(screen);
    flock_insert(&flock, tree);
    size_t got = 0;
    const qd_query query = query_box(box(400, 300, 432, 332));
    qd_cost cost;
    qd_tree_visit(tree, &query, stop, &got, &cost);
    assert_true(got > 0);
    assert_in_range(cost.tests + cost.nodes, 1, PILE / 50);
    qd_entry found;
    assert_int_equal(qd_tree_find_box(tree, box(400, 300, 432, 332), &found, 1), 1);
    flock_end(&flock, tree);
}

static void s4_an_item_that_leaves_the_screen_is_still_there(void)
{
    qd_tree *tree = small_leaves();
    struct flock flock = flock_of_squares(500, screen, 8, 62);
    flock_insert(&flock, tree);
    for (size_t i = 0; i < flock.count; i += 5) {
        flock.boxes[i] = qd_box_xywh(-100 - (float)i, 700 + (float)i, 8, 8);
        assert_int_equal(qd_tree_move(tree, flock.ids[i], flock.boxes[i]), QD_OK);
    }
    assert_holds(tree, &flock);
    assert_window(tree, &flock, box(-1000, -1000, 0, 2000));
    flock_end(&flock, tree);
}

tests_main(plain_test(s4_updating_while_the_root_is_a_leaf_loses_nothing),
           plain_test(s4_2000_items_are_2000_entries_after_splits_and_updates),
           plain_test(s4_asking_for_a_collision_prunes), plain_test(s4_its_pile_of_boxes_answers_one_question_at_once),
           plain_test(s4_an_item_that_leaves_the_screen_is_still_there))
