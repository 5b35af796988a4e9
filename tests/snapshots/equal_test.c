// Equal trees give equal bytes, whatever has been done to them; trees that differ in anything give others.
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS = 500 };

static qd_item item_of(int i, float shift)
{
    qd_item item = { qd_box_xywh((float)(i * 37 % 1000) + shift, (float)(i * 91 % 1000), (float)(i % 9), 3),
                     (uint64_t)i * 3,
                     { i % 5 ? 0 : 2, 0 } };
    if (i % 50 == 7)
        item.box.min.x *= -1e12f; // far away
    return item;
}

static qd_tree *by_loading(const qd_tree_def *def)
{
    qd_tree *tree = qd_tree_create(def);
    qd_item items[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        items[i] = item_of(i, 0);
    assert_int_equal(qd_tree_insert_many(tree, items, ITEMS, NULL, NULL), QD_OK);
    return tree;
}

static qd_tree *one_by_one(const qd_tree_def *def)
{
    qd_tree *tree = qd_tree_create(def);
    for (int i = 0; i < ITEMS; i++)
        qd_tree_insert(tree, item_of(i, 0));
    return tree;
}

// The world is learnt from other places, items move about, filters and users change, the tree is rebuilt in between.
static qd_tree *by_detours(const qd_tree_def *def)
{
    qd_tree *tree = qd_tree_create(def);
    for (int i = 0; i < ITEMS; i++) {
        qd_item item = item_of(i, 5e4f);
        item.user = 1;
        item.filter = (qd_filter){ 8, 8 };
        qd_tree_insert(tree, item);
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < ITEMS; i++)
            qd_tree_move(tree, (qd_id){ (uint32_t)i + 1, 1 }, item_of(i * 7 % ITEMS, (float)round * 100).box);
        assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    }
    for (int i = 0; i < ITEMS; i++) {
        const qd_id id = { (uint32_t)i + 1, 1 };
        const qd_item item = item_of(i, 0);
        assert_int_equal(qd_tree_move(tree, id, item.box), QD_OK);
        assert_int_equal(qd_tree_set_user(tree, id, item.user), QD_OK);
        assert_int_equal(qd_tree_set_filter(tree, id, item.filter), QD_OK);
    }
    return tree;
}

// While memory runs short, so that some items lie where they do not belong.
static qd_tree *by_starving(const qd_tree_def *def, struct ledger *memory)
{
    qd_tree_def hungry = *def;
    hungry.allocator = ledger_allocator(memory);
    qd_tree *tree = qd_tree_create(&hungry);
    for (int i = 0; i < ITEMS; i++)
        qd_tree_insert(tree, item_of(i, 700));
    ledger_refuse(memory, 1, true);
    for (int i = 0; i < ITEMS; i++)
        assert_int_equal(qd_tree_move(tree, (qd_id){ (uint32_t)i + 1, 1 }, item_of(i, 0).box), QD_OK);
    ledger_refuse(memory, 0, false);
    return tree;
}

static void history_does_not_show(void **state)
{
    (void)state;
    const qd_tree_def defs[] = {
        { .leaf_capacity = 0 },
        { .leaf_capacity = 8, .edges = QD_EDGES_OPEN },
        { .world = { { 0, 0 }, { 1000, 1000 } }, .leaf_capacity = 16, .max_depth = 7 },
        { .world = { { 1e6f, 1e6f }, { 1e6f + 5, 1e6f + 9 } } },
    };
    for (size_t d = 0; d < sizeof defs / sizeof *defs; d++) {
        struct ledger memory = { 0 };
        qd_tree *trees[4] = { by_loading(&defs[d]), one_by_one(&defs[d]), by_detours(&defs[d]),
                              by_starving(&defs[d], &memory) };
        struct bytes right = saved(trees[0]);
        for (int i = 0; i < 4; i++) {
            struct bytes bytes = saved(trees[i]), again;
            assert_int_equal(bytes.size, right.size);
            assert_memory_equal(bytes.at, right.at, right.size);
            qd_tree *own = loaded(bytes), *in_place = mapped(bytes);
            again = saved(own); // saving what was loaded or mapped
            assert_int_equal(again.size, right.size);
            assert_memory_equal(again.at, right.at, right.size);
            free_bytes(&again);
            again = saved(in_place);
            assert_int_equal(again.size, right.size);
            assert_memory_equal(again.at, right.at, right.size);
            free_bytes(&again);
            qd_tree_destroy(own);
            qd_tree_destroy(in_place);
            qd_tree_destroy(trees[i]);
            free_bytes(&bytes);
        }
        free_bytes(&right);
    }
}

