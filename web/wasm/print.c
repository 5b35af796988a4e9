// Text of numbers: see print.h.
#include "print.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { DIGITS = 24 };

/// What has been written: `length` counts what finds no room too, as that of vsnprintf does.
typedef struct paper {
    char *out;
    size_t size;
    size_t length;
} paper;

static void put(paper *self, char letter)
{
    if (self->length + 1 < self->size)
        self->out[self->length] = letter;
    self->length++;
}

static void put_words(paper *self, const char *words)
{
    while (*words)
        put(self, *words++);
}

/// So many digits at least.
static void put_whole(paper *self, uint64_t value, unsigned base, int least)
{
    char digits[DIGITS];
    int count = 0;
    for (; value > 0 || count < least; value /= base)
        digits[count++] = "0123456789abcdef"[value % base];
    while (count > 0)
        put(self, digits[--count]);
}

static double power_of_ten(int exponent)
{
    double power = 1;
    for (; exponent > 0; exponent--)
        power *= 10;
    return power;
}

/// At or above 0, with this number of decimals. Digits beyond 2^63 are zeros.
static void put_decimals(paper *self, double value, int decimals)
{
    int zeros = 0;
    for (; value >= 0x1p63; zeros++)
        value /= 10;
    uint64_t whole = (uint64_t)value;
    const double scaled = (value - (double)whole) * power_of_ten(decimals);
    uint64_t part = (uint64_t)scaled;
    const double rest = scaled - (double)part;
    part += rest > 0.5 || (rest == 0.5 && (decimals > 0 ? part : whole) % 2 == 1);
    const uint64_t unit = (uint64_t)power_of_ten(decimals);
    put_whole(self, whole + part / unit, 10, 1);
    for (; zeros > 0; zeros--)
        put(self, '0');
    if (decimals > 0) {
        put(self, '.');
        put_whole(self, part % unit, 10, decimals);
    }
}

/// At or above 0, with this number of digits, as %g has it.
static void put_short(paper *self, double value, int digits)
{
    int exponent = 0;
    double lead = value;
    for (; lead >= 10 - 5 / power_of_ten(digits); exponent++)
        lead /= 10;
    for (; lead > 0 && lead < 1 - 0.5 / power_of_ten(digits); exponent--)
        lead *= 10;
    const bool apart = exponent < -4 || exponent >= digits;
    char text[DIGITS + 8];
    paper own = { text, sizeof text, 0 };
    put_decimals(&own, apart ? lead : value, digits - 1 - (apart ? 0 : exponent));
    size_t end = own.length, point = 0;
    while (point < end && text[point] != '.')
        point++;
    while (point < own.length && end > point && (text[end - 1] == '0' || text[end - 1] == '.'))
        end--;
    for (size_t i = 0; i < end; i++)
        put(self, text[i]);
    if (!apart)
        return;
    put(self, 'e');
    put(self, exponent < 0 ? '-' : '+');
    put_whole(self, (uint64_t)(exponent < 0 ? -exponent : exponent), 10, 2);
}

static void put_double(paper *self, double value, int digits, bool is_short)
{
    if (value < 0 || (value == 0 && 1 / value < 0)) {
        put(self, '-');
        value = -value;
    }
    if (!(value < 1e300))
        put_words(self, value == value ? "inf" : "nan");
    else if (is_short)
        put_short(self, value, digits);
    else
        put_decimals(self, value, digits);
}

/// Digits of a format, which it leaves behind.
static int number_at(const char **format)
{
    int number = 0;
    for (; **format >= '0' && **format <= '9'; (*format)++)
        number = 10 * number + (**format - '0');
    return number;
}

int print_text(char *out, size_t size, const char *format, va_list list)
{
    paper self = { out, size, 0 };
    bool known = true;
    for (; known && *format; format++) {
        if (*format != '%') {
            put(&self, *format);
            continue;
        }
        format++;
        const int least = number_at(&format);
        format += *format == '.';
        const int decimals = number_at(&format);
        int letters = 0; // l: sizes are of 64 bits where long is
        for (; *format == 'l' || *format == 'z'; format++)
            letters += *format == 'l' ? 1 : sizeof(size_t) == 8 ? 2 : 0;
        const bool large = letters > 1 || (letters == 1 && sizeof(long) == 8);
        if (*format == 's') {
            put_words(&self, va_arg(list, const char *));
        } else if (*format == 'f' || *format == 'g') {
            put_double(&self, va_arg(list, double), decimals, *format == 'g');
        } else if (*format == 'd' && !large) {
            const int value = va_arg(list, int);
            if (value < 0)
                put(&self, '-');
            put_whole(&self, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 10, least > 0 ? least : 1);
        } else if (*format == 'u' || *format == 'x') {
            const uint64_t value = large ? va_arg(list, uint64_t) : va_arg(list, unsigned);
            put_whole(&self, value, *format == 'x' ? 16 : 10, least > 0 ? least : 1);
        } else {
            put(&self, *format == '%' ? '%' : '?');
            known = *format == '%';
        }
    }
    if (size > 0)
        out[self.length < size ? self.length : size - 1] = 0;
    return (int)self.length;
}

#ifdef __wasm__
int vsnprintf(char *restrict out, size_t size, const char *restrict format, va_list list)
{
    return print_text(out, size, format, list);
}

int snprintf(char *restrict out, size_t size, const char *restrict format, ...)
{
    va_list list;
    va_start(list, format);
    int length = print_text(out, size, format, list);
    va_end(list);
    return length;
}
#endif
