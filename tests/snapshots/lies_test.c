// Snapshots with a single lie and a sum that is right: each kind of number is checked.
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t none = UINT32_MAX;

/// Writes a number where it must not be, and expects it to be refused.
static void assert_refused(struct bytes bytes, size_t at, uint32_t number)
{
    const uint32_t before = number_at(bytes, at);
    assert_true(before != number);
    set_number(bytes, at, number);
    make_sum_right(bytes);
    assert_read(bytes, QD_BAD_DATA);
    set_number(bytes, at, before);
    make_sum_right(bytes);
}

static void assert_refused_float(struct bytes bytes, size_t at, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    assert_refused(bytes, at, bits);
}

/// Where a quad keeps the number of what is below and in a cell.
static size_t child_at(struct parts parts, size_t quad, size_t lane)
{
    return parts.quads + 192 * quad + 64 + 4 * lane;
}

static size_t find_child(struct bytes bytes, struct parts parts, size_t from)
{
    for (size_t i = from; i < 4 * (size_t)number_at(bytes, 40); i++) {
        if (number_at(bytes, child_at(parts, i / 4, i % 4)) != none)
            return i;
    }
    fail_msg("there is no such cell");
    return 0;
}

static void each_kind_of_lie_about_quads_is_refused(void **state)
{
    (void)state;
    struct bytes bytes = small_sample();
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
    free_bytes(&bytes);
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
    assert_refused(bytes, items + 16 * lanes - 4, 1);
    assert_refused(bytes, filters + 4 * lanes - 4, 1);
    assert_refused(bytes, filters + 8 * lanes - 4, 1);
}

/// A tree whose snapshot has a bucket of each size, none of them full.
static struct bytes sample_of_buckets(void)
{
    qd_tree *tree = qd_tree_create(&(qd_tree_def){ .world = { { 0, 0 }, { 200, 200 } }, .leaf_capacity = 64 });
    static const int counts[4] = { 10, 58, 42, 26 }; // no two side by side would be one leaf
    for (int crowd = 0; crowd < 4; crowd++)
        for (int i = 0; i < counts[crowd]; i++) {
            const float x = (float)(crowd % 2) * 100, y = (float)(crowd / 2) * 100;
            qd_tree_insert(tree, (qd_item){ .box = box(x + 1, y + 1, x + 2, y + 2), .filter.layers = i % 2 ? 1u : 2u });
        }
    struct bytes bytes = saved(tree);
    qd_tree_destroy(tree);
    return bytes;
}

static void each_kind_of_lie_about_buckets_is_refused(void **state)
{
    (void)state;
    struct bytes bytes = sample_of_buckets();
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
    }
    free_bytes(&bytes);
}

