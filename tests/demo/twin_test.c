/// A second method comes to a scene that goes on: nothing starts again, and both hear and answer the same.
#include <demo.h>
#include <tools.h>
#include <unit.h>

static demo opened(const scene_kind *kind, size_t split)
{
    demo show;
    const char *why = "";
    demo_def def = { .scene = kind,
                     .scene_def = { .count = 150, .seed = 5, .size = -1, .speed = -1 },
                     .index_def = { .leaf_capacity = 8 },
                     .split = split,
                     .verify = true };
    assert_true(demo_open(&show, &def, 800, 600, &why));
    return show;
}

static void run(demo *show, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        double x = 20 + i * 37 % 700, y = 20 + i * 53 % 500;
        tools_choose(show, (tool)(i % TOOLS));
        tools_press(show, 1, x, y);
        tools_point(show, x + 30, y + 30);
        tools_release(show, 1, x + 30, y + 30);
        demo_tick(show);
        demo_look(show, 0);
        assert_null(demo_difference(show));
    }
}

// The one that is split on its way does what the one that never is does. What a tool is at in the window depends on the
// view, so that the places are kept the same by one that is as wide.
static void a_scene_goes_on_when_it_is_split(void)
{
    for (size_t i = 0; scenes[i]; i++) {
        demo whole = opened(scenes[i], NO_METHOD), split = opened(scenes[i], NO_METHOD);
        run(&whole, 20);
        run(&split, 20);
        uint64_t before = stage_hash(&split.sides[0].stage);
        assert_true(before == stage_hash(&whole.sides[0].stage));
        demo_set_split(&split, i % CONTENDERS);
        assert_int_equal(split.side_count, 2);
        assert_int_equal(split.sides[0].stage.ticks, 20);
        assert_true(stage_hash(&split.sides[0].stage) == before);
        for (int tick = 0; tick < 20; tick++) {
            demo_tick(&whole);
            demo_tick(&split);
        }
        assert_true(stage_hash(&split.sides[0].stage) == stage_hash(&whole.sides[0].stage));
        demo_set_split(&split, NO_METHOD);
        assert_int_equal(split.side_count, 1);
        demo_tick(&whole);
        demo_tick(&split);
        assert_true(stage_hash(&split.sides[0].stage) == stage_hash(&whole.sides[0].stage));
        demo_close(&whole);
        demo_close(&split);
    }
}

static void both_hear_and_answer_the_same(void)
{
    for (size_t i = 0; scenes[i]; i++) {
        demo show = opened(scenes[i], NO_METHOD);
        run(&show, 15);
        for (size_t method = 0; method < CONTENDERS; method++) {
            demo_set_split(&show, method);
            assert_int_equal(index_method(show.sides[1].stage.index), method);
            scene_index *first = show.sides[0].stage.index, *second = show.sides[1].stage.index;
            index_watch(first, true);
            index_watch(second, true);
            run(&show, 16);
            assert_true(index_contents(first) == index_contents(second));
            assert_true(index_answers(first) == index_answers(second));
            assert_int_equal(index_count(first), index_count(second));
            assert_int_equal(index_asked_of(first).moves, index_asked_of(second).moves);
        }
        demo_close(&show);
    }
}

static void what_is_seen_and_asked_stays(void)
{
    demo show = opened(&scene_drift, NO_METHOD);
    demo_tick(&show);
    double scale = show.view.scale;
    demo_set_split(&show, 1);
    assert_true(show.view.scale < scale); // all of the world, in half the width
    demo_set_split(&show, NO_METHOD);
    assert_true(show.view.scale == scale);
    view_zoom(&show.view, 3, 100, 100);
    view before = show.view;
    show.question = (question){ ASK_CIRCLE, { 10, 10 }, { 40, 10 } };
    demo_set_split(&show, 1);
    demo_set_method(&show, 2);
    demo_set_verify(&show, false);
    demo_set_shape(&show, 3, 5);
    show.overlays[OVERLAY_CELLS] = true;
    demo_look(&show, 0);
    demo_set_split(&show, NO_METHOD);
    assert_true(show.view.x == before.x && show.view.y == before.y && show.view.scale == before.scale);
    assert_int_equal(show.question.kind, ASK_CIRCLE);
    assert_int_equal(show.sides[0].stage.ticks, 1);
    demo_close(&show);
}

static void a_scene_that_starts_again_is_split_still(void)
{
    demo show = opened(&scene_drift, 3);
    run(&show, 5);
    demo_restart(&show);
    assert_int_equal(show.side_count, 2);
    assert_int_equal(show.sides[0].stage.ticks, 0);
    run(&show, 5);
    demo_set_scene(&show, &scene_lights);
    run(&show, 5);
    assert_true(index_contents(show.sides[0].stage.index) == index_contents(show.sides[1].stage.index));
    demo_close(&show);
}

tests_main(plain_test(a_scene_goes_on_when_it_is_split), plain_test(both_hear_and_answer_the_same),
           plain_test(what_is_seen_and_asked_stays), plain_test(a_scene_that_starts_again_is_split_still))
