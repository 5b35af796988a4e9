// Trap 5, from the other side: this file is compiled with -ffast-math, as many a game is. The compiler may then believe
// that there are no NaNs and no infinities, so they are made of bits here; the library must still see them.
#include "support.h"

#include <stdlib.h>
#include <string.h>

static float from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void trap_5_a_caller_with_fast_math_cannot_get_nan_in(void **state)
{
    (void)state;
    float bad[] = { from_bits(0x7fc00000u), from_bits(0x7f800000u), from_bits(0xff800000u), from_bits(0xffc00001u) };
    qd_tree *tree = qd_tree_create(NULL);
    qd_id id = qd_tree_insert(tree, item_at(box(0, 0, 1, 1)));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        qd_box spoilt[4] = { box(bad[i], 0, 1, 1), box(0, bad[i], 1, 1), box(0, 0, bad[i], 1), box(0, 0, 1, bad[i]) };
        for (int lane = 0; lane < 4; lane++) {
            assert_false(qd_box_is_valid(spoilt[lane]));
            assert_true(qd_id_is_null(qd_tree_insert(tree, item_at(spoilt[lane]))));
            assert_int_equal(qd_tree_move(tree, id, spoilt[lane]), QD_BAD_VALUE);
        }
    }
    assert_int_equal(qd_tree_count(tree), 1);
    assert_true(qd_tree_check(tree));
    qd_tree_destroy(tree);
}

static void trap_5_a_caller_with_fast_math_gets_the_right_answers(void **state)
{
    (void)state;
    float infinity = from_bits(0x7f800000u), minus_infinity = from_bits(0xff800000u), nan = from_bits(0x7fc00000u);
    qd_tree *tree = qd_tree_create(NULL);
    for (int i = 0; i < 100; i++)
        assert_false(qd_id_is_null(qd_tree_insert(tree, item_at(point_at((float)i, (float)i)))));
    qd_found found[100];
    qd_near near[100];
    assert_int_equal(qd_find_box(tree, box(minus_infinity, minus_infinity, 49, infinity), everyone, found, 100), 50);
    assert_int_equal(qd_find_box(tree, box(nan, minus_infinity, 49, infinity), everyone, found, 100), 0);
    assert_int_equal(qd_find_circle(tree, (qd_vec2){ 0, 0 }, infinity, everyone, found, 100), 100);
    assert_int_equal(qd_find_circle(tree, (qd_vec2){ 0, 0 }, nan, everyone, found, 100), 0);
    assert_int_equal(qd_find_near(tree, (qd_vec2){ 0, 0 }, infinity, everyone, near, 100), 100);
    assert_int_equal(qd_find_near(tree, (qd_vec2){ nan, 0 }, infinity, everyone, near, 100), 0);
    qd_ray ray = { { -1, -1 }, { 1, 1 }, infinity };
    qd_hit hit[100];
    assert_int_equal(qd_find_ray(tree, ray, everyone, hit, 100), 100);
    ray.direction.x = infinity;
    assert_int_equal(qd_find_ray(tree, ray, everyone, hit, 100), 0);
    qd_tree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trap_5_a_caller_with_fast_math_cannot_get_nan_in),
        cmocka_unit_test(trap_5_a_caller_with_fast_math_gets_the_right_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
