/// @file unit.h
/// cmocka with the headers that it needs, and tests that share no state: `static void it_works(void)` is a test, and
/// `plain_test(it_works)` its line in the list.
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

#endif
