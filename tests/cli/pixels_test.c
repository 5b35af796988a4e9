// Turning pictures as EXIF says, and how far one picture is from another, by figures worked out by hand.
#include "measure.h"
#include "pixels.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void assert_near(double is, double wanted, double within)
{
    if (!(fabs(is - wanted) <= within))
        fail_msg("%.12g, wanted %.12g", is, wanted);
}

static pixels picture_of(uint32_t width, uint32_t height, uint32_t channels, const uint8_t *bytes)
{
    pixels made;
    const qd_image_size size = { width, height, channels };
    assert_int_equal(pixels_make(&made, "test", &size), STATUS_DONE);
    memcpy(made.bytes, bytes, (size_t)width * height * channels);
    return made;
}

static void turned_as_exif_says(void)
{
    memory_limit limit = { 0 };
    // The file's picture is  1 2 3
    //                        4 5 6, and this is how it is to be seen, row by row.
    static const uint8_t file[] = { 1, 2, 3, 4, 5, 6 }, seen[8][6] = {
        { 1, 2, 3, 4, 5, 6 }, { 3, 2, 1, 6, 5, 4 }, { 6, 5, 4, 3, 2, 1 }, { 4, 5, 6, 1, 2, 3 },
        { 1, 4, 2, 5, 3, 6 }, { 4, 1, 5, 2, 6, 3 }, { 6, 3, 5, 2, 4, 1 }, { 3, 6, 2, 5, 1, 4 },
    };
    for (int orientation = 0; orientation <= 9; orientation++) {
        pixels picture = picture_of(3, 2, 1, file);
        assert_int_equal(pixels_turn(&picture, "test", orientation, &limit), STATUS_DONE);
        const bool known = orientation >= 1 && orientation <= 8, swapped = known && orientation >= 5;
        assert_int_equal(picture.size.width, swapped ? 2 : 3);
        assert_int_equal(picture.size.height, swapped ? 3 : 2);
        assert_memory_equal(picture.bytes, known ? seen[orientation - 1] : file, 6);
        pixels_free(&picture);
    }
}

static void channels_turn_together(void)
{
    memory_limit limit = { 0 };
    pixels picture = picture_of(2, 1, 3, (const uint8_t[]){ 1, 2, 3, 4, 5, 6 });
    assert_int_equal(pixels_turn(&picture, "test", 6, &limit), STATUS_DONE);
    assert_memory_equal(picture.bytes, ((const uint8_t[]){ 1, 2, 3, 4, 5, 6 }), 6);
    assert_int_equal(pixels_turn(&picture, "test", 8, &limit), STATUS_DONE);
    assert_memory_equal(picture.bytes, ((const uint8_t[]){ 1, 2, 3, 4, 5, 6 }), 6);
    assert_int_equal(pixels_turn(&picture, "test", 2, &limit), STATUS_DONE);
    assert_memory_equal(picture.bytes, ((const uint8_t[]){ 4, 5, 6, 1, 2, 3 }), 6);
    pixels_free(&picture);
}

static double ssim_of(const pixels *a, const pixels *b)
{
    double ssim = 0;
    assert_true(measure_ssim(a, b, &ssim));
    return ssim;
}

static void by_hand(void)
{
    pixels a = picture_of(2, 1, 1, (const uint8_t[]){ 0, 0 }), b = picture_of(2, 1, 1, (const uint8_t[]){ 0, 10 });
    // The mean square is 50: 10 log10(65025 / 50).
    assert_near(measure_psnr(&a, &b), 31.14110, 1e-5);
    // Means 0 and 5, variances 0 and 25: 6.5025 * 58.5225 / (31.5025 * 83.5225).
    assert_near(ssim_of(&a, &b), 0.144629, 1e-6);
    assert_true(isinf(measure_psnr(&b, &b)));
    assert_near(ssim_of(&b, &b), 1, 1e-12);
    pixels_free(&a);
    pixels_free(&b);
}

static double luma(const pixels *of, uint32_t x, uint32_t y)
{
    const uint8_t *at = of->bytes + ((size_t)y * of->size.width + x) * of->size.channels;
    return of->size.channels < 3 ? at[0] : 0.299 * at[0] + 0.587 * at[1] + 0.114 * at[2];
}

// One window by the formula as it was published, two passes.
static double window(const pixels *a, const pixels *b, uint32_t left, uint32_t top, uint32_t wide, uint32_t high)
{
    double mean_a = 0, mean_b = 0, var_a = 0, var_b = 0, both = 0;
    const double n = (double)wide * high, c1 = 2.55 * 2.55, c2 = 7.65 * 7.65;
    for (uint32_t i = 0; i < wide * high; i++) {
        mean_a += luma(a, left + i % wide, top + i / wide) / n;
        mean_b += luma(b, left + i % wide, top + i / wide) / n;
    }
    for (uint32_t i = 0; i < wide * high; i++) {
        const double p = luma(a, left + i % wide, top + i / wide) - mean_a;
        const double q = luma(b, left + i % wide, top + i / wide) - mean_b;
        var_a += p * p / n;
        var_b += q * q / n;
        both += p * q / n;
    }
    return (2 * mean_a * mean_b + c1) * (2 * both + c2) /
           ((mean_a * mean_a + mean_b * mean_b + c1) * (var_a + var_b + c2));
}

static void as_published(void)
{
    struct prng random = { 5 };
    for (int round = 0; round < 60; round++) {
        const uint32_t width = 1 + prng_below(&random, 20), height = 1 + prng_below(&random, 20);
        const uint32_t channels = 1 + prng_below(&random, 4), count = width * height * channels;
        uint8_t bytes[2][20 * 20 * 4];
        for (uint32_t i = 0; i < count; i++) {
            bytes[0][i] = (uint8_t)prng_below(&random, 256);
            bytes[1][i] = (uint8_t)(bytes[0][i] ^ prng_below(&random, 64));
        }
        pixels a = picture_of(width, height, channels, bytes[0]), b = picture_of(width, height, channels, bytes[1]);
        const uint32_t wide = width < 8 ? width : 8, high = height < 8 ? height : 8;
        double sum = 0;
        for (uint32_t y = 0; y + high <= height; y++)
            for (uint32_t x = 0; x + wide <= width; x++)
                sum += window(&a, &b, x, y, wide, high);
        assert_near(ssim_of(&a, &b), sum / ((width - wide + 1.0) * (height - high + 1.0)), 1e-9);
        pixels_free(&a);
        pixels_free(&b);
    }
}

tests_main(plain_test(turned_as_exif_says), plain_test(channels_turn_together), plain_test(by_hand),
           plain_test(as_published))
