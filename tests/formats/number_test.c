/// Numbers of texts: the nearest double and the nearest float, as strtod and strtof find them, however many digits
/// there are and however close to the middle of two.
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <number.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

static uint64_t random_state = 1;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static void assert_nearest(const char *text)
{
    double number = 0, begun = 0;
    float single = 0;
    const double wanted = strtod(text, NULL);
    const float wanted_single = strtof(text, NULL);
    const number_error error = number_double(text, &number), single_error = number_float(text, false, &single);
    const char *end = number_begin(text, &begun), *digit = strpbrk(text, "123456789e");
    const bool small = wanted == 0 && digit != NULL && *digit != 'e';
    if (small) {
        assert_int_equal(error, NUMBER_TOO_SMALL);
        assert_int_equal(single_error, NUMBER_TOO_SMALL);
        assert_true(isnan(begun));
        return;
    }
    if (memcmp(&number, &wanted, sizeof wanted) != 0 || memcmp(&begun, &wanted, sizeof wanted) != 0)
        fail_msg("%s: %.17g and %.17g, not %.17g", text, number, begun, wanted);
    if (memcmp(&single, &wanted_single, sizeof single) != 0)
        fail_msg("%s: float %.9g, not %.9g", text, (double)single, (double)wanted_single);
    assert_ptr_equal(end, text + strlen(text));
    assert_int_equal(error, isinf(wanted) ? NUMBER_TOO_LARGE : NUMBER_OK);
    assert_int_equal(single_error, isinf(wanted_single) ? NUMBER_TOO_LARGE : NUMBER_OK);
}

static const char *const known[] = {
    "0",
    "-0",
    "+0.0e5",
    "0e999",
    ".5",
    "5.",
    "+7",
    "1e22",
    "1e23",
    "1e-22",
    "1e-23",
    "9007199254740992",
    "9007199254740993",
    "9007199254740993.0",
    "900719925474099.3",
    "90071992547409925e-1",
    "9999999999999999999",
    "18446744073709551615",
    "18446744073709551616",
    "1.8446744073709551615",
    "0.1",
    "0.30000000000000004",
    "123456789012345678",
    "-122.41941550000001",
    "1e308",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
    "1e309",
    "-1e999",
    "1e99999999999999999999",
    "1e-99999999999999999999",
    "5e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "2.2250738585072011e-308",
    "1.00000005960464477539062500001",
    "1.000000059604644775390625",
    "1.0000000596046448",
    "1.0000001788139343",
    "3.4028234663852886e38",
    "3.4028235677973366e38",
    "3.40282357e38",
    "1.1754943508222875e-38",
    "1.17549428e-38",
    "7.0064923216240854e-46",
    "1e-46",
    "16777217",
    "16777219",
    "16777217.000000001",
    "0000000000000000000000012.5",
    "1.50000000000000000000000000000000000000000001",
    "8.5000000000000000001",
    "4503599627370497.5",
    "4503599627370496.5",
    "6755399441055744.5",
};

static void known_numbers_are_the_nearest(void)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_nearest(known[i]);
}

// As tables and maps have them: up to 19 digits, the point anywhere.
static void random_digits_are_the_nearest(void)
{
    for (int i = 0; i < 200000; i++) {
        char text[64];
        const int behind = (int)(random_bits() % 23), shift = (int)(random_bits() % 64);
        const uint64_t digits = random_bits() >> shift;
        uint64_t whole = digits, one = 1;
        for (int k = 0; k < behind && k < 19; k++) {
            whole /= 10;
            one *= 10;
        }
        snprintf(text, sizeof text, "%s%" PRIu64 ".%0*" PRIu64, i % 2 ? "-" : "", whole, behind, digits % one);
        assert_nearest(text);
        snprintf(text, sizeof text, "%" PRIu64 "e%d", digits, (int)(random_bits() % 60) - 30);
        assert_nearest(text);
    }
}

// What programs write of doubles and floats, and of the middle between two of them: there a digit more decides.
static void doubles_and_middles_are_the_nearest(void)
{
    for (int i = 0; i < 100000; i++) {
        char text[64];
        const double number = ldexp((double)(random_bits() >> 11), (int)(random_bits() % 60) - 70);
        const double middle = (double)(float)number * (1 + (double)FLT_EPSILON / 2);
        for (int digits = 15; digits <= 19; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, i % 2 ? number : middle);
            assert_nearest(text);
            snprintf(text, sizeof text, "%.*f", digits - 10, i % 2 ? number : middle);
            assert_nearest(text);
        }
    }
    for (uint64_t odd = UINT64_C(4503599627370497); odd < UINT64_C(4503599627370597); odd += 2)
        for (int last = 49; last <= 51; last++) {
            char text[64];
            snprintf(text, sizeof text, "%" PRIu64 ".%d", odd, last); // 2^52 + 1 and so on, and a half
            assert_nearest(text);
        }
}

static void what_is_no_number_is_refused(void)
{
    const char *const texts[] = { " 1",  "1 ",  "0x10", "1e",  "1e+", "e5",  ".",    "+",        "-.e1", "1.2.3",
                                  "nan", "inf", "1,5",  "1d5", "--1", "+-1", "1e5.", "infinity", "1_000" };
    double number = 7;
    float single = 7;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (number_double(texts[i], &number) != NUMBER_MALFORMED)
            fail_msg("%s is taken", texts[i]);
        assert_int_equal(number_float(texts[i], false, &single), NUMBER_MALFORMED);
    }
    assert_int_equal(number_double("", &number), NUMBER_EMPTY);
    assert_int_equal(number_float("", true, &single), NUMBER_EMPTY);
    assert_true(number == 7 && single == 7);
    assert_int_equal(number_float("-inf", true, &single), NUMBER_OK);
    assert_true(isinf(single) && single < 0);
}

static void what_is_behind_a_number_is_left(void)
{
    double number = 0;
    const char *text = "-12.5e1,7";
    assert_ptr_equal(number_begin(text, &number), text + 7);
    assert_true(number == -125);
    text = "12345678901234567890123]";
    assert_ptr_equal(number_begin(text, &number), text + 23);
    assert_true(number == 12345678901234567890123.0);
    assert_null(number_begin("]", &number));
    assert_null(number_begin("1e]", &number));
}

static void whole_numbers_are_whole(void)
{
    int64_t whole = 0;
    assert_int_equal(number_int("-9223372036854775808", &whole), NUMBER_OK);
    assert_true(whole == INT64_MIN);
    assert_int_equal(number_int("9223372036854775808", &whole), NUMBER_TOO_LARGE);
    assert_int_equal(number_int("1.0", &whole), NUMBER_MALFORMED);
    assert_int_equal(number_int("+", &whole), NUMBER_MALFORMED);
    assert_int_equal(number_int("", &whole), NUMBER_EMPTY);
}

tests_main(plain_test(known_numbers_are_the_nearest), plain_test(random_digits_are_the_nearest),
           plain_test(doubles_and_middles_are_the_nearest), plain_test(what_is_no_number_is_refused),
           plain_test(what_is_behind_a_number_is_left), plain_test(whole_numbers_are_whole))
