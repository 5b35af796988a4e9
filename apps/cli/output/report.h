/// @file report.h
/// What the program says about itself, all on standard error: `quadrille: FILE:LINE: what is wrong`.
#ifndef QUADRILLE_CLI_REPORT_H
#define QUADRILLE_CLI_REPORT_H

#include <stddef.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, rest) __attribute__((format(printf, text, rest)))
#else
#define PRINTF_LIKE(text, rest)
#endif

/// `quadrille: ` and the message.
PRINTF_LIKE(1, 2) void complain(const char *format, ...);

/// `quadrille: FILE:LINE: ` and the message; line 0: `quadrille: FILE: `.
PRINTF_LIKE(3, 4) void complain_at(const char *file, size_t line, const char *format, ...);

#endif
