#include "json_number.h"

#include "number.h"

#include <math.h>

double json_double(const json_token *number)
{
    double value = 0;
    number_begin(number->text, &value);
    return value;
}

// Digits and a sign only: as they stand there, if 64 bits hold them. *is: there is nothing else.
static bool read_digits(const json_token *number, int64_t *whole, bool *is)
{
    const bool negative = number->text[0] == '-';
    uint64_t digits = 0;
    const uint64_t most = (uint64_t)INT64_MAX + negative;
    *is = true;
    for (size_t i = negative; *is && i < number->length; i++) {
        const char c = number->text[i];
        *is = c >= '0' && c <= '9';
        if (!*is)
            return false;
        const uint64_t digit = (uint64_t)(c - '0');
        if (digits > (most - digit) / 10)
            return false;
        digits = digits * 10 + digit;
    }
    *whole = negative ? -(int64_t)(digits - (digits > 0)) - (digits > 0) : (int64_t)digits;
    return true;
}

bool json_int(const json_token *number, int64_t *whole)
{
    bool digits = false;
    if (read_digits(number, whole, &digits))
        return true;
    const double real = json_double(number);
    // Below 2^53 a double has every whole number, so this one was not rounded to become whole.
    if (digits || !(fabs(real) < 0x1p53) || real != floor(real))
        return false;
    *whole = (int64_t)real;
    return true;
}
