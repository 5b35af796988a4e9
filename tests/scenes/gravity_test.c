#include "play.h"

#include <galaxies.h>
#include <math.h>
#include <stdlib.h>

enum { STARS = 400, TICKS = 50 };

// The stars by themselves: the scene is to draw what the library makes of them, and nothing else.
static void stars_go_where_their_forces_pull_them(void)
{
    scene_def def = { .count = STARS, .seed = 3, .size = -1, .speed = -1 };
    stage s = play_open(&scene_gravity, &def, 0);
    galaxies_plan plan = galaxies_plan_of(GALAXIES_ENCOUNTER);
    galaxies_def made = { .kind = GALAXIES_ENCOUNTER, .count = STARS, .seed = 3, .softening = plan.softening };
    double all[7][STARS];
    assert_true(galaxies_make(&made, &(galaxies_bodies){ all[0], all[1], all[2], all[3], all[6] }));
    qd_motion motion = { .count = STARS,
                         .x = all[0],
                         .y = all[1],
                         .vx = all[2],
                         .vy = all[3],
                         .ax = all[4],
                         .ay = all[5],
                         .mass = all[6],
                         .direct = true };
    const qd_gravity_def how = { .softening = plan.softening };
    qd_gravity *gravity = NULL;
    assert_int_equal(qd_gravity_create(&how, &gravity), QD_OK);
    assert_int_equal(qd_gravity_begin(gravity, &motion, NULL), QD_OK);
    for (int tick = 0; tick < TICKS; tick++) {
        stage_tick(&s);
        assert_int_equal(qd_gravity_step(gravity, &motion, plan.step, NULL), QD_OK);
    }
    fbox world = s.scene->world;
    double unit = (double)(world.max.x - world.min.x) / 16;
    double off = 0;
    for (uint32_t i = 0; i < STARS; i++) {
        fbox box = index_box(s.index, i);
        off = fmax(off, fabs(0.5 * (box.min.x + box.max.x) - (512 + motion.x[i] * unit)));
        off = fmax(off, fabs(0.5 * (box.min.y + box.max.y) - (512 + motion.y[i] * unit)));
    }
    assert_true(off < 2); // by the tree instead of all pairs, after 50 ticks, in a world of 1024
    assert_int_equal(index_count(s.index), STARS);
    qd_gravity_destroy(gravity);
    stage_close(&s);
}

static size_t frames_drawn(const stage *s)
{
    drawing seen = { .view = s->scene->world, .pixel = 1 };
    s->scene->kind->draw(s->scene, &seen);
    size_t frames = 0;
    for (size_t i = 0; i < seen.count; i++)
        frames += seen.shapes[i].kind == SHAPE_FRAME;
    drawing_free(&seen);
    return frames;
}

static void what_acts_on_a_star_is_drawn_unless_hidden(void)
{
    scene_def def = { .count = 2000, .seed = 3, .size = -1, .speed = -1 };
    stage s = play_open(&scene_gravity, &def, 0);
    play_alone(&s, 3);
    play_mouse(&s, EVENT_POINT, 420, 420, 0);
    size_t near = frames_drawn(&s);
    assert_in_range(near, 20, 1000); // far fewer than there are stars
    play_mouse(&s, EVENT_POINT, -5000, -5000, 0);
    assert_in_range(frames_drawn(&s), 10, near);
    play_key(&s, KEY_ACTION, true);
    assert_int_equal(frames_drawn(&s), 0);
    play_key(&s, KEY_ACTION, true);
    assert_in_range(frames_drawn(&s), 10, near);
    stage_close(&s);
}

static void the_counters_are_those_of_the_walks(void)
{
    scene_def def = { .count = 2000, .seed = 3, .size = -1, .speed = -1 };
    stage s = play_open(&scene_gravity, &def, 0);
    play_alone(&s, 10);
    uint64_t cells = play_counter(&s, "cells_acting"), bodies = play_counter(&s, "bodies_acting");
    assert_in_range((cells + bodies) / 10 / 2000, 20, 1000);
    stage_close(&s);
}

static void takes_extremes(void)
{
    play_extremes(&scene_gravity, 40);
    play_extremes(&scene_gravity, 1);
}

tests_named(gravity, plain_test(stars_go_where_their_forces_pull_them),
            plain_test(what_acts_on_a_star_is_drawn_unless_hidden), plain_test(the_counters_are_those_of_the_walks),
            plain_test(takes_extremes))
