/// The page's own printf writes what the C library's does.
#include <inttypes.h>
#include <print.h>
#include <stdio.h>
#include <string.h>
#include <unit.h>

static char own[128];

__attribute__((format(printf, 3, 4))) static int print(char *out, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = print_text(out, size, format, list);
    va_end(list);
    return length;
}

#define SAME(...)                                                                                                      \
    do {                                                                                                               \
        char right[128];                                                                                               \
        int length = snprintf(right, sizeof right, __VA_ARGS__);                                                       \
        assert_int_equal(print(own, sizeof own, __VA_ARGS__), length);                                                 \
        assert_string_equal(own, right);                                                                               \
    } while (0)

static uint64_t seed = 1;

static uint64_t draw(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static void whole_numbers_and_words(void)
{
    SAME("plain, %d %%, %s%s", -7, "words", "");
    SAME("%d %d %u", INT32_MIN, INT32_MAX, UINT32_MAX);
    SAME("%zu %zu", (size_t)0, SIZE_MAX);
    SAME("%" PRIu64 "\t%" PRIu64 "\n", (uint64_t)0, UINT64_MAX);
    SAME("%016" PRIx64 " %02d %x", UINT64_C(0x1234abcd), 5, 255u);
    for (int i = 0; i < 10000; i++) {
        uint64_t value = draw() >> (draw() % 64);
        SAME("%" PRIu64 " %016" PRIx64 " %d", value, value, (int)(uint32_t)value);
    }
}

static void doubles(void)
{
    static const double hard[] = { 0,    -0.0, 0.5,    1.5,     2.5,   0.125,  0.375,   99.995, 999.95,
                                   9999, 1e4,  9999.6, 0.99996, 0.001, 0.0001, 0.00001, 1e15,   123456789 };
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++)
        SAME("%.0f %.2f %.3f %.4g %.2f", hard[i], hard[i], hard[i], hard[i], -hard[i]);
    for (int i = 0; i < 100000; i++) {
        double value = (double)(draw() >> 11) * 0x1p-53;
        for (int k = (int)(draw() % 12); k > 0; k--)
            value *= 10;
        SAME("%.0f %.2f %.3f %.4g", value, value, value, value);
        SAME("%.4g %.4g", value * 1e-9, -value * 1e12);
    }
    SAME("%.4g %.2f", 0.0 / 0.0 > 0 ? 1 : 1e300 * 1e300, -1e300 * 1e300);
}

static void what_is_too_long_is_cut(void)
{
    char right[8], small[8];
    for (size_t size = 0; size <= sizeof right; size++) {
        memset(small, 'x', sizeof small);
        memset(right, 'x', sizeof right);
        const char *volatile words = "abc";
        assert_int_equal(print(small, size, "%s%u", words, 12345u), snprintf(right, size, "%s%u", words, 12345u));
        assert_memory_equal(small, right, sizeof right);
    }
}

tests_main(plain_test(whole_numbers_and_words), plain_test(doubles), plain_test(what_is_too_long_is_cut))
