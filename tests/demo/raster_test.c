/// What is asked and what is found is drawn so that it can be seen on anything: in wide lines with dark edges.
#include <colors.h>
#include <math.h>
#include <raster.h>
#include <unit.h>

enum { SIDE = 60 };

static const view seen = { .x = SIDE / 2.0, .y = SIDE / 2.0, .scale = 1, .width = SIDE, .height = SIDE };

static uint32_t pixel_of(ink_color c)
{
    return 0xff000000u | (uint32_t)c.red << 16 | (uint32_t)c.green << 8 | c.blue;
}

static raster white_paper(void)
{
    raster paper = { 0 };
    assert_true(raster_resize(&paper, SIDE, SIDE));
    raster_clip(&paper, &seen);
    raster_fill(&paper, (ink_color){ 200, 200, 200, 255 });
    return paper;
}

static size_t count_of(const raster *self, uint32_t color)
{
    size_t count = 0;
    for (int i = 0; i < self->width * self->height; i++)
        count += self->pixels[i] == color;
    return count;
}

static void paint_on(raster *paper, const drawing *shapes)
{
    raster_shapes(paper, &seen, shapes->shapes, shapes->count);
}

static void a_wide_frame_leaves_what_it_is_about(void)
{
    raster paper = white_paper();
    drawing shapes = { 0 };
    drawing_frame(&shapes, (ink)INK_FOUND, fbox_xywh(20, 20, 20, 10));
    paint_on(&paper, &shapes);
    uint32_t edge = pixel_of(edge_color()), found = pixel_of(color_of(INK_FOUND));
    const uint32_t down[] = { edge, found, found, found, edge };
    for (int i = 0; i < 5; i++)
        assert_int_equal(paper.pixels[(17 + i) * SIDE + 30], down[i]);
    assert_int_equal(paper.pixels[25 * SIDE + 30], 0xffc8c8c8);
    drawing_free(&shapes);
    raster_free(&paper);
}

// A box that is smaller than a pixel still has its frame.
static void a_wide_frame_shows_the_smallest_box(void)
{
    raster paper = white_paper();
    drawing shapes = { 0 };
    drawing_frame(&shapes, (ink)INK_FOUND, fbox_xywh(30, 30, 0, 0));
    paint_on(&paper, &shapes);
    assert_true(count_of(&paper, pixel_of(color_of(INK_FOUND))) >= 9);
    assert_true(count_of(&paper, pixel_of(edge_color())) >= 12);
    drawing_free(&shapes);
    raster_free(&paper);
}

// Pixels whose red is within [least, most]: of smooth lines some lie between two colours.
static size_t count_within(const raster *self, uint32_t least, uint32_t most)
{
    size_t count = 0;
    for (int i = 0; i < self->width * self->height; i++)
        count += (self->pixels[i] >> 16 & 0xff) >= least && (self->pixels[i] >> 16 & 0xff) <= most;
    return count;
}

// The paper has a red of 200, edges nearly none, and questions are white.
static void wide_lines_and_rings_have_edges_in_every_direction(void)
{
    for (int i = 0; i < 24; i++) {
        raster paper = white_paper();
        drawing shapes = { 0 };
        fvec2 middle = { SIDE / 2, SIDE / 2 }, end = { middle.x + 25 * cosf((float)i), middle.y + 25 * sinf((float)i) };
        if (i == 0)
            drawing_ring(&shapes, (ink)INK_ASKED, middle, 20);
        else
            drawing_line(&shapes, (ink)INK_ASKED, middle, end);
        paint_on(&paper, &shapes);
        assert_true(count_within(&paper, 228, 255) >= 48); // a pixel less on either side than a line of 3
        assert_true(count_within(&paper, 0, 104) >= 40);
        drawing_free(&shapes);
        raster_free(&paper);
    }
}

static void a_mark_is_a_spot_with_an_edge(void)
{
    raster paper = white_paper();
    drawing shapes = { 0 };
    drawing_disc(&shapes, (ink)INK_MARK, (fvec2){ 30, 30 }, 5);
    paint_on(&paper, &shapes);
    assert_int_equal(paper.pixels[30 * SIDE + 30], pixel_of(color_of(INK_MARK)));
    assert_int_equal(paper.pixels[30 * SIDE + 35], pixel_of(edge_color()));
    drawing_free(&shapes);
    raster_free(&paper);
}

