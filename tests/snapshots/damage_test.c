// Bytes that no tree has saved: cut off, damaged, and forged with a sum that is right. None does harm.
#include "bytes.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t none = UINT32_MAX;

static struct bytes sample_of(qd_tree_def def, size_t items)
{
    struct stage *stage = busy_stage(def, items, 6);
    struct bytes bytes = saved_with(stage->tree, (qd_extra){ "seven\n", 6 });
    free_stage(stage);
    return bytes;
}

/// Three levels of cells, blocks of every size, a chain, large and far items, filters, free slots.
static struct bytes small_sample(void)
{
    return sample_of((qd_tree_def){ .leaf_capacity = 6, .edges = QD_EDGES_OPEN }, 60);
}

static void a_truncated_one_is_rejected(void **state)
{
    (void)state;
    struct bytes bytes = small_sample();
    assert_read(bytes, QD_OK);
    for (size_t size = 0; size < bytes.size; size++)
        assert_read((struct bytes){ bytes.at, size }, QD_BAD_DATA);
    struct bytes longer = { need(bytes.size + 64, 1), bytes.size + 8 };
    memcpy(longer.at, bytes.at, bytes.size);
    qd_tree *tree;
    assert_int_equal(qd_tree_load(&tree, longer.at, longer.size, NULL), QD_BAD_DATA);
    free(longer.at);
    free_bytes(&bytes);
}

