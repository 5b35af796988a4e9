/// Do floats keep what decimal numbers say?
///
///     written      nearest float
///     0.1          0.100000001490..   rounded to the last digit that is written it is the number again: kept
///     500000.30    500000.3125        it is not: 500000.31
///     16777217     16777216           nor here
///     134217984    134217984          a float, but 1.3421798e+08 has the same one and is printed: not kept
///
/// A number is kept if its float lies nearer to it than half a unit of its last digit, and to none of fewer digits:
/// then it is what is printed. A float of 16 digits or more is kept too, printed as a shorter number that has the same
/// float: programs write such numbers, which widen floats. What holds for each of two numbers may fail for both: 0.1
/// and 0.10000000149011612 have one float. So numbers are taken down together, and all that share the exponent of their
/// floats must be kept to the finest last digit among them. Then different numbers have different floats, in the same
/// order, and every comparison of two of them is as it is of the numbers written.
#ifndef QUADRILLE_FORMATS_DIGITS_H
#define QUADRILLE_FORMATS_DIGITS_H

#include <stdbool.h>
#include <stdint.h>

enum { DIGITS_KINDS = 256, DIGITS_TEXT = 40 };

typedef struct kept_digits {
    double error[DIGITS_KINDS]; ///< By the exponent of the float: how far at most one is from its number,
    double half[DIGITS_KINDS];  ///< and half a unit of the finest last digit.
    bool lost;                  ///< Floats do not keep them all. Nothing more is taken down.
    double value;               ///< The first that was too much, and
    int place;                  ///< where its last digit is;
    uint64_t row;               ///< that of its file, or 0:
    const char *option;         ///< it is a number of this option. NULL as well: of several at once.
} kept_digits;

void digits_begin(kept_digits *self);

/// Takes down a number whose last digit stands for 10^place, and which is the nearest double to what is written.
void digits_take(kept_digits *self, double value, int place, uint64_t row);
/// The same of a number in a question. It is only compared, so a float need not be printed as it is written.
void digits_take_asked(kept_digits *self, double value, int place);

/// Takes down all that another has; or finds out whether what has been put together is kept.
void digits_add(kept_digits *self, const kept_digits *more);
void digits_settle(kept_digits *self);

/// The place of the last digit that is written in a decimal number (number.h), zeros included: -2 of 500000.30.
int digits_place(const char *text);

/// The same of the shortest decimal number that has this double: up to 15 digits are found, others are taken for 17.
int digits_place_of(double value);

/// Has it 9 digits at most? A float that is not what was written has more.
bool digits_few(double value);

/// The nearest double to the sum of two decimal numbers, where 15 digits hold them all: 0.3 of 0.1 and 0.2,
/// instead of 0.30000000000000004. Otherwise the sum of both doubles.
double digits_sum(double a, int place_a, double b, int place_b);

/// What a few sums and products of decimal numbers were to be, where that has 12 digits at most: 40 for
/// 39.999999999999993.
double digits_clean(double value);

/// The number that was too much, as it is written.
void digits_text(const kept_digits *self, char text[DIGITS_TEXT]);

#endif
