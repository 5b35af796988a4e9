// Complaints go to standard error as one line each. They quote files and arguments, so what could move a terminal's
// cursor or break the line is shown as a question mark.
#include "report.h"

#include <stdarg.h>
#include <stdio.h>

static void put_message(const char *format, va_list arguments)
{
    char message[2048];
    vsnprintf(message, sizeof message, format, arguments);
    for (char *p = message; *p != 0; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            *p = '?';
    fprintf(stderr, "%s\n", message);
}

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("quadrille: ", stderr);
    put_message(format, arguments);
    va_end(arguments);
}

void complain_at(const char *file, size_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (line > 0)
        fprintf(stderr, "quadrille: %s:%zu: ", file, line);
    else
        fprintf(stderr, "quadrille: %s: ", file);
    put_message(format, arguments);
    va_end(arguments);
}
