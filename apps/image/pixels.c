// Room for pixels.
#include "pixels.h"

#include "report.h"

#include <stdlib.h>

void pixels_free(pixels *self)
{
    free(self->bytes);
    self->bytes = NULL;
}

bool pixels_size_fits(const char *path, uint64_t width, uint64_t height)
{
    if (width >= 1 && height >= 1 && width <= QD_IMAGE_LONGEST && height <= QD_IMAGE_LONGEST &&
        width * height <= QD_IMAGE_MOST)
        return true;
    complain_at(path, 0,
                "%llu x %llu pixels; a picture has 1 to %u pixels a side and at most %u in all: make it smaller",
                (unsigned long long)width, (unsigned long long)height, QD_IMAGE_LONGEST, QD_IMAGE_MOST);
    return false;
}

status pixels_make(pixels *self, const char *path, const qd_image_size *size)
{
    *self = (pixels){ .size = *size };
    if (!pixels_size_fits(path, size->width, size->height))
        return STATUS_USAGE;
    const uint64_t bytes = (uint64_t)size->width * size->height * size->channels;
    self->bytes = bytes <= SIZE_MAX ? malloc((size_t)bytes) : NULL;
    if (self->bytes == NULL)
        complain_at(path, 0, "not enough memory for %u x %u pixels", size->width, size->height);
    return self->bytes != NULL ? STATUS_DONE : STATUS_FAILED;
}

status pixels_make_read(pixels *self, const char *path, const qd_image_size *size, uint64_t beside, memory_limit *limit)
{
    format_message message = { 0 };
    *self = (pixels){ .size = *size };
    if (!pixels_size_fits(path, size->width, size->height))
        return STATUS_USAGE;
    const uint64_t bytes = (uint64_t)size->width * size->height * size->channels + beside;
    if (limit_claim(limit, bytes, &message, 0, "a picture of %u x %u pixels", size->width, size->height))
        return pixels_make(self, path, size);
    complain_at(path, 0, "%s", message.text);
    return STATUS_USAGE;
}

bool pixels_are_opaque(const pixels *self)
{
    const size_t channels = self->size.channels;
    const size_t count = channels % 2 == 0 ? (size_t)self->size.width * self->size.height : 0;
    for (size_t i = 0; i < count; i++)
        if (self->bytes[(i + 1) * channels - 1] != UINT8_MAX)
            return false;
    return true;
}

status pixels_take_form(pixels *self, const char *path, uint32_t channels)
{
    const qd_image_size size = { self->size.width, self->size.height, channels };
    const uint32_t before = self->size.channels, colors = channels < 3 ? 1 : 3;
    const size_t count = (size_t)size.width * size.height;
    pixels made;
    const status result = pixels_make(&made, path, &size);
    for (size_t i = 0; result == STATUS_DONE && i < count; i++) {
        const uint8_t *from = self->bytes + i * before;
        uint8_t *to = made.bytes + i * channels;
        for (uint32_t c = 0; c < colors; c++)
            to[c] = from[before < 3 ? 0 : c];
        if (channels > colors)
            to[colors] = before % 2 == 0 ? from[before - 1] : UINT8_MAX;
    }
    if (result != STATUS_DONE)
        return result;
    pixels_free(self);
    *self = made;
    return STATUS_DONE;
}

void pixels_make_grey(pixels *self)
{
    const uint32_t channels = self->size.channels;
    const size_t count = channels >= 3 ? (size_t)self->size.width * self->size.height : 0;
    uint8_t *to = self->bytes;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *from = self->bytes + i * channels;
        *to++ = (uint8_t)((299 * from[0] + 587 * from[1] + 114 * from[2] + 500) / 1000);
        if (channels == 4)
            *to++ = from[3];
    }
    if (channels >= 3)
        self->size.channels = channels - 2;
}

// Where in the file's picture the pixel is that is seen at x, y; `size` is that of the file's.
static size_t place_before(const qd_image_size *size, int orientation, uint32_t x, uint32_t y)
{
    bool swapped = orientation >= 5;
    uint32_t column = swapped ? y : x, row = swapped ? x : y;
    if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8)
        column = size->width - 1 - column;
    if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7)
        row = size->height - 1 - row;
    return ((size_t)row * size->width + column) * size->channels;
}

status pixels_turn(pixels *self, const char *path, int orientation, memory_limit *limit)
{
    if (orientation < 2 || orientation > 8)
        return STATUS_DONE;
    qd_image_size size = self->size;
    if (orientation >= 5)
        size = (qd_image_size){ size.height, size.width, size.channels };
    pixels turned;
    status made = pixels_make_read(&turned, path, &size, 0, limit);
    if (made != STATUS_DONE)
        return made;
    note_at(path, "turned upright, as its EXIF says (orientation %d)", orientation);
    uint8_t *to = turned.bytes;
    for (uint32_t y = 0; y < size.height; y++) {
        for (uint32_t x = 0; x < size.width; x++) {
            const uint8_t *from = self->bytes + place_before(&self->size, orientation, x, y);
            for (uint32_t c = 0; c < size.channels; c++)
                *to++ = *from++;
        }
    }
    pixels_free(self);
    *self = turned;
    return STATUS_DONE;
}
