#include "play.h"

static const scene_def usual = { .count = 300, .seed = 7, .size = -1, .speed = -1 };

enum { SNACK = 1, WALL = 2, CAR = 4 }; // the scene's layers
static const fbox everywhere = { { -1e30f, -1e30f }, { 1e30f, 1e30f } };

/// Of the first car, which is the first item on its layer.
static fbox first_car(const stage *s)
{
    uint32_t item = 0;
    while (index_filter(s->index, item).layers != CAR)
        item++;
    return index_box(s->index, item);
}

static void cars_stay_out_of_walls(const stage *s)
{
    for (uint32_t i = 0; i < index_room(s->index); i++)
        if (index_has(s->index, i) && index_filter(s->index, i).layers == CAR)
            assert_int_equal(play_overlapping(s, index_box(s->index, i), WALL), 0);
}

static void eats_and_as_many_grow_again(void)
{
    stage s = play_open(&scene_snacks, &usual, 0);
    assert_int_equal(play_overlapping(&s, everywhere, SNACK), usual.count);
    for (int tick = 0; tick < 1500; tick++) {
        play_alone(&s, 1);
        uint64_t eaten = play_counter(&s, "eaten"), grown = play_counter(&s, "grown");
        assert_int_equal(play_overlapping(&s, everywhere, SNACK), usual.count + grown - eaten);
        assert_int_equal(play_overlapping(&s, first_car(&s), SNACK), 0);
        assert_true(grown <= eaten);
    }
    assert_in_range(play_counter(&s, "eaten"), 60, 1500);
    assert_in_range(play_counter(&s, "eaten") - play_counter(&s, "grown"), 0, 20);
    stage_close(&s);
}

static void walls_keep_cars_out(void)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        scene_def def = usual;
        def.seed = seed;
        def.speed = seed % 2 ? 60 : 4;
        stage s = play_open(&scene_snacks, &def, 0);
        assert_in_range(play_overlapping(&s, everywhere, WALL), 2, 8);
        for (int i = 0; i < 5; i++)
            play_key(&s, KEY_1, true);
        assert_int_equal(play_overlapping(&s, everywhere, CAR), 6);
        for (int tick = 0; tick < 800; tick++) {
            if (tick < 400)
                play_alone(&s, 1);
            else
                play(&s, 1);
            cars_stay_out_of_walls(&s);
        }
        assert_true(play_counter(&s, "refused") > 0);
        stage_close(&s);
    }
}

// Five sides of a car each way.
static void candidates_are_those_in_the_square(void)
{
    stage s = play_open(&scene_snacks, &usual, 0);
    for (int tick = 0; tick < 300; tick++) {
        uint64_t candidates = play_counter(&s, "candidates"), eaten = play_counter(&s, "eaten");
        play_alone(&s, 1);
        fbox car = first_car(&s);
        fvec2 place = { (car.min.x + car.max.x) / 2, (car.min.y + car.max.y) / 2 };
        size_t there = play_overlapping(&s, fbox_around(place, 100, 100), SNACK);
        eaten = play_counter(&s, "eaten") - eaten;
        assert_int_equal(play_counter(&s, "candidates") - candidates, there + eaten);
    }
    stage_close(&s);
}

static void arrows_steer(void)
{
    stage s = play_open(&scene_snacks, &usual, 0);
    fbox start = first_car(&s);
    play_key(&s, KEY_UP, true);
    play_alone(&s, 5);
    fbox ahead = first_car(&s);
    assert_true(ahead.min.x > start.min.x && ahead.min.y == start.min.y);
    play_key(&s, KEY_RIGHT, true); // y downwards: clockwise
    play_alone(&s, 5);
    assert_true(first_car(&s).min.y > ahead.min.y);
    play_key(&s, KEY_UP, false);
    play_key(&s, KEY_RIGHT, false);
    play_alone(&s, 60);
    fbox still = first_car(&s);
    play_alone(&s, 1);
    assert_true(first_car(&s).min.x - still.min.x < 0.01f);
    play_alone(&s, 150);
    assert_true(first_car(&s).min.x != still.min.x); // on its own again
    stage_close(&s);
}

static void clicks_add_snacks_there(void)
{
    stage s = play_open(&scene_snacks, &usual, 0);
    play_mouse(&s, EVENT_PRESS, 400, 300, 1);
    uint64_t added = play_counter(&s, "added");
    assert_in_range(added, 1, 5);
    assert_int_equal(play_overlapping(&s, everywhere, SNACK), usual.count + added);
    play_mouse(&s, EVENT_PRESS, -3e38f, 3e38f, 1);
    fbox corner = { { 0, 1004 }, { 20, 1024 } };
    assert_true(play_overlapping(&s, corner, SNACK) >= play_counter(&s, "added") - added);
    assert_int_equal(play_overlapping(&s, everywhere, SNACK), play_overlapping(&s, s.scene->world, SNACK));
    stage_close(&s);
}

static void takes_extremes(void)
{
    play_extremes(&scene_snacks, 1);
    play_extremes(&scene_snacks, 40);
}

tests_named(snacks, plain_test(eats_and_as_many_grow_again), plain_test(walls_keep_cars_out),
            plain_test(candidates_are_those_in_the_square), plain_test(arrows_steer),
            plain_test(clicks_add_snacks_there), plain_test(takes_extremes))
