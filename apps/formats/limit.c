#include "limit.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum { KILOBYTE = 1000, MEGABYTE = 1000000, SIZE_TEXT = 32 };

static uint64_t times_of(const memory_limit *self)
{
    return self->times > 0 ? self->times : LIMIT_TIMES;
}

uint64_t limit_most(const memory_limit *self)
{
    if (self->said > 0)
        return self->said;
    const uint64_t times = times_of(self), most = self->file <= UINT64_MAX / times ? self->file * times : UINT64_MAX;
    return most > LIMIT_LEAST ? most : LIMIT_LEAST;
}

bool limit_take(memory_limit *self, uint64_t bytes)
{
    const uint64_t most = limit_most(self);
    if (self->taken > most || bytes > most - self->taken)
        return false;
    self->taken += bytes;
    return true;
}

void limit_give(memory_limit *self, uint64_t bytes)
{
    self->taken -= bytes < self->taken ? bytes : self->taken;
}

// A number of bytes as the option takes it.
static void put_size(char text[SIZE_TEXT], uint64_t bytes)
{
    static const char *const units[] = { " (bytes)", "K", "M", "G", "T" };
    size_t unit = 0;
    for (; bytes > 0 && bytes % 1024 == 0 && unit + 1 < sizeof units / sizeof *units; unit++)
        bytes /= 1024;
    snprintf(text, SIZE_TEXT, "%" PRIu64 "%s", bytes, units[unit]);
}

bool limit_claim(memory_limit *self, uint64_t bytes, format_message *message, size_t line, const char *claim, ...)
{
    if (limit_take(self, bytes))
        return true;
    char text[128], remedy[SIZE_TEXT], said[SIZE_TEXT], than[80];
    va_list arguments;
    va_start(arguments, claim);
    vsnprintf(text, sizeof text, claim, arguments);
    va_end(arguments);
    const uint64_t need = bytes <= UINT64_MAX - self->taken ? self->taken + bytes : UINT64_MAX;
    // What would be enough, as the option takes it: a power of two, so that what comes behind the claim has room too.
    uint64_t enough = 2 * LIMIT_LEAST;
    while (enough < need && enough < UINT64_C(1) << 62)
        enough *= 2;
    put_size(remedy, enough);
    put_size(said, self->said);
    if (self->said > 0)
        snprintf(than, sizeof than, "than --limit-memory %s allows", said);
    else
        snprintf(than, sizeof than, "than 256 MB and %" PRIu64 " times the %" PRIu64 " bytes of the file",
                 times_of(self), self->file);
    const bool small = need < UINT64_C(10) * MEGABYTE;
    return format_fail(message, line,
                       "%s: with that it takes %" PRIu64 " %s of memory, more %s; --limit-memory %s allows it", text,
                       small ? (need + KILOBYTE - 1) / KILOBYTE : need / MEGABYTE, small ? "KB" : "MB", than, remedy);
}
