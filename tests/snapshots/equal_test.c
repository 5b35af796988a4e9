// Equal trees give equal bytes, whatever has been done to them; trees that differ in anything give others.
#include "bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 500 };

// Coordinates that floats keep, and in a tree of doubles some that they do not.
static qd_item item_of(const qd_tree_def *def, int i, double shift)
{
    const double fine = def && def->precision == QD_DOUBLE ? (i % 11) * 0x1p-40 : 0;
    qd_item item = { qd_box_xywh(i * 37 % 1000 + shift + fine, i * 91 % 1000, i % 9, 3),
                     (uint64_t)i * 3,
                     { i % 5 ? 0 : 2, i % 17 ? 0 : QD_NO_LAYER },
                     0 };
    if (i % 50 == 7)
        item.box.min.x *= -(double)1e12f; // far away
    return item;
}

static qd_id id_number(int i)
{
    return id_of((uint32_t)i + 1, 1);
}

static qd_tree *by_loading(const qd_tree_def *def)
{
    qd_tree *tree = tree_of(def);
    qd_box boxes[ITEMS];
    uint64_t users[ITEMS];
    qd_filter filters[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        const qd_item item = item_of(def, i, 0);
        boxes[i] = item.box;
        users[i] = item.user;
        filters[i] = item.filter;
    }
    const qd_items items = { .boxes = qd_boxes_double(boxes), .users = users, .filters = filters };
    assert_int_equal(qd_tree_insert_many(tree, &items, ITEMS, NULL, NULL), QD_OK);
    return tree;
}

static qd_tree *one_by_one(const qd_tree_def *def)
{
    qd_tree *tree = tree_of(def);
    for (int i = 0; i < ITEMS; i++)
        put(tree, item_of(def, i, 0));
    return tree;
}

// The world is learnt from other places, items move about, filters and users change, the tree is rebuilt in between.
static qd_tree *by_detours(const qd_tree_def *def)
{
    qd_tree *tree = tree_of(def);
    for (int i = 0; i < ITEMS; i++) {
        qd_item item = item_of(def, i, 5e4);
        item.user = 1;
        item.filter = (qd_filter){ 8, 8 };
        put(tree, item);
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < ITEMS; i++)
            qd_tree_move(tree, id_number(i), item_of(def, i * 7 % ITEMS, round * 100).box);
        assert_int_equal(qd_tree_rebuild(tree), QD_OK);
    }
    for (int i = 0; i < ITEMS; i++) {
        const qd_item item = item_of(def, i, 0);
        assert_int_equal(qd_tree_move(tree, id_number(i), item.box), QD_OK);
        assert_int_equal(qd_tree_set_user(tree, id_number(i), item.user), QD_OK);
        assert_int_equal(qd_tree_set_filter(tree, id_number(i), &item.filter), QD_OK);
    }
    return tree;
}

// While memory runs short, so that some items lie where they do not belong.
static qd_tree *by_starving(const qd_tree_def *def, struct ledger *memory)
{
    qd_tree_def hungry = *def;
    hungry.allocator = ledger_allocator(memory);
    qd_tree *tree = tree_of(&hungry);
    for (int i = 0; i < ITEMS; i++)
        put(tree, item_of(def, i, 700));
    ledger_refuse(memory, 1, true);
    for (int i = 0; i < ITEMS; i++)
        assert_int_equal(qd_tree_move(tree, id_number(i), item_of(def, i, 0).box), QD_OK);
    ledger_refuse(memory, 0, false);
    return tree;
}

// In a buffer, with memory for saving alone.
static qd_tree *in_a_buffer(const qd_tree_def *def, struct ledger *memory, void **buffer)
{
    qd_tree_def fixed = *def;
    fixed.buffer_size = qd_tree_buffer_size(def, ITEMS);
    fixed.buffer = *buffer = aligned_alloc(QD_ALIGNMENT, (fixed.buffer_size + 63) / 64 * 64);
    fixed.allocator = ledger_allocator(memory);
    assert_non_null(fixed.buffer);
    return one_by_one(&fixed);
}

static void assert_equal_bytes(struct bytes a, struct bytes b)
{
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.at, b.at, a.size);
}

