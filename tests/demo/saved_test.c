/// What the figure "saved" tells: of the tests that brute force would have made in the last tick, for what the scene
/// asked and for what it computed besides, those that were not needed.
#include "all.h"

#include <demo.h>
#include <readout.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

static demo opened(const scene_kind *kind, size_t count)
{
    demo show;
    const char *why = "";
    demo_def def = { .scene = kind,
                     .scene_def = { .count = count, .seed = 5, .size = -1, .speed = -1 },
                     .split = NO_METHOD };
    if (!demo_open(&show, &def, 800, 600, &why))
        fail_msg("%s: %s", kind->name, why);
    return show;
}

static readout_cell cell_of(const demo *show, const char *name)
{
    readout_row rows[READOUT_ROWS];
    size_t count = readout_figures(show, false, rows);
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].cells[0];
    fail_msg("there is no row %s", name);
    return (readout_cell){ .tone = TONE_PLAIN };
}

static uint64_t acting(const demo *show)
{
    scene_counter counters[SCENE_COUNTERS_MOST];
    const scene *played = show->sides[0].stage.scene;
    size_t count = played->kind->counters(played, counters);
    assert_int_equal(count, 2);
    return counters[0].value + counters[1].value;
}

// What pulls at each star is its work; the question of which star is nearest to the mouse is the least of it.
static void gravity_counts_what_pulls_at_its_stars(void)
{
    enum { STARS = 3000 };
    demo show = opened(&scene_gravity, STARS);
    for (int tick = 0; tick < 5; tick++) {
        uint64_t before = acting(&show);
        demo_tick(&show);
        const figures *f = &show.sides[0].figures;
        const uint64_t pulls = acting(&show) - before, brute = (uint64_t)STARS * STARS + STARS;
        assert_true(pulls > STARS);
        assert_int_equal(figures_tests(f), pulls + f->costs.tests);
        assert_int_equal(figures_brute(f), brute);
        char text[40];
        const double share = 100 * (1 - (double)(pulls + f->costs.tests + f->costs.upkeep) / (double)brute);
        snprintf(text, sizeof text, "%.2f %%", share);
        assert_true(share > 80);
        assert_string_equal(cell_of(&show, "saved").text, text);
        assert_int_equal(cell_of(&show, "saved").tone, TONE_GOOD);
        assert_string_equal(cell_of(&show, "brute force").text, "9,003,000");
    }
    demo_close(&show);
}

static void a_still_tick_of_gravity_counts_none_of_the_last_one(void)
{
    demo show = opened(&scene_gravity, 100);
    for (int i = 0; i < 100; i++)
        demo_edit(&show, &(scene_edit){ .kind = EDIT_ERASE, .item = 0 });
    demo_tick(&show);
    assert_int_equal(figures_brute(&show.sides[0].figures), 0);
    assert_string_equal(cell_of(&show, "saved").text, "-");
    demo_close(&show);
}

// Whatever an onlooker asks meanwhile, by a tool, by overlays or by the explanation.
static void questions_of_an_onlooker_are_not_counted(void)
{
    const int ticks = (int)all_or(4, 2);
    for (size_t i = 0; scenes[i]; i++) {
        demo alone = opened(scenes[i], 0), watched = opened(scenes[i], 0);
        fbox world = watched.sides[0].stage.scene->world;
        watched.mouse = world.max;
        for (int k = 0; k < OVERLAYS; k++)
            watched.overlays[k] = true;
        for (int tick = 0; tick < ticks; tick++) {
            demo_tick(&alone);
            demo_tick(&watched);
            demo_look(&watched, 1);
            watched.question = (question){ ASK_BOX, world.min, world.max };
            const figures *a = &alone.sides[0].figures, *b = &watched.sides[0].figures;
            if (figures_tests(a) != figures_tests(b) || figures_brute(a) != figures_brute(b))
                fail_msg("%s counts what is asked by others", scenes[i]->name);
        }
        demo_close(&alone);
        demo_close(&watched);
    }
}

// As they come, by the quadtree: no scene is one in which it makes more tests than brute force.
static void every_scene_saves_something(void)
{
    for (size_t i = 0; scenes[i]; i++) {
        demo show = opened(scenes[i], 0);
        for (int tick = 0; tick < 10; tick++)
            demo_tick(&show);
        const figures *f = &show.sides[0].figures;
        double share = figures_saved(f);
        if (figures_brute(f) > 0 && !(share > 0)) // in some ticks a scene asks nothing
            fail_msg("%s saves %.2f %%", scenes[i]->name, share);
        demo_close(&show);
    }
}

tests_main(plain_test(gravity_counts_what_pulls_at_its_stars),
           plain_test(a_still_tick_of_gravity_counts_none_of_the_last_one),
           plain_test(questions_of_an_onlooker_are_not_counted), plain_test(every_scene_saves_something))
