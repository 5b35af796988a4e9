/// Whether floats keep what decimal numbers say: one by one against printing, and many together against comparing them.
#include <digits.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

enum { TEXT = 64 };

static uint64_t seed = 1;

static uint64_t draw(uint64_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % below;
}

static bool kept(const char *text)
{
    kept_digits all;
    digits_begin(&all);
    digits_take(&all, strtod(text, NULL), digits_place(text), 7);
    assert_true(!all.lost || all.row == 7);
    return !all.lost;
}

static int exponent_of(double value)
{
    char text[TEXT];
    snprintf(text, sizeof text, "%.14e", value);
    return atoi(strchr(text, 'e') + 1);
}

// The number that is printed of a float.
static double shortest(double value)
{
    char text[TEXT];
    int count = 0;
    do
        snprintf(text, sizeof text, "%.*e", count, value);
    while (count++ < 8 && (double)strtof(text, NULL) != value);
    return strtod(text, NULL);
}

// Is a float that was written itself printed as it was written? One of 16 digits or more need not be.
static bool is_shown(double value)
{
    char text[TEXT];
    snprintf(text, sizeof text, "%.14e", value);
    return strtod(text, NULL) != value || shortest(value) == value;
}

// The rule in its own words: `count` digits are written, the first of them not 0, and the float has the same to that
// place, and no fewer are printed of it. One that begins a place below has one digit less.
static bool prints_as(const char *written, int count, bool *near)
{
    char text[TEXT];
    const double value = strtod(written, NULL), rounded = (double)(float)value;
    const int exponent = exponent_of(value), less = exponent_of(rounded) < exponent;
    const double unit = pow(10, exponent - count + 1);
    *near = fabs(fabs(rounded - value) - unit / 2) <= fabs(value) * 0x1p-51; // half way the even digit is printed
    if (rounded == value)
        return is_shown(value);
    if (less && count == 1)
        return fabs(rounded) > fabs(value) / 2 && shortest(rounded) == value;
    snprintf(text, sizeof text, "%.*e", count - 1 - less, rounded);
    return isfinite(rounded) && strtod(text, NULL) == value && shortest(rounded) == value;
}

