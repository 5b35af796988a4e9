/// cmocka with the headers that it needs, and tests that share no state: `static void it_works(void)` is a test,
/// `plain_test(it_works)` stands for it in a list, and `tests_main` is a program that runs a list.
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/// What cmocka hands to plain_run as the state of a test.
struct plain {
    void (*test)(void);
};

static inline void plain_run(void **state)
{
    const struct plain *own = *state;
    own->test();
}

// clang-format off
#define plain_test(function) { #function, plain_run, NULL, NULL, &(struct plain){ function } }
// clang-format on

/// The main function of a program of tests.
#define tests_main(...)                                                                                                \
    int main(void)                                                                                                     \
    {                                                                                                                  \
        const struct CMUnitTest tests[] = { __VA_ARGS__ };                                                             \
        return cmocka_run_group_tests(tests, NULL, NULL);                                                              \
    }

/// One of some groups of tests in a program: the function NAME_tests runs it.
#define tests_named(name, ...)                                                                                         \
    int name##_tests(void)                                                                                             \
    {                                                                                                                  \
        const struct CMUnitTest tests[] = { __VA_ARGS__ };                                                             \
        return cmocka_run_group_tests_name(#name, tests, NULL, NULL);                                                  \
    }

#endif
