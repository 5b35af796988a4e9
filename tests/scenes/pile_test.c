#include "play.h"

static const scene_def usual = { .count = 730, .seed = 2, .size = -1, .speed = -1 };
static const qd_box everywhere = { { -1e30f, -1e30f }, { 1e30f, 1e30f } };

static void grows_in_fifty_portions(void **state)
{
    (void)state;
    stage s = play_open(&scene_pile, &usual, 0);
    for (size_t tick = 1; tick <= 60; tick++) {
        play_alone(&s, 1);
        assert_int_equal(index_count(s.index), tick * 15 < 730 ? tick * 15 : 730);
    }
    assert_int_equal(play_counter(&s, "inserted"), 730);
    assert_int_equal(play_counter(&s, "asked"), 60);
    for (uint32_t i = 0; i < 730; i++) {
        qd_box box = index_box(s.index, i);
        assert_true(box.min.x >= 0 && box.min.y >= 0 && box.max.x <= 800 && box.max.y <= 600);
        assert_true(box.max.x - box.min.x > 31.99f && box.max.y - box.min.y < 32.01f);
    }
    stage_close(&s);
}

// Few of them, so that both answers come up.
static void the_answer_is_that_of_brute_force(void **state)
{
    (void)state;
    scene_def def = usual;
    def.count = 100;
    stage s = play_open(&scene_pile, &def, 0);
    size_t touched = 0;
    for (int tick = 0; tick < 300; tick++) {
        float x = (float)(tick * 97 % 900) - 50, y = (float)(tick * 61 % 700) - 50;
        play_mouse(&s, EVENT_POINT, x, y, 0);
        uint64_t before = play_counter(&s, "touched");
        play_alone(&s, 1);
        bool touches = play_overlapping(&s, qd_box_around((qd_vec2){ x, y }, 16, 16), 0) > 0;
        assert_int_equal(play_counter(&s, "touched") - before, touches);
        touched += touches;
    }
    assert_in_range(touched, 30, 270);
    stage_close(&s);
}

static void roams_by_itself(void **state)
{
    (void)state;
    stage s = play_open(&scene_pile, &usual, 0);
    play_alone(&s, 1000);
    assert_in_range(play_counter(&s, "touched"), 500, 999); // not outside of the world
    stage_close(&s);
}

static void keys_start_again(void **state)
{
    (void)state;
    stage s = play_open(&scene_pile, &usual, 0);
    play_alone(&s, 60);
    play_key(&s, KEY_1, true);
    assert_int_equal(index_count(s.index), 0);
    play_alone(&s, 2);
    assert_int_equal(index_count(s.index), 30);
    play_key(&s, KEY_2, true);
    play_alone(&s, 1);
    assert_int_equal(index_count(s.index), 730);
    assert_int_equal(index_room(s.index), 730);
    assert_int_equal(play_overlapping(&s, everywhere, 0), 730);
    stage_close(&s);
}

static void a_drawing_of_many_is_bounded(void **state)
{
    (void)state;
    scene_def def = usual;
    def.count = 40000;
    stage s = play_open(&scene_pile, &def, 0);
    play_alone(&s, 60);
    drawing seen = { .view = s.scene->world, .pixel = 1 };
    s.scene->kind->draw(s.scene, &seen);
    assert_in_range(seen.count, 5000, 10010);
    drawing_free(&seen);
    stage_close(&s);
}

static void takes_extremes(void **state)
{
    (void)state;
    play_extremes(&scene_pile, 1);
    play_extremes(&scene_pile, 130);
}

int pile_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_in_fifty_portions),
        cmocka_unit_test(the_answer_is_that_of_brute_force),
        cmocka_unit_test(roams_by_itself),
        cmocka_unit_test(keys_start_again),
        cmocka_unit_test(a_drawing_of_many_is_bounded),
        cmocka_unit_test(takes_extremes),
    };
    return cmocka_run_group_tests_name("pile", tests, NULL, NULL);
}