static void single_numbers(void)
{
    static const char *const good[] = {
        "0",       "-0",       "0.000",        "0.1",           "-0.10",    "16777216", "16777218",
        "13.4049", "1e-45",    "3.4028235e38", "1e38",          "500000.5", "500000.3", "0.5000000000",
        "1e-400",  "00012.50", "7.1E+3",       "1.1754944e-38", "20000002", "1e10",     "0.10000000149011612",
        "524288.5"
    };
    static const char *const bad[] = {
        "500000.30",   "5500000.3", "16777217",    "0.1000000000",        "123456000000", "3.5e38",
        "-1e300",      "1e-320",    "1e-46",       "0.30000000000000004", "52.5200087",   "1048576.3",
        "1048576.2",   "0.7e-45",   "1.00000001",  "0.100000001",         "9.1234567",    "0.100000001490116",
        "34359738368", "134217984", "524288.0625", "-268435456",          "99999997952",  "2097152.125"
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!kept(good[i]))
            fail_msg("floats keep %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (kept(bad[i]))
            fail_msg("floats do not keep %s", bad[i]);
}

// A number of so many digits, of which the first is not 0.
static int64_t number_of(int count)
{
    int64_t number = 1 + (int64_t)draw(9);
    for (int i = 1; i < count; i++)
        number = number * 10 + (int64_t)draw(10);
    return number;
}

static void against_printing(void)
{
    size_t both[2] = { 0, 0 };
    for (int i = 0; i < 200000; i++) {
        const int count = 1 + (int)draw(17), wide = draw(8) == 0;
        const int power = wide ? (int)draw(80) - 50 - count : (int)draw(12) - count;
        char text[TEXT];
        bool near = false;
        snprintf(text, sizeof text, "%s%" PRId64 "e%d", draw(2) ? "-" : "", number_of(count), power);
        const bool expected = prints_as(text, count, &near), told = kept(text);
        both[told]++;
        if (told != expected && !(near && !told))
            fail_msg("%s: floats %s it", text, expected ? "keep" : "do not keep");
    }
    assert_true(both[0] > 50000 && both[1] > 30000);
}

// The same number written with a point says the same, and so do zeros in front, and none behind do harm to a float.
static void however_it_is_written(void)
{
    for (int i = 0; i < 50000; i++) {
        char plain[TEXT], power[TEXT];
        const int behind = (int)draw(8);
        const int64_t number = number_of(1 + (int)draw(12));
        int64_t unit = 1;
        for (int k = 0; k < behind; k++)
            unit *= 10;
        snprintf(plain, sizeof plain, behind > 0 ? "00%" PRId64 ".%0*" PRId64 : "%" PRId64, number / unit, behind,
                 number % unit);
        snprintf(power, sizeof power, "%" PRId64 "E-%d", number, behind);
        assert_int_equal(digits_place(plain), -behind);
        assert_int_equal(digits_place(power), -behind);
        assert_int_equal(kept(plain), kept(power));
    }
    assert_int_equal(digits_place("1.5e+3"), 2);
    assert_int_equal(digits_place(".5"), -1);
    assert_int_equal(digits_place("5."), 0);
    assert_true(digits_place("1e99999999999999999999") > 400);
    assert_true(digits_place("1e-99999999999999999999") < -400);
}

static void last_places(void)
{
    for (int i = 0; i < 150000; i++) {
        const int count = 1 + (int)draw(15),
                  power = draw(4) == 0 ? (int)draw(500) - 290 - count : (int)draw(30) - 15 - count;
        char text[TEXT];
        const int64_t number = number_of(count) / 10 * 10 + 1 + (int64_t)draw(9);
        snprintf(text, sizeof text, "%s%" PRId64 "e%d", draw(2) ? "-" : "", number, power);
        if (digits_place_of(strtod(text, NULL)) != power)
            fail_msg("%s: its last digit is taken for that of 10^%d", text, digits_place_of(strtod(text, NULL)));
    }
    assert_int_equal(digits_place_of(0), 0);
    assert_int_equal(digits_place_of(-0.0), 0);
    assert_true(digits_place_of(1.0 / 3) < -15);
    assert_true(digits_place_of(DBL_MAX) > 290);
    assert_true(digits_place_of(5e-324) < -323);
}

// Sets of numbers that lie close together, written with different numbers of digits. Where they are kept, no comparison
// of two of them comes out another way.
static void together(void)
{
    enum { COUNT = 6, SCALE = 10 };
    size_t sets[2] = { 0, 0 };
    for (int i = 0; i < 150000; i++) {
        int64_t units[COUNT];
        kept_digits all, halves[2];
        digits_begin(&all);
        digits_begin(&halves[0]);
        digits_begin(&halves[1]);
        const int64_t middle = number_of(1 + (int)draw(17));
        for (int k = 0; k < COUNT; k++) {
            int64_t unit = 1;
            const int place = (int)draw(SCALE + 1);
            for (int p = 0; p < place; p++)
                unit *= 10;
            const int64_t number = middle / unit + (int64_t)draw(3);
            units[k] = number * unit;
            const double value = (double)units[k] / 1e10;
            // What doubles do not keep is not asked about here.
            if (units[k] > INT64_C(1) << 53) {
                units[k] = units[0];
                continue;
            }
            digits_take(&all, value, place - SCALE, (uint64_t)k);
            digits_take(&halves[k % 2], value, place - SCALE, (uint64_t)k);
        }
        digits_add(&halves[0], &halves[1]);
        assert_int_equal(all.lost, halves[0].lost);
        sets[all.lost]++;
        for (int k = 1; !all.lost && k < COUNT; k++)
            for (int j = 0; j < k; j++) {
                const float a = (float)((double)units[j] / 1e10), b = (float)((double)units[k] / 1e10);
                if ((a < b) != (units[j] < units[k]) || (a > b) != (units[j] > units[k]))
                    fail_msg("%" PRId64 "e-10 and %" PRId64 "e-10 are compared as %.9g and %.9g", units[j], units[k],
                             (double)a, (double)b);
            }
    }
    assert_true(sets[0] > 15000 && sets[1] > 15000);
}

static void one_float_of_two(void)
{
    static const char *const sets[][2] = { { "0.1", "0.10000000149011612" },
                                           { "-0.1", "-0.10000000149011612" },
                                           { "0.3", "0.300000011920928955078125" } };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        for (int first = 0; first < 2; first++) {
            kept_digits all;
            digits_begin(&all);
            for (int k = 0; k < 2; k++) {
                const char *text = sets[i][k ^ first];
                assert_true(kept(text));
                digits_take(&all, strtod(text, NULL), digits_place(text), (uint64_t)k + 1);
                assert_int_equal(all.lost, k == 1);
            }
            assert_int_equal(all.row, 2);
        }
}

static void sums(void)
{
    assert_true(digits_sum(0.1, -1, 0.2, -1) == 0.3);
    assert_true(digits_sum(16777216, 0, 0.5, -1) == 16777216.5);
    assert_true(digits_sum(-0.3, -1, 0.3, -1) == 0);
    assert_true(digits_sum(1e300, 300, 1e300, 300) == 2e300);
    assert_true(digits_sum(1.0 / 3, -16, 0.1, -1) == 1.0 / 3 + 0.1);
    for (int i = 0; i < 50000; i++) {
        const int a = -(int)draw(8), b = -(int)draw(8);
        int64_t first = number_of(1 + (int)draw(7)), second = number_of(1 + (int)draw(7));
        char text[TEXT];
        snprintf(text, sizeof text, "%" PRId64 "e%d", first, a);
        const double x = strtod(text, NULL);
        snprintf(text, sizeof text, "%" PRId64 "e%d", second, b);
        const double y = strtod(text, NULL);
        for (int k = a; k > -8; k--)
            first *= 10;
        for (int k = b; k > -8; k--)
            second *= 10;
        snprintf(text, sizeof text, "%" PRId64 "e-8", first + second);
        assert_true(digits_sum(x, a, y, b) == strtod(text, NULL));
    }
}

static void clean(void)
{
    assert_true(digits_clean(0.1 + 0.2) == 0.3);
    assert_true(digits_clean(-(0.1 + 0.2)) == -0.3);
    assert_true(digits_clean(1.0 / 3) == 1.0 / 3);
    assert_true(digits_clean(0) == 0);
    assert_true(digits_clean(1e300) == 1e300);
    assert_true(digits_clean(1e-300) == 1e-300);
    for (int i = 0; i < 50000; i++) {
        const double wanted = (double)number_of(1 + (int)draw(9)) / 1e4;
        assert_true(digits_clean(nextafter(wanted, draw(2) ? 1e300 : -1e300)) == wanted);
        assert_true(digits_clean(wanted) == wanted);
    }
}

static void as_it_is_written(void)
{
    static const char *const texts[] = { "500000.30",           "16777217",    "-1e300", "1e-320",
                                         "0.30000000000000004", "0.1000000000" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        kept_digits all;
        char text[DIGITS_TEXT];
        digits_begin(&all);
        digits_take(&all, strtod(texts[i], NULL), digits_place(texts[i]), 1);
        assert_true(all.lost);
        digits_text(&all, text);
        assert_string_equal(text, texts[i]);
    }
}

tests_main(plain_test(single_numbers), plain_test(against_printing), plain_test(however_it_is_written),
           plain_test(last_places), plain_test(together), plain_test(one_float_of_two), plain_test(sums),
           plain_test(clean), plain_test(as_it_is_written))