// What is loaded or mapped gives the same bytes once more.
static void assert_saves_as(const qd_tree *tree, struct bytes right)
{
    struct bytes bytes = saved(tree);
    assert_equal_bytes(bytes, right);
    qd_tree *read[2] = { loaded(bytes), mapped(bytes) };
    for (int i = 0; i < 2; i++) {
        struct bytes again = saved(read[i]);
        assert_equal_bytes(again, right);
        free_bytes(&again);
        qd_tree_destroy(read[i]);
    }
    free_bytes(&bytes);
}

static void history_does_not_show(void)
{
    const qd_tree_def defs[] = {
        { .leaf_capacity = 0 },
        { .leaf_capacity = 8, .edges = QD_OPEN },
        { .world = { { 0, 0 }, { 1000, 1000 } }, .leaf_capacity = 16, .max_depth = 7 },
        { .world = { { 1e6, 1e6 }, { 1e6 + 5, 1e6 + 9 } } },
        { .precision = QD_DOUBLE },
        { .precision = QD_DOUBLE, .leaf_capacity = 8, .edges = QD_OPEN },
        { .precision = QD_DOUBLE, .world = { { 0, 0 }, { 1000, 1000 } }, .leaf_capacity = 16, .max_depth = 7 },
        { .precision = QD_DOUBLE, .world = { { 1e12, 1e12 }, { 1e12 + 5, 1e12 + 9 } } },
    };
    for (size_t d = 0; d < sizeof defs / sizeof *defs; d++) {
        struct ledger memory = { 0 };
        void *buffer;
        qd_tree *trees[5] = { by_loading(&defs[d]), one_by_one(&defs[d]), by_detours(&defs[d]),
                              by_starving(&defs[d], &memory), in_a_buffer(&defs[d], &memory, &buffer) };
        struct bytes right = saved(trees[0]);
        for (int i = 0; i < 5; i++) {
            assert_saves_as(trees[i], right);
            qd_tree_destroy(trees[i]);
        }
        free(buffer);
        free_bytes(&right);
    }
}

// Where a tree of doubles has been is not seen, not even by the origin that it learns.
static void the_way_of_doubles_does_not_show(void)
{
    static const double places[] = { 0, 1e3, -1e15, 1e300 };
    const qd_tree_def def = { .precision = QD_DOUBLE };
    struct bytes right = { NULL, 0 };
    for (int which = 0; which < 4; which++) {
        qd_tree *tree = tree_of(&def);
        for (int i = 0; i < 40; i++)
            put(tree, item_at(point_at(places[which], i)));
        for (int i = 0; i < 40; i++)
            qd_tree_move(tree, id_number(i), qd_box_xywh(123456789.125 + i * 0x1p-20, -5e8, 0x1p-21, 0));
        struct bytes bytes = saved(tree);
        right = which == 0 ? copy_of(bytes) : right;
        assert_equal_bytes(bytes, right);
        assert_true(double_at(bytes, 104) == 123456789.125 + 20 * 0x1p-20 + 0x1p-22); // the median
        assert_true(double_at(bytes, 112) == -5e8);
        free_bytes(&bytes);
        qd_tree_destroy(tree);
    }
    free_bytes(&right);
}

// Nor is it seen in a tree that was loaded: where none was given, its origin goes on learning.
static void a_loaded_tree_learns_its_origin(void)
{
    const qd_tree_def def = { .precision = QD_DOUBLE };
    qd_tree *tree = one_by_one(&def);
    struct bytes before = saved(tree);
    qd_tree *again = loaded(before);
    for (int i = 0; i < ITEMS; i++) {
        const qd_box far = item_of(&def, i, 1e9).box;
        assert_int_equal(qd_tree_move(tree, id_number(i), far), QD_OK);
        assert_int_equal(qd_tree_move(again, id_number(i), far), QD_OK);
    }
    struct bytes right = saved(tree);
    assert_saves_as(again, right);
    free_bytes(&before);
    free_bytes(&right);
    qd_tree_destroy(tree);
    qd_tree_destroy(again);
}

// A world that was given has the origin in its centre, wherever the items are.
static void a_given_world_keeps_the_origin(void)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = QD_DOUBLE, .world = { { 1e9, -6 }, { 1e9 + 6, 8 } } });
    for (int i = 0; i < 3; i++) { // none, one far away, one in there
        struct bytes bytes = saved(tree);
        assert_true(double_at(bytes, 104) == 1e9 + 3 && double_at(bytes, 112) == 1);
        assert_saves_as(tree, bytes);
        free_bytes(&bytes);
        put(tree, item_at(point_at(i * 1e9, 5)));
    }
    qd_tree_destroy(tree);
}

