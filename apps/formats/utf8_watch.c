#include "utf8_watch.h"

// How many bytes follow the first one of a character, and between which the first of those lies. False: none begins so.
static bool begin(utf8_watch *self, unsigned char byte)
{
    if (byte < 0xc2 || byte > 0xf4)
        return false;
    self->first = byte;
    self->low = byte == 0xe0 ? 0xa0 : byte == 0xf0 ? 0x90 : 0x80;
    self->high = byte == 0xed ? 0x9f : byte == 0xf4 ? 0x8f : 0xbf;
    self->left = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    return true;
}

static bool take(utf8_watch *self, unsigned char byte)
{
    if (self->left == 0)
        return byte < 0x80 || begin(self, byte);
    if (byte < self->low || byte > self->high)
        return false;
    self->left--;
    self->low = 0x80;
    self->high = 0xbf;
    return true;
}

void utf8_watch_take(utf8_watch *self, const unsigned char *bytes, size_t size)
{
    unsigned all = 0;
    for (size_t i = 0; i < size; i++)
        all |= bytes[i];
    if (all < 0x80 && self->left == 0 && !self->found) {
        size_t lines = 0;
        for (size_t i = 0; i < size; i++)
            lines += bytes[i] == '\n';
        self->line += lines;
        return;
    }
    for (size_t i = 0; i < size && !self->found; i++) {
        self->found = !take(self, bytes[i]);
        if (self->found)
            self->byte = self->left > 0 ? self->first : bytes[i];
        else
            self->line += bytes[i] == '\n';
    }
}
