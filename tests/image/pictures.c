#include "pictures.h"

#include <stdlib.h>

size_t picture_bytes(const qd_image_size *size)
{
    return (size_t)size->width * size->height * size->channels;
}

static uint8_t sample_of(picture_kind kind, uint32_t x, uint32_t y, uint32_t channel, uint32_t *random)
{
    switch (kind) {
    case PICTURE_FLAT:
        return 77;
    case PICTURE_LINEAR:
        return (uint8_t)(20 + x + y / 2 % 128);
    case PICTURE_SCENE: // a disc and bars on a slope, with a little noise
        *random = *random * 1664525 + 1013904223;
        if ((x % 97 - 40) * (x % 97 - 40) + (y % 89 - 30) * (y % 89 - 30) < 500)
            return (uint8_t)(200 - 30 * channel + (*random >> 29));
        return (uint8_t)(40 + (x * 3 + y) / 8 % 100 + (y % 64 < 5 ? 60 : 0) + 20 * channel + (*random >> 29));
    default:
        *random = *random * 1664525 + 1013904223;
        return (uint8_t)(*random >> 24);
    }
}

uint8_t *picture_make(const qd_image_size *size, picture_kind kind)
{
    uint8_t *pixels = malloc(picture_bytes(size));
    uint32_t random = 1;
    for (size_t i = 0; pixels && i < picture_bytes(size); i++) {
        const size_t pixel = i / size->channels;
        pixels[i] = sample_of(kind, (uint32_t)(pixel % size->width), (uint32_t)(pixel / size->width),
                              (uint32_t)(i % size->channels), &random);
    }
    return pixels;
}

uint64_t picture_squares(const uint8_t *a, const uint8_t *b, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (uint64_t)((a[i] - b[i]) * (a[i] - b[i]));
    return sum;
}

int picture_farthest(const uint8_t *a, const uint8_t *b, size_t count)
{
    int most = 0;
    for (size_t i = 0; i < count; i++)
        most = abs(a[i] - b[i]) > most ? abs(a[i] - b[i]) : most;
    return most;
}
