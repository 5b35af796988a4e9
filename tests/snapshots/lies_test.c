// Snapshots with a single lie and a sum that is right: each kind of number is checked.
#include "lies.h"

#include <math.h>

static const uint32_t none = UINT32_MAX;

/// Where a quad keeps the number of what is below and in a node.
static size_t child_at(struct parts parts, size_t quad, size_t lane)
{
    return parts.quads + 192 * quad + 64 + 4 * lane;
}

static size_t find_child(struct bytes bytes, struct parts parts, size_t from)
{
    for (size_t i = from; i < 4 * (size_t)number_at(bytes, 40); i++)
        if (number_at(bytes, child_at(parts, i / 4, i % 4)) != none)
            return i;
    fail_msg("there is no such node");
    return 0;
}

static void assert_quads_are_checked(struct bytes bytes)
{
    const struct parts parts = parts_of(bytes);
    const uint32_t quads = number_at(bytes, 40);
    assert_true(quads > 6);
    const size_t first = find_child(bytes, parts, 0), second = find_child(bytes, parts, first + 1);
    const size_t a = child_at(parts, first / 4, first % 4), b = child_at(parts, second / 4, second % 4);
    assert_refused(bytes, b, number_at(bytes, a)); // shared by two
    assert_refused(bytes, b, 0);                   // a circle
    assert_refused(bytes, b, (uint32_t)second / 4);
    assert_refused(bytes, a, none);  // left out
    assert_refused(bytes, a, quads); // out of range
    assert_refused(bytes, a, none - 1);
    const size_t bucket = a + 16, count = a + 32, quad = parts.quads + 192 * (size_t)number_at(bytes, a);
    assert_refused(bytes, bucket, number_at(bytes, bucket) ^ 1u << 8);
    assert_refused(bytes, bucket, number_at(bytes, bucket) ^ 1);
    assert_refused(bytes, bucket, none ^ 4);
    assert_refused(bytes, count, number_at(bytes, count) + 1);
    assert_refused(bytes, count, UINT32_MAX);
    assert_refused(bytes, quad + 112, number_at(bytes, quad + 112) ^ 1);        // its parent,
    assert_refused(bytes, quad + 116, number_at(bytes, quad + 116) ^ 1u << 23); // its square
    assert_refused(bytes, quad + 124, number_at(bytes, quad + 124) + 1);
    for (size_t side = 0; side < 4; side++) { // bounds that do not cover, or cover too much, or nothing
        const size_t at = parts.quads + 192 * (first / 4) + 16 * side + 4 * (first % 4);
        assert_refused_float(bytes, at, 1e9f);
        assert_refused_float(bytes, at, -3e38f);
        assert_refused_float(bytes, at, NAN);
    }
}

static void each_kind_of_lie_about_quads_is_refused(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = small_sample(precision);
        assert_quads_are_checked(bytes);
        free_bytes(&bytes);
    }
}

/// The header of the bucket at `at`, and its first box.
static void assert_head_is_checked(struct bytes bytes, size_t at, size_t lanes)
{
    const uint32_t size = (uint32_t)lanes / 16 - 1;
    const size_t sides = at + 64;
    assert_refused(bytes, at, number_at(bytes, at) == none ? size : none); // a chain that is too long or too short
    assert_refused(bytes, at, size);                                       // or runs in a circle
    assert_refused(bytes, at + 4, number_at(bytes, at + 4) ^ 1);
    assert_refused(bytes, at + 8, number_at(bytes, at + 8) - 1);
    assert_refused(bytes, at + 8, 1000);
    assert_refused(bytes, at + 12, lanes == 64 ? 80 : 64);
    assert_refused(bytes, at + 32, number_at(bytes, at + 32) ^ 1); // a gap,
    assert_refused(bytes, at + 36, number_at(bytes, at + 36) ^ 1u << 31);
    for (size_t word = 40; word < 64; word += 4) // zeros, and how far its filters are
        assert_refused(bytes, at + word, 2);
    assert_refused(bytes, at + 48, number_at(bytes, at + 48) ? 0 : 64);
    assert_refused_float(bytes, sides, NAN);
    assert_refused_float(bytes, sides + 4 * lanes, INFINITY);
    assert_refused_float(bytes, sides, -0.0f);
    assert_refused_float(bytes, sides + 8 * lanes, 3e38f); // inverted
}

/// The last lane of the bucket at `at`, which is not in use, and of its filters.
static void assert_rest_is_checked(struct bytes bytes, size_t at, size_t lanes, size_t filters)
{
    const size_t sides = at + 64, slots = sides + 16 * lanes, items = slots + 4 * lanes;
    for (size_t side = 1; side <= 4; side++) {
        assert_refused_float(bytes, sides + 4 * lanes * side - 4, 1);
        assert_refused(bytes, sides + 4 * lanes * side - 4, 0x7fc00001); // another NaN
    }
    assert_refused(bytes, items - 4, 1);
    assert_refused(bytes, items - 4, 0x05050000); // bytes that are alike
    assert_refused(bytes, items + 16 * lanes - 4, 1);
    assert_refused(bytes, filters + 4 * lanes - 4, 1);
    assert_refused(bytes, filters + 8 * lanes - 4, 1);
}

