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

static void wide_lines_and_rings_have_edges_in_every_direction(void)
{
    uint32_t edge = pixel_of(edge_color()), asked = pixel_of(color_of(INK_ASKED));
    for (int i = 0; i < 24; i++) {
        raster paper = white_paper();
        drawing shapes = { 0 };
        fvec2 middle = { SIDE / 2, SIDE / 2 }, end = { middle.x + 25 * cosf((float)i), middle.y + 25 * sinf((float)i) };
        if (i == 0)
            drawing_ring(&shapes, (ink)INK_ASKED, middle, 20);
        else
            drawing_line(&shapes, (ink)INK_ASKED, middle, end);
        paint_on(&paper, &shapes);
        assert_true(count_of(&paper, asked) >= 60);
        assert_true(count_of(&paper, edge) >= 40);
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

tests_main(plain_test(a_wide_frame_leaves_what_it_is_about), plain_test(a_wide_frame_shows_the_smallest_box),
           plain_test(wide_lines_and_rings_have_edges_in_every_direction), plain_test(a_mark_is_a_spot_with_an_edge),
           plain_test(wide_shapes_may_be_far_too_large))
