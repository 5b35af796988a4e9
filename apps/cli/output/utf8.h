/// @file utf8.h
/// Text of others, told from what is none.
#ifndef QUADRILLE_CLI_UTF8_H
#define QUADRILLE_CLI_UTF8_H

#include <stddef.h>

/// Length of the UTF-8 sequence at `p`, or 0 where there is none: overlong forms, surrogates and stray bytes.
size_t utf8_length(const unsigned char *p);

#endif
