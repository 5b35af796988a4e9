/// Outlines of templates, which are placed again and again: each time the box is that of all points, to the last bit,
/// and the points that are looked at for it are few.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tiled_parser.h>
#include <unit.h>

typedef tiled_point maker(size_t i, size_t count);

static uint32_t seed = 1;

static double chance(void)
{
    seed = seed * 1664525 + 1013904223;
    return (double)seed / 4294967296.0;
}

static tiled_point anywhere(size_t i, size_t count)
{
    (void)i;
    (void)count;
    return (tiled_point){ 1000 * chance() - 300, 700 * chance() };
}

static tiled_point round_about(size_t i, size_t count)
{
    double turn = 6.283185307179586 * (double)i / (double)count;
    return (tiled_point){ 1000 * cos(turn), 1000 * sin(turn) };
}

static tiled_point up_and_down(size_t i, size_t count)
{
    (void)count;
    return (tiled_point){ (double)i, (double)(i % 7) };
}

static tiled_point along_a_line(size_t i, size_t count)
{
    (void)count;
    return (tiled_point){ (double)i, (double)i };
}

static tiled_point in_one_place(size_t i, size_t count)
{
    (void)i;
    (void)count;
    return (tiled_point){ -3, 0.1 };
}

static tiled_point far_and_small(size_t i, size_t count)
{
    (void)count;
    return i % 2 == 0 ? (tiled_point){ 1e30 * chance(), -1e30 } : (tiled_point){ 1e-300 * chance(), 5e-324 };
}

static tiled_outline outline_of(maker *make, size_t count)
{
    tiled_outline o = { .points = malloc(count * sizeof *o.points), .count = count };
    assert_non_null(o.points);
    for (size_t i = 0; i < count; i++)
        o.points[i] = make(i, count);
    return o;
}

static void assert_same(const tiled_extent *a, const tiled_extent *b)
{
    assert_true(a->min_x == b->min_x && a->min_y == b->min_y && a->max_x == b->max_x && a->max_y == b->max_y);
}

// The same outline in blocks and as it is, on the ground of a map, turned by many angles.
static void compare(maker *make, size_t count, const tiled_map *map)
{
    tiled_outline plain = outline_of(make, count), divided = plain;
    divided.points = malloc(count * sizeof *divided.points);
    assert_non_null(divided.points);
    memcpy(divided.points, plain.points, count * sizeof *divided.points);
    assert_true(tiled_divide_outline(&divided));
    for (int i = -20; i < 200; i++) {
        const double angle = i % 3 == 0 ? 15.0 * i : 360 * chance();
        const tiled_pose pose = tiled_pose_of(map, i, 7, angle, true);
        tiled_extent all = tiled_nowhere, found = tiled_nowhere;
        tiled_add_outline(&all, &pose, &plain);
        tiled_add_outline(&found, &pose, &divided);
        assert_same(&found, &all);
        found = tiled_nowhere;
        tiled_add_outline(&found, &pose, &divided);
        assert_same(&found, &all);
    }
    tiled_free_outline(&plain);
    tiled_free_outline(&divided);
}

static void its_box_is_that_of_all_points(void)
{
    const tiled_map maps[] = { { .orientation = TILED_ORTHOGONAL, .tile_width = 8, .tile_height = 8 },
                               { .orientation = TILED_ISOMETRIC, .tile_width = 60, .tile_height = 31 } };
    maker *const makers[] = { anywhere, round_about, up_and_down, along_a_line, in_one_place, far_and_small };
    const size_t counts[] = { 1, 2, 255, 256, 257, 512, 1000, 5000 };
    for (size_t map = 0; map < 2; map++)
        for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
            for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
                compare(makers[i], counts[k], &maps[map]);
}

// However it is turned: on the average no more than 1 point in 32 for each of the four sides.
static void few_points_are_looked_at(void)
{
    enum { POINTS = 200000, TIMES = 500 };
    const tiled_map map = { .orientation = TILED_ORTHOGONAL, .tile_width = 8, .tile_height = 8 };
    maker *const makers[] = { anywhere, round_about, up_and_down, along_a_line, in_one_place };
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        tiled_outline o = outline_of(makers[i], POINTS);
        assert_true(tiled_divide_outline(&o));
        tiled_extent extent = tiled_nowhere;
        for (int time = 0; time < TIMES; time++) {
            const tiled_pose pose = tiled_pose_of(&map, time, time, 0.25 + 0.7 * time, true);
            tiled_add_outline(&extent, &pose, &o);
        }
        assert_true(o.looked_at > 0 && o.looked_at / TIMES < POINTS / 32 * 4);
        const uint64_t before = o.looked_at;
        for (int time = 0; time < TIMES; time++) {
            const tiled_pose pose = tiled_pose_of(&map, time, time, 0.25 + 0.7 * (TIMES - 1), true);
            tiled_add_outline(&extent, &pose, &o);
        }
        assert_int_equal(o.looked_at, before); // as before, but elsewhere
        tiled_free_outline(&o);
    }
}

tests_main(plain_test(its_box_is_that_of_all_points), plain_test(few_points_are_looked_at))