// The free slots were given back in another order.
static void the_order_of_removals_does_not_show(void **state)
{
    (void)state;
    struct bytes bytes[3];
    for (int which = 0; which < 3; which++) {
        qd_tree *tree = by_loading(&(qd_tree_def){ 0 });
        for (int i = 0; i < 100; i++) {
            const uint32_t slot = (uint32_t)(which == 0 ? i * 2 : which == 1 ? 198 - i * 2 : i * 34 % 200 + 0);
            qd_tree_remove(tree, (qd_id){ slot + 1, 1 });
        }
        bytes[which] = saved(tree);
        assert_int_equal(qd_tree_count(tree), ITEMS - 100);
        qd_tree_destroy(tree);
    }
    assert_int_equal(bytes[0].size, bytes[1].size);
    assert_memory_equal(bytes[0].at, bytes[1].at, bytes[0].size);
    for (int which = 0; which < 3; which++)
        free_bytes(&bytes[which]);
}

static void an_emptied_tree_is_an_empty_one(void **state)
{
    (void)state;
    qd_tree *cleared = by_loading(NULL), *emptied = by_loading(NULL);
    qd_tree_clear(cleared);
    for (uint32_t slot = 1; slot <= ITEMS; slot++)
        assert_int_equal(qd_tree_remove(emptied, (qd_id){ slot, 1 }), QD_OK);
    struct bytes a = saved(cleared), b = saved(emptied);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.at, b.at, a.size);
    free_bytes(&a);
    free_bytes(&b);
    qd_tree_destroy(cleared);
    qd_tree_destroy(emptied);
}

static void every_difference_shows(void **state)
{
    (void)state;
    const qd_tree_def plain = { .leaf_capacity = 16, .max_depth = 8 };
    qd_tree *tree = by_loading(&plain);
    struct bytes right = saved(tree);
    for (int which = 0; which < 8; which++) {
        qd_tree_def def = plain;
        def.leaf_capacity += which == 0;
        def.max_depth += which == 1;
        def.edges = which == 2 ? QD_EDGES_OPEN : QD_EDGES_CLOSED;
        def.world = which == 3 ? box(0, 0, 1000, 1000) : box(0, 0, 0, 0);
        qd_tree *other = by_loading(&def);
        const qd_id id = { 9, 1 };
        if (which == 4)
            qd_tree_set_user(other, id, 24 + 1);
        if (which == 5)
            qd_tree_set_filter(other, id, (qd_filter){ 1, 3 });
        if (which == 6)
            qd_tree_move(other, id, point_at(5, 5));
        if (which == 7) { // the same item under another id
            const qd_item item = item_of(8, 0);
            qd_tree_remove(other, id);
            qd_tree_insert(other, item);
        }
        struct bytes bytes = saved(other);
        assert_false(bytes.size == right.size && memcmp(bytes.at, right.at, right.size) == 0);
        free_bytes(&bytes);
        qd_tree_destroy(other);
    }
    free_bytes(&right);
    qd_tree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(history_does_not_show),
        cmocka_unit_test(the_order_of_removals_does_not_show),
        cmocka_unit_test(an_emptied_tree_is_an_empty_one),
        cmocka_unit_test(every_difference_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
