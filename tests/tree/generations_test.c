// Trap 12, where no user gets in a reasonable time: a slot's last generation. It takes two thousand million lives of
// one slot to get there, so this test alone looks inside, and winds the slot's counter forward while nobody lives in
// it.
#include "quad.h"
#include "support.h"
#include "views.h"

#include <stdlib.h>

static const qd_box here = { { 1, 1 }, { 2, 2 } };

// A tree with one item, which has the last id that slot 1 will ever give.
static qd_tree *tree_at_the_last_generation(qd_id *last)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    assert_int_equal(qd_tree_remove(tree, put(tree, item_at(here))), QD_OK);
    qd__slot_at(&tree->pools.slots, 1)->generation = UINT32_MAX - 1;
    *last = put(tree, item_at(here));
    assert_int_equal(qd_id_slot(*last), 1);
    assert_int_equal(qd__id_generation(*last), UINT32_MAX);
    assert_true(qd_tree_has(tree, *last));
    return tree;
}

// Slot 1 is never given again, by no way of inserting, and none of its old ids comes back to life.
static void assert_retired(qd_tree *tree, qd_id last)
{
    assert_false(qd_tree_has(tree, last));
    for (int round = 0; round < 3; round++) {
        qd_item items[4] = { item_at(here), item_at(here), item_at(here), item_at(here) };
        qd_id ids[4], one = put(tree, item_at(here));
        assert_int_equal(insert_items(tree, items, 4, ids, NULL), QD_OK);
        assert_true(qd_id_slot(one) > 1);
        for (int i = 0; i < 4; i++)
            assert_true(qd_id_slot(ids[i]) > 1 && qd_id_slot(ids[i]) != qd_id_slot(one));
        for (uint32_t generation = 0; generation < 9; generation++)
            assert_false(qd_tree_has(tree, qd__id_of(1, generation)));
        assert_false(qd_tree_has(tree, last));
        assert_int_equal(qd_tree_remove(tree, last), QD_STALE_ID);
        assert_true(qd_tree_check(tree));
        if (round == 0)
            qd_tree_clear(tree);
        else
            assert_int_equal(qd_tree_remove(tree, one), QD_OK);
    }
    qd_tree_destroy(tree);
}

static void trap_12_removing_retires_a_slot_at_its_last_generation(void)
{
    qd_id last;
    qd_tree *tree = tree_at_the_last_generation(&last);
    assert_int_equal(qd_tree_remove(tree, last), QD_OK);
    assert_retired(tree, last);
}

static void trap_12_removing_many_retires_a_slot_at_its_last_generation(void)
{
    qd_id last;
    qd_tree *tree = tree_at_the_last_generation(&last);
    assert_int_equal(qd_tree_remove_many(tree, &last, 1, NULL), QD_OK);
    assert_retired(tree, last);
}

static void trap_12_clearing_retires_a_slot_at_its_last_generation(void)
{
    qd_id last;
    qd_tree *tree = tree_at_the_last_generation(&last);
    qd_tree_clear(tree);
    assert_retired(tree, last);
}

// Two at once: neither makes up for the other.
static void trap_12_clearing_retires_every_slot_at_its_last_generation(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    qd_id ids[3];
    for (int i = 0; i < 3; i++)
        ids[i] = put(tree, item_at(here));
    assert_int_equal(qd_tree_remove_many(tree, ids, 2, NULL), QD_OK);
    qd__slot_at(&tree->pools.slots, 1)->generation = UINT32_MAX - 1;
    qd__slot_at(&tree->pools.slots, 2)->generation = UINT32_MAX - 1;
    for (int i = 0; i < 2; i++)
        assert_true(qd_id_slot(put(tree, item_at(here))) <= 2);
    qd_tree_clear(tree);
    for (int i = 0; i < 3; i++)
        assert_true(qd_id_slot(put(tree, item_at(here))) > 2);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

static void trap_12_a_retired_slot_outlives_a_rebuild(void)
{
    qd_id last;
    qd_tree *tree = tree_at_the_last_generation(&last);
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    assert_true(qd_tree_has(tree, last));
    assert_int_equal(qd_tree_remove(tree, last), QD_OK);
    assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    assert_retired(tree, last);
}

static void trap_12_a_retired_slot_is_saved_as_one(void)
{
    qd_id last;
    qd_tree *tree = tree_at_the_last_generation(&last), *again;
    assert_int_equal(qd_tree_remove(tree, last), QD_OK);
    size_t size = 0;
    assert_int_equal(qd_tree_save(tree, NULL, NULL, 0, &size), QD_TOO_SMALL);
    void *bytes = need(size, 1);
    assert_int_equal(qd_tree_save(tree, NULL, bytes, size, &size), QD_OK);
    assert_int_equal(qd_tree_load(bytes, size, NULL, &again), QD_OK);
    free(bytes);
    assert_retired(tree, last);
    assert_retired(again, last);
}

tests_main(plain_test(trap_12_removing_retires_a_slot_at_its_last_generation),
           plain_test(trap_12_removing_many_retires_a_slot_at_its_last_generation),
           plain_test(trap_12_clearing_retires_a_slot_at_its_last_generation),
           plain_test(trap_12_clearing_retires_every_slot_at_its_last_generation),
           plain_test(trap_12_a_retired_slot_outlives_a_rebuild), plain_test(trap_12_a_retired_slot_is_saved_as_one))
