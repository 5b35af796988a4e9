/// Boxes drawn by density: every one shows, and a pixel that more of them cover is brighter.
#include <colors.h>
#include <density.h>
#include <raster.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

enum { WIDE = 70, HIGH = 50, GROUND = 0x123456 };

static const view seen = { .x = 50, .y = 40, .scale = 0.5, .left = 5, .top = 3, .width = 60, .height = 40 };

static uint32_t random_below(uint32_t *state, uint32_t below)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

/// Boxes of all sizes, some of them smaller than a pixel, some partly or wholly out of view; each tenth is a hit.
static drawing many(size_t count, uint32_t seed)
{
    drawing out = { 0 };
    for (size_t i = 0; i < count; i++) {
        float x = (float)random_below(&seed, 1800) / 10 - 30, y = (float)random_below(&seed, 1500) / 10 - 30;
        float side = i % 3 ? (float)random_below(&seed, 200) / 10 : 0.1f;
        drawing_box(&out, i % 10 ? INK_ITEM : INK_HIT, fbox_xywh(x, y, side, side / 2));
    }
    return out;
}

static raster paper_with(const drawing *shapes)
{
    raster paper = { 0 };
    assert_true(raster_resize(&paper, WIDE, HIGH));
    for (int i = 0; i < WIDE * HIGH; i++)
        paper.pixels[i] = GROUND;
    raster_clip(&paper, &seen);
    raster_drawing(&paper, &seen, shapes);
    return paper;
}

/// How many boxes cover each pixel, by drawing them one at a time.
static void count_covers(const drawing *shapes, size_t covers[WIDE * HIGH])
{
    raster one = paper_with(&(drawing){ 0 });
    memset(covers, 0, WIDE * HIGH * sizeof *covers);
    for (size_t i = 0; i < shapes->count; i++) {
        raster_fill(&one, (ink_color){ 0, 0, 0, 255 });
        drawn_shape box = shapes->shapes[i];
        box.ink = INK_HERO; // one colour, and no edges
        raster_shapes(&one, &seen, &box, 1);
        for (int k = 0; k < WIDE * HIGH; k++)
            covers[k] += one.pixels[k] == 0xfff0e442;
    }
    raster_free(&one);
}

static uint32_t brightness(uint32_t pixel)
{
    return (pixel >> 16 & 255) + (pixel >> 8 & 255) + (pixel & 255);
}

static void brighter_is_more(const raster *paper, const size_t covers[WIDE * HIGH])
{
    uint32_t least[4096], most[4096];
    memset(least, 0xff, sizeof least);
    memset(most, 0, sizeof most);
    for (int i = 0; i < WIDE * HIGH; i++) {
        uint32_t light = brightness(paper->pixels[i]);
        least[covers[i]] = light < least[covers[i]] ? light : least[covers[i]];
        most[covers[i]] = light > most[covers[i]] ? light : most[covers[i]];
    }
    for (size_t few = 1; few < 2048; few++) // of one ink twice as many are brighter for sure
        if (most[few] > 0 && least[2 * few] != UINT32_MAX)
            assert_true(most[few] < least[2 * few]);
}

static void each_pixel_tells_how_many_cover_it(void)
{
    static size_t covers[WIDE * HIGH];
    for (uint32_t seed = 1; seed <= 5; seed++) {
        drawing shapes = many(4000, seed);
        for (size_t i = 0; seed % 2 && i < shapes.count; i++)
            shapes.shapes[i].ink = INK_ITEM;
        assert_true(density_is_high(shapes.shapes, shapes.count, &seen));
        count_covers(&shapes, covers);
        raster paper = paper_with(&shapes);
        for (int i = 0; i < WIDE * HIGH; i++)
            assert_true((paper.pixels[i] != GROUND) == (covers[i] > 0));
        if (seed % 2)
            brighter_is_more(&paper, covers);
        raster_free(&paper);
        drawing_free(&shapes);
    }
}

static void a_single_hit_among_many_shows(void)
{
    drawing shapes = { 0 };
    for (int i = 0; i < 5000; i++)
        drawing_frame(&shapes, INK_ITEM, fbox_xywh(0, 0, 100, 80));
    raster before = paper_with(&shapes);
    shapes.shapes[77].ink = INK_HIT;
    raster after = paper_with(&shapes);
    assert_true(before.pixels[20 * WIDE + 30] != after.pixels[20 * WIDE + 30]);
    raster_free(&before);
    raster_free(&after);
    drawing_free(&shapes);
}

