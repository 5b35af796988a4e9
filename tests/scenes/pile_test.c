#include "play.h"

static void all_boxes_are_put_in_and_none_twice(void)
{
    static const size_t counts[] = { 1, 49, 50, 51, 3000 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        scene_def def = { .count = counts[i], .seed = 2, .size = 32, .speed = 3 };
        stage s = play_open(&scene_pile, &def, 0);
        play(&s, 20);
        assert_in_range(index_count(s.index), counts[i] < 20 ? 1 : 20, counts[i]);
        play(&s, 80);
        assert_int_equal(index_count(s.index), counts[i]);
        assert_int_equal(play_counter(&s, "boxes_now"), counts[i]);
        assert_int_equal(play_counter(&s, "questions"), 100);
        stage_close(&s);
    }
}

// Where the mouse leads it, and by looking at every box.
static void the_answer_is_that_of_looking_at_every_box(void)
{
    scene_def def = { .count = 60, .seed = 2, .size = 32, .speed = 3 };
    stage s = play_open(&scene_pile, &def, 0);
    uint64_t touched = 0;
    for (int tick = 0; tick < 300; tick++) {
        fvec2 at = { (float)(tick * 41 % 480), (float)(tick * 67 % 480) };
        s.scene->kind->event(s.scene, &(scene_event){ .kind = EVENT_POINT, .at = at });
        stage_tick(&s);
        bool touches = false;
        for (uint32_t i = 0; i < index_count(s.index); i++)
            touches = touches || fbox_overlap(index_box(s.index, i), fbox_xywh(at.x, at.y, 32, 32), false);
        touched += touches;
        assert_int_equal(play_counter(&s, "touched"), touched);
    }
    assert_in_range(touched, 20, 280);
    stage_close(&s);
}

static void all_that_can_be_seen_are_drawn(void)
{
    scene_def def = { .count = 100000, .seed = 2, .size = 32, .speed = 3 };
    stage s = play_open(&scene_pile, &def, 0);
    for (int tick = 0; tick < 50; tick++)
        stage_tick(&s);
    drawing seen = { .view = s.scene->world, .pixel = 1 };
    s.scene->kind->draw(s.scene, &seen);
    assert_int_equal(seen.count, 100001); // and the one that asks
    drawing_clear(&seen);
    seen.view = fbox_xywh(100, 100, 30, 20);
    s.scene->kind->draw(s.scene, &seen);
    assert_int_equal(seen.count, index_look(s.index, seen.view).count + 1);
    drawing_free(&seen);
    stage_close(&s);
}

static void takes_extremes(void)
{
    play_extremes(&scene_pile, 40);
    play_extremes(&scene_pile, 1);
}

tests_named(pile, plain_test(all_boxes_are_put_in_and_none_twice),
            plain_test(the_answer_is_that_of_looking_at_every_box), plain_test(all_that_can_be_seen_are_drawn),
            plain_test(takes_extremes))