static void assert_buckets_are_checked(struct bytes bytes)
{
    const struct parts parts = parts_of(bytes);
    const uint32_t slots = number_at(bytes, 36);
    for (uint32_t size = 0; size < 4; size++) {
        assert_true(number_at(bytes, 44 + 4 * size) > 0);
        const size_t at = parts.buckets[size], lanes = 16 * (size + 1);
        assert_true(number_at(bytes, at + 8) < lanes);
        assert_head_is_checked(bytes, at, lanes);
        assert_rest_is_checked(bytes, at, lanes, parts.filters[size]);
        const size_t slot = at + 64 + 16 * lanes, item = slot + 4 * lanes;
        assert_refused(bytes, slot, number_at(bytes, slot) == 1 ? 2 : 1); // not that of the item
        assert_refused(bytes, slot, 0);
        assert_refused(bytes, item, 0);
        assert_refused(bytes, item, slots + 1);
        assert_refused(bytes, item, number_at(bytes, item) == 1 ? 2 : 1); // another's slot
        assert_refused(bytes, item + 4, number_at(bytes, item + 4) + 2);  // another generation
        assert_refused(bytes, item + 4, number_at(bytes, item + 4) + 1);
        assert_refused(bytes, parts.filters[size], 1u << 31 | 1); // layers and masks have no such bit
        assert_refused(bytes, parts.filters[size] + 4 * lanes, UINT32_MAX);
    }
}

static void each_kind_of_lie_about_buckets_is_refused(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = sample_of_buckets(precision);
        assert_buckets_are_checked(bytes);
        free_bytes(&bytes);
    }
}

static void each_kind_of_lie_about_slots_is_refused(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = small_sample(precision);
        const struct parts parts = parts_of(bytes);
        for (uint32_t slot = 0; slot < number_at(bytes, 36); slot++) {
            const size_t at = parts.slots + 8 * (size_t)slot;
            assert_refused(bytes, at, number_at(bytes, at) ^ 4);
            assert_refused(bytes, at + 4, number_at(bytes, at + 4) ^ 1);
            assert_refused(bytes, at + 4, 0);
        }
        free_bytes(&bytes);
    }
}

/// A lie of two numbers, which would each be refused for the other's sake.
static void assert_refused_two(struct bytes bytes, size_t first, uint32_t one, size_t second, uint32_t two)
{
    const uint32_t before = number_at(bytes, first);
    set_number(bytes, first, one);
    assert_refused(bytes, second, two);
    set_number(bytes, first, before);
    make_sum_right(bytes);
}

/// A hundred small boxes among large ones, which the nodes above keep, and two of them gone again.
static struct bytes sample_of_sizes(qd_precision precision)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .precision = precision, .leaf_capacity = 4 });
    qd_id ids[100];
    for (int i = 0; i < 100; i++) {
        const double side = i % 9 ? 1 : 25;
        ids[i] = put(tree, item_at(qd_box_xywh(i % 10 * 10, i / 10 * 10, side, side)));
    }
    qd_tree_remove(tree, ids[70]);
    qd_tree_remove(tree, ids[20]);
    struct bytes bytes = saved(tree);
    qd_tree_destroy(tree);
    return bytes;
}

/// A node that is divided has not been tried to split in vain, whatever it keeps itself.
static void no_divided_node_was_tried(void)
{
    struct bytes bytes = sample_of_sizes(QD_FLOAT);
    const struct parts parts = parts_of(bytes);
    size_t node = find_child(bytes, parts, 0);
    while (number_at(bytes, child_at(parts, node / 4, node % 4) + 32) == 0)
        node = find_child(bytes, parts, node + 1);
    const size_t quad = parts.quads + 192 * (node / 4), lane = node % 4;
    const uint32_t vain = number_at(bytes, quad + 124) | UINT32_C(1) << (24 + lane);
    assert_refused_two(bytes, quad + 124, vain, quad + 160 + 4 * lane, number_at(bytes, quad + 96 + 4 * lane));
    free_bytes(&bytes);
}

/// Two nodes that are one leaf, and two that are not.
static void halves_are_what_they_say(void)
{
    qd_tree *tree = tree_of(&(qd_tree_def){ .world = { { 0, 0 }, { 200, 200 } }, .leaf_capacity = 64 });
    static const int counts[4] = { 10, 12, 42, 26 };
    for (int crowd = 0; crowd < 4; crowd++)
        for (int i = 0; i < counts[crowd]; i++) {
            const double x = crowd % 2 * 150 + i % 7, y = crowd / 2 * 150 + i / 7;
            put(tree, item_at(box(x, y, x + 1, y + 1)));
        }
    struct bytes bytes = saved(tree);
    qd_tree_destroy(tree);
    const struct parts parts = parts_of(bytes);
    const size_t world = child_at(parts, 0, 0), at = parts.quads + 192 * (size_t)number_at(bytes, world) + 124;
    const uint32_t said = number_at(bytes, at);
    assert_int_equal(said >> 16, 1);
    assert_refused(bytes, at, said ^ 1u << 16);
    assert_refused(bytes, at, said ^ 2u << 16);
    assert_refused(bytes, at, said ^ 4u << 16);
    assert_refused(bytes, parts.quads + 124, number_at(bytes, parts.quads + 124) ^ 1u << 16);
    free_bytes(&bytes);
}

