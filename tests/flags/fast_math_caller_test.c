// Trap 5, from the other side: this file is compiled with -ffast-math, as many a game is. The compiler may then believe
// that there are no NaNs and no infinities, so they are made of bits here; the library must still see them.
#include "support.h"

#include <stdlib.h>
#include <string.h>

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float from_float_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void trap_5_a_caller_with_fast_math_cannot_get_nan_in(void)
{
    double bad[] = { from_bits(0x7ff8000000000000u), from_bits(0x7ff0000000000000u), from_bits(0xfff0000000000000u),
                     from_bits(0xfff8000000000001u) };
    qd_tree *tree = tree_of(NULL);
    qd_id id = put(tree, item_at(box(0, 0, 1, 1)));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        qd_box spoilt[4] = { box(bad[i], 0, 1, 1), box(0, bad[i], 1, 1), box(0, 0, bad[i], 1), box(0, 0, 1, bad[i]) };
        for (int lane = 0; lane < 4; lane++) {
            assert_false(qd_box_is_valid(&spoilt[lane]));
            assert_true(qd_tree_add(tree, spoilt[lane], 0) == 0);
            assert_int_equal(qd_tree_move(tree, id, spoilt[lane]), QD_BAD_VALUE);
        }
    }
    assert_int_equal(qd_tree_count(tree, NULL), 1);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

static void trap_5_a_caller_with_fast_math_cannot_get_nan_in_by_arrays_of_floats(void)
{
    const float good[4] = { 0, 0, 1, 1 };
    const uint32_t bad[] = { 0x7fc00000u, 0x7f800000u, 0xff800000u, 0xffc00001u };
    qd_tree *tree = tree_of(NULL);
    qd_id id = put(tree, item_at(box(0, 0, 1, 1)));
    for (size_t i = 0; i < 16; i++) {
        float sides[4];
        memcpy(sides, good, sizeof sides);
        sides[i % 4] = from_float_bits(bad[i / 4]);
        const qd_items items = { .boxes = qd_boxes_float(sides) };
        assert_int_equal(qd_tree_insert_many(tree, &items, 1, NULL, NULL), QD_BAD_VALUE);
        assert_int_equal(qd_tree_move_many(tree, &id, &items.boxes, 1, NULL), QD_BAD_VALUE);
    }
    assert_int_equal(qd_tree_count(tree, NULL), 1);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

static void trap_5_a_caller_with_fast_math_gets_the_right_answers(void)
{
    double infinity = from_bits(0x7ff0000000000000u), minus_infinity = from_bits(0xfff0000000000000u);
    double nan = from_bits(0x7ff8000000000000u);
    qd_tree *tree = tree_of(NULL);
    for (int i = 0; i < 100; i++)
        put(tree, item_at(point_at((float)i, (float)i)));
    qd_entry found[100];
    qd_hit near[100];
    assert_int_equal(qd_tree_find_box(tree, box(minus_infinity, minus_infinity, 49, infinity), found, 100), 50);
    assert_int_equal(qd_tree_find_box(tree, box(nan, minus_infinity, 49, infinity), found, 100), 0);
    assert_int_equal(qd_tree_find_circle(tree, (qd_vec2){ 0, 0 }, infinity, found, 100), 100);
    assert_int_equal(qd_tree_find_circle(tree, (qd_vec2){ 0, 0 }, nan, found, 100), 0);
    assert_int_equal(qd_tree_find_nearest(tree, (qd_vec2){ 0, 0 }, infinity, near, 100), 100);
    assert_int_equal(qd_tree_find_nearest(tree, (qd_vec2){ nan, 0 }, infinity, near, 100), 0);
    assert_int_equal(qd_tree_find_ray(tree, (qd_vec2){ -1, -1 }, (qd_vec2){ 1, 1 }, infinity, near, 100), 100);
    assert_int_equal(qd_tree_find_ray(tree, (qd_vec2){ -1, -1 }, (qd_vec2){ infinity, 1 }, infinity, near, 100), 0);
    assert_int_equal(qd_tree_find_ray(tree, (qd_vec2){ -1, -1 }, (qd_vec2){ 1, 1 }, nan, near, 100), 0);
    qd_tree_destroy(tree);
}

tests_main(plain_test(trap_5_a_caller_with_fast_math_cannot_get_nan_in),
           plain_test(trap_5_a_caller_with_fast_math_cannot_get_nan_in_by_arrays_of_floats),
           plain_test(trap_5_a_caller_with_fast_math_gets_the_right_answers))
