// Text of numbers, in place of the C library's printf, which would be 5 KB of what a page loads. Knows what the demo
// writes: %s; %d; %u and %x, also with l, ll or z and with leading zeros (%016llx); %.Nf and %.Ng of doubles, rounded
// in double: where a value lies within rounding of the middle of two texts, it may be the other one than vsnprintf's.
#ifndef QUADRILLE_WEB_PRINT_H
#define QUADRILLE_WEB_PRINT_H

#include <stdarg.h>
#include <stddef.h>

/// As vsnprintf. Anything else in a format ends the text with a question mark.
int print_text(char *out, size_t size, const char *format, va_list list);

#endif
