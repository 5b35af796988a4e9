// Checks that hold and checks that do not, counted by hand: what the header says of itself would prove nothing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

static int number = 7, went_on, set_up, torn_down;

static void all_hold(void **state)
{
    assert_true(number == 7 && *(int *)*state == 7);
    assert_false(number == 8);
    assert_null(NULL);
    assert_non_null(&number);
    assert_ptr_equal(&number, &number);
    assert_int_equal(number, 7);
    assert_int_equal(-1, UINT64_MAX);
    assert_int_not_equal(number, 8);
    assert_in_range(number, 7, 7);
    assert_float_equal(1.0, 1.5, 0.5);
    assert_string_equal("a", "a");
    assert_string_not_equal("a", "b");
    assert_memory_equal("ab", "ac", 1);
    assert_memory_equal("ab", "ac", 0);
    assert_memory_not_equal("ab", "ac", 2);
    went_on++;
}

// One test for each check that does not hold; nothing after it is done.
#define FAILS(name, check)                                                                                             \
    static void name(void **state)                                                                                     \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        check;                                                                                                         \
        went_on += 1000;                                                                                               \
    }
FAILS(no_true, assert_true(number == 8))
FAILS(no_false, assert_false(number == 7))
FAILS(no_null, assert_null(&number))
FAILS(no_pointer, assert_non_null(NULL))
FAILS(no_equal_pointers, assert_ptr_equal(&number, &went_on))
FAILS(no_equal_numbers, assert_int_equal(number, 8))
FAILS(equal_numbers, assert_int_not_equal(number, 7))
FAILS(below_range, assert_in_range(number, 8, 9))
FAILS(above_range, assert_in_range(number, 5, 6))
FAILS(far_floats, assert_float_equal(1.0, 1.75, 0.5))
FAILS(no_number, assert_float_equal(1.0, 0.0 / (number - 7), 0.5))
FAILS(no_equal_strings, assert_string_equal("a", "b"))
FAILS(equal_strings, assert_string_not_equal("a", "a"))
FAILS(no_equal_memory, assert_memory_equal("ab", "ac", 2))
FAILS(equal_memory, assert_memory_not_equal("ab", "ab", 2))
FAILS(fails, fail())
FAILS(says_why, fail_msg("%d", number))
FAILS(skips, skip())

static int set_one_up(void **state)
{
    *state = &number;
    set_up++;
    return 0;
}

static int tear_one_down(void **state)
{
    torn_down += *state == &number;
    return 0;
}

static int refuse(void **state)
{
    (void)state;
    return -1;
}

static int expect(const char *what, int got, int wanted)
{
    if (got != wanted)
        printf("WRONG: %s: %d, not %d\n", what, got, wanted);
    return got != wanted;
}

int main(void)
{
    const struct CMUnitTest good[] = { cmocka_unit_test(all_hold),
                                       { "with a state", all_hold, set_one_up, tear_one_down, &number } };
    const struct CMUnitTest bad[] = {
        cmocka_unit_test(no_true),
        cmocka_unit_test(no_false),
        cmocka_unit_test(no_null),
        cmocka_unit_test(no_pointer),
        cmocka_unit_test(no_equal_pointers),
        cmocka_unit_test(no_equal_numbers),
        cmocka_unit_test(equal_numbers),
        cmocka_unit_test(below_range),
        cmocka_unit_test(above_range),
        cmocka_unit_test(far_floats),
        cmocka_unit_test(no_number),
        cmocka_unit_test(no_equal_strings),
        cmocka_unit_test(equal_strings),
        cmocka_unit_test(no_equal_memory),
        cmocka_unit_test(equal_memory),
        cmocka_unit_test(fails),
        cmocka_unit_test(says_why),
        { "no setup", all_hold, refuse, NULL, NULL },
        { "no teardown", skips, NULL, refuse, NULL },
    };
    const struct CMUnitTest skipped[] = { cmocka_unit_test(skips) };
    int wrong = expect("good ones that fail", cmocka_run_group_tests(good, set_one_up, tear_one_down), 0);
    wrong += expect("good ones that end", went_on, 2);
    wrong += expect("setups", set_up, 2) + expect("teardowns", torn_down, 2);
    wrong += expect("bad ones that fail", cmocka_run_group_tests(bad, NULL, NULL), (int)(sizeof bad / sizeof *bad));
    wrong += expect("skipped ones that fail", cmocka_run_group_tests_name("skipped", skipped, NULL, NULL), 0);
    wrong += expect("what goes on after a failure", went_on, 2);
    wrong += expect("groups that cannot be set up", cmocka_run_group_tests(good, refuse, NULL), 2);
    wrong += expect("groups that cannot be taken down", cmocka_run_group_tests(skipped, NULL, refuse), 1);
    puts(wrong ? "the stand-in is wrong" : "the stand-in is right");
    return wrong > 0;
}
