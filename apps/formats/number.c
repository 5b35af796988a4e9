// strtof and its kin take more than we do (blanks, hexadecimal, "nan", a tail), so a small grammar is checked first.
// The program never leaves the "C" locale, so the decimal point is a point.
#include "number.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_digits(const char *p)
{
    while (*p >= '0' && *p <= '9')
        p++;
    return p;
}

// [+-] digits [. digits] [e [+-] digits], with a digit on at least one side of the point.
static bool is_decimal(const char *p)
{
    if (*p == '+' || *p == '-')
        p++;
    const char *whole = p;
    p = skip_digits(p);
    long digits = (long)(p - whole);
    if (*p == '.') {
        const char *fraction = p + 1;
        p = skip_digits(fraction);
        digits += (long)(p - fraction);
    }
    if (digits == 0)
        return false;
    if (*p == 'e' || *p == 'E') {
        p++;
        if (*p == '+' || *p == '-')
            p++;
        const char *exponent = p;
        p = skip_digits(p);
        if (p == exponent)
            return false;
    }
    return *p == 0;
}

number_error number_float(const char *text, bool infinite, float *value)
{
    if (*text == 0)
        return NUMBER_EMPTY;
    if (infinite && (strcmp(text, "inf") == 0 || strcmp(text, "+inf") == 0 || strcmp(text, "-inf") == 0)) {
        *value = text[0] == '-' ? -INFINITY : INFINITY;
        return NUMBER_OK;
    }
    if (!is_decimal(text))
        return NUMBER_MALFORMED;
    *value = strtof(text, NULL);
    return isinf(*value) ? NUMBER_TOO_LARGE : NUMBER_OK;
}

number_error number_double(const char *text, double *value)
{
    if (*text == 0)
        return NUMBER_EMPTY;
    if (!is_decimal(text))
        return NUMBER_MALFORMED;
    *value = strtod(text, NULL);
    return isinf(*value) ? NUMBER_TOO_LARGE : NUMBER_OK;
}

number_error number_int(const char *text, int64_t *value)
{
    if (*text == 0)
        return NUMBER_EMPTY;
    const char *digits = *text == '+' || *text == '-' ? text + 1 : text;
    if (*digits == 0 || *skip_digits(digits) != 0)
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
    case NUMBER_MALFORMED:
        break;
    }
    return "is not a number";
}
