#include "play.h"

#include <tiles.h>

static const scene_def usual = { .count = 10000, .seed = 1, .size = 16, .speed = 5 };

// Each tick's answer is what the view covers: tiles lie edge to edge, so it can be worked out.
static void the_camera_sees_the_tiles_in_its_view(void)
{
    stage s = play_open(&scene_tiles, &usual, 0);
    assert_true(s.scene->world.min.x == -224 && s.scene->world.max.y == 1824);
    uint64_t before = 0;
    for (int tick = 0; tick < 200; tick++) {
        assert_true(stage_tick(&s));
        uint64_t seen = play_counter(&s, "seen") - before;
        before += seen;
        // 640 x 384 of 16 x 16, and at the borders a row and a column more.
        assert_in_range(seen, 40 * 24, 42 * 26);
    }
    assert_int_equal(play_counter(&s, "tiles"), 10000);
    stage_close(&s);
}

static void arrows_steer_it_until_they_are_let_go(void)
{
    stage s = play_open(&scene_tiles, &usual, 0);
    scene_event left = { .kind = EVENT_KEY, .key = KEY_LEFT };
    s.scene->kind->event(s.scene, &left);
    for (int tick = 0; tick < 1000; tick++)
        stage_tick(&s);
    drawing seen = { .view = s.scene->world, .pixel = 1 };
    s.scene->kind->draw(s.scene, &seen);
    drawn_shape camera = seen.shapes[seen.count - 1];
    assert_int_equal(camera.kind, SHAPE_FRAME);
    assert_true(camera.a.x >= 0 && camera.a.x < 20); // At the left edge.
    left.kind = EVENT_KEY_UP;
    s.scene->kind->event(s.scene, &left);
    for (int tick = 0; tick < 100; tick++)
        stage_tick(&s);
    drawing_clear(&seen);
    s.scene->kind->draw(s.scene, &seen);
    camera = seen.shapes[seen.count - 1];
    assert_true(camera.a.x > 100);
    drawing_free(&seen);
    stage_close(&s);
}

static void a_map_is_shown_in_its_order_with_its_diamonds(void)
{
    const tile list[] = {
        { { { 0, 0 }, { 64, 32 } }, 1, false },
        { { { 32, 16 }, { 96, 48 } }, 1, false },
        { { { -32, 16 }, { 32, 48 } }, 2, false },
        { { { 5, 5 }, { 5, 5 } }, 0, true },
    };
    const tile_map map = { list, 4, true };
    scene_def def = { .map = &map, .count = 77, .size = -1, .speed = -1 };
    stage s = play_open(&scene_tiles, &def, 0);
    assert_int_equal(index_count(s.index), 4);
    assert_true(s.scene->world.min.x == -32 && s.scene->world.max.x == 96 && s.scene->world.max.y == 88);
    play(&s, 30);
    drawing seen = { .view = s.scene->world, .pixel = 1 };
    s.scene->kind->draw(s.scene, &seen);
    assert_int_equal(seen.count, 5);
    for (int i = 0; i < 3; i++)
        assert_true(seen.shapes[i].kind == SHAPE_DIAMOND && seen.shapes[i].a.x == list[i].box.min.x);
    assert_int_equal(seen.shapes[0].ink, seen.shapes[1].ink);
    assert_int_not_equal(seen.shapes[0].ink, seen.shapes[2].ink);
    assert_int_equal(seen.shapes[3].kind, SHAPE_FRAME);
    drawing_free(&seen);
    stage_close(&s);
}

// However many there are, what is drawn is bounded, and covers the map.
static void from_far_away_little_is_drawn(void)
{
    scene_def def = usual;
    def.count = 1000000;
    stage s = play_open(&scene_tiles, &def, 0);
    drawing seen = { .view = { { -1e6f, -1e6f }, { 1e6f, 1e6f } }, .pixel = 100 };
    s.scene->kind->draw(s.scene, &seen);
    assert_in_range(seen.count, 50000, 250000);
    double area = 0;
    for (size_t i = 0; i + 1 < seen.count; i++)
        area += (double)(seen.shapes[i].b.x - seen.shapes[i].a.x) * (seen.shapes[i].b.y - seen.shapes[i].a.y);
    assert_true(area >= 16000.0 * 16000.0);
    drawing_free(&seen);
    stage_close(&s);
}

static void takes_extremes(void)
{
    play_extremes(&scene_tiles, 40);
    play_extremes(&scene_tiles, 1);
}

tests_named(tiles, plain_test(the_camera_sees_the_tiles_in_its_view), plain_test(arrows_steer_it_until_they_are_let_go),
            plain_test(a_map_is_shown_in_its_order_with_its_diamonds), plain_test(from_far_away_little_is_drawn),
            plain_test(takes_extremes))
