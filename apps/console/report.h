/// What the program says about itself, all on standard error: `quadrille: FILE:LINE: what is wrong`.
#ifndef QUADRILLE_CONSOLE_REPORT_H
#define QUADRILLE_CONSOLE_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, rest) __attribute__((format(printf, text, rest)))
#else
#define PRINTF_LIKE(text, rest)
#endif

/// What the program is called in front of every message; "quadrille" to begin with. Not copied.
void report_as(const char *name);
const char *report_name(void);

enum { REPORT_ROOM = 8192 };

/// From now on messages are kept; report_release prints them, or forgets them. What does not fit is lost.
void report_hold(void);
void report_release(bool print);
/// What is kept, as a string, with room for REPORT_ROOM bytes: another may be put in its place.
char *report_held(void);

/// The line of a file that the first kept message with a line names; SIZE_MAX: no message has a line.
size_t report_held_line(void);

/// `quadrille: ` and the message.
PRINTF_LIKE(1, 2) void complain(const char *format, ...);

/// The same for a note: something that is no fault but good to know, such as how a file was taken. None is printed once
/// report_quiet has been called, and no progress either.
PRINTF_LIKE(1, 2) void note(const char *format, ...);
PRINTF_LIKE(2, 3) void note_at(const char *file, const char *format, ...);
void report_quiet(void);
bool report_is_quiet(void);

/// `quadrille: FILE:LINE: ` and the message; line 0: `quadrille: FILE: `.
PRINTF_LIKE(3, 4) void complain_at(const char *file, size_t line, const char *format, ...);

#endif