static void each_kind_of_lie_about_slots_is_refused(void **state)
{
    (void)state;
    struct bytes bytes = small_sample();
    const struct parts parts = parts_of(bytes);
    for (uint32_t slot = 0; slot < number_at(bytes, 36); slot++) {
        const size_t at = parts.slots + 8 * (size_t)slot;
        assert_refused(bytes, at, number_at(bytes, at) ^ 4);
        assert_refused(bytes, at + 4, number_at(bytes, at + 4) ^ 1);
        assert_refused(bytes, at + 4, 0);
    }
    free_bytes(&bytes);
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

/// A hundred small boxes among large ones, which the cells above keep, and two of them gone again.
static struct bytes sample_of_sizes(void)
{
    qd_tree *tree = qd_tree_create(&(qd_tree_def){ .leaf_capacity = 4 });
    qd_id ids[100];
    for (int i = 0; i < 100; i++) {
        const float x = (float)(i % 10) * 10, y = (float)(i / 10) * 10, side = i % 9 ? 1 : 25;
        ids[i] = qd_tree_insert(tree, (qd_item){ .box = box(x, y, x + side, y + side) });
    }
    qd_tree_remove(tree, ids[70]);
    qd_tree_remove(tree, ids[20]);
    struct bytes bytes = saved(tree);
    qd_tree_destroy(tree);
    return bytes;
}

/// A cell that is divided has not been tried to split in vain, whatever it keeps itself.
static void no_divided_cell_was_tried(void **state)
{
    (void)state;
    struct bytes bytes = sample_of_sizes();
    const struct parts parts = parts_of(bytes);
    size_t cell = find_child(bytes, parts, 0);
    while (number_at(bytes, child_at(parts, cell / 4, cell % 4) + 32) == 0)
        cell = find_child(bytes, parts, cell + 1);
    const size_t quad = parts.quads + 192 * (cell / 4), lane = cell % 4;
    const uint32_t vain = number_at(bytes, quad + 124) | UINT32_C(1) << (24 + lane);
    assert_refused_two(bytes, quad + 124, vain, quad + 160 + 4 * lane, number_at(bytes, quad + 96 + 4 * lane));
    free_bytes(&bytes);
}

/// Two cells that are one leaf, and two that are not.
static void halves_are_what_they_say(void **state)
{
    (void)state;
    qd_tree *tree = qd_tree_create(&(qd_tree_def){ .world = { { 0, 0 }, { 200, 200 } }, .leaf_capacity = 64 });
    static const int counts[4] = { 10, 12, 42, 26 };
    for (int crowd = 0; crowd < 4; crowd++)
        for (int i = 0; i < counts[crowd]; i++) {
            const float x = (float)(crowd % 2) * 150 + (float)(i % 7), y = (float)(crowd / 2) * 150 + (float)(i / 7);
            qd_tree_insert(tree, (qd_item){ .box = box(x, y, x + 1, y + 1) });
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

static void slots_say_what_lives_in_them(void **state)
{
    (void)state;
    struct bytes bytes = sample_of_sizes();
    const size_t first = free_slot(bytes, false), last = free_slot(bytes, true);
    assert_true(first != last);
    assert_refused_two(bytes, last, 7, last + 4, 0); // used up, but it names another
    assert_refused_two(bytes, 32, number_at(bytes, 32) + 1, first + 4, number_at(bytes, first + 4) + 1); // of no item
    free_bytes(&bytes);
}

/// Buckets of a cell that has more items than one holds, all of them damaged in turn.
static void full_buckets_are_looked_into(void **state)
{
    (void)state;
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    for (int i = 0; i < 200; i++)
        qd_tree_insert(tree, (qd_item){ .box = box(3, 3, 4, 4) });
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

/// Another snapshot with zeros put in, or with bytes left out, and its size made right.
static struct bytes resized(struct bytes from, size_t at, size_t more, size_t less)
{
    struct bytes to = { need(from.size + more, 1), from.size + more - less };
    memcpy(to.at, from.at, at);
    memcpy(to.at + at + more, from.at + at + less, from.size - at - less);
    set_number(to, 16, (uint32_t)to.size);
    struct bytes aligned = copy_of(to);
    free(to.at);
    return aligned;
}

/// Parts that nothing leads to, and none where there must be one.
static void each_part_is_counted(void **state)
{
    (void)state;
    struct bytes bytes = small_sample();
    const struct parts parts = parts_of(bytes);
    const uint32_t quads = number_at(bytes, 40), buckets = number_at(bytes, 48);
    struct bytes quad = resized(bytes, parts.quads + 192 * (size_t)quads, 192, 0);
    assert_refused(quad, 40, quads + 1);
    free_bytes(&quad);
    struct bytes bucket = resized(bytes, parts.buckets[1] + 1216 * (size_t)buckets, 1216, 0);
    assert_refused(bucket, 48, buckets + 1);
    free_bytes(&bucket);
    free_bytes(&bytes);

    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    struct bytes empty = saved(tree), none_at_all = resized(empty, 128, 0, 192);
    assert_refused(none_at_all, 40, 0);
    free_bytes(&none_at_all);
    free_bytes(&empty);
    qd_tree_destroy(tree);
}

/// Room for filters where no item has one.
static void no_filters_are_kept_for_nothing(void **state)
{
    (void)state;
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    qd_tree_insert(tree, (qd_item){ .box = box(3, 3, 4, 4) });
    struct bytes bytes = saved(tree), more = resized(bytes, parts_of(bytes).slots, 128, 0);
    assert_int_equal(number_at(bytes, 44), 1);
    assert_refused(more, 96, 1);
    free_bytes(&more);
    free_bytes(&bytes);
    qd_tree_destroy(tree);
}

static void each_number_of_the_header_is_checked(void **state)
{
    (void)state;
    struct bytes bytes = small_sample();
    static const struct {
        size_t at;
        uint32_t number;
    } lies[] = {
        { 0, 0 },           { 8, 3 },           { 8, 5 },           { 12, 2 },          { 16, 0 },
        { 20, 1 },          { 24, 7 + 64 },     { 28, 1 },          { 28, 0x40000000 }, { 28, UINT32_MAX },
        { 32, 0 },          { 32, UINT32_MAX }, { 36, UINT32_MAX }, { 36, 1 },          { 40, 0 },
        { 40, UINT32_MAX }, { 44, UINT32_MAX }, { 48, 0xffffff },   { 52, 0x1000001 },  { 56, UINT32_MAX },
        { 60, 0 },          { 60, 4097 },       { 64, 0 },          { 64, 25 },         { 76, 0x7f800000 },
        { 68, 1 },          { 80, 0x7fc00000 }, { 84, 0x7f800000 }, { 76, 1 },          { 88, 0x7f800000 },
        { 88, 0xbf800000 }, { 88, 0 },          { 92, UINT32_MAX }, { 96, 2 },          { 124, 1 },
        { 96, 0 },

        { 88, 1 },          { 88, 0x7f000000 }, { 80, 0x80000000 },
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        assert_refused(bytes, lies[i].at, lies[i].number);
    free_bytes(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_lie_about_quads_is_refused),
        cmocka_unit_test(each_kind_of_lie_about_buckets_is_refused),
        cmocka_unit_test(each_kind_of_lie_about_slots_is_refused),
        cmocka_unit_test(no_divided_cell_was_tried),
        cmocka_unit_test(halves_are_what_they_say),
        cmocka_unit_test(slots_say_what_lives_in_them),
        cmocka_unit_test(full_buckets_are_looked_into),
        cmocka_unit_test(each_part_is_counted),
        cmocka_unit_test(no_filters_are_kept_for_nothing),
        cmocka_unit_test(each_number_of_the_header_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
