// One walk over the text finds its grammar, its digits and its power of ten. strtod and its kin take more than we do
// (blanks, hexadecimal, "nan", a tail) and are slow, so they get only what has been checked and the short way cannot
// round for certain. The program never leaves the "C" locale, so the decimal point is a point.
#include "number.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIGITS_MAX = 19,      // all numbers of so many digits fit into 64 bits
    POWER_MAX = 22,       // 10^22 is the largest power of ten that is a double
    EXPONENT_MAX = 999999 // beyond every double, whatever digits there are
};

// A decimal number: its digits without the point, times a power of ten.
typedef struct decimal {
    uint64_t digits; // right if there are at most DIGITS_MAX
    ptrdiff_t count, power;
    bool negative;
} decimal;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Two at a time: each step waits for the product of the one before.
static const char *take_digits(const char *p, decimal *d)
{
    const char *begin = p;
    for (; is_digit(p[0]) && is_digit(p[1]); p += 2)
        d->digits = d->digits * 100 + (uint64_t)((p[0] - '0') * 10 + (p[1] - '0'));
    if (is_digit(*p))
        d->digits = d->digits * 10 + (uint64_t)(*p++ - '0');
    d->count += p - begin;
    return p;
}

// [+-] digits, behind the e. NULL: without digits.
static const char *take_exponent(const char *p, decimal *d)
{
    const bool negative = *p == '-';
    ptrdiff_t power = 0;
    p += *p == '+' || *p == '-';
    if (!is_digit(*p))
        return NULL;
    for (; is_digit(*p); p++)
        power = power < EXPONENT_MAX ? power * 10 + (*p - '0') : power;
    d->power += negative ? -power : power;
    return p;
}

// [+-] digits [. digits] [e [+-] digits], with a digit on at least one side of the point. What is behind it, or NULL:
// it is no such number.
static const char *take_decimal(const char *p, decimal *d)
{
    *d = (decimal){ .negative = *p == '-' };
    p += *p == '+' || *p == '-';
    p = take_digits(p, d);
    if (*p == '.') {
        const char *fraction = p + 1;
        p = take_digits(fraction, d);
        d->power = fraction - p;
    }
    if (d->count == 0)
        return NULL;
    return *p == 'e' || *p == 'E' ? take_exponent(p + 1, d) : p;
}

// The double nearest to digits / power, which is at least 1. The quotient of the nearest doubles is wrong by less than
// its last place; how wrong is known to 52 bits, so only what comes so close to the middle of two doubles that the rest
// decides is left open: false.
static bool divide(uint64_t digits, double power, double *value)
{
    const double high = (double)digits, low = (double)(int64_t)(digits - (uint64_t)high);
    const double quotient = high / power;
    const double rest = (fma(-quotient, power, high) + low) / power, error = fabs(rest) * 0x1p-50;
    *value = quotient + rest;
    return quotient + (rest - error) == *value && quotient + (rest + error) == *value;
}

// The double nearest to a number. False: it is not found this way.
static bool find_nearest(const decimal *d, double *value)
{
    static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    if (FLT_EVAL_METHOD != 0 || d->count > DIGITS_MAX || d->power < -POWER_MAX || d->power > POWER_MAX)
        return false;
    // Doubles hold both factors, so there is one rounding.
    const bool held = d->digits <= UINT64_C(1) << DBL_MANT_DIG;
    if (held)
        *value = d->power < 0 ? (double)d->digits / powers[-d->power] : (double)d->digits * powers[d->power];
    else if (d->power > 0 || !divide(d->digits, powers[-d->power], value))
        return false;
    *value = d->negative ? -*value : *value;
    return true;
}

// Is the float nearest to this double the one nearest to every number that the double is nearest to? Not if it is the
// middle of two floats, and beyond the ordinary floats we do not ask.
static bool is_as_float(double value)
{
    const uint64_t behind = (UINT64_C(1) << (DBL_MANT_DIG - FLT_MANT_DIG)) - 1, middle = (behind >> 1) + 1;
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return value == 0 ||
           (fabs(value) >= (double)FLT_MIN && fabs(value) <= (double)FLT_MAX && (bits & behind) != middle);
}

// Does the number that the text begins with have no digit but 0?
static bool is_zero(const char *text)
{
    return !is_digit(text[strspn(text, "+-.0")]);
}

number_error number_float(const char *text, bool infinite, float *value)
{
    decimal d;
    double nearest = 0;
    if (*text == 0)
        return NUMBER_EMPTY;
    if (infinite && (strcmp(text, "inf") == 0 || strcmp(text, "+inf") == 0 || strcmp(text, "-inf") == 0)) {
        *value = text[0] == '-' ? -INFINITY : INFINITY;
        return NUMBER_OK;
    }
    const char *end = take_decimal(text, &d);
    if (end == NULL || *end != 0)
        return NUMBER_MALFORMED;
    *value = find_nearest(&d, &nearest) && is_as_float(nearest) ? (float)nearest : strtof(text, NULL);
    if (*value == 0 && !is_zero(text) && strtod(text, NULL) == 0)
        return NUMBER_TOO_SMALL;
    return isinf(*value) ? NUMBER_TOO_LARGE : NUMBER_OK;
}

const char *number_begin(const char *text, double *value)
{
    decimal d;
    const char *end = take_decimal(text, &d);
    if (end != NULL && !find_nearest(&d, value))
        *value = strtod(text, NULL);
    if (end != NULL && *value == 0 && !is_zero(text))
        *value = NAN;
    return end;
}

number_error number_double(const char *text, double *value)
{
    double number = 0;
    if (*text == 0)
        return NUMBER_EMPTY;
    const char *end = number_begin(text, &number);
    if (end == NULL || *end != 0)
        return NUMBER_MALFORMED;
    if (isnan(number))
        return NUMBER_TOO_SMALL;
    *value = number;
    return isinf(number) ? NUMBER_TOO_LARGE : NUMBER_OK;
}

number_error number_int(const char *text, int64_t *value)
{
    if (*text == 0)
        return NUMBER_EMPTY;
    const char *digits = *text == '+' || *text == '-' ? text + 1 : text;
    const char *end = digits;
    while (is_digit(*end))
        end++;
    if (end == digits || *end != 0)
        return NUMBER_MALFORMED;
    errno = 0;
    long long parsed = strtoll(text, NULL, 10);
    if (errno == ERANGE)
        return NUMBER_TOO_LARGE;
    *value = parsed;
    return NUMBER_OK;
}

const char *number_error_text(number_error error)
{
    switch (error) {
    case NUMBER_OK:
        return "is a number";
    case NUMBER_EMPTY:
        return "is empty, not a number";
    case NUMBER_TOO_LARGE:
        return "is too large";
    case NUMBER_TOO_SMALL:
        return "is nearer to 0 than to any other double; write 0";
    case NUMBER_MALFORMED:
        break;
    }
    return "is not a number";
}
