/// Stands in for cmocka where that cannot be had: for a cross compiler, for a machine with a C compiler and no more. It
/// has the macros that the tests here use and prints what cmocka prints. tests/CMakeLists.txt chooses.
///
/// Where C has no setjmp (WebAssembly), a check that fails ends the program, and skip() returns from the function it is
/// in.
#ifndef TESTS_STAND_IN_CMOCKA_H
#define TESTS_STAND_IN_CMOCKA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__MINGW_PRINTF_FORMAT)
#define CHECK_PRINTS(text, first) __attribute__((__format__(__MINGW_PRINTF_FORMAT, text, first)))
#elif defined(__GNUC__)
#define CHECK_PRINTS(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define CHECK_PRINTS(text, first)
#endif

/// A test with no `own_state` gets that of its group.
struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
    int (*setup)(void **state), (*teardown)(void **state);
    void *own_state;
};

#define cmocka_unit_test(function)                                                                                     \
    {                                                                                                                  \
#function, function, NULL, NULL, NULL                                                                          \
    }
#define cmocka_run_group_tests(tests, setup, teardown)                                                                 \
    check_run_group(#tests, tests, sizeof(tests) / sizeof *(tests), setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                                      \
    check_run_group(name, tests, sizeof(tests) / sizeof *(tests), setup, teardown)

/// How many tests have failed. A setup that returns something else than 0 fails them all.
int check_run_group(const char *name, const struct CMUnitTest *tests, size_t count, int (*setup)(void **state),
                    int (*teardown)(void **state));

typedef struct check_site {
    const char *file;
    int line;
} check_site;

#define CHECK_HERE ((check_site){ __FILE__, __LINE__ })

/// Ends the test that is running: as failed, with a line that says why, or as skipped.
_Noreturn CHECK_PRINTS(2, 3) void check_fail(check_site at, const char *why, ...);
void check_skip(check_site at);

CHECK_PRINTS(1, 2) void print_message(const char *format, ...);

#define fail() check_fail(CHECK_HERE, "fail()")
#define fail_msg(...) check_fail(CHECK_HERE, __VA_ARGS__)
#ifdef __wasm__
#define skip()                                                                                                         \
    do {                                                                                                               \
        check_skip(CHECK_HERE);                                                                                        \
        return;                                                                                                        \
    } while (0)
#else
#define skip() check_skip(CHECK_HERE)
#endif

static inline void check_that(check_site at, bool holds, const char *text)
{
    if (!holds)
        check_fail(at, "%s", text);
}

#define assert_true(condition) check_that(CHECK_HERE, (condition) ? true : false, #condition)
#define assert_false(condition) check_that(CHECK_HERE, (condition) ? false : true, "!(" #condition ")")
#define assert_null(pointer) check_that(CHECK_HERE, (const void *)(pointer) == NULL, #pointer " == NULL")
#define assert_non_null(pointer) check_that(CHECK_HERE, (const void *)(pointer) != NULL, #pointer " != NULL")
#define assert_ptr_equal(a, b) check_that(CHECK_HERE, (const void *)(a) == (const void *)(b), #a " == " #b)

void check_numbers(check_site at, uint64_t a, uint64_t b, bool equal);
void check_range(check_site at, uint64_t value, uint64_t least, uint64_t most);
void check_floats(check_site at, float a, float b, float error);
void check_strings(check_site at, const char *a, const char *b, bool equal);
void check_memory(check_site at, const void *a, const void *b, size_t size, bool equal);

#define assert_int_equal(a, b) check_numbers(CHECK_HERE, (uint64_t)(a), (uint64_t)(b), true)
#define assert_int_not_equal(a, b) check_numbers(CHECK_HERE, (uint64_t)(a), (uint64_t)(b), false)
#define assert_in_range(value, least, most)                                                                            \
    check_range(CHECK_HERE, (uint64_t)(value), (uint64_t)(least), (uint64_t)(most))
#define assert_float_equal(a, b, error) check_floats(CHECK_HERE, (float)(a), (float)(b), (float)(error))
#define assert_string_equal(a, b) check_strings(CHECK_HERE, a, b, true)
#define assert_string_not_equal(a, b) check_strings(CHECK_HERE, a, b, false)
#define assert_memory_equal(a, b, size) check_memory(CHECK_HERE, a, b, size, true)
#define assert_memory_not_equal(a, b, size) check_memory(CHECK_HERE, a, b, size, false)

#endif