// However far they reach, lines that cross the paper are on it.
static void wide_shapes_may_be_far_too_large(void)
{
    const float far[] = { 1e3f, 1e6f, 1e30f, 3e38f };
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        raster paper = white_paper();
        drawing shapes = { 0 };
        drawing_line(&shapes, (ink)INK_ASKED, (fvec2){ -far[i], 30 }, (fvec2){ far[i], 30 });
        paint_on(&paper, &shapes);
        assert_int_equal(paper.pixels[30 * SIDE + 5], pixel_of(color_of(INK_ASKED)));
        drawing_frame(&shapes, (ink)INK_FOUND, (fbox){ { -far[i], -far[i] }, { far[i], far[i] } });
        drawing_line(&shapes, (ink)INK_ASKED, (fvec2){ -far[i], -far[i] }, (fvec2){ far[i], far[i] });
        drawing_ring(&shapes, (ink)INK_ASKED, (fvec2){ -far[i], 0 }, far[i]);
        drawing_disc(&shapes, (ink)INK_MARK, (fvec2){ far[i], 0 }, far[i]);
        paint_on(&paper, &shapes); // crashes nothing
        drawing_free(&shapes);
        raster_free(&paper);
    }
}

enum { WALL_RED = 190 };

// What is painted on black by INK_WALL, in pixels: each one counts by its share.
static double area_of(const drawing *shapes)
{
    raster paper = white_paper();
    double area = 0;
    raster_fill(&paper, (ink_color){ 0, 0, 0, 255 });
    paint_on(&paper, shapes);
    for (int i = 0; i < SIDE * SIDE; i++)
        area += (double)(paper.pixels[i] >> 16 & 0xff) / WALL_RED;
    raster_free(&paper);
    return area;
}

static void circles_and_lines_cover_as_much_as_they_should(void)
{
    const double pi = 3.14159265358979;
    for (int i = 0; i < 40; i++) {
        const float radius = 2 + 0.61f * (float)i, x = 30 + 0.173f * (float)(i % 7), y = 30 - 0.31f * (float)(i % 5);
        const float angle = 0.37f * (float)i, across = radius * cosf(angle), down = radius * sinf(angle);
        drawing shapes = { 0 };
        drawing_disc(&shapes, INK_WALL, (fvec2){ x, y }, radius);
        assert_true(fabs(area_of(&shapes) / (pi * radius * radius) - 1) < 0.03);
        drawing_clear(&shapes);
        drawing_ring(&shapes, INK_WALL, (fvec2){ x, y }, radius);
        assert_true(fabs(area_of(&shapes) / (2 * pi * radius) - 1) < 0.05);
        drawing_clear(&shapes);
        drawing_line(&shapes, INK_WALL, (fvec2){ x - across, y - down }, (fvec2){ x + across, y + down });
        if (!(fabs(area_of(&shapes) - (2 * radius + 1)) < 0.4 + 0.04 * radius))
            fail_msg("%g %g: %g", (double)radius, (double)angle, area_of(&shapes));
        drawing_free(&shapes);
    }
}

// The distances of smooth shapes are whole numbers, so every machine comes to this sum.
static void every_machine_paints_the_same_bits(void)
{
    raster paper = white_paper();
    drawing shapes = { 0 };
    for (int i = 0; i < 60; i++) {
        const fvec2 a = { (float)(i * 37 % 61) + 0.37f, (float)(i * 23 % 59) + 0.81f };
        const fvec2 b = { (float)(i * 17 % 67) - 3.3f, (float)(i * 29 % 71) - 5.7f };
        drawing_line(&shapes, i % 2 ? INK_LINK : (ink)INK_ASKED, a, b);
        drawing_ring(&shapes, i % 3 ? INK_HERO : (ink)INK_FOUND, b, 0.7f * (float)i);
        drawing_disc(&shapes, i % 2 ? INK_LIGHT : (ink)INK_MARK, a, 0.11f * (float)i);
        drawing_triangle(&shapes, INK_HIT, a, b, (fvec2){ a.x, b.y });
    }
    paint_on(&paper, &shapes);
    uint64_t sum = 0xcbf29ce484222325u;
    for (int i = 0; i < SIDE * SIDE; i++)
        sum = (sum ^ paper.pixels[i]) * 0x100000001b3u;
    if (sum != 0xbf7225b81fdbce26u)
        fail_msg("the sum is 0x%llx", (unsigned long long)sum);
    drawing_free(&shapes);
    raster_free(&paper);
}

tests_main(plain_test(circles_and_lines_cover_as_much_as_they_should), plain_test(every_machine_paints_the_same_bits),
           plain_test(a_wide_frame_leaves_what_it_is_about), plain_test(a_wide_frame_shows_the_smallest_box),
           plain_test(wide_lines_and_rings_have_edges_in_every_direction), plain_test(a_mark_is_a_spot_with_an_edge),
           plain_test(wide_shapes_may_be_far_too_large))
