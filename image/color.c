// Pixels to planes and back: see color.h; docs/image-format.md says how they are joined.
#include "color.h"

/// 65536ths of red, green and blue in luma and chromas.
static const int32_t color_parts[3][3] = { { 19595, 38470, 7471 },
                                           { -11059, -21709, 32768 },
                                           { 32768, -27439, -5329 } };

static uint8_t color_byte(int32_t value)
{
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static void part_chroma(const qd_image_size *picture, const uint8_t *pixels, uint32_t plane, uint8_t *samples)
{
    const uint32_t across = qd__side_of(picture, 1, picture->width), down = qd__side_of(picture, 1, picture->height);
    for (uint32_t y = 0; y < down; y++) {
        for (uint32_t x = 0; x < across; x++) {
            int32_t sum = 0;
            for (uint32_t k = 0; k < 4; k++) {
                const uint32_t a = 2 * x + (k & 1) < picture->width ? 2 * x + (k & 1) : 2 * x;
                const uint32_t b = 2 * y + (k >> 1) < picture->height ? 2 * y + (k >> 1) : 2 * y;
                const uint8_t *at = pixels + ((size_t)b * picture->width + a) * picture->channels;
                sum += color_parts[plane][0] * at[0] + color_parts[plane][1] * at[1] + color_parts[plane][2] * at[2];
            }
            samples[(size_t)y * across + x] = color_byte((sum + (128 << 18) + (1 << 17)) >> 18);
        }
    }
}

void qd__color_part(const qd_image_size *picture, const uint8_t *pixels, uint32_t plane, uint8_t *samples)
{
    if (qd__is_chroma(picture, plane)) {
        part_chroma(picture, pixels, plane, samples);
        return;
    }
    const size_t count = (size_t)picture->width * picture->height, channels = picture->channels;
    for (size_t k = 0; k < count; k++) {
        const uint8_t *at = pixels + k * channels;
        samples[k] = channels < 3 || plane == 3 ? at[plane]
                                                : color_byte((color_parts[0][0] * at[0] + color_parts[0][1] * at[1] +
                                                              color_parts[0][2] * at[2] + 32768) >>
                                                             16);
    }
}

/// A chroma at a pixel, less 128, of the four samples nearest to it.
static inline int32_t chroma_at(const uint8_t *near, const uint8_t *far, uint32_t x, uint32_t across)
{
    const uint32_t a = x / 2, b = x % 2 == 0 ? (a > 0 ? a - 1 : a) : a + 1 < across ? a + 1 : a;
    return ((9 * near[a] + 3 * near[b] + 3 * far[a] + far[b] + 8) >> 4) - 128;
}

void qd__color_join(const qd_image_size *picture, uint8_t *const planes[QD__PLANES], uint32_t y, uint8_t *row)
{
    const uint32_t width = picture->width, channels = picture->channels;
    const size_t first = (size_t)y * width;
    if (channels < 3) {
        for (uint32_t x = 0; x < width; x++) {
            for (uint32_t k = 0; k < channels; k++) {
                row[x * channels + k] = planes[k][first + x];
            }
        }
        return;
    }
    const uint32_t across = (width + 1) / 2, down = (picture->height + 1) / 2, a = y / 2;
    const uint32_t b = y % 2 == 0 ? (a > 0 ? a - 1 : a) : a + 1 < down ? a + 1 : a;
    const size_t near = (size_t)a * across, far = (size_t)b * across;
    for (uint32_t x = 0; x < width; x++) {
        const int32_t luma = planes[0][first + x] * 65536 + 32768;
        const int32_t blue = chroma_at(planes[1] + near, planes[1] + far, x, across);
        const int32_t red = chroma_at(planes[2] + near, planes[2] + far, x, across);
        uint8_t *at = row + (size_t)x * channels;
        at[0] = color_byte((luma + 91881 * red) >> 16);
        at[1] = color_byte((luma - 22554 * blue - 46802 * red) >> 16);
        at[2] = color_byte((luma + 116130 * blue) >> 16);
        if (channels == 4) {
            at[3] = planes[3][first + x];
        }
    }
}
