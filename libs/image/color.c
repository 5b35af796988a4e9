// Pixels to planes and back: see color.h; docs/image-format.md says how they are joined.
#include "color.h"

/// 65536ths of red, green and blue in luma and chromas.
static const int32_t color_parts[3][3] = { { 19595, 38470, 7471 },
                                           { -11059, -21709, 32768 },
                                           { 32768, -27439, -5329 } };

/// The nearest byte to a number of 16 bits; as such a number, so that compilers take vectors of them.
static int16_t color_byte(int32_t value)
{
    int16_t byte = (int16_t)value;
    if (byte < 0)
        byte = 0;
    if (byte > 255)
        byte = 255;
    return byte;
}

static void halve_chroma(const qd_image_size *picture, const uint8_t *pixels, uint32_t plane, uint8_t *samples)
{
    const uint32_t across = (picture->width + 1) / 2, down = (picture->height + 1) / 2;
    for (uint32_t y = 0; y < down; y++) {
        for (uint32_t x = 0; x < across; x++) {
            int32_t sum = 0;
            for (uint32_t k = 0; k < 4; k++) {
                const uint32_t a = 2 * x + (k & 1) < picture->width ? 2 * x + (k & 1) : 2 * x;
                const uint32_t b = 2 * y + (k >> 1) < picture->height ? 2 * y + (k >> 1) : 2 * y;
                const uint8_t *at = pixels + ((size_t)b * picture->width + a) * picture->channels;
                sum += color_parts[plane][0] * at[0] + color_parts[plane][1] * at[1] + color_parts[plane][2] * at[2];
            }
            samples[(size_t)y * across + x] = (uint8_t)color_byte((sum + (128 << 18) + (1 << 17)) >> 18);
        }
    }
}

/// Luma or a chroma of a pixel.
static uint8_t color_sample(uint32_t plane, const uint8_t *pixel)
{
    const int32_t *by = color_parts[plane], middle = plane > 0 ? 128 << 16 : 0;
    return (uint8_t)color_byte((by[0] * pixel[0] + by[1] * pixel[1] + by[2] * pixel[2] + middle + 32768) >> 16);
}

void qd__color_part(const qd_image_size *picture, bool whole, const uint8_t *pixels, uint32_t plane, uint8_t *samples)
{
    const size_t count = (size_t)picture->width * picture->height, channels = picture->channels;
    if (!whole && qd__is_chroma(picture, plane)) {
        halve_chroma(picture, pixels, plane, samples);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        const uint8_t *at = pixels + k * channels;
        samples[k] = channels < 3 || plane == 3 ? at[plane] : color_sample(plane, at);
    }
}

enum { STRIP = 64 }; ///< Samples of a chroma that are joined at a time: loops over arrays, which compilers make fast.

/// `count` samples of a chroma, twice as wide: each less 128, of the four samples nearest to it. `near` and `far` are
/// the rows nearest to the one that is wanted.
static void widen(const uint8_t *near, const uint8_t *far, uint32_t start, uint32_t count, uint32_t across,
                  int16_t wide[2 * STRIP])
{
    int16_t sums[STRIP + 2]; // with one more on either side
    const uint32_t before = start > 0 ? start - 1 : 0, behind = start + count < across ? start + count : across - 1;
    sums[0] = (int16_t)(3 * near[before] + far[before]);
    for (uint32_t k = 0; k < count; k++)
        sums[k + 1] = (int16_t)(3 * near[start + k] + far[start + k]);
    sums[count + 1] = (int16_t)(3 * near[behind] + far[behind]);
    for (size_t k = 0; k < count; k++) {
        wide[2 * k] = (int16_t)(((3 * sums[k + 1] + sums[k] + 8) >> 4) - 128);
        wide[2 * k + 1] = (int16_t)(((3 * sums[k + 1] + sums[k + 2] + 8) >> 4) - 128);
    }
}

/// Pixels, each in a number from its low byte on: red, green, blue.
static void join_strip(const uint8_t *luma, const int16_t *blue, const int16_t *red, uint32_t count,
                       uint32_t joined[2 * STRIP])
{
    const int16_t r = 91881 - 65536, gb = -22554, gr = -46802 + 65536, b = 116130 - 131072; // products of 16 bits
    int16_t parts[3][2 * STRIP];
    for (uint32_t k = 0; k < count; k++) {
        parts[0][k] = color_byte(luma[k] + red[k] + ((r * red[k] + 32768) >> 16));
        parts[1][k] = color_byte(luma[k] - red[k] + ((gb * blue[k] + gr * red[k] + 32768) >> 16));
        parts[2][k] = color_byte(luma[k] + 2 * blue[k] + ((b * blue[k] + 32768) >> 16));
    }
    for (uint32_t k = 0; k < count; k++)
        joined[k] = (uint32_t)parts[0][k] | (uint32_t)parts[1][k] << 8 | (uint32_t)parts[2][k] << 16;
}

