// Traps 12 to 15, about ids, failures and visitors: a stale id is never mistaken, a change that fails half way has not
// happened, and a visitor that changes the tree ends its query.
#include "ledger.h"
#include "support.h"
#include "views.h"

#include <stdlib.h>

static void trap_12_an_id_is_never_given_twice(void)
{
    enum { ROUNDS = 100000 };
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    qd_id last = 0;
    for (int i = 0; i < ROUNDS; i++) {
        qd_id id = put(tree, item_at(point_at(1, 1)));
        assert_int_equal(qd_id_slot(id), 1);
        assert_true(i == 0 || id > last);
        assert_false(qd_tree_has(tree, last));
        assert_int_equal(qd_tree_remove(tree, id), QD_OK);
        assert_int_equal(qd_tree_remove(tree, id), QD_STALE_ID);
        last = id;
    }
    qd_tree_destroy(tree);
}

static void trap_12_clear_makes_every_id_stale(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    struct flock old = flock_of_squares(1000, box(0, 0, 100, 100), 1, 12);
    struct flock new = flock_of_squares(1000, box(0, 0, 100, 100), 1, 13);
    flock_insert(&old, tree);
    qd_id removed_before = old.ids[500];
    assert_int_equal(qd_tree_remove(tree, removed_before), QD_OK);
    qd_tree_clear(tree);
    assert_int_equal(qd_tree_count(tree, NULL), 0);
    for (int filled = 0; filled <= 1; filled++) {
        for (size_t i = 0; i < old.count; i++) {
            assert_false(qd_tree_has(tree, old.ids[i]));
            assert_int_equal(qd_tree_move(tree, old.ids[i], old.boxes[i]), QD_STALE_ID);
        }
        if (!filled)
            flock_insert(&new, tree);
    }
    assert_holds(tree, &new);
    for (size_t i = 0; i < new.count; i++)
        assert_in_range(qd_id_slot(new.ids[i]), 1, 1000);
    flock_end(&old, tree);
    flock_free(&new);
}

static qd_tree *tree_on(struct ledger *ledger)
{
    qd_tree_def def = { .allocator = ledger_allocator(ledger) };
    qd_tree *tree = tree_of(&def);
    assert_non_null(tree);
    return tree;
}

static void trap_13_insert_many_that_fails_half_way_has_inserted_nothing(void)
{
    enum { MANY = 20000 };
    qd_item *items = need(MANY, sizeof *items);
    qd_id *ids = need(MANY, sizeof *ids);
    struct prng random = { 13 };
    for (size_t i = 0; i < MANY; i++)
        items[i] = item_at(point_at(prng_between(&random, 0, 1000), prng_between(&random, 0, 1000)));
    bool succeeded = false;
    size_t failures = 0;
    for (uint64_t refused = 1; !succeeded; refused++) {
        struct ledger ledger = { 0 };
        qd_tree *tree = tree_on(&ledger);
        struct flock flock = flock_of_squares(100, box(0, 0, 1000, 1000), 10, 14);
        flock_insert(&flock, tree);
        for (size_t i = 0; i < MANY; i++)
            ids[i] = 9;
        ledger_refuse(&ledger, refused, true);
        qd_result result = insert_items(tree, items, MANY, ids, NULL);
        succeeded = result == QD_OK;
        ledger_refuse(&ledger, 0, false);
        if (!succeeded) {
            failures++;
            assert_int_equal(result, QD_NO_MEMORY);
            for (size_t i = 0; i < MANY; i++)
                assert_true(ids[i] == 0);
            assert_holds(tree, &flock);
            assert_pairs(tree, &flock, QD_CLOSED);
        } else {
            assert_int_equal(qd_tree_count(tree, NULL), MANY + flock.count);
            assert_true(qd_tree_check(tree));
        }
        qd_tree_destroy(tree);
        assert_null(ledger.complaint);
        assert_int_equal(ledger.blocks, 0);
        flock_free(&flock);
    }
    assert_true(failures > 0);
    free(items);
    free(ids);
}

