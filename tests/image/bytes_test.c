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

static void beginnings(void **state)
{
    (void)state;
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

static void flipped_bits(void **state)
{
    (void)state;
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

// Bytes that stand for nothing, and what they have to become: the format is not to change unseen.
static void the_same_everywhere(void **state)
{
    (void)state;
    uint8_t bytes[700] = { 'Q', 'D', 'I', 0, 3, 5, 0, 1, 90, 0, 0, 0, 70 }, back[90 * 70 * 3];
    uint32_t random = 5;
    for (size_t k = QD_IMAGE_HEADER; k < sizeof bytes; k++) {
        random = random * 1664525 + 1013904223;
        bytes[k] = (uint8_t)(random >> 24);
    }
    assert_int_equal(qd_image_decode(bytes, sizeof bytes, NULL, back, sizeof back), QD_OK);
    assert_int_equal(sum_of(back, sizeof back), 0x195b1ec1);
}

// The same of black strokes, which are Haar leaves.
static void strokes_the_same_everywhere(void **state)
{
    (void)state;
    // clang-format off
    static const uint8_t bytes[] = {
        81, 68, 73, 0, 1, 0, 160, 0, 24, 0, 0, 0, 12, 0, 0, 0, 191, 199, 63, 238, 255, 225,
        255, 249, 239, 253, 250, 136, 104, 250, 59, 72, 101, 17, 188, 175, 213, 203, 58, 36, 223, 135, 19, 18,
        247, 165, 83, 126, 158, 132, 173, 155, 63, 241, 206, 178, 228, 144, 166, 185, 217, 168, 10, 195, 20, 53,
        226, 193, 68, 30, 170, 217, 231, 188, 54, 144, 34, 153, 225, 37, 194, 169, 126, 186, 141, 160, 115, 19,
        16, 4, 238, 164, 21, 206, 96, 117, 176, 9, 120, 244, 105, 249, 117, 222, 16, 65, 93, 136, 63, 181,
        4, 9, 182, 210, 255, 165, 205, 162, 26, 146, 63, 94, 229, 217, 117, 85, 140, 159, 107, 46, 240, 253,
        25, 66, 92, 216, 47, 19, 68, 223, 252, 33, 168, 64, 6, 9, 181, 16, 37, 214, 181, 215, 133, 140,
        114, 4, 69,
    };
    // clang-format on
    uint8_t back[24 * 12];
    assert_int_equal(qd_image_decode(bytes, sizeof bytes, NULL, back, sizeof back), QD_OK);
    assert_int_equal(sum_of(back, sizeof back), 0x9a3ed2fe);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(beginnings), cmocka_unit_test(flipped_bits),
                                        cmocka_unit_test(the_same_everywhere),
                                        cmocka_unit_test(strokes_the_same_everywhere) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
