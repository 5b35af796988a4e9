// Which bytes are text: see utf8.h.
#include "utf8.h"

#include <stdbool.h>

size_t utf8_length(const unsigned char *p)
{
    if (p[0] < 0x80)
        return 1;
    size_t length = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) || (p[0] == 0xf0 && p[1] < 0x90) ||
        (p[0] == 0xf4 && p[1] > 0x8f))
        return 0;
    return length;
}

uint32_t utf8_character(const unsigned char *p, size_t length)
{
    uint32_t character = length > 1 ? p[0] & (0xffu >> (length + 1)) : p[0];
    for (size_t i = 1; i < length; i++)
        character = character << 6 | (p[i] & 0x3f);
    return character;
}

// Controls; what Unicode 16 calls "default ignorable", but for variation selectors (U+180B, U+FE00, U+E0100 and so on);
// separators of lines and paragraphs; marks of annotations.
static bool is_hidden(uint32_t character)
{
    static const uint32_t ranges[][2] = {
        { 0x00, 0x1f },       { 0x7f, 0x9f },       { 0xad, 0xad },       { 0x34f, 0x34f },     { 0x61c, 0x61c },
        { 0x115f, 0x1160 },   { 0x17b4, 0x17b5 },   { 0x180e, 0x180e },   { 0x200b, 0x200f },   { 0x2028, 0x202e },
        { 0x2060, 0x206f },   { 0x3164, 0x3164 },   { 0xfeff, 0xfeff },   { 0xffa0, 0xffa0 },   { 0xfff0, 0xfffb },
        { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a }, { 0xe0000, 0xe00ff }, { 0xe01f0, 0xe0fff },
    };
    size_t i = 0;
    while (i < sizeof ranges / sizeof ranges[0] && character > ranges[i][1])
        i++;
    return i < sizeof ranges / sizeof ranges[0] && character >= ranges[i][0];
}

size_t utf8_shown(const unsigned char *p)
{
    const size_t length = utf8_length(p);
    return length > 0 && !is_hidden(utf8_character(p, length)) ? length : 0;
}
