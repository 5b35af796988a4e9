// Numbers of floats with the same exponent lie as far apart. Let P be the finest last place among them: all are
// multiples of 10^P. If each is less than half of that from its float, no two of them have the same one. Whether a
// number is so near is computed in double, where the number itself is rounded; what comes as near to half as that does
// not count as near.
#include "digits.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANTISSA = 23, POWER_MAX = 22, LONGEST = 15, CLEANEST = 12, FEW = 9, PLACE_MAX = 9999 };

static const double powers[POWER_MAX + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

void digits_begin(kept_digits *self)
{
    memset(self, 0, sizeof *self);
    for (int i = 0; i < DIGITS_KINDS; i++)
        self->half[i] = INFINITY;
}

static bool keeps(const kept_digits *self, int kind)
{
    return self->error[kind] == 0 || self->error[kind] < self->half[kind];
}

static int kind_of(float value)
{
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return (int)(bits >> MANTISSA & (DIGITS_KINDS - 1));
}

// How far apart floats are: the least bit of one.
static double space_of(int kind)
{
    const uint32_t bits = kind > MANTISSA ? (uint32_t)(kind - MANTISSA) << MANTISSA : 1U << (kind > 0 ? kind - 1 : 0);
    float space = 0;
    memcpy(&space, &bits, sizeof space);
    return (double)space;
}

static double half_of(int place)
{
    if (place < -POWER_MAX || place > POWER_MAX)
        return 0.5 * pow(10, place);
    return place < 0 ? 0.5 / powers[-place] : 0.5 * powers[place];
}

// Is another number printed of a float? By printing it, where powers of ten are too large to be doubles.
static bool hides_by_text(float nearest, double value)
{
    char text[DIGITS_TEXT];
    int count = 0;
    do
        snprintf(text, sizeof text, "%.*e", count, (double)nearest);
    while (++count < FLT_DECIMAL_DIG && strtof(text, NULL) != nearest);
    return strtod(text, NULL) != value;
}

// Is there a number with one digit less that has the same float and would be printed instead of this one?
static bool hides(float nearest, double value)
{
    const int place = digits_place_of(value);
    if (place <= -POWER_MAX || place >= POWER_MAX)
        return hides_by_text(nearest, value);
    const double unit = powers[place < 0 ? -place - 1 : place + 1], wide = (double)nearest;
    const double less = place < 0 ? nearbyint(wide * unit) / unit : nearbyint(wide / unit) * unit;
    return less != value && (float)less == nearest;
}

// Are 16 digits or more needed for it? Nobody writes these: a program does that widens floats.
static bool is_widened(double value, int last)
{
    return (int)floor(log10(fabs(value))) - last >= LONGEST;
}

static void take(kept_digits *self, double value, int place, uint64_t row, bool is_printed)
{
    const float nearest = (float)value;
    const bool same = (double)nearest == value;
    // Nothing else has the float of a whole number so small: what has is a multiple of one or of a part of it.
    if (self->lost || (same && fabs(value) < 0x1p24 && value == trunc(value)))
        return;
    const int kind = kind_of(nearest), last = same ? digits_place_of(value) : place;
    const double error = same ? 0 : fabs((double)nearest - value) + fabs(value) * 0x1p-52, half = half_of(last);
    if (error > self->error[kind])
        self->error[kind] = error;
    if (half < self->half[kind])
        self->half[kind] = half;
    if (keeps(self, kind) &&
        (2 * half >= space_of(kind) || (same && (!is_printed || is_widened(value, last))) || !hides(nearest, value)))
        return;
    self->lost = true;
    self->value = value;
    self->place = last;
    self->row = row;
}

void digits_take(kept_digits *self, double value, int place, uint64_t row)
{
    take(self, value, place, row, true);
}

void digits_take_asked(kept_digits *self, double value, int place)
{
    take(self, value, place, 0, false);
}

void digits_settle(kept_digits *self)
{
    for (int i = 0; i < DIGITS_KINDS && !self->lost; i++)
        self->lost = !keeps(self, i);
}

void digits_add(kept_digits *self, const kept_digits *more)
{
    if (self->lost)
        return;
    if (more->lost) {
        *self = *more;
        return;
    }
    for (int i = 0; i < DIGITS_KINDS; i++) {
        self->error[i] = fmax(self->error[i], more->error[i]);
        self->half[i] = fmin(self->half[i], more->half[i]);
    }
    digits_settle(self);
}

int digits_place(const char *text)
{
    const char *p = text, *point = NULL;
    for (; *p != 0 && *p != 'e' && *p != 'E'; p++)
        point = *p == '.' ? p : point;
    const long behind = point != NULL ? (long)(p - point) - 1 : 0, power = *p != 0 ? strtol(p + 1, NULL, 10) : 0;
    const long place = (power > PLACE_MAX ? PLACE_MAX : power < -PLACE_MAX ? -PLACE_MAX : power) - behind;
    return place < -PLACE_MAX ? -PLACE_MAX : (int)place;
}

// The whole number of units of 10^-scale that is nearest to a value, if that is the value.
static bool count_units(double value, int scale, double *count)
{
    if (scale > POWER_MAX || scale < -POWER_MAX)
        return false;
    *count = nearbyint(scale >= 0 ? value * powers[scale] : value / powers[-scale]);
    return (scale >= 0 ? *count / powers[scale] : *count * powers[-scale]) == value;
}

// By printing, where powers of ten are too large to be doubles.
static int place_by_text(double value, int exponent)
{
    char text[DIGITS_TEXT];
    snprintf(text, sizeof text, "%.*e", LONGEST - 1, value);
    if (strtod(text, NULL) != value)
        return exponent - 16;
    int place = exponent - (LONGEST - 1);
    for (const char *p = strchr(text, 'e') - 1; *p == '0'; p--)
        place++;
    return place;
}

int digits_place_of(double value)
{
    if (value == 0)
        return 0;
    const int exponent = (int)floor(log10(fabs(value)));
    int scale = LONGEST - 1 - exponent;
    double count = 0;
    if (scale > POWER_MAX || scale < -POWER_MAX)
        return place_by_text(value, exponent);
    if (!count_units(value, scale, &count))
        return exponent - 16;
    for (int64_t units = (int64_t)count; units != 0 && units % 10 == 0; units /= 10)
        scale--;
    return -scale;
}

bool digits_few(double value)
{
    return value == 0 || (int)floor(log10(fabs(value))) - digits_place_of(value) < FEW;
}

double digits_sum(double a, int place_a, double b, int place_b)
{
    const int scale = -(place_a < place_b ? place_a : place_b);
    double units_a = 0, units_b = 0;
    if (scale <= 0 || scale > POWER_MAX || !count_units(a, scale, &units_a) || !count_units(b, scale, &units_b) ||
        fabs(units_a) > 1e15 || fabs(units_b) > 1e15)
        return a + b;
    return (units_a + units_b) / powers[scale];
}

double digits_clean(double value)
{
    const int scale = value != 0 ? CLEANEST - 1 - (int)floor(log10(fabs(value))) : -1;
    if (scale < 0 || scale > POWER_MAX)
        return value;
    const double near = nearbyint(value * powers[scale]) / powers[scale];
    return fabs(near - value) <= fabs(value) * 0x1p-50 ? near : value;
}

void digits_text(const kept_digits *self, char text[DIGITS_TEXT])
{
    if (self->place <= 0 && self->place > -LONGEST && fabs(self->value) < 1e15) {
        snprintf(text, DIGITS_TEXT, "%.*f", -self->place, self->value);
        return;
    }
    int count = 0;
    do
        snprintf(text, DIGITS_TEXT, "%.*g", ++count, self->value);
    while (count < DBL_DECIMAL_DIG && strtod(text, NULL) != self->value);
    char *plus = strchr(text, '+'); // nobody writes it
    if (plus != NULL)
        memmove(plus, plus + 1, strlen(plus));
}
