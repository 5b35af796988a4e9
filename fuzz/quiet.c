#include "quiet.h"

#include <report.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static unsigned complaints, notes;

unsigned quiet_complaints(void)
{
    unsigned count = complaints;
    complaints = 0;
    return count;
}

unsigned quiet_notes(void)
{
    unsigned count = notes;
    notes = 0;
    return count;
}

// Put together all the same, so that a text without an end is seen.
static bool take(const char *format, va_list arguments)
{
    char message[2048];
    vsnprintf(message, sizeof message, format, arguments);
    return strlen(message) > 0;
}

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complaints += take(format, arguments);
    va_end(arguments);
}

void complain_at(const char *file, size_t line, const char *format, ...)
{
    (void)line;
    va_list arguments;
    va_start(arguments, format);
    if (*file != 0)
        complaints += take(format, arguments);
    va_end(arguments);
}

void note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    notes += take(format, arguments);
    va_end(arguments);
}

void note_at(const char *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (*file != 0)
        notes += take(format, arguments);
    va_end(arguments);
}

void report_quiet(void)
{
}

bool report_is_quiet(void)
{
    return true;
}