/// Of a single item the unions are its own numbers, so that those can agree with a filter that no item can have.
static void filters_have_31_layers(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    put(tree, (qd_item){ .box = box(3, 3, 4, 4), .filter = { 1, 2 } });
    struct bytes bytes = saved(tree);
    const struct parts parts = parts_of(bytes);
    assert_int_equal(number_at(bytes, parts.filters[0]), 1);
    assert_int_equal(number_at(bytes, parts.filters[0] + 64), 2);
    for (int root = 0; root < 2; root++) { // it is in one of the two
        const size_t unions = parts.quads + 128 + 4 * (size_t)root;
        if (number_at(bytes, unions) == 0)
            continue;
        for (size_t which = 0; which < 2; which++) {
            const uint32_t number = (uint32_t)which + 1, lie = number | 1u << 31;
            assert_int_equal(number_at(bytes, unions + 16 * which), number);
            assert_refused_two(bytes, unions + 16 * which, lie, parts.filters[0] + 64 * which, lie);
            set_number(bytes, unions + 16 * which, 0); // none is a filter like any other
            set_number(bytes, parts.filters[0] + 64 * which, 0);
            make_sum_right(bytes);
            assert_read(bytes, QD_OK);
            set_number(bytes, unions + 16 * which, number);
            set_number(bytes, parts.filters[0] + 64 * which, number);
        }
        for (size_t which = 0; which < 2; which++) { // what has the default filter has no room for it
            set_number(bytes, unions + 16 * which, INT32_MAX);
            set_number(bytes, parts.filters[0] + 64 * which, INT32_MAX);
        }
        make_sum_right(bytes);
        assert_read(bytes, QD_BAD_DATA);
    }
    free_bytes(&bytes);
    qd_tree_destroy(tree);
}

/// The first free slot that can be used again, from the first or from the last slot on.
static size_t free_slot(struct bytes bytes, bool last)
{
    const uint32_t slots = number_at(bytes, 36);
    for (uint32_t i = 0; i < slots; i++) {
        const size_t at = parts_of(bytes).slots + 8 * (size_t)(last ? slots - 1 - i : i);
        if (number_at(bytes, at + 4) > 0 && number_at(bytes, at + 4) % 2 == 0)
            return at;
    }
    fail_msg("there is no such slot");
    return 0;
}

static void slots_say_what_lives_in_them(void)
{
    for (qd_precision precision = QD_FLOAT; precision <= QD_DOUBLE; precision++) {
        struct bytes bytes = sample_of_sizes(precision);
        const struct parts parts = parts_of(bytes);
        const size_t first = free_slot(bytes, false), last = free_slot(bytes, true);
        assert_true(first != last);
        assert_refused_two(bytes, last, 7, last + 4, 0); // used up, but it names another
        assert_refused_two(bytes, 32, number_at(bytes, 32) + 1, first + 4,
                           number_at(bytes, first + 4) + 1);            // of no item
        for (size_t at = 0; at < 32 && precision == QD_DOUBLE; at += 4) // it has no box
            assert_refused(bytes, parts.exact + (first - parts.slots) * 4 + at, 1);
        set_number(bytes, last, none); // used up, and it has no box either
        set_number(bytes, last + 4, 0);
        set_number(bytes, first, none);
        make_sum_right(bytes);
        assert_read(bytes, QD_OK);
        if (precision == QD_DOUBLE)
            assert_refused(bytes, parts.exact + (last - parts.slots) * 4 + 28, 1);
        free_bytes(&bytes);
    }
}

/// Buckets of a node that has more items than one holds, all of them damaged in turn.
static void full_buckets_are_looked_into(void)
{
    qd_tree *tree = tree_with(QD_CLOSED, 0, 0);
    for (int i = 0; i < 200; i++)
        put(tree, item_at(box(3, 3, 4, 4)));
    struct bytes bytes = saved(tree);
    const struct parts parts = parts_of(bytes);
    assert_int_equal(number_at(bytes, 56), 3);
    for (size_t bucket = 0; bucket < 3; bucket++) {
        const size_t at = parts.buckets[3] + 2368 * bucket;
        assert_int_equal(number_at(bytes, at + 56), 64 * bucket);
        assert_refused(bytes, at + 56, (uint32_t)(64 * bucket) + 1);
        assert_refused_float(bytes, at + 64 + 4 * 63, NAN);
    }
    free_bytes(&bytes);
    qd_tree_destroy(tree);
}

tests_main(plain_test(each_kind_of_lie_about_quads_is_refused), plain_test(each_kind_of_lie_about_buckets_is_refused),
           plain_test(each_kind_of_lie_about_slots_is_refused), plain_test(no_divided_node_was_tried),
           plain_test(halves_are_what_they_say), plain_test(slots_say_what_lives_in_them),
           plain_test(full_buckets_are_looked_into), plain_test(filters_have_31_layers))
