/// What is done in the demo, by its tools, by events, by keys that change the method, can be done again from the
/// record; what only looks on is not in it.
#include "all.h"

#include <demo.h>
#include <stdio.h>
#include <tools.h>
#include <unit.h>

#define PATH "demo_record_test.qdr"

static demo opened(const scene_kind *kind, size_t split)
{
    demo show;
    const char *why = "";
    demo_def def = {
        .scene = kind, .scene_def = { .count = 200, .seed = 5, .size = -1, .speed = -1 }, .split = split, .record = PATH
    };
    assert_true(demo_open(&show, &def, 800, 600, &why));
    return show;
}

/// Ticks in the record; fails the test if an answer is another one by `method`, or the end.
static size_t replayed(size_t method)
{
    recording_head head;
    recording *from = recording_open(PATH, &head);
    assert_null(recording_complaint(from));
    scene_index *index = index_create(&(index_def){ .method = method, .edges = head.edges });
    index_watch(index, true);
    size_t ticks = 0;
    record next = recording_next(from);
    for (; next.kind == RECORD_CALL || next.kind == RECORD_TICK; next = recording_next(from)) {
        if (next.kind == RECORD_CALL)
            assert_true(index_do(index, &next.call));
        else
            assert_int_equal(next.sum, index_answers(index));
        ticks += next.kind == RECORD_TICK;
    }
    assert_int_equal(next.kind, RECORD_END);
    assert_int_equal(next.sum, index_contents(index));
    index_destroy(index);
    recording_close(from);
    return ticks;
}

static void drag(demo *show, tool choice, double x0, double y0, double x1, double y1)
{
    tools_choose(show, choice);
    tools_point(show, x0, y0);
    tools_press(show, 1, x0, y0);
    demo_look(show, 0);
    tools_point(show, x1, y1);
    tools_release(show, 1, x1, y1);
}

// Overlays, which ask most, are there in one tick of ten, or in all.
static void what_is_done_can_be_done_again(void)
{
    const int each = (int)all_or(1, 10);
    for (size_t i = 0; scenes[i]; i++) {
        demo show = opened(scenes[i], NO_METHOD);
        for (int tick = 0; tick < 60; tick++) {
            const bool over = tick % each == 0;
            show.overlays[OVERLAY_HEAT] = show.overlays[OVERLAY_VISITED] = show.overlays[OVERLAY_CANDIDATES] = over;
            double x = 20 + tick * 37 % 760, y = 20 + tick * 53 % 560;
            drag(&show, (tool)(tick % TOOLS), x, y, 800 - x, 600 - y);
            if (tick % 20 == 7)
                demo_set_method(&show, (size_t)tick / 20 + 1);
            if (tick == 30)
                demo_set_shape(&show, 4, 5);
            if (tick % 20 == 13)
                demo_set_verify(&show, tick > 30);
            demo_tick(&show);
            demo_look(&show, 1);
        }
        assert_null(demo_difference(&show));
        assert_int_equal(demo_end_record(&show), 0);
        demo_close(&show);
        for (size_t method = 0; method < CONTENDERS; method += 2)
            assert_int_equal(replayed(method), 60);
    }
    remove(PATH);
}

// Whatever becomes of the demo, its whole ticks are in the file.
static void it_can_be_done_again_before_its_end(void)
{
    demo show = opened(&scene_drift, NO_METHOD);
    for (int tick = 0; tick < 3; tick++)
        demo_tick(&show);
    recording_head head;
    recording *from = recording_open(PATH ".partial", &head);
    assert_null(recording_complaint(from));
    size_t ticks = 0;
    record next = recording_next(from);
    for (; next.kind == RECORD_CALL || next.kind == RECORD_TICK; next = recording_next(from))
        ticks += next.kind == RECORD_TICK;
    assert_int_equal(next.kind, RECORD_CUT);
    assert_int_equal(ticks, 3);
    recording_close(from);
    demo_close(&show);
    assert_int_equal(replayed(0), 3);
    remove(PATH);
}

static void a_new_start_begins_it_anew(void)
{
    demo show = opened(&scene_drift, 1);
    for (int tick = 0; tick < 9; tick++)
        demo_tick(&show);
    demo_set_scene(&show, &scene_snacks);
    for (int tick = 0; tick < 5; tick++)
        demo_tick(&show);
    demo_close(&show);
    assert_int_equal(replayed(0), 5);
    recording_head head;
    recording *from = recording_open(PATH, &head);
    assert_string_equal(head.scene, "snacks");
    recording_close(from);
    remove(PATH);
}

static void a_record_that_cannot_be_written_is_said(void)
{
    demo show;
    const char *why = "";
    demo_def def = { .scene = &scene_drift,
                     .scene_def = { .count = 2000, .size = -1, .speed = -1 },
                     .split = NO_METHOD,
                     .record = "nowhere/at.all" };
    assert_false(demo_open(&show, &def, 800, 600, &why));
    assert_string_equal(why, "the recording cannot be written");
    demo_close(&show);
}

tests_main(plain_test(what_is_done_can_be_done_again), plain_test(it_can_be_done_again_before_its_end),
           plain_test(a_new_start_begins_it_anew), plain_test(a_record_that_cannot_be_written_is_said))