// The free slots were given back in another order.
static void the_order_of_removals_does_not_show(void)
{
    struct bytes bytes[3];
    for (int which = 0; which < 3; which++) {
        qd_tree *tree = by_loading(&(qd_tree_def){ .precision = QD_DOUBLE });
        for (int i = 0; i < 100; i++)
            qd_tree_remove(tree, id_number(which == 0 ? i * 2 : which == 1 ? 198 - i * 2 : i * 34 % 200));
        bytes[which] = saved(tree);
        assert_int_equal(qd_tree_count(tree, NULL), ITEMS - 100);
        qd_tree_destroy(tree);
    }
    assert_equal_bytes(bytes[0], bytes[1]);
    assert_equal_bytes(bytes[0], bytes[2]);
    for (int which = 0; which < 3; which++)
        free_bytes(&bytes[which]);
}

static void an_emptied_tree_is_an_empty_one(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        const qd_tree_def def = { .precision = precision };
        qd_tree *cleared = by_loading(&def), *emptied = by_loading(&def);
        assert_int_equal(qd_tree_clear(cleared), QD_OK);
        for (int i = 0; i < ITEMS; i++)
            assert_int_equal(qd_tree_remove(emptied, id_number(i)), QD_OK);
        struct bytes a = saved(cleared), b = saved(emptied);
        assert_equal_bytes(a, b);
        free_bytes(&a);
        free_bytes(&b);
        qd_tree_destroy(cleared);
        qd_tree_destroy(emptied);
    }
}

/// Changes one thing about a tree that is otherwise by_loading(plain).
static qd_tree *differing(qd_tree_def plain, int which)
{
    qd_tree_def def = plain;
    def.leaf_capacity += which == 0;
    def.max_depth += which == 1;
    def.edges = which == 2 ? QD_OPEN : QD_CLOSED;
    def.world = which == 3 ? box(0, 0, 1000, 1000) : box(0, 0, 0, 0);
    def.precision = which == 4 ? QD_FLOAT + QD_DOUBLE - def.precision : def.precision;
    qd_tree *tree = by_loading(&def);
    const qd_id id = id_number(8);
    qd_item item;
    assert_int_equal(qd_tree_get(tree, id, &item), QD_OK);
    if (which == 5)
        qd_tree_set_user(tree, id, 24 + 1);
    if (which == 6)
        qd_tree_set_filter(tree, id, &(qd_filter){ 1, 3 });
    if (which == 7)
        qd_tree_move(tree, id, point_at(5, 5));
    if (which == 8) { // the same item under another id
        qd_tree_remove(tree, id);
        put(tree, item);
    }
    if (which == 9) { // by as little as a number can
        item.box.max.y = plain.precision == QD_DOUBLE ? nextafter(item.box.max.y, 1e9)
                                                      : (double)nextafterf((float)item.box.max.y, 1e9f);
        qd_tree_move(tree, id, item.box);
    }
    return tree;
}

static void every_difference_shows(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        const qd_tree_def plain = { .precision = precision, .leaf_capacity = 16, .max_depth = 8 };
        qd_tree *tree = by_loading(&plain), *same = differing(plain, 99);
        struct bytes right = saved(tree);
        assert_saves_as(same, right);
        for (int which = 0; which < 10; which++) {
            qd_tree *other = differing(plain, which);
            struct bytes bytes = saved(other);
            if (bytes.size == right.size && memcmp(bytes.at, right.at, right.size) == 0)
                fail_msg("difference %d does not show", which);
            free_bytes(&bytes);
            qd_tree_destroy(other);
        }
        free_bytes(&right);
        qd_tree_destroy(tree);
        qd_tree_destroy(same);
    }
}

tests_main(plain_test(history_does_not_show), plain_test(the_way_of_doubles_does_not_show),
           plain_test(a_loaded_tree_learns_its_origin), plain_test(a_given_world_keeps_the_origin),
           plain_test(the_order_of_removals_does_not_show), plain_test(an_emptied_tree_is_an_empty_one),
           plain_test(every_difference_shows))
