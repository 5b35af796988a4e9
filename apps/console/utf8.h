/// Separates text of users from bytes that are not text, and from codes that a terminal would obey.
#ifndef QUADRILLE_CONSOLE_UTF8_H
#define QUADRILLE_CONSOLE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/// Length of the UTF-8 sequence at `p`, or 0 for overlong forms, surrogates and stray bytes.
size_t utf8_length(const unsigned char *p);

/// The character of a sequence that utf8_length has measured.
uint32_t utf8_character(const unsigned char *p, size_t length);

/// Length of the UTF-8 sequence at `p` if a terminal shows it, or 0: it is invalid, a control, invisible, ends a line,
/// or sets the direction of the text around it. A mark that only changes its neighbour's look counts as shown.
size_t utf8_shown(const unsigned char *p);

#endif