// What lies still is kept; what has moved a little is not.
static void what_is_kept_is_what_is_there(void)
{
    drawing shapes = many(4000, 9);
    raster paper = paper_with(&shapes);
    for (int round = 0; round < 10; round++) {
        size_t moved = (size_t)round * 31;
        shapes.shapes[moved].a = (fvec2){ (float)round, 2 };
        shapes.shapes[moved].b = (fvec2){ (float)round + 20, 30 };
        for (int again = 0; again < 2; again++) {
            for (int i = 0; i < WIDE * HIGH; i++)
                paper.pixels[i] = GROUND;
            raster_shapes(&paper, &seen, shapes.shapes, shapes.count);
            raster fresh = paper_with(&shapes);
            assert_memory_equal(paper.pixels, fresh.pixels, WIDE * HIGH * sizeof *fresh.pixels);
            raster_free(&fresh);
        }
    }
    raster_free(&paper);
    drawing_free(&shapes);
}

// A crowd looks as the same boxes in a list do, and lies between the shapes before and behind it.
static void a_crowd_is_as_shapes_are(void)
{
    enum { COUNT = 4000 };
    static fbox boxes[COUNT];
    static uint32_t marks[COUNT];
    const fbox world = { { 0, 0 }, { 100, 80 } };
    drawing shapes = { 0 }, crowd = { .view = world, .crowd_from = COUNT }, from = many(COUNT, 11);
    for (int which = 0; which < 2; which++) {
        drawing *to = which ? &crowd : &shapes;
        drawing_box(to, INK_HERO, fbox_xywh(10, 10, 60, 60));
        for (size_t i = 0; i < COUNT; i++) {
            boxes[i] = (fbox){ from.shapes[i].a, from.shapes[i].b };
            marks[i] = from.shapes[i].ink == INK_HIT ? 7 : 0;
        }
        assert_int_equal(drawing_crowd(to, boxes, marks, COUNT - 1, world), false);                // fewer
        assert_int_equal(drawing_crowd(to, boxes, marks, COUNT, fbox_xywh(0, 0, 101, 80)), false); // some may be unseen
        if (!drawing_crowd(to, boxes, marks, COUNT, world))
            for (size_t i = 0; i < COUNT; i++)
                drawing_box(to, from.shapes[i].ink, boxes[i]);
        drawing_box(to, INK_WALL, fbox_xywh(30, 30, 20, 20));
    }
    assert_int_equal(crowd.count, 2);
    raster one = paper_with(&shapes), other = paper_with(&crowd);
    assert_memory_equal(one.pixels, other.pixels, WIDE * HIGH * sizeof *one.pixels);
    raster_free(&one);
    raster_free(&other);
    drawing_free(&shapes);
    drawing_free(&crowd);
    drawing_free(&from);
}

static void few_boxes_are_drawn_one_by_one(void)
{
    drawing shapes = many(1000, 3);
    assert_false(density_is_high(shapes.shapes, shapes.count, &seen));
    drawing_clear(&shapes);
    for (int i = 0; i < 3000; i++) // many, but next to one another
        drawing_box(&shapes, INK_ITEM, fbox_xywh((float)(i % 60), (float)i / 60, 0.2f, 0.2f));
    view near = { .x = 30, .y = 25, .scale = 20, .width = 1200, .height = 1000 };
    assert_false(density_is_high(shapes.shapes, shapes.count, &near));
    view beside = { .x = 3000, .y = 25, .scale = 1, .width = 100, .height = 100 };
    assert_false(density_is_high(shapes.shapes, shapes.count, &beside));
    drawing_free(&shapes);
}

