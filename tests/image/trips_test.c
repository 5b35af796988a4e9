// There and back: what the model holds exactly comes back as it was, and what it does not comes close.
#include "pictures.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Encodes at a quality and decodes. Returns the size; `back` gets the pixels.
static size_t trip(const qd_image_size *size, const uint8_t *pixels, uint32_t quality, uint8_t *back)
{
    const size_t room = picture_bytes(size) * 4 + 4096;
    uint8_t *bytes = malloc(room);
    assert_non_null(bytes);
    size_t used = 0;
    qd_image_size told;
    assert_int_equal(qd_image_encode(size, pixels, &(qd_image_def){ .quality = quality }, bytes, room, &used), QD_OK);
    assert_int_equal(qd_image_info(bytes, used, &told), QD_OK);
    assert_memory_equal(&told, size, sizeof told);
    assert_int_equal(qd_image_decode(bytes, used, NULL, back, picture_bytes(size)), QD_OK);
    free(bytes);
    return used;
}

static void flat_and_linear_are_exact(void)
{
    static const uint32_t sides[][2] = { { 128, 128 }, { 64, 100 }, { 1, 1 }, { 1, 70 }, { 131, 3 }, { 7, 5 } };
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++) {
        for (int kind = PICTURE_FLAT; kind <= PICTURE_LINEAR; kind++) {
            const qd_image_size size = { sides[k][0], sides[k][1], 1 };
            uint8_t *pixels = picture_make(&size, (picture_kind)kind), *back = malloc(picture_bytes(&size));
            assert_true(pixels && back);
            trip(&size, pixels, 100, back);
            assert_in_range(picture_farthest(pixels, back, picture_bytes(&size)), 0, kind == PICTURE_FLAT ? 0 : 1);
            free(pixels);
            free(back);
        }
    }
}

static void straight_lines_are_exact(void)
{
    const qd_image_size size = { 128, 128, 1 };
    uint8_t pixels[128 * 128], back[128 * 128];
    for (int k = 0; k < 128 * 128; k++)
        pixels[k] = (uint8_t)(20 + k % 128);
    assert_true(trip(&size, pixels, 100, back) < 1000);
    assert_memory_equal(pixels, back, sizeof pixels);
}

// Squares with quarters that are alike in each way in which they can be joined: it takes 3,720 bytes, and 4,013 where
// nothing is joined.
static void joined_quarters_take_less(void)
{
    enum { SIDE = 256, SQUARE = 32, WAYS = 7 };
    static const uint8_t parts[WAYS][4] = { { 0, 1, 2, 3 }, { 0, 0, 2, 3 }, { 0, 1, 2, 2 }, { 0, 0, 2, 2 },
                                            { 0, 1, 0, 3 }, { 0, 1, 2, 1 }, { 0, 1, 0, 1 } };
    const qd_image_size size = { SIDE, SIDE, 1 };
    uint8_t pixels[SIDE * SIDE], back[SIDE * SIDE];
    for (uint32_t k = 0; k < SIDE * SIDE; k++) {
        const uint32_t x = k % SIDE, y = k / SIDE, square = x / SQUARE + y / SQUARE * (SIDE / SQUARE);
        const uint32_t quarter = x % SQUARE / (SQUARE / 2) + 2 * (y % SQUARE / (SQUARE / 2));
        const uint32_t part = square * 5 + parts[square % WAYS][quarter];
        const double waves =
            sin(part + x % SQUARE * (0.1 + part % 7 * 0.02)) + cos(y % SQUARE * (0.1 + part % 5 * 0.02));
        pixels[k] = (uint8_t)(40 + part * 79 % 160 + 12 * waves);
    }
    assert_in_range(trip(&size, pixels, 100, back), 1000, 3850);
    assert_in_range(picture_farthest(pixels, back, sizeof pixels), 0, 1);
}

// Edges at every sample: Haar leaves hold them, also where they reach beyond the picture.
static void black_and_white_stays(void)
{
    enum { WIDTH = 61, HEIGHT = 43 };
    const qd_image_size size = { WIDTH, HEIGHT, 1 };
    uint8_t pixels[WIDTH * HEIGHT], back[WIDTH * HEIGHT];
    for (uint32_t k = 0; k < WIDTH * HEIGHT; k++)
        pixels[k] = (k % WIDTH / 3 * 7 + k / WIDTH / 2 * 5 + k % WIDTH * (k / WIDTH) / 9) % 5 == 0 ? 0 : 255;
    trip(&size, pixels, 100, back);
    assert_in_range(picture_farthest(pixels, back, sizeof back), 0, 1);
}

// Colours that change from pixel to pixel while luma does not: chromas of half the sides would be grey.
static void edges_of_colour_stay(void)
{
    enum { WIDTH = 93, HEIGHT = 40 };
    static const uint8_t colors[3][4] = { { 220, 20, 60, 9 }, { 0, 110, 190, 240 }, { 120, 60, 150, 128 } };
    for (uint32_t channels = 3; channels <= 4; channels++) {
        const qd_image_size size = { WIDTH, HEIGHT, channels };
        uint8_t pixels[WIDTH * HEIGHT * 4], back[WIDTH * HEIGHT * 4];
        for (uint32_t k = 0; k < WIDTH * HEIGHT; k++)
            memcpy(pixels + (size_t)k * channels, colors[(k % WIDTH * 7 + k / WIDTH * 5) % 11 % 3], channels);
        trip(&size, pixels, 100, back);
        assert_in_range(picture_farthest(pixels, back, picture_bytes(&size)), 0, 4);
    }
}

static void every_number_of_channels(void)
{
    for (uint32_t channels = 1; channels <= 4; channels++) {
        const qd_image_size size = { 101, 67, channels };
        uint8_t *pixels = picture_make(&size, PICTURE_SCENE), *back = malloc(picture_bytes(&size));
        assert_true(pixels && back);
        const size_t coarse = trip(&size, pixels, 20, back);
        const uint64_t far = picture_squares(pixels, back, picture_bytes(&size));
        const size_t fine = trip(&size, pixels, 95, back);
        const uint64_t near = picture_squares(pixels, back, picture_bytes(&size));
        assert_true(coarse < fine && near < far);
        assert_true(near < 65 * picture_bytes(&size)); // above 30 dB, with chromas of half the sides
        free(pixels);
        free(back);
    }
}

tests_main(plain_test(flat_and_linear_are_exact), plain_test(straight_lines_are_exact),
           plain_test(joined_quarters_take_less), plain_test(black_and_white_stays), plain_test(edges_of_colour_stay),
           plain_test(every_number_of_channels))
