/// What the number of a token is.
#ifndef QUADRILLE_FORMATS_JSON_NUMBER_H
#define QUADRILLE_FORMATS_JSON_NUMBER_H

#include "json_lexer.h"

/// The nearest double; infinite: it is beyond the largest; NaN: not 0, but too small.
double json_double(const json_token *number);

/// Is it a whole number that is exactly as written? 7.0 and 7e0 are whole too.
bool json_int(const json_token *number, int64_t *whole);

#endif
