#include "quiet.h"

#include <report.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static unsigned complaints;

unsigned quiet_complaints(void)
{
    unsigned count = complaints;
    complaints = 0;
    return count;
}

// Put together all the same, so that a text without an end is seen.
static void note(const char *format, va_list arguments)
{
    char message[2048];
    vsnprintf(message, sizeof message, format, arguments);
    complaints += strlen(message) > 0;
}

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    note(format, arguments);
    va_end(arguments);
}

void complain_at(const char *file, size_t line, const char *format, ...)
{
    (void)line;
    va_list arguments;
    va_start(arguments, format);
    if (*file != 0)
        note(format, arguments);
    va_end(arguments);
}
