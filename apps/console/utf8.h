/// @file utf8.h
/// Text of others, told from what is none, and from what a terminal would obey.
#ifndef QUADRILLE_CONSOLE_UTF8_H
#define QUADRILLE_CONSOLE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/// Length of the UTF-8 sequence at `p`, or 0 where there is none: overlong forms, surrogates and stray bytes.
size_t utf8_length(const unsigned char *p);

/// The character of a sequence that utf8_length has measured.
uint32_t utf8_character(const unsigned char *p, size_t length);

/// Length of the UTF-8 sequence at `p` where people see it as it is, or 0: there is none, or it is a control, sets the
/// direction of the text around it, ends a line, or is invisible. What only changes how its neighbour looks is seen.
size_t utf8_shown(const unsigned char *p);

#endif
