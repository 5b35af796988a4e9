#include "json_text.h"

#include <stdint.h>
#include <string.h>

static bool is_within(unsigned char c, unsigned least, unsigned most)
{
    return c >= least && c <= most;
}

// Bytes of the character that begins here, or 0. The first byte limits the second, which rules out overlong
// forms, surrogates, and characters beyond U+10FFFF.
static size_t character(const unsigned char *p, size_t size, bool *cut)
{
    const unsigned char c = p[0];
    const size_t length = c < 0x80 ? 1 : is_within(c, 0xc2, 0xdf) ? 2 : is_within(c, 0xe0, 0xef) ? 3 : 4;
    const unsigned least = c == 0xe0   ? 0xa0
                           : c == 0xf0 ? 0x90
                                       : 0x80,
                   most = c == 0xed   ? 0x9f
                          : c == 0xf4 ? 0x8f
                                      : 0xbf;
    if (length == 4 && !is_within(c, 0xf0, 0xf4))
        return 0;
    for (size_t i = 1; i < length; i++) {
        *cut = i == size;
        if (*cut || !is_within(p[i], i == 1 ? least : 0x80, i == 1 ? most : 0xbf))
            return 0;
    }
    return length;
}

size_t json_utf8(const char *bytes, size_t size, bool *cut)
{
    const unsigned char *p = (const unsigned char *)bytes, *end = p + size;
    *cut = false;
    while (p < end) {
        uint64_t eight = 0;
        for (; end - p >= (ptrdiff_t)sizeof eight; p += sizeof eight) {
            memcpy(&eight, p, sizeof eight);
            if ((eight & UINT64_C(0x8080808080808080)) != 0)
                break;
        }
        if (p == end)
            break;
        const size_t length = character(p, (size_t)(end - p), cut);
        if (length == 0)
            break;
        p += length;
    }
    return size - (size_t)(end - p);
}

static int hexadecimal(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char small = (char)(c | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// A character, whose code is that if it was written as one.
static void take_character(json_scan *self, unsigned code)
{
    const bool first = code >= 0xd800 && code < 0xdc00, second = code >= 0xdc00 && code < 0xe000;
    self->lone = self->lone || self->half != second;
    self->half = first;
}

// The next byte of an escape, of which there has been the backslash at least.
static void take_escaped(json_scan *self, char c)
{
    const int digit = hexadecimal(c);
    self->bad = self->escape == 1 ? c == 0 || strchr("\"\\/bfnrtu", c) == NULL : digit < 0;
    if (self->bad)
        return;
    self->code = self->escape > 1 ? self->code * 16 + (unsigned)digit : 0;
    self->escape++;
    if (self->escape == 2 && c != 'u')
        take_character(self, 0);
    else if (self->escape == 6)
        take_character(self, self->code);
    else
        return;
    self->escape = 0;
}

size_t json_scan_text(json_scan *self, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const char c = bytes[i];
        if (self->escape > 0) {
            take_escaped(self, c);
            if (self->bad)
                return i;
        } else if (c == '\\') {
            self->escape = 1;
        } else {
            if (self->half || c == '"')
                take_character(self, 0);
            if (c == '"' || (unsigned char)c < ' ')
                return i;
        }
    }
    return size;
}
