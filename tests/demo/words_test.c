/// What the window says is words; and keys that are tapped between two frames are not missed.
#include <demo.h>
#include <labels.h>
#include <string.h>
#include <taps.h>
#include <tiles.h>
#include <unit.h>

static void is_words(const char *label, const char *identifier)
{
    assert_true(label[0] >= 'A' && label[0] <= 'Z');
    assert_string_not_equal(label, identifier);
    assert_null(strchr(label, '_'));
}

static void labels_are_words(void)
{
    for (size_t i = 0; i < CONTENDERS; i++)
        is_words(label_method(i), contender_names[i]);
    for (size_t i = 0; scenes[i]; i++)
        is_words(label_scene(scenes[i]), scenes[i]->name);
    for (int i = 0; i < TOOLS; i++)
        is_words(label_tool((tool)i), tool_names[i]);
    for (int i = 0; i < OVERLAYS; i++)
        is_words(label_overlay((overlay)i), overlay_names[i]);
    char words[8];
    label_words("boxes_now_and_then", words, sizeof words);
    assert_string_equal(words, "boxes n");
}

static void a_map_says_how_many_tiles_there_are(void)
{
    demo show;
    const char *why = "";
    tile tiles[] = { { .box = fbox_xywh(0, 0, 8, 8) }, { .box = fbox_xywh(8, 0, 8, 8) } };
    tile_map map = { .tiles = tiles, .count = 2 };
    demo_def def = { .scene = &scene_tiles,
                     .scene_def = { .count = 500, .size = -1, .speed = -1, .map = &map },
                     .split = NO_METHOD };
    assert_true(demo_open(&show, &def, 800, 600, &why));
    assert_true(demo_count_is_of_map(&show));
    assert_int_equal(demo_count(&show), 2);
    demo_set_scene(&show, &scene_drift);
    assert_false(demo_count_is_of_map(&show));
    assert_int_equal(demo_count(&show), scene_drift.count);
    demo_set_count(&show, 77);
    assert_int_equal(demo_count(&show), 77);
    demo_close(&show);
}

static tap_moment at(uint64_t frames, uint64_t ticks)
{
    return (tap_moment){ frames, ticks, false };
}

static void a_short_tap_lasts_a_frame_and_a_tick(void)
{
    taps keys = { 0 };
    taps_down(&keys, 30, at(5, 9));
    taps_down(&keys, 31, at(5, 9));
    assert_int_equal(taps_up(&keys, 31, at(6, 10)), TAP_NONE); // long enough
    int slot = taps_up(&keys, 30, at(5, 9));
    assert_true(slot != TAP_NONE && taps_hold(&keys, 30) && !taps_hold(&keys, 31));
    assert_int_equal(taps_next(&keys, at(5, 9)), TAP_NONE);
    assert_int_equal(taps_next(&keys, at(6, 9)), TAP_NONE); // the scene has not seen it
    assert_int_equal(taps_next(&keys, at(5, 10)), TAP_NONE);
    assert_int_equal(taps_next(&keys, at(6, 10)), slot);
    assert_false(taps_hold(&keys, 30));
    assert_int_equal(taps_next(&keys, at(7, 11)), TAP_NONE); // told once
}

static void where_no_tick_comes_a_frame_is_enough(void)
{
    taps keys = { 0 };
    taps_down(&keys, 30, at(5, 9));
    int slot = taps_up(&keys, 30, at(5, 9));
    assert_int_equal(taps_next(&keys, (tap_moment){ 6, 9, true }), slot);
}

static void more_keys_than_there_are_slots_are_let_go_at_once(void)
{
    taps keys = { 0 };
    for (int key = 0; key < TAPS_MOST + 3; key++)
        taps_down(&keys, key, at(1, 1));
    for (int key = 0; key < TAPS_MOST + 3; key++)
        assert_true((taps_up(&keys, key, at(1, 1)) == TAP_NONE) == (key >= TAPS_MOST));
    assert_int_equal(taps_up(&keys, 99, at(1, 1)), TAP_NONE); // it never went down
}

tests_main(plain_test(labels_are_words), plain_test(a_map_says_how_many_tiles_there_are),
           plain_test(a_short_tap_lasts_a_frame_and_a_tick), plain_test(where_no_tick_comes_a_frame_is_enough),
           plain_test(more_keys_than_there_are_slots_are_let_go_at_once))
