// Cells of a picture: at every step they cover it without gaps and overlaps, each has the mean of its light, and the
// one that is split next is the best. Colours of a GIF, and light.
#include "art_draw.h"
#include "palette.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static pixels noise(struct prng *random, uint32_t width, uint32_t height, uint32_t channels)
{
    pixels made;
    const qd_image_size size = { width, height, channels };
    assert_int_equal(pixels_make(&made, "test", &size), STATUS_DONE);
    for (size_t i = 0; i < (size_t)width * height * channels; i++)
        made.bytes[i] = (uint8_t)prng_below(random, 256);
    return made;
}

static void covers(const art_cells *cells, const pixels *picture, uint32_t count)
{
    const size_t all = (size_t)picture->size.width * picture->size.height;
    uint8_t *seen = need(all, 1);
    memset(seen, 0, all);
    uint32_t there = 0;
    for (size_t i = 0; i < cells->count; i++) {
        const art_cell *cell = &cells->cells[i];
        if (!art_is_there(cell, count))
            continue;
        there++;
        for (uint32_t y = cell->top; y < cell->bottom; y++)
            for (uint32_t x = cell->left; x < cell->right; x++)
                seen[(size_t)y * picture->size.width + x]++;
    }
    for (size_t i = 0; i < all; i++)
        assert_int_equal(seen[i], 1);
    assert_true(there <= count);
    free(seen);
}

// The best of those that are there and can be split is the one that goes when the next four come.
static void best_goes_first(const art_cells *cells, const art_plan *plan)
{
    for (size_t i = 0; i < cells->count; i++) {
        const art_cell *gone = &cells->cells[i];
        for (size_t k = 0; gone->gone > 0 && k < cells->count; k++) {
            const art_cell *other = &cells->cells[k];
            if (art_is_there(other, gone->gone - 1) && (other->right - other->left) / 2 >= plan->smallest &&
                (other->bottom - other->top) / 2 >= plan->smallest)
                assert_true(other->score <= gone->score);
        }
    }
}

static void cells_cover_the_picture(void)
{
    struct prng random = { 3 };
    for (int round = 0; round < 40; round++) {
        const uint32_t channels = 1 + prng_below(&random, 4);
        pixels picture = noise(&random, 1 + prng_below(&random, 70), 1 + prng_below(&random, 70), channels);
        const art_plan plan = {
            1 + prng_below(&random, 60), 1 + prng_below(&random, 5), prng_below(&random, 5) / 4.0, { 0, 0, 0 }
        };
        art_cells cells;
        assert_true(art_split(&cells, &picture, &plan));
        assert_in_range(cells.alive, 1, plan.cells);
        for (uint32_t count = cells.cells[0].born; count <= cells.alive; count++)
            covers(&cells, &picture, count);
        best_goes_first(&cells, &plan);
        art_free(&cells);
        pixels_free(&picture);
    }
}

static void colors_are_means_of_light(void)
{
    pixels picture;
    const qd_image_size size = { 2, 1, 4 }; // half transparent red over white, and blue
    assert_int_equal(pixels_make(&picture, "test", &size), STATUS_DONE);
    memcpy(picture.bytes, ((const uint8_t[]){ 255, 0, 0, 51, 0, 0, 255, 255 }), 8);
    const art_plan plan = { 1, 1, 0.25, { 1, 1, 1 } };
    art_cells cells;
    assert_true(art_split(&cells, &picture, &plan));
    const light color = cells.cells[0].color;
    assert_true(fabs(color.red - 0.5) < 1e-6 && fabs(color.green - 0.4) < 1e-6 && fabs(color.blue - 0.9) < 1e-6);
    art_free(&cells);
    pixels_free(&picture);
    for (int i = 0; i < 256; i++)
        assert_int_equal(light_sample(light_of((uint8_t)i)), i);
    assert_int_equal(light_sample(0.5F), 188); // of half the light: 187.5 before rounding
    assert_int_equal(light_sample(-1), 0);
    assert_int_equal(light_sample(2), 255);
}

