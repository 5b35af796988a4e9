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

// Bytes that stand for nothing, and what they have to become: the format is not to change unseen.
static void the_same_everywhere(void **state)
{
    (void)state;
    uint8_t bytes[700] = { 'Q', 'D', 'I', 0, 3, 5, 0, 1, 90, 0, 0, 0, 70 }, back[90 * 70 * 3];
    uint32_t random = 5, sum = 0;
    for (size_t k = QD_IMAGE_HEADER; k < sizeof bytes; k++) {
        random = random * 1664525 + 1013904223;
        bytes[k] = (uint8_t)(random >> 24);
    }
    assert_int_equal(qd_image_decode(bytes, sizeof bytes, NULL, back, sizeof back), QD_OK);
    for (size_t k = 0; k < sizeof back; k++)
        sum = (sum ^ back[k]) * 16777619;
    assert_int_equal(sum, 0x42bff1f4);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(beginnings), cmocka_unit_test(flipped_bits),
                                        cmocka_unit_test(the_same_everywhere) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
