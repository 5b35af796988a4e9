#include "play.h"

#include <float.h>
#include <string.h>

static const scene_def usual = {
    .count = 500, .seed = 1, .world = { { 0, 0 }, { 640, 480 } }, .size = 8, .speed = 2.5f
};

/// FNV-1a over the bits of all coordinates.
static uint64_t hash_boxes(const stage *s, uint64_t hash)
{
    for (uint32_t i = 0; i < index_count(s->index); i++) {
        uint32_t sides[4];
        fbox box = index_box(s->index, i);
        memcpy(sides, &box, sizeof sides);
        for (size_t k = 0; k < 4; k++)
            hash = (hash ^ sides[k]) * 0x100000001b3u;
    }
    return hash;
}

/// Of the boxes of every tick.
static uint64_t hash_run(const scene_def *def, int ticks)
{
    stage s = play_open(&scene_drift, def, 0);
    uint64_t hash = hash_boxes(&s, 0xcbf29ce484222325u);
    for (int tick = 0; tick < ticks; tick++) {
        assert_true(stage_tick(&s));
        hash = hash_boxes(&s, hash);
    }
    stage_close(&s);
    return hash;
}

static void steps_the_same_everywhere(void)
{
    assert_int_equal(hash_run(&usual, 300), 0x278939d33fbb7627u);
    scene_def other = usual;
    other.seed = 2;
    assert_int_equal(hash_run(&other, 300), 0x93342c7577d0c93au);
}

static void keeps_its_boxes_in_the_world(void)
{
    scene_def def = usual;
    def.speed = 50;
    stage s = play_open(&scene_drift, &def, 0);
    assert_int_equal(index_count(s.index), def.count);
    for (int tick = 0; tick < 200; tick++) {
        stage_tick(&s);
        for (uint32_t i = 0; i < def.count; i++) {
            fbox box = index_box(s.index, i);
            assert_true(box.min.x >= 0 && box.min.y >= 0 && box.min.x <= box.max.x && box.min.y <= box.max.y);
            // The sum of place and size may be rounded up.
            assert_true(box.max.x <= 640 * (1 + FLT_EPSILON) && box.max.y <= 480 * (1 + FLT_EPSILON));
        }
    }
    stage_close(&s);
}

static void moves_and_bounces(void)
{
    scene_def def = { .count = 50, .seed = 3, .world = { { 0, 0 }, { 20, 20 } }, .size = 2, .speed = 3 };
    stage s = play_open(&scene_drift, &def, 0);
    int turns = 0;
    float last = index_box(s.index, 0).min.x, went = 0;
    for (int tick = 0; tick < 300; tick++) {
        stage_tick(&s);
        float goes = index_box(s.index, 0).min.x - last;
        turns += went * goes < 0;
        assert_true(goes <= 3 && goes >= -3);
        last = index_box(s.index, 0).min.x;
        went = goes;
    }
    assert_in_range(turns, 2, 200);
    stage_close(&s);
}

static void takes_extremes(void)
{
    static const scene_def extremes[] = {
        { .count = 40, .seed = 1, .world = { { 5, 5 }, { 5, 5 } }, .size = 1, .speed = 1 },
        { .count = 40, .seed = 1, .world = { { 0, 0 }, { 10, 10 } }, .size = 1000, .speed = 1 },
        { .count = 40, .seed = 1, .world = { { 0, 0 }, { 10, 10 } }, .size = 0, .speed = 1e30f },
        { .count = 40, .seed = 1, .world = { { -1e30f, 0 }, { 1e30f, 1e-30f } }, .size = 1e30f, .speed = 1e30f },
    };
    for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++) {
        stage s = play_open(&scene_drift, &extremes[i], 0);
        play(&s, 50);
        for (uint32_t k = 0; k < index_count(s.index); k++)
            assert_true(fbox_is_valid(index_box(s.index, k)));
        stage_close(&s);
    }
}

static void a_click_adds_boxes_there(void)
{
    stage s = play_open(&scene_drift, &usual, 0);
    s.scene->kind->event(s.scene, &(scene_event){ .kind = EVENT_PRESS, .at = { 100, 200 }, .button = 1 });
    assert_int_equal(index_count(s.index), usual.count + 10);
    assert_true(index_box(s.index, 500).min.x == 100 && index_box(s.index, 509).min.y == 200);
    stage_close(&s);
}

// As brute force has it, for every box.
static void colours_are_those_of_overlaps(const stage *s)
{
    drawing seen = { .view = { { -1, -1 }, { 641, 481 } } };
    s->scene->kind->draw(s->scene, &seen);
    assert_int_equal(seen.count, index_count(s->index));
    for (size_t i = 0; i < seen.count; i++) {
        const fbox box = { seen.shapes[i].a, seen.shapes[i].b };
        size_t met = 0;
        for (uint32_t k = 0; k < seen.count; k++)
            met += fbox_overlap(box, index_box(s->index, k), false);
        assert_int_equal(seen.shapes[i].ink, met > 1 ? INK_HIT : INK_ITEM);
    }
    drawing_free(&seen);
}

static void an_edit_changes_colours_at_once(void)
{
    stage s = play_open(&scene_drift, &usual, 0);
    const scene_kind *kind = s.scene->kind;
    stage_tick(&s);
    colours_are_those_of_overlaps(&s);
    for (uint32_t i = 0; i < 60; i++) {
        const fvec2 at = { (float)(i * 97 % 640), (float)(i * 61 % 480) };
        const uint32_t item = i * 37 % 300;
        kind->edit(s.scene, &(scene_edit){ .kind = EDIT_ADD, .at = at });
        colours_are_those_of_overlaps(&s);
        kind->edit(s.scene, &(scene_edit){ .kind = EDIT_MOVE, .item = item, .at = at });
        colours_are_those_of_overlaps(&s);
        kind->edit(s.scene, &(scene_edit){ .kind = EDIT_ERASE, .item = item + i });
        colours_are_those_of_overlaps(&s);
        kind->edit(s.scene, &(scene_edit){ .kind = EDIT_ERASE, .item = (uint32_t)index_count(s.index) - 1 });
        colours_are_those_of_overlaps(&s);
    }
    kind->event(s.scene, &(scene_event){ .kind = EVENT_PRESS, .at = { 100, 200 }, .button = 1 });
    colours_are_those_of_overlaps(&s);
    stage_close(&s);
}

tests_named(drift, plain_test(steps_the_same_everywhere), plain_test(keeps_its_boxes_in_the_world),
            plain_test(moves_and_bounces), plain_test(takes_extremes), plain_test(a_click_adds_boxes_there),
            plain_test(an_edit_changes_colours_at_once))
