// Runs tests and fails them: see cmocka.h.
#ifndef __wasm__
#include <setjmp.h>
#endif
#include <cmocka.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum check_end { CHECK_PASSED, CHECK_FAILED, CHECK_SKIPPED } check_end;

static check_end how_it_ended;
#ifndef __wasm__
static jmp_buf test_begun;
#endif

#ifndef __wasm__
static _Noreturn void end_test(check_end how)
{
    how_it_ended = how;
    longjmp(test_begun, 1);
}
#endif

void check_fail(check_site at, const char *why, ...)
{
    va_list values;
    va_start(values, why);
    fflush(stdout);
    (void)fprintf(stderr, "[  ERROR   ] --- ");
    (void)vfprintf(stderr, why, values);
    (void)fprintf(stderr, "\n[   LINE   ] --- %s:%d: error: Failure!\n", at.file, at.line);
    va_end(values);
#ifdef __wasm__
    exit(1);
#else
    end_test(CHECK_FAILED);
#endif
}

void check_skip(check_site at)
{
    printf("[   LINE   ] --- %s:%d: skipped\n", at.file, at.line);
#ifdef __wasm__
    how_it_ended = CHECK_SKIPPED;
#else
    end_test(CHECK_SKIPPED);
#endif
}

void print_message(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    (void)vprintf(format, values);
    va_end(values);
}

static void run_until_it_ends(void (*run)(void **state), void **state)
{
    how_it_ended = CHECK_PASSED;
#ifdef __wasm__
    run(state);
#else
    if (setjmp(test_begun) == 0)
        run(state);
#endif
}

static check_end run_test(const struct CMUnitTest *test, void **group_state)
{
    void *own_state = test->own_state, **state = own_state ? &own_state : group_state;
    if (test->setup && test->setup(state) != 0)
        return CHECK_FAILED;
    run_until_it_ends(test->run, state);
    return test->teardown && test->teardown(state) != 0 ? CHECK_FAILED : how_it_ended;
}

static void list_tests(const char *title, const struct CMUnitTest *tests, const check_end *ends, size_t count,
                       check_end end)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += ends[i] == end;
    if (found > 0)
        (void)fprintf(stderr, "[  %s ] %zu test(s), listed below:\n", title, found);
    for (size_t i = 0; i < count; i++)
        if (ends[i] == end)
            (void)fprintf(stderr, "[  %s ] %s\n", title, tests[i].name);
}

int check_run_group(const char *name, const struct CMUnitTest *tests, size_t count, int (*setup)(void **state),
                    int (*teardown)(void **state))
{
    static const char *const lines[] = { "[       OK ]", "[  FAILED  ]", "[  SKIPPED ]" };
    void *state = NULL;
    size_t passed = 0, failed = 0;
    check_end *ends = calloc(count, sizeof *ends);
    printf("[==========] %s: Running %zu test(s).\n", name, count);
    if (!ends || (setup && setup(&state) != 0)) {
        (void)fprintf(stderr, "[  FAILED  ] GROUP SETUP\n");
        free(ends);
        return (int)count;
    }
    for (size_t i = 0; i < count; i++) {
        printf("[ RUN      ] %s\n", tests[i].name);
        fflush(stdout);
        ends[i] = run_test(&tests[i], &state);
        printf("%s %s\n", lines[ends[i]], tests[i].name);
        passed += ends[i] == CHECK_PASSED;
        failed += ends[i] == CHECK_FAILED;
    }
    if (teardown && teardown(&state) != 0) {
        (void)fprintf(stderr, "[  FAILED  ] GROUP TEARDOWN\n");
        failed++;
    }
    printf("[==========] %s: %zu test(s) run.\n[  PASSED  ] %zu test(s).\n", name, count, passed);
    fflush(stdout);
    list_tests("SKIPPED", tests, ends, count, CHECK_SKIPPED);
    list_tests("FAILED ", tests, ends, count, CHECK_FAILED);
    free(ends);
    return (int)failed;
}

void check_numbers(check_site at, uint64_t a, uint64_t b, bool equal)
{
    if ((a == b) != equal)
        check_fail(at, "%#" PRIx64 " %s %#" PRIx64, a, equal ? "!=" : "==", b);
}

void check_range(check_site at, uint64_t value, uint64_t least, uint64_t most)
{
    if (value < least || value > most)
        check_fail(at, "%" PRIu64 " is not within the range %" PRIu64 "-%" PRIu64, value, least, most);
}

void check_floats(check_site at, float a, float b, float error)
{
    const float least = a < b ? a : b, most = a < b ? b : a;
    if (!(most - least <= error))
        check_fail(at, "%f != %f", (double)a, (double)b);
}

void check_strings(check_site at, const char *a, const char *b, bool equal)
{
    if ((strcmp(a, b) == 0) != equal)
        check_fail(at, "\"%s\" %s \"%s\"", a, equal ? "!=" : "==", b);
}

void check_memory(check_site at, const void *a, const void *b, size_t size, bool equal)
{
    const unsigned char *const left = a, *const right = b;
    if ((size == 0 || memcmp(left, right, size) == 0) == equal)
        return;
    for (size_t i = 0; i < size; i++)
        if (left[i] != right[i])
            check_fail(at, "difference at offset %zu: 0x%02x 0x%02x", i, left[i], right[i]);
    check_fail(at, "%zu bytes are equal", size);
}
