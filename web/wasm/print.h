// Text of numbers, in place of the C library's printf, which would be 5 KB of what a page loads. Knows what the demo
// writes: %s, %d, %u, %x, each with l, ll or z, with leading zeros (%016llx), and %.Nf, %.Ng of doubles.
#ifndef QUADRILLE_WEB_PRINT_H
#define QUADRILLE_WEB_PRINT_H

#include <stdarg.h>
#include <stddef.h>

/// As vsnprintf. Anything else in a format ends the text with a question mark.
int print_text(char *out, size_t size, const char *format, va_list list);

#endif
