/// Reads bytes, from the file and then, those of a whole tick, from memory.
#include "reader.h"

#include "bytes.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

bool recording_complain(recording *self, const char *format, ...)
{
    char what[400];
    va_list arguments;
    if (self->bad)
        return false; // The first error counts.
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(self->complaint, sizeof self->complaint, "%.200s: %s", self->path, what);
    self->bad = true;
    return false;
}

// The end.
static bool complain_of_end(recording *self)
{
    unsigned long long offset = self->offset, ticks = self->ticks;
    if (!self->ahead)
        return recording_complain(self, "the recording ends after %llu bytes, in the middle of its head", offset);
    self->cut = true;
    if (self->count == 0 && ticks > 0)
        return recording_complain(self, "the recording ends after %llu bytes, with tick %llu", offset, ticks);
    return recording_complain(self, "the recording ends after %llu bytes, in the middle of tick %llu", offset,
                              ticks + 1);
}

static bool keep(recording *self, const void *bytes, size_t count)
{
    if (count > self->space - self->count) {
        size_t space = 2 * (self->count + count) + 4096;
        uint8_t *grown = realloc(self->tick, space);
        if (!grown)
            return recording_complain(self, "not enough memory for a tick of more than %zu bytes", self->count);
        self->tick = grown;
        self->space = space;
    }
    memcpy(self->tick + self->count, bytes, count);
    self->count += count;
    return true;
}

bool recording_read(recording *self, void *out, size_t count)
{
    if (self->bad)
        return false;
    if (self->again) {
        memcpy(out, self->tick + self->at, count);
        self->at += count;
        return true;
    }
    size_t got = fread(out, 1, count, self->file);
    self->offset += got;
    if (got == count) {
        self->sum = bytes_sum(self->sum, out, count);
        return !self->ahead || keep(self, out, count);
    }
    if (ferror(self->file))
        return recording_complain(self, "cannot read: %s", strerror(errno));
    if (got > 0 && self->ahead)
        keep(self, out, got); // for the complaint
    return complain_of_end(self);
}

uint64_t recording_number(recording *self, size_t size)
{
    uint8_t bytes[8];
    return recording_read(self, bytes, size) ? bytes_get(bytes, size) : 0;
}
