#include "play.h"

#include <math.h>
#include <random.h>

/// The light that the mouse leads, as it is drawn: its triangles.
typedef struct beams {
    fvec2 light;
    const drawn_shape *triangles;
    size_t count;
} beams;

static beams first_light(const drawing *seen)
{
    size_t from = 0, count = 0;
    while (from < seen->count && seen->shapes[from].kind != SHAPE_TRIANGLE)
        from++;
    assert_true(from < seen->count);
    while (seen->shapes[from + count].kind == SHAPE_TRIANGLE)
        count++;
    return (beams){ seen->shapes[from].a, seen->shapes + from, count };
}

static double cross(fvec2 a, fvec2 b, fvec2 p)
{
    return ((double)b.x - a.x) * ((double)p.y - a.y) - ((double)b.y - a.y) * ((double)p.x - a.x);
}

static bool is_lit(const beams *l, fvec2 p)
{
    for (size_t i = 0; i < l->count; i++) {
        const drawn_shape *t = &l->triangles[i];
        double u = cross(t->a, t->b, p), v = cross(t->b, t->c, p), w = cross(t->c, t->a, p);
        if ((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))
            return true;
    }
    return false;
}

// Does the line between two points pass a box that is widened by so much?
static bool hides(fvec2 from, fvec2 to, fbox box, double widened)
{
    const double low[2] = { box.min.x - widened, box.min.y - widened };
    const double high[2] = { box.max.x + widened, box.max.y + widened };
    const double start[2] = { from.x, from.y }, way[2] = { (double)to.x - from.x, (double)to.y - from.y };
    double begin = 0, end = 1;
    for (int axis = 0; axis < 2; axis++) {
        if (way[axis] == 0) {
            if (start[axis] < low[axis] || start[axis] > high[axis])
                return false;
            continue;
        }
        double a = (low[axis] - start[axis]) / way[axis], b = (high[axis] - start[axis]) / way[axis];
        begin = fmax(begin, fmin(a, b));
        end = fmin(end, fmax(a, b));
    }
    return begin <= end;
}

static bool anything_hides(const stage *s, fvec2 from, fvec2 to, double widened)
{
    for (uint32_t i = 0; i < index_count(s->index); i++)
        if (hides(from, to, index_box(s->index, i), widened))
            return true;
    return false;
}

static void what_is_lit_is_what_is_in_sight(void)
{
    scene_def def = { .count = 120, .seed = 5, .size = 40, .speed = 2 };
    stage s = play_open(&scene_lights, &def, 0);
    scene_random random = { 9 };
    fvec2 high = s.scene->world.max;
    size_t lit = 0, dark = 0;
    for (int round = 0; round < 30; round++) {
        fvec2 at = { scene_random_between(&random, 0, high.x), scene_random_between(&random, 0, high.y) };
        s.scene->kind->event(s.scene, &(scene_event){ .kind = EVENT_POINT, .at = at });
        assert_true(stage_tick(&s));
        drawing seen = { .view = s.scene->world, .pixel = 1 };
        s.scene->kind->draw(s.scene, &seen);
        beams l = first_light(&seen);
        at = l.light; // as near to the mouse as the world lets it
        bool covered = anything_hides(&s, at, at, 0);
        for (int i = 0; i < 1000 && !covered; i++) {
            fvec2 p = { at.x + scene_random_between(&random, -319, 319),
                        at.y + scene_random_between(&random, -319, 319) };
            bool outside = p.x < 0 || p.x > high.x || p.y < 0 || p.y > high.y;
            bool surely_hidden = outside || anything_hides(&s, at, p, -0.2);
            bool surely_seen = !outside && !anything_hides(&s, at, p, 0.2);
            lit += surely_seen;
            dark += surely_hidden;
            if ((surely_seen && !is_lit(&l, p)) || (surely_hidden && is_lit(&l, p)))
                fail_msg("round %d: (%g, %g) from (%g, %g) should be %s", round, (double)p.x, (double)p.y, (double)at.x,
                         (double)at.y, surely_seen ? "lit" : "dark");
        }
        drawing_free(&seen);
    }
    assert_in_range(lit, 5000, 30000);
    assert_in_range(dark, 5000, 30000);
    stage_close(&s);
}

static void within_a_wall_it_is_dark(void)
{
    scene_def def = { .count = 120, .seed = 5, .size = 40, .speed = 2 };
    stage s = play_open(&scene_lights, &def, 0);
    fbox wall = index_box(s.index, 3);
    fvec2 middle = { (wall.min.x + wall.max.x) / 2, (wall.min.y + wall.max.y) / 2 };
    s.scene->kind->event(s.scene, &(scene_event){ .kind = EVENT_POINT, .at = middle });
    stage_tick(&s);
    assert_true(play_counter(&s, "in_the_dark") >= 1);
    drawing seen = { .view = s.scene->world, .pixel = 1 };
    s.scene->kind->draw(s.scene, &seen);
    beams l = first_light(&seen);
    for (size_t i = 0; i < l.count; i++) // They end where they begin.
        assert_true(l.triangles[i].b.x == middle.x && l.triangles[i].b.y == middle.y);
    drawing_free(&seen);
    stage_close(&s);
}

static void assert_within(fbox world, fvec2 at, float radius)
{
    assert_true(at.x - radius >= world.min.x && at.x + radius <= world.max.x);
    assert_true(at.y - radius >= world.min.y && at.y + radius <= world.max.y);
}

// What is drawn of lights, their reach included, wherever the mouse leads one, and in a world smaller than their reach.
static void lights_stay_in_the_world(void)
{
    const fbox worlds[] = { { { 0, 0 }, { 0, 0 } }, { { -100, 50 }, { 200, 130 } }, { { 7, 7 }, { 27, 2000 } } };
    for (size_t w = 0; w < sizeof worlds / sizeof *worlds; w++) {
        scene_def def = { .count = 30, .seed = 8, .world = worlds[w], .size = 40, .speed = 30 };
        stage s = play_open(&scene_lights, &def, 0);
        fbox world = s.scene->world;
        size_t triangles = 0, discs = 0;
        for (int tick = 0; tick < 100; tick++) {
            const float far = 1e6f, x = tick & 1 ? far : -far, y = tick & 2 ? far : -far;
            play_mouse(&s, EVENT_POINT, x, tick % 5 ? y : world.min.y, 0);
            drawing seen = { .view = world, .pixel = 1 };
            s.scene->kind->draw(s.scene, &seen);
            for (size_t i = 0; i < seen.count; i++) {
                const drawn_shape *shape = &seen.shapes[i];
                bool triangle = shape->kind == SHAPE_TRIANGLE, disc = shape->kind == SHAPE_DISC;
                triangles += triangle;
                discs += disc;
                assert_within(world, shape->a, disc ? shape->b.x : 0);
                if (!disc)
                    assert_within(world, shape->b, 0);
                if (triangle)
                    assert_within(world, shape->c, 0);
            }
            drawing_free(&seen);
            assert_true(stage_tick(&s));
        }
        assert_true(triangles > 1000 && discs == 400);
        stage_close(&s);
    }
}

static void takes_extremes(void)
{
    play_extremes(&scene_lights, 40);
    play_extremes(&scene_lights, 1);
}

tests_named(lights, plain_test(what_is_lit_is_what_is_in_sight), plain_test(within_a_wall_it_is_dark),
            plain_test(lights_stay_in_the_world), plain_test(takes_extremes))