static void trap_13_moving_never_needs_memory(void)
{
    const qd_box here = box(0, 0, 1000, 1000), there = box(1e6f, 1e6f, 2e6f, 2e6f);
    for (int many = 0; many <= 1; many++) {
        struct ledger ledger = { 0 };
        qd_tree *tree = tree_on(&ledger);
        struct flock flock = flock_of_squares(5000, here, 5, 15);
        struct flock target = flock_of_squares(5000, there, 5000, 16);
        flock_insert(&flock, tree);
        ledger_refuse(&ledger, 1, true);
        for (size_t i = 0; i < flock.count; i++) {
            flock.boxes[i] = target.boxes[i];
            if (!many)
                assert_int_equal(qd_tree_move(tree, flock.ids[i], flock.boxes[i]), QD_OK);
        }
        if (many)
            assert_int_equal(move_boxes(tree, flock.ids, flock.boxes, flock.count, NULL), QD_OK);
        assert_holds(tree, &flock);
        assert_window(tree, &flock, box(1.2e6f, 1.2e6f, 1.3e6f, 1.4e6f));
        assert_pairs(tree, &flock, QD_CLOSED);
        assert_int_equal(qd_tree_remove_many(tree, flock.ids, flock.count, NULL), QD_OK);
        assert_int_equal(qd_tree_count(tree, NULL), 0);
        flock_end(&flock, tree);
        flock_free(&target);
    }
}

static void trap_15_a_layer_of_bit_31_alone_is_none_and_beside_others_ignored(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    const qd_filter none = { QD_NO_LAYER, 0 }, good = { 6, 5 };
    qd_item items[3] = { item_at(point_at(1, 1)), item_at(point_at(1, 1)), item_at(point_at(1, 1)) };
    items[0].filter = good;
    items[1].filter = none;
    qd_id ids[3];
    assert_int_equal(insert_items(tree, items, 3, ids, NULL), QD_OK);
    // It meets nothing, and only a question that does not ask for layers finds it.
    pair_list pairs = pairs_of(tree);
    assert_int_equal(pairs.count, 1);
    assert_true(pairs.at[0].a.id == ids[0] && pairs.at[0].b.id == ids[2]);
    pair_list_free(&pairs);
    qd_query query = everything;
    assert_int_equal(qd_tree_count(tree, &query), 3);
    query.filter.mask = 0x7fffffff;
    assert_int_equal(qd_tree_count(tree, &query), 2);
    // Beside other layers the bit is ignored.
    assert_int_equal(qd_tree_set_filter(tree, ids[0], &(qd_filter){ QD_NO_LAYER | 6, 5 }), QD_OK);
    qd_item item;
    assert_int_equal(qd_tree_get(tree, ids[0], &item), QD_OK);
    assert_memory_equal(&item.filter, &good, sizeof good);
    assert_int_equal(qd_tree_get(tree, ids[1], &item), QD_OK);
    assert_int_equal(item.filter.layers, QD_NO_LAYER);
    qd_tree_destroy(tree);
}

// Items far apart, more of them each time, and then a crowd in one leaf, which is divided until each is in a leaf of
// its own: memory ends at any of these divisions, with buckets to spare or without. Each item is then where it belongs.
static void trap_13_a_crowd_that_parts_far_down_is_put_right(void)
{
    for (int apart = 40; apart < 200; apart++) {
        struct ledger memory = { 0 };
        const qd_tree_def def = { .world = box(0, 0, 1024, 1024),
                                  .leaf_capacity = 4,
                                  .allocator = ledger_allocator(&memory) };
        qd_tree *tree = tree_of(&def);
        for (int i = 0; i < apart; i++)
            put(tree, item_at(qd_box_xywh(512 + i * 37 % 512, i * 91 % 1024, 1, 1)));
        ledger_refuse(&memory, 1, true);
        size_t count = (size_t)apart;
        for (int i = 0; i < 6; i++)
            count += qd_tree_add(tree, point_at(1 + i % 4 * 0.0625, 1 + i / 2 * 0.0625), 0) != 0;
        assert_true(qd_tree_check(tree));
        assert_int_equal(count_in(tree, everywhere), count);
        qd_tree_destroy(tree);
        assert_null(memory.complaint);
    }
}

tests_main(plain_test(trap_12_an_id_is_never_given_twice), plain_test(trap_12_clear_makes_every_id_stale),
           plain_test(trap_13_insert_many_that_fails_half_way_has_inserted_nothing),
           plain_test(trap_13_a_crowd_that_parts_far_down_is_put_right), plain_test(trap_13_moving_never_needs_memory),
           plain_test(trap_15_a_layer_of_bit_31_alone_is_none_and_beside_others_ignored))
