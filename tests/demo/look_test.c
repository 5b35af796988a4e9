/// What the demo looks like: which shapes it makes, and of which colours.
#include <colors.h>
#include <demo.h>
#include <unit.h>

static demo opened(const scene_kind *kind, int capacity)
{
    demo show;
    const char *why = "";
    const demo_def def = { .scene = kind,
                           .scene_def = { .seed = 1, .size = -1, .speed = -1 },
                           .index_def = { .leaf_capacity = capacity },
                           .split = NO_METHOD };
    assert_true(demo_open(&show, &def, 800, 800, &why));
    return show;
}

static bool is_cell(const drawn_shape *s)
{
    return s->ink >= INK_DEPTH && s->ink < INK_BOUNDS;
}

// Half of the items of one part are at the ends of the plane; a question goes there, and another one far to the right.
static void nothing_of_what_is_far_away_crosses_the_picture(void)
{
    demo show = opened(&scene_pathological, 16);
    const fbox world = show.sides[0].stage.scene->world;
    show.overlays[OVERLAY_CELLS] = true;
    for (int tick = 0; tick < 8; tick++) {
        demo_tick(&show);
        demo_look(&show, 0);
        const drawing *seen = &show.sides[0].shapes;
        size_t lines = 0;
        for (size_t i = 0; i < seen->count; i++) {
            const drawn_shape *s = &seen->shapes[i];
            if (s->kind == SHAPE_FRAME)
                assert_true(s->a.x >= world.min.x && s->a.y >= world.min.y && s->b.x <= world.max.x &&
                            s->b.y <= world.max.y);
            lines += is_cell(s);
        }
        assert_true(lines > 100);
    }
    demo_close(&show);
}

static size_t count_of(const demo *show, ink color)
{
    size_t count = 0;
    for (size_t i = 0; i < show->sides[0].shapes.count; i++)
        count += show->sides[0].shapes.shapes[i].ink == color;
    return count;
}

static void a_scene_that_is_chosen_while_paused_shows_its_first_tick(void)
{
    demo show = opened(&scene_pile, 0);
    assert_int_equal(show.sides[0].stage.ticks, 0);
    show.paused = true;
    demo_set_scene(&show, &scene_drift);
    assert_int_equal(show.sides[0].stage.ticks, 1);
    assert_true(show.sides[0].figures.costs.pairs > 0);
    demo_look(&show, 0);
    assert_true(count_of(&show, INK_HIT) > 0);
    demo_restart(&show);
    assert_int_equal(show.sides[0].stage.ticks, 1);
    show.paused = false;
    demo_restart(&show);
    assert_int_equal(show.sides[0].stage.ticks, 0);
    demo_close(&show);
}

tests_main(plain_test(nothing_of_what_is_far_away_crosses_the_picture),
           plain_test(a_scene_that_is_chosen_while_paused_shows_its_first_tick))
