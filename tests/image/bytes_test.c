// Any bytes: every beginning is a coarser picture, every flipped bit an error or a picture, and decoding is the same
// everywhere.
#include "pictures.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_X = 75, SIDE_Y = 50, ROOM = 1500 };
static const qd_image_size sample = { SIDE_X, SIDE_Y, 3 };

static uint8_t *sample_bytes(uint8_t bytes[ROOM], size_t *used)
{
    uint8_t *pixels = picture_make(&sample, PICTURE_SCENE);
    assert_non_null(pixels);
    assert_int_equal(qd_image_encode(&sample, pixels, &(qd_image_def){ .bytes = ROOM }, bytes, ROOM, used), QD_OK);
    return pixels;
}

static void beginnings(void)
{
    uint8_t bytes[ROOM], back[SIDE_X * SIDE_Y * 3];
    size_t used = 0;
    uint8_t *pixels = sample_bytes(bytes, &used);
    uint64_t first = 0, last = 0;
    for (size_t size = 0; size <= used; size++) {
        uint8_t *exact = malloc(size + 1); // so that reading beyond the end is seen
        assert_non_null(exact);
        memcpy(exact, bytes, size);
        const qd_result result = qd_image_decode(exact, size, NULL, back, sizeof back);
        assert_int_equal(result, size < QD_IMAGE_HEADER ? QD_BAD_DATA : QD_OK);
        last = picture_squares(pixels, back, sizeof back);
        first = size == QD_IMAGE_HEADER ? last : first;
        free(exact);
        if (size == used / 2)
            assert_true(last < first / 2);
    }
    assert_true(last < first / 20);
    free(pixels);
}

static void flipped_bits(void)
{
    uint8_t bytes[ROOM];
    size_t used = 0;
    free(sample_bytes(bytes, &used));
    uint8_t *back = malloc((size_t)1 << 20);
    assert_non_null(back);
    for (size_t bit = 0; bit < used * 8; bit += bit < 400 ? 1 : 5) {
        qd_image_size size = { 0, 0, 0 };
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        const qd_result result = qd_image_info(bytes, used, &size);
        if (result == QD_OK && picture_bytes(&size) <= (size_t)1 << 20)
            assert_int_equal(qd_image_decode(bytes, used, NULL, back, (size_t)1 << 20), QD_OK);
        else if (result == QD_OK)
            assert_int_equal(qd_image_decode(bytes, used, NULL, back, (size_t)1 << 20), QD_TOO_SMALL);
        else
            assert_int_equal(qd_image_decode(bytes, used, NULL, back, (size_t)1 << 20), QD_BAD_DATA);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    free(back);
}

static uint32_t sum_of(const uint8_t *samples, size_t count)
{
    uint32_t sum = 0;
    for (size_t k = 0; k < count; k++)
        sum = (sum ^ samples[k]) * 16777619;
    return sum;
}

// What bytes become that stand for nothing.
static uint32_t sum_of_noise(uint8_t channels, uint8_t chroma, uint8_t width, uint8_t height, uint32_t random)
{
    uint8_t bytes[700] = { 'Q', 'D', 'I', 1, channels, chroma, 0, 1, width, 0, 0, 0, height }, back[90 * 70 * 3];
    const size_t size = (size_t)width * height * channels;
    for (size_t k = QD_IMAGE_HEADER; k < sizeof bytes; k++) {
        random = random * 1664525 + 1013904223;
        bytes[k] = (uint8_t)(random >> 24);
    }
    assert_in_range(size, 1, sizeof back);
    assert_int_equal(qd_image_decode(bytes, sizeof bytes, NULL, back, size), QD_OK);
    return sum_of(back, size);
}

// The format is not to change unseen: with chromas that are halved, and with whole ones and alpha.
static void the_same_everywhere(void)
{
    assert_int_equal(sum_of_noise(3, 5, 90, 70, 5), 0xe7c77ba5);
    assert_int_equal(sum_of_noise(4, 128 + 10, 61, 47, 8), 0xa7d88af2);
}

// Chromas have a step, whole or halved, and grey has none.
static void steps_of_chromas(void)
{
    qd_image_size size;
    for (uint8_t channels = 1; channels <= 4; channels++) {
        for (int byte = 0; byte < 256; byte++) {
            const uint8_t bytes[QD_IMAGE_HEADER] = { 'Q', 'D', 'I', 1, channels, (uint8_t)byte, 0, 1, 9, 0, 0, 0, 9 };
            const bool good = channels < 3 ? byte == 0 : byte != 0 && byte != 128;
            assert_int_equal(qd_image_info(bytes, sizeof bytes, &size), good ? QD_OK : QD_BAD_DATA);
        }
    }
}

// The same of black strokes, which are Haar leaves.
static void strokes_the_same_everywhere(void)
{
    // clang-format off
    static const uint8_t bytes[] = {
        81, 68, 73, 1, 1, 0, 160, 0, 24, 0, 0, 0, 12, 0, 0, 0, 191, 199, 63, 234, 255, 240, 255, 252, 247, 254,
        250, 222, 235, 58, 142, 178, 59, 74, 246, 2, 23, 203, 204, 229, 18, 71, 169, 90, 225, 207, 37, 75, 125,
        181, 250, 191, 108, 190, 59, 95, 66, 238, 29, 78, 168, 185, 136, 104, 250, 202, 3, 178, 206, 129, 125,
        146, 80, 126, 230, 151, 26, 25, 220, 237, 167, 201, 59, 164, 45, 65, 38, 1, 101, 114, 252, 197, 154,
        184, 231, 109, 83, 140, 205, 95, 209, 115, 16, 58, 234, 127, 82, 216, 175, 119, 217, 211, 101, 93, 54,
        15, 64, 91, 18, 18, 141, 18, 204, 4, 177, 167, 109, 210, 203, 233, 111, 17, 125, 255, 224, 160, 134,
        129, 166, 149, 186, 128, 166, 245, 43, 16, 189, 105, 168, 129, 135, 169, 11, 142, 157, 15, 176, 0,
    };
    // clang-format on
    uint8_t back[24 * 12];
    assert_int_equal(qd_image_decode(bytes, sizeof bytes, NULL, back, sizeof back), QD_OK);
    assert_int_equal(sum_of(back, sizeof back), 0x9a3ed2fe);
}

tests_main(plain_test(beginnings), plain_test(flipped_bits), plain_test(the_same_everywhere),
           plain_test(steps_of_chromas), plain_test(strokes_the_same_everywhere))
