// Complaints go to standard error as one line each. They quote files and arguments, so what could move a terminal's
// cursor, turn, break or hide the line, or is no text at all, is shown as question marks.
#include "report.h"

#include "utf8.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void mask(char *text)
{
    for (unsigned char *p = (unsigned char *)text; *p != 0;) {
        const size_t length = utf8_shown(p);
        if (length == 0)
            *p = '?';
        p += length > 0 ? length : 1;
    }
}

static const char *program = "quadrille";
static char held[REPORT_ROOM];
static size_t held_line = SIZE_MAX;
static bool holds, quiet;

void report_as(const char *name)
{
    program = name;
}

const char *report_name(void)
{
    return program;
}

void report_hold(void)
{
    holds = true;
    held[0] = 0;
    held_line = SIZE_MAX;
}

void report_release(bool print)
{
    if (print)
        fputs(held, stderr);
    holds = false;
    held[0] = 0;
}

char *report_held(void)
{
    return held;
}

void report_quiet(void)
{
    quiet = true;
}

bool report_is_quiet(void)
{
    return quiet;
}

size_t report_held_line(void)
{
    return held_line;
}

// One call prints the line, so that those of several programs do not mix.
static void put_line(const char *place, const char *format, va_list arguments)
{
    char message[2048];
    vsnprintf(message, sizeof message, format, arguments);
    mask(message);
    if (!holds) {
        fprintf(stderr, "%s: %s%s\n", program, place, message);
        return;
    }
    const size_t used = strlen(held), room = sizeof held - used;
    const int length = snprintf(held + used, room, "%s: %s%s\n", program, place, message);
    if (length < 0 || (size_t)length >= room)
        held[used] = 0;
}

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_line("", format, arguments);
    va_end(arguments);
}

static void put_line_at(const char *file, size_t line, const char *format, va_list arguments)
{
    char place[4200]; // more than a path can have
    if (line > 0 && held_line == SIZE_MAX)
        held_line = line;
    if (line > 0)
        snprintf(place, sizeof place, "%s:%zu: ", file, line);
    else
        snprintf(place, sizeof place, "%s: ", file);
    mask(place);
    put_line(place, format, arguments);
}

void complain_at(const char *file, size_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_line_at(file, line, format, arguments);
    va_end(arguments);
}

void note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!quiet)
        put_line("", format, arguments);
    va_end(arguments);
}

void note_at(const char *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!quiet)
        put_line_at(file, 0, format, arguments);
    va_end(arguments);
}