static void one_color_is_not_split(void)
{
    pixels picture;
    const qd_image_size size = { 640, 400, 3 };
    assert_int_equal(pixels_make(&picture, "test", &size), STATUS_DONE);
    memset(picture.bytes, 201, (size_t)size.width * size.height * 3);
    const art_plan plan = { 1000, 1, 0.25, { 0, 0, 0 } };
    art_cells cells;
    assert_true(art_split(&cells, &picture, &plan));
    assert_int_equal(cells.alive, 8 * 5); // nearly square from the beginning
    art_free(&cells);
    pixels_free(&picture);
}

// Drawing in steps gives what drawing at once gives.
static void steps_give_the_same(void)
{
    struct prng random = { 8 };
    pixels picture = noise(&random, 61, 47, 3);
    const art_plan plan = { 200, 2, 0.25, { 0, 0, 0 } };
    art_cells cells;
    assert_true(art_split(&cells, &picture, &plan));
    for (int shape = ART_SQUARE; shape <= ART_ROUNDED; shape++) {
        const art_look look = { (art_shape)shape, 2, 1 + (uint32_t)shape, { 10, 20, 30 } };
        const qd_image_size size = art_drawn_size(&picture.size, &look);
        pixels once, steps;
        assert_int_equal(pixels_make(&once, "test", &size), STATUS_DONE);
        assert_int_equal(pixels_make(&steps, "test", &size), STATUS_DONE);
        art_draw(&once, &cells, &look, 0, cells.alive);
        uint32_t before = 0;
        for (uint32_t count = cells.cells[0].born; count < cells.alive; count += 17, before = count - 17)
            art_draw(&steps, &cells, &look, before, count);
        art_draw(&steps, &cells, &look, before, cells.alive);
        assert_memory_equal(once.bytes, steps.bytes, (size_t)size.width * size.height * 3);
        pixels_free(&once);
        pixels_free(&steps);
    }
    art_free(&cells);
    pixels_free(&picture);
}

static void few_colors_stay(void)
{
    static const uint8_t colors[4][3] = { { 0, 0, 0 }, { 255, 255, 255 }, { 255, 0, 0 }, { 0, 132, 0 } };
    palette *made = need(1, sizeof *made);
    *made = (palette){ 0 };
    palette_make(made);
    assert_int_equal(made->count, 0);
    for (int i = 0; i < 4; i++)
        palette_add(made, colors[i], (uint64_t)i + 1);
    palette_make(made);
    assert_int_equal(made->count, 4);
    for (int i = 0; i < 4; i++) {
        const int index = palette_nearest(made, colors[i]);
        assert_int_equal(palette_nearest(made, colors[i]), index);
        for (int c = 0; c < 3; c++)
            assert_true(abs(made->colors[index][c] - colors[i][c]) <= 4);
    }
    free(made);
}

static void many_colors_become_few(void)
{
    struct prng random = { 2 };
    palette *made = need(1, sizeof *made);
    *made = (palette){ 0 };
    for (int i = 0; i < 20000; i++) {
        const uint8_t color[3] = { (uint8_t)prng_below(&random, 256), (uint8_t)prng_below(&random, 256),
                                   (uint8_t)prng_below(&random, 256) };
        palette_add(made, color, 1 + prng_below(&random, 9));
    }
    palette_make(made);
    assert_int_equal(made->count, PALETTE_MOST);
    int worst = 0;
    for (int i = 0; i < 2000; i++) {
        const uint8_t color[3] = { (uint8_t)prng_below(&random, 256), (uint8_t)prng_below(&random, 256),
                                   (uint8_t)prng_below(&random, 256) };
        const uint8_t *near = made->colors[palette_nearest(made, color)];
        for (int c = 0; c < 3; c++)
            worst = abs(near[c] - color[c]) > worst ? abs(near[c] - color[c]) : worst;
    }
    assert_in_range(worst, 1, 64); // even boxes would have sides of 40
    free(made);
}

int main(void)
{
    light_begin();
    const struct CMUnitTest tests[] = {
        plain_test(cells_cover_the_picture), plain_test(colors_are_means_of_light), plain_test(one_color_is_not_split),
        plain_test(steps_give_the_same),     plain_test(few_colors_stay),           plain_test(many_colors_become_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