/// The chromas of `count` pixels of a row from an even x on, each less 128.
static void find_chroma(const qd_image_size *picture, bool whole, const uint8_t *plane, uint32_t x, uint32_t y,
                        uint32_t count, int16_t wide[2 * STRIP])
{
    if (whole) {
        const uint8_t *from = plane + (size_t)y * picture->width + x;
        for (uint32_t k = 0; k < count; k++)
            wide[k] = (int16_t)(from[k] - 128);
        return;
    }
    const uint32_t across = (picture->width + 1) / 2, down = (picture->height + 1) / 2, a = y / 2;
    const uint32_t b = y % 2 == 0 ? (a > 0 ? a - 1 : a) : a + 1 < down ? a + 1 : a;
    widen(plane + (size_t)a * across, plane + (size_t)b * across, x / 2, (count + 1) / 2, across, wide);
}

double qd__color_halving(const qd_image_size *picture, const uint8_t *pixels, uint8_t *const planes[QD__PLANES])
{
    const uint32_t width = picture->width;
    uint64_t sum = 0;
    for (uint32_t y = 0; y < picture->height; y++) {
        for (uint32_t start = 0; start < width; start += 2 * STRIP) {
            const uint32_t count = width - start < 2 * STRIP ? width - start : 2 * STRIP;
            const uint8_t *at = pixels + ((size_t)y * width + start) * picture->channels;
            for (uint32_t plane = 1; plane < 3; plane++) {
                int16_t wide[2 * STRIP];
                find_chroma(picture, false, planes[plane], start, y, count, wide);
                for (uint32_t k = 0; k < count; k++) {
                    const int32_t off = color_sample(plane, at + (size_t)k * picture->channels) - 128 - wide[k];
                    sum += (uint64_t)(off * off);
                }
            }
        }
    }
    return (double)sum / ((double)width * picture->height);
}

/// Joined pixels as three bytes each, or four.
static void put_pixels(const uint32_t *joined, uint32_t count, uint32_t channels, uint8_t *at)
{
    for (uint32_t k = 0; k < count - 1; k++, at += channels) { // what is one too many, the next pixel overwrites
        at[0] = (uint8_t)joined[k];
        at[1] = (uint8_t)(joined[k] >> 8);
        at[2] = (uint8_t)(joined[k] >> 16);
        at[3] = (uint8_t)(joined[k] >> 24);
    }
    for (uint32_t k = 0; k < channels; k++)
        at[k] = (uint8_t)(joined[count - 1] >> 8 * k);
}

static void join_colors(const qd_image_size *picture, bool whole, uint8_t *const planes[QD__PLANES], uint32_t y,
                        uint8_t *row)
{
    const uint32_t channels = picture->channels, width = picture->width;
    const size_t first = (size_t)y * width;
    for (uint32_t start = 0; start < width; start += 2 * STRIP) {
        int16_t wide[2][2 * STRIP];
        uint32_t joined[2 * STRIP];
        const uint32_t count = width - start < 2 * STRIP ? width - start : 2 * STRIP;
        for (uint32_t k = 0; k < 2; k++)
            find_chroma(picture, whole, planes[1 + k], start, y, count, wide[k]);
        join_strip(planes[0] + first + start, wide[0], wide[1], count, joined);
        for (uint32_t k = 0; k < count && channels == 4; k++)
            joined[k] |= (uint32_t)planes[3][first + start + k] << 24;
        put_pixels(joined, count, channels, row + (size_t)start * channels);
    }
}

void qd__color_join(const qd_image_size *picture, bool whole, uint8_t *const planes[QD__PLANES], uint32_t y,
                    uint8_t *row)
{
    const uint32_t width = picture->width, channels = picture->channels;
    if (channels >= 3) {
        join_colors(picture, whole, planes, y, row);
        return;
    }
    for (uint32_t x = 0; x < width; x++)
        for (uint32_t k = 0; k < channels; k++)
            row[x * channels + k] = planes[k][(size_t)y * width + x];
}
