#include "play.h"

#include <math.h>

static const scene_def usual = { .count = 300, .seed = 4, .world = { { 0, 0 }, { 300, 400 } }, .size = 8, .speed = -1 };

static uint64_t overlapping_pairs(const stage *s)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < index_count(s->index); i++)
        count += play_overlapping(s, index_box(s->index, i), 0) - 1;
    return count / 2;
}

/// Of all pairs, by how much they overlap on the axis where it is less, beyond an eighth of a side.
static float depth_of_overlaps(const stage *s)
{
    float sum = 0;
    for (uint32_t a = 0; a < index_count(s->index); a++)
        for (uint32_t b = 0; b < a; b++) {
            fbox p = index_box(s->index, a), q = index_box(s->index, b);
            float x = (p.max.x < q.max.x ? p.max.x : q.max.x) - (p.min.x > q.min.x ? p.min.x : q.min.x);
            float y = (p.max.y < q.max.y ? p.max.y : q.max.y) - (p.min.y > q.min.y ? p.min.y : q.min.y);
            float least = x < y ? x : y;
            sum += least > 1 ? least : 0;
        }
    return sum;
}

static float mean_height(const stage *s)
{
    float sum = 0;
    for (uint32_t i = 0; i < index_count(s->index); i++)
        sum += index_box(s->index, i).max.y;
    return sum / (float)index_count(s->index);
}

static void fall_and_stay_in_the_world(void)
{
    stage s = play_open(&scene_particles, &usual, 0);
    float before = mean_height(&s);
    for (int tick = 0; tick < 600; tick++) {
        play_alone(&s, 1);
        for (uint32_t i = 0; i < usual.count; i++) {
            fbox box = index_box(s.index, i);
            assert_true(box.min.x >= 0 && box.min.y >= 0 && box.max.x <= 300 && box.max.y <= 400);
            assert_true(fabsf(box.max.x - box.min.x - 8) < 1e-3f && fabsf(box.max.y - box.min.y - 8) < 1e-3f);
        }
    }
    assert_true(mean_height(&s) > before + 50); // y downwards
    stage_close(&s);
}

// 300 squares of 8 fill the ground of 300 eight times over: with nothing to push them they would all lie in it, and
// their overlaps sum up to about 9600.
static void push_one_another_apart(void)
{
    stage s = play_open(&scene_particles, &usual, 0);
    play_alone(&s, 900);
    float depth = depth_of_overlaps(&s);
    if (!(depth < 1500))
        fail_msg("they overlap by %g", (double)depth);
    stage_close(&s);
}

// Nothing falls at speed 0: all that moves them is the push of the others.
static void at_rest_they_part_for_good(void)
{
    scene_def def = usual;
    def.speed = 0;
    stage s = play_open(&scene_particles, &def, 0);
    assert_true(depth_of_overlaps(&s) > 100);
    play_alone(&s, 300);
    assert_true(depth_of_overlaps(&s) == 0);
    stage_close(&s);
}

static void pairs_are_those_of_brute_force(void)
{
    stage s = play_open(&scene_particles, &usual, 0);
    for (int tick = 0; tick < 100; tick++) {
        uint64_t before = play_counter(&s, "pairs");
        play(&s, 1);
        assert_int_equal(play_counter(&s, "pairs") - before, overlapping_pairs(&s));
    }
    stage_close(&s);
}

static void equal_places_part(void)
{
    stage s = play_open(&scene_particles, &(scene_def){ .count = 2, .world = { { 0, 0 }, { 8, 80 } }, .size = 8 }, 0);
    play_alone(&s, 400); // one on top of the other, in a shaft as wide as they are
    assert_true(depth_of_overlaps(&s) < 1.5f);
    stage_close(&s);
}

static void mouse_and_key_make_more(void)
{
    stage s = play_open(&scene_particles, &usual, 0);
    play_key(&s, KEY_ACTION, true);
    assert_int_equal(index_count(s.index), 316);
    play_mouse(&s, EVENT_PRESS, 100, 50, 1);
    play_alone(&s, 10);
    play_mouse(&s, EVENT_RELEASE, 100, 50, 1);
    play_alone(&s, 10);
    assert_int_equal(index_count(s.index), 356);
    assert_int_equal(play_counter(&s, "made"), 56);
    stage_close(&s);
}

static void the_right_button_asks(void)
{
    stage s = play_open(&scene_particles, &(scene_def){ .count = 20, .seed = 9, .size = 8, .speed = -1 }, 0);
    int touched = 0;
    for (int tick = 0; tick < 100; tick++) {
        float x = (float)(tick * 97 % 512), y = (float)(tick * 61 % 512);
        play_alone(&s, 1);
        uint64_t before = play_counter(&s, "test_hits");
        play_mouse(&s, EVENT_PRESS, x, y, 3);
        bool touches = play_overlapping(&s, fbox_around((fvec2){ x, y }, 100, 76), 0) > 0;
        assert_int_equal(play_counter(&s, "test_hits") - before, touches);
        touched += touches;
    }
    assert_int_equal(play_counter(&s, "tests"), 100);
    assert_in_range(touched, 5, 95);
    stage_close(&s);
}

static void takes_extremes(void)
{
    play_extremes(&scene_particles, 1);
    play_extremes(&scene_particles, 40);
}

tests_named(particles, plain_test(fall_and_stay_in_the_world), plain_test(push_one_another_apart),
            plain_test(at_rest_they_part_for_good), plain_test(pairs_are_those_of_brute_force),
            plain_test(equal_places_part), plain_test(mouse_and_key_make_more), plain_test(the_right_button_asks),
            plain_test(takes_extremes))