static void any_flipped_bit_is_noticed(void **state)
{
    (void)state;
    struct bytes bytes = small_sample();
    for (size_t bit = 0; bit < 8 * bytes.size; bit++) {
        bytes.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        qd_tree *tree;
        assert_int_equal(qd_tree_load(&tree, bytes.at, bytes.size, NULL), QD_BAD_DATA);
        if (bit % 64 == 5)
            assert_read(bytes, QD_BAD_DATA);
        bytes.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    assert_read(bytes, QD_OK);
    free_bytes(&bytes);
}

/// Each bit flipped, the sum made right: it is refused, or it is a sound tree of what it says.
static void any_forged_bit_is_harmless(void **state)
{
    (void)state;
    struct bytes bytes = sample_of((qd_tree_def){ .leaf_capacity = 4 }, 14);
    for (size_t bit = 0; bit < 8 * (bytes.size - 8); bit++) {
        bytes.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        make_sum_right(bytes);
        assert_harmless(bytes);
        bytes.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    free_bytes(&bytes);
}

/// Whole numbers replaced by ones that lead astray: other indices of the file, ends of ranges, NaN, infinity.
static void any_forged_number_is_harmless(void **state)
{
    (void)state;
    static const uint32_t evil[] = {
        0,          1,          2,          3,          4,          5,          8,
        31,         32,         33,         64,         128,        129,        256,
        0x7f800000, 0xff800000, 0x7fc00000, 0x80000000, 0x7f7fffff, 0xff7fffff, 0x7fffffff,
        0xfffffffe, 0xffffffff, 1u << 25,   1u << 29,   0x40000000, 16777216,   0x01000000
    };
    struct bytes bytes = sample_of((qd_tree_def){ .leaf_capacity = 4 }, 14);
    struct prng random = { 3 };
    for (size_t at = 8; at < bytes.size - 8; at += 4) {
        const uint32_t before = number_at(bytes, at);
        for (size_t i = 0; i < sizeof evil / sizeof *evil + 2; i++) {
            const uint32_t number = i < sizeof evil / sizeof *evil
                                        ? evil[i]
                                        : number_at(bytes, prng_below(&random, (uint32_t)(bytes.size / 4)) * 4);
            set_number(bytes, at, number);
            make_sum_right(bytes);
            assert_harmless(bytes);
        }
        set_number(bytes, at, before);
    }
    free_bytes(&bytes);
}

static void many_forged_numbers_are_harmless(void **state)
{
    (void)state;
    struct bytes bytes = small_sample(), spoiled = copy_of(bytes);
    struct prng random = { 17 };
    for (int i = 0; i < 20000; i++) {
        memcpy(spoiled.at, bytes.at, bytes.size);
        for (uint32_t times = 1 + prng_below(&random, 4); times > 0; times--) {
            const uint32_t words = (uint32_t)(bytes.size / 4 - 2);
            const size_t to = 4 * (size_t)prng_below(&random, words), from = 4 * (size_t)prng_below(&random, words);
            set_number(spoiled, to, number_at(bytes, from) + prng_below(&random, 2));
        }
        make_sum_right(spoiled);
        assert_harmless(spoiled);
    }
    free_bytes(&spoiled);
    free_bytes(&bytes);
}

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

static void each_kind_of_lie_is_refused(void **state)
{
    (void)state;
    struct bytes bytes = small_sample();
    const struct parts parts = parts_of(bytes);
    const uint32_t quads = number_at(bytes, 40), slots = number_at(bytes, 36);
    assert_true(quads > 6);
    const size_t first = find_child(bytes, parts, 0), second = find_child(bytes, parts, first + 1);
    const size_t a = child_at(parts, first / 4, first % 4), b = child_at(parts, second / 4, second % 4);
    assert_refused(bytes, b, number_at(bytes, a)); // shared by two
    assert_refused(bytes, b, 0);                   // a circle
    assert_refused(bytes, b, (uint32_t)second / 4);
    assert_refused(bytes, a, none);  // left out
    assert_refused(bytes, a, quads); // out of range
    assert_refused(bytes, a, none - 1);
    const size_t block = a + 16, count = a + 32, quad = parts.quads + 192 * (size_t)number_at(bytes, a);
    assert_refused(bytes, block, number_at(bytes, block) ^ 1u << 7);
    assert_refused(bytes, block, number_at(bytes, block) ^ 1);
    assert_refused(bytes, block, none ^ 4);
    assert_refused(bytes, count, number_at(bytes, count) + 1);
    assert_refused(bytes, count, UINT32_MAX);
    assert_refused(bytes, quad + 112, number_at(bytes, quad + 112) ^ 1);        // its parent,
    assert_refused(bytes, quad + 116, number_at(bytes, quad + 116) ^ 1u << 23); // its square
    assert_refused(bytes, quad + 124, number_at(bytes, quad + 124) + 1);
    for (size_t side = 0; side < 4; side++) { // bounds that do not cover, or cover too much, or nothing
        const size_t at = parts.quads + 192 * (first / 4) + 16 * (first % 4) + 4 * side;
        assert_refused_float(bytes, at, 1e9f);
        assert_refused_float(bytes, at, -3e38f);
        assert_refused_float(bytes, at, NAN);
    }
    for (uint32_t size = 0; size < 4; size++) {
        if (number_at(bytes, 44 + 4 * size) == 0)
            continue;
        const size_t at = parts.blocks[size], lanes = 8 * (size + 1), records = at + 64 + 4 * lanes;
        assert_refused(bytes, at, number_at(bytes, at) == none ? size : none); // a chain that is too long or too short
        assert_refused(bytes, at, size);                                       // or runs in a circle
        assert_refused(bytes, at + 4, number_at(bytes, at + 4) ^ 1);
        assert_refused(bytes, at + 8, number_at(bytes, at + 8) - 1);
        assert_refused(bytes, at + 8, 1000);
        assert_refused(bytes, at + 12, 32 + 8 * (size == 3));
        assert_refused(bytes, at + 52, 2); // no truth value
        assert_refused_float(bytes, records, NAN);
        assert_refused_float(bytes, records + 4, INFINITY);
        assert_refused_float(bytes, records, -0.0f);
        assert_refused_float(bytes, records + 8, 3e38f); // inverted
        assert_refused(bytes, at + 64, number_at(bytes, at + 64) ^ 1);
        const size_t item = records + 16 * lanes;
        assert_refused(bytes, item, 0);
        assert_refused(bytes, item, slots + 1);
        assert_refused(bytes, item, number_at(bytes, item) == 1 ? 2 : 1); // another's slot
        assert_refused(bytes, item + 4, number_at(bytes, item + 4) + 2);  // another generation
        assert_refused(bytes, item + 4, number_at(bytes, item + 4) + 1);
    }
    for (uint32_t slot = 0; slot < slots; slot++) {
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

static void slots_say_who_lives_in_them(void **state)
{
    (void)state;
    struct bytes bytes = sample_of_sizes();
    const size_t first = free_slot(bytes, false), last = free_slot(bytes, true);
    assert_true(first != last);
    assert_refused_two(bytes, last, 7, last + 4, 0); // used up, but it names another
    assert_refused_two(bytes, 32, number_at(bytes, 32) + 1, first + 4, number_at(bytes, first + 4) + 1); // of nobody
    free_bytes(&bytes);
}

/// Blocks of a cell whose items are more than one block holds, all of them damaged in turn.
static void full_blocks_are_looked_into(void **state)
{
    (void)state;
    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    for (int i = 0; i < 100; i++)
        qd_tree_insert(tree, (qd_item){ .box = box(3, 3, 4, 4) });
    struct bytes bytes = saved(tree);
    const struct parts parts = parts_of(bytes);
    assert_int_equal(number_at(bytes, 56), 3);
    for (size_t block = 0; block < 3; block++)
        assert_refused_float(bytes, parts.blocks[3] + 1472 * block + 64 + 4 * 32, NAN);
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
    const uint32_t quads = number_at(bytes, 40), blocks = number_at(bytes, 48);
    struct bytes quad = resized(bytes, parts.quads + 192 * (size_t)quads, 192, 0);
    assert_refused(quad, 40, quads + 1);
    free_bytes(&quad);
    struct bytes block = resized(bytes, parts.blocks[1] + 768 * (size_t)blocks, 768, 0);
    assert_refused(block, 48, blocks + 1);
    free_bytes(&block);
    free_bytes(&bytes);

    qd_tree *tree = tree_with(QD_EDGES_CLOSED, 0, 0);
    struct bytes empty = saved(tree), none_at_all = resized(empty, 128, 0, 192);
    assert_refused(none_at_all, 40, 0);
    free_bytes(&none_at_all);
    free_bytes(&empty);
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
        { 0, 0 },           { 8, 0 },           { 8, 2 },           { 12, 2 },          { 16, 0 },
        { 20, 1 },          { 24, 7 + 64 },     { 28, 1 },          { 28, 0x40000000 }, { 28, UINT32_MAX },
        { 32, 0 },          { 32, UINT32_MAX }, { 36, UINT32_MAX }, { 36, 1 },          { 40, 0 },
        { 40, UINT32_MAX }, { 44, UINT32_MAX }, { 48, 0xffffff },   { 52, 0x2000001 },  { 56, UINT32_MAX },
        { 60, 0 },          { 60, 4097 },       { 64, 0 },          { 64, 25 },         { 76, 0x7f800000 },
        { 68, 1 },          { 80, 0x7fc00000 }, { 84, 0x7f800000 }, { 88, 0x3f800001 }, { 88, 0x7f800000 },
        { 88, 0xbf800000 }, { 88, 0 },          { 92, UINT32_MAX }, { 96, 1 },          { 124, 1 },
        { 88, 1 },          { 88, 0x7f000000 }, { 80, 0x80000000 },
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        assert_refused(bytes, lies[i].at, lies[i].number);
    free_bytes(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_truncated_one_is_rejected),
        cmocka_unit_test(any_flipped_bit_is_noticed),
        cmocka_unit_test(any_forged_bit_is_harmless),
        cmocka_unit_test(any_forged_number_is_harmless),
        cmocka_unit_test(many_forged_numbers_are_harmless),
        cmocka_unit_test(each_kind_of_lie_is_refused),
        cmocka_unit_test(no_divided_cell_was_tried),
        cmocka_unit_test(slots_say_who_lives_in_them),
        cmocka_unit_test(full_blocks_are_looked_into),
        cmocka_unit_test(each_part_is_counted),
        cmocka_unit_test(each_number_of_the_header_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
