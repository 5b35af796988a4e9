// Font files.
#include "font.h"

#include <errno.h>
#include <report.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A file that is longer is no font for a window's text.
enum { LONGEST = 64 << 20 };

const char *const font_places[] = {
    "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf", // Debian's fonts-roboto-unhinted
    "/usr/share/fonts/truetype/roboto/hinted/Roboto-Regular.ttf",             // and fonts-roboto-hinted
    "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
    "/usr/share/fonts/opentype/inter/Inter-Regular.otf", // fonts-inter
    "/usr/share/fonts/google-roboto/Roboto-Regular.ttf", // Fedora
    "/usr/share/fonts/TTF/Roboto-Regular.ttf",           // Arch
    "/usr/local/share/fonts/roboto/Roboto-Regular.ttf",  // FreeBSD
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    NULL,
};

static uint32_t number_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

typedef struct table {
    const unsigned char *at;
    size_t size; // 0: missing
} table;

// The sum of its numbers, the last one filled up with zeros. For the table "head", without the third number.
static uint32_t sum_of(const table *of, bool head)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < of->size; i += 4) {
        unsigned char word[4] = { 0 };
        memcpy(word, of->at + i, of->size - i < 4 ? of->size - i : 4);
        sum += head && i == 8 ? 0 : number_at(word);
    }
    return sum;
}

// The directory of a font begins at `start`: twelve bytes, and sixteen for each table. A table that reaches beyond the
// file counts as none, and so does one with another sum than the directory says.
static table table_of(const unsigned char *bytes, size_t size, size_t start, const char *tag)
{
    size_t count = (size_t)bytes[start + 4] << 8 | bytes[start + 5];
    for (size_t i = 0; i < count && start + 28 + 16 * i <= size; i++) {
        const unsigned char *row = bytes + start + 12 + 16 * i;
        size_t at = number_at(row + 8), length = number_at(row + 12);
        table found = { bytes + at, length };
        if (memcmp(row, tag, 4) == 0 && at < size && length <= size - at &&
            sum_of(&found, strcmp(tag, "head") == 0) == number_at(row + 4))
            return found;
    }
    return (table){ NULL, 0 };
}

bool font_is_sound(const unsigned char *bytes, size_t size)
{
    static const struct need {
        const char tag[5];
        size_t least;
    } needs[] = { { "cmap", 4 }, { "head", 54 }, { "hhea", 36 }, { "hmtx", 4 }, { "maxp", 6 } };
    const bool many = size >= 16 && memcmp(bytes, "ttcf", 4) == 0;
    const size_t start = many ? number_at(bytes + 12) : 0;
    if (size < 12 || start > size - 12)
        return false;
    uint32_t kind = number_at(bytes + start);
    bool outlines = kind == 0x00010000 || kind == 0x74727565; // or "true"
    bool curves = kind == 0x4f54544f;                         // "OTTO"
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (table_of(bytes, size, start, needs[i].tag).size < needs[i].least)
            return false;
    if (curves)
        return table_of(bytes, size, start, "CFF ").size > 0;
    return outlines && table_of(bytes, size, start, "glyf").size > 0 && table_of(bytes, size, start, "loca").size > 0;
}

// Bytes of the whole file, NULL and errno where it cannot be read. A file without end is cut at LONGEST.
static unsigned char *read_all(FILE *file, size_t *size)
{
    size_t room = 1 << 16;
    unsigned char *bytes = malloc(room);
    *size = 0;
    while (bytes) {
        *size += fread(bytes + *size, 1, room - *size, file);
        if (*size < room || room >= LONGEST)
            break;
        unsigned char *grown = realloc(bytes, room *= 2);
        if (!grown)
            free(bytes);
        bytes = grown;
    }
    if (bytes && ferror(file)) {
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

// 0, an errno, or -1: it is no font.
static int read_file(font *self, const char *path)
{
    FILE *file = fopen(path, "rb");
    int wrong = file ? 0 : errno;
    *self = (font){ .path = path };
    if (!file)
        return wrong;
    self->bytes = read_all(file, &self->size);
    wrong = self->bytes ? 0 : errno ? errno : ENOMEM;
    fclose(file);
    if (self->bytes && !font_is_sound(self->bytes, self->size))
        wrong = -1;
    if (wrong)
        font_free(self);
    return wrong;
}

bool font_read(font *self, const char *name)
{
    *self = (font){ 0 };
    if (!name) {
        for (size_t i = 0; font_places[i] && !self->bytes; i++)
            (void)read_file(self, font_places[i]);
        return true;
    }
    if (strcmp(name, "none") == 0)
        return true;
    int wrong = read_file(self, name);
    if (wrong < 0)
        complain_at(name, 0,
                    "not a TrueType or OpenType font, or a damaged one; --font none takes the letters that are "
                    "built in");
    else if (wrong > 0)
        complain_at(name, 0, "cannot read: %s", strerror(wrong));
    return wrong == 0;
}

void font_free(font *self)
{
    free(self->bytes);
    *self = (font){ 0 };
}