// From DENSITY_FIRST boxes on, though each can be made out.
static void very_many_boxes_show_density_first(void)
{
    drawing shapes = { 0 };
    const view wide = { .x = 300, .y = 200, .scale = 1, .width = 600, .height = 400 };
    for (int i = 0; i < DENSITY_FIRST; i++)
        drawing_box(&shapes, INK_ITEM, fbox_xywh((float)(3 * (i % 200)), (float)(4 * (i / 200)), 2, 2));
    assert_false(density_is_high(shapes.shapes, DENSITY_FIRST, &wide));
    assert_true(density_comes_first(shapes.shapes, DENSITY_FIRST, &wide));
    assert_false(density_comes_first(shapes.shapes, DENSITY_FIRST - 1, &wide));
    raster one = { 0 }, dense = { 0 };
    assert_true(raster_resize(&one, 600, 400) && raster_resize(&dense, 600, 400));
    raster_clip(&one, &wide);
    raster_clip(&dense, &wide);
    raster_fill(&one, (ink_color){ 0, 0, 0, 255 });
    raster_fill(&dense, (ink_color){ 0, 0, 0, 255 });
    shapes.shapes[7] = shapes.shapes[8]; // one upon another
    raster_shapes(&one, &wide, shapes.shapes, DENSITY_FIRST - 1);
    raster_shapes(&dense, &wide, shapes.shapes, DENSITY_FIRST);
    assert_int_equal(one.pixels[8 * 3], one.pixels[9 * 3]);
    assert_true(brightness(dense.pixels[8 * 3]) > brightness(dense.pixels[9 * 3]));
    assert_true(dense.pixels[9 * 3] != 0xff000000u && dense.pixels[9 * 3 + 2] == 0xff000000u);
    raster_free(&one);
    raster_free(&dense);
    drawing_free(&shapes);
}

static void a_run_is_of_one_kind(void)
{
    drawing shapes = { 0 };
    drawing_frame(&shapes, INK_ITEM, fbox_xywh(0, 0, 1, 1));
    drawing_frame(&shapes, INK_HIT, fbox_xywh(0, 0, 1, 1));
    drawing_box(&shapes, INK_HIT, fbox_xywh(0, 0, 1, 1));
    drawing_box(&shapes, (ink)INK_ANSWERS, fbox_xywh(0, 0, 1, 1));
    drawing_line(&shapes, INK_ITEM, (fvec2){ 0, 0 }, (fvec2){ 1, 1 });
    const size_t runs[] = { 2, 1, 1, 1, 0 };
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(density_run(shapes.shapes + i, 5 - i), runs[i]);
    assert_int_equal(density_run(shapes.shapes, 0), 0);
    drawing_free(&shapes);
}

static void boxes_may_reach_anywhere(void)
{
    drawing shapes = { 0 };
    for (int i = 0; i < 3000; i++) {
        float far = i % 2 ? 3e38f : 1e5f;
        drawing_box(&shapes, INK_ITEM, (fbox){ { -far, -far }, { i % 3 ? far : -far, far } });
    }
    raster paper = paper_with(&shapes);
    assert_true(paper.pixels[20 * WIDE + 30] != GROUND);
    assert_int_equal(paper.pixels[20 * WIDE + 4], GROUND); // left of the view
    assert_int_equal(paper.pixels[43 * WIDE + 30], GROUND);
    raster_free(&paper);
    drawing_free(&shapes);
}

// In a pile nearly all pixels have many boxes.
static void large_numbers_that_are_nearly_equal_differ(void)
{
    drawing shapes = { 0 };
    for (int i = 0; i < 2040; i++)
        drawing_frame(&shapes, INK_ITEM, fbox_xywh(0, 10, i % 51 ? 100 : 50, 60));
    raster paper = paper_with(&shapes);
    const uint32_t more = paper.pixels[20 * WIDE + 20], fewer = paper.pixels[20 * WIDE + 50]; // 2040, and 2000
    assert_true((more >> 16 & 0xff) > (fewer >> 16 & 0xff) + 20);
    raster_free(&paper);
    drawing_free(&shapes);
}

tests_main(plain_test(large_numbers_that_are_nearly_equal_differ), plain_test(each_pixel_tells_how_many_cover_it),
           plain_test(a_single_hit_among_many_shows), plain_test(what_is_kept_is_what_is_there),
           plain_test(a_crowd_is_as_shapes_are), plain_test(few_boxes_are_drawn_one_by_one),
           plain_test(very_many_boxes_show_density_first), plain_test(a_run_is_of_one_kind),
           plain_test(boxes_may_reach_anywhere))
