// What the codec is measured against: it keeps to the size that it is given, and has no fault that would make it look
// bad.
#include "constant_leaves.h"
#include "measure.h"
#include "rivals.h"
#include "samples.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static pixels make(uint32_t width, uint32_t height, uint32_t channels)
{
    pixels made;
    const qd_image_size size = { width, height, channels };
    assert_int_equal(pixels_make(&made, "test", &size), STATUS_DONE);
    return made;
}

static void fill(pixels *picture, struct prng *random, uint32_t most)
{
    const size_t count = (size_t)picture->size.width * picture->size.height * picture->size.channels;
    for (size_t i = 0; i < count; i++)
        picture->bytes[i] = (uint8_t)prng_below(random, most);
}

static void constants_cost_nothing(void)
{
    for (uint32_t channels = 1; channels <= 4; channels++) {
        for (int pruned = 0; pruned < 2; pruned++) {
            pixels picture = make(100, 67, channels), seen = make(100, 67, channels);
            memset(picture.bytes, 77, (size_t)100 * 67 * channels);
            const constant_way way = { .pruned = pruned, .whole = channels == 4, .step = 8, .part = 0.1 };
            assert_in_range(constant_encode(&picture, &way, &seen), 17, 32);
            assert_memory_equal(picture.bytes, seen.bytes, (size_t)100 * 67 * channels);
            pixels_free(&picture);
            pixels_free(&seen);
        }
    }
}

// With small steps the tree goes down to single pixels, and nothing is lost but in rounding.
static void small_steps_are_exact(void)
{
    struct prng random = { 4 };
    for (int round = 0; round < 30; round++) {
        const uint32_t width = 1 + prng_below(&random, 40), height = 1 + prng_below(&random, 40),
                       channels = 1 + (uint32_t)round % 2;
        pixels picture = make(width, height, channels), seen = make(width, height, channels);
        fill(&picture, &random, 256);
        const constant_way way = { .pruned = round % 3 == 0, .step = 0.25, .part = 0.01 };
        assert_true(constant_encode(&picture, &way, &seen) > 16);
        assert_memory_equal(picture.bytes, seen.bytes, (size_t)width * height * channels);
        pixels_free(&picture);
        pixels_free(&seen);
    }
}

static void all_keep_to_the_size(void)
{
    struct prng random = { 6 };
    for (int round = 0; round < 6; round++) {
        pixels picture = make(70, 50, round % 2 == 0 ? 3 : 1);
        fill(&picture, &random, 2 + 60 * (uint32_t)round % 255);
        for (int k = 0; rivals[k] != NULL; k++) {
            outcome made;
            assert_true(rivals[k]->best_within(&picture, 900, &made));
            const bool smallest = strcmp(rivals[k]->name, "JPEG") == 0; // says how small it gets where that is more
            assert_true(made.size <= 900 || smallest);
            assert_int_equal(made.size > 0, made.picture.bytes != NULL);
            if (made.size > 0)
                assert_true(measure_psnr(&picture, &made.picture) > 5);
            pixels_free(&made.picture);
        }
        pixels_free(&picture);
    }
}

static void samples_can_be_drawn(void)
{
    for (const sample *s = samples; s->name != NULL; s++) {
        pixels picture;
        assert_true(s->draw(&picture));
        const size_t count = (size_t)picture.size.width * picture.size.height * 3;
        uint8_t least = 255, most = 0;
        for (size_t i = 0; i < count; i++) {
            least = picture.bytes[i] < least ? picture.bytes[i] : least;
            most = picture.bytes[i] > most ? picture.bytes[i] : most;
        }
        assert_true(most - least > 150);
        pixels_free(&picture);
    }
}

tests_main(plain_test(constants_cost_nothing), plain_test(small_steps_are_exact), plain_test(all_keep_to_the_size),
           plain_test(samples_can_be_drawn))
