/// Strict numbers: the whole text is a decimal number or it is none. No hexadecimal, no locale, no leading blanks.
#ifndef QUADRILLE_FORMATS_NUMBER_H
#define QUADRILLE_FORMATS_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

typedef enum number_error {
    NUMBER_OK = 0,
    NUMBER_EMPTY,
    NUMBER_MALFORMED,
    NUMBER_TOO_LARGE,
    NUMBER_TOO_SMALL ///< Not 0, but nearer to 0 than to any other double.
} number_error;

/// The nearest float, rounded once. A double nearer to 0 than to any other float is 0; a number beyond the largest
/// float, or too small for a double, is an error. `infinite` allows inf and -inf.
number_error number_float(const char *text, bool infinite, float *value);

/// The same in double.
number_error number_double(const char *text, double *value);

/// The double nearest to the decimal number that the text begins with; infinite: it is beyond the largest; NaN: too
/// small. What is behind the number must not make a longer one of it, as in 0x1 and 1e+. NULL: no number is there.
const char *number_begin(const char *text, double *value);

/// A whole number.
number_error number_int(const char *text, int64_t *value);

/// What is wrong, as the end of a sentence: "is not a number".
const char *number_error_text(number_error error);

#endif
