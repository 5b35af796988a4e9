// Complaints go to standard error as one line each.
#include "report.h"

#include <stdarg.h>
#include <stdio.h>

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("quadrille: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
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
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}
