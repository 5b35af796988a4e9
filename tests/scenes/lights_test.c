#include "play.h"

#include <math.h>
#include <random.h>

static const scene_def usual = { .count = 40, .seed = 6, .size = 40, .speed = 3 };

enum { WALL = 1, LIGHT = 2 }; // the scene's layers
static const double radius = 320, margin = 0.01;

typedef struct place {
    double x, y;
} place;

static qd_box grown(qd_box box, double by)
{
    return (qd_box){ { (float)((double)box.min.x - by), (float)((double)box.min.y - by) },
                     { (float)((double)box.max.x + by), (float)((double)box.max.y + by) } };
}

/// Clips what is left of from + t * way, 0 <= t <= 1, to one axis of a box.
static bool clip(double from, double way, double low, double high, double *begin, double *end)
{
    if (way == 0)
        return from >= low && from <= high;
    double a = (low - from) / way, b = (high - from) / way;
    *begin = fmax(*begin, fmin(a, b));
    *end = fmin(*end, fmax(a, b));
    return *begin <= *end;
}

static bool segment_meets(place p, place q, qd_box box)
{
    double begin = 0, end = 1;
    return clip(p.x, q.x - p.x, (double)box.min.x, (double)box.max.x, &begin, &end) &&
           clip(p.y, q.y - p.y, (double)box.min.y, (double)box.max.y, &begin, &end);
}

/// Does any wall, larger by so much on each side, meet the segment?
static bool is_blocked(const stage *s, place p, place q, double by)
{
    for (uint32_t i = 0; i < index_room(s->index); i++) {
        qd_box wall = grown(index_box(s->index, i), by);
        if (index_filter(s->index, i).layers == WALL && wall.min.x <= wall.max.x && wall.min.y <= wall.max.y &&
            segment_meets(p, q, wall))
            return true;
    }
    return false;
}

static double side(place p, qd_vec2 a, qd_vec2 b)
{
    return ((double)b.x - (double)a.x) * (p.y - (double)a.y) - ((double)b.y - (double)a.y) * (p.x - (double)a.x);
}

static bool is_lit(const drawing *seen, place p)
{
    for (size_t i = 0; i < seen->count; i++) {
        const shape *t = &seen->shapes[i];
        if (t->kind != SHAPE_TRIANGLE || t->ink != INK_LIGHT)
            continue;
        double x = side(p, t->a, t->b), y = side(p, t->b, t->c), z = side(p, t->c, t->a);
        if ((x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0))
            return true;
    }
    return false;
}

typedef struct expectation {
    bool lit, dark; ///< Neither: too close to call.
} expectation;

static expectation expect(const stage *s, place p)
{
    expectation is = { false, true };
    for (uint32_t i = 0; i < index_room(s->index); i++) {
        if (index_filter(s->index, i).layers != LIGHT)
            continue;
        qd_box box = index_box(s->index, i);
        place at = { ((double)box.min.x + (double)box.max.x) / 2, ((double)box.min.y + (double)box.max.y) / 2 };
        double far = hypot(p.x - at.x, p.y - at.y);
        is.lit = is.lit || (far < radius - margin && !is_blocked(s, at, p, margin));
        is.dark = is.dark && (far > 1.005 * radius + margin || is_blocked(s, at, p, -margin));
    }
    return is;
}

/// Counts lit and dark points in counts[1] and [0].
static void light_falls_where_it_should(const stage *s, scene_random *random, size_t counts[2])
{
    drawing seen = { .view = s->scene->world, .pixel = 1 };
    qd_box world = s->scene->world;
    s->scene->kind->draw(s->scene, &seen);
    for (int i = 0; i < 400; i++) {
        place p = { (double)scene_random_between(random, world.min.x, world.max.x),
                    (double)scene_random_between(random, world.min.y, world.max.y) };
        expectation is = expect(s, p);
        bool lit = is_lit(&seen, p);
        if ((is.lit && !lit) || (is.dark && lit))
            fail_msg("(%.3f, %.3f) is %s after %llu ticks", p.x, p.y, lit ? "lit" : "dark",
                     (unsigned long long)s->ticks);
        counts[lit]++;
    }
    drawing_free(&seen);
}

static void what_is_seen_is_lit_and_nothing_else(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        scene_def def = usual;
        def.seed = seed;
        def.count = seed == 3 ? 400 : 40;
        stage s = play_open(&scene_lights, &def, 0);
        scene_random random = { seed };
        size_t counts[2] = { 0, 0 };
        for (int i = 0; i < 25; i++) {
            play_alone(&s, 4);
            light_falls_where_it_should(&s, &random, counts);
        }
        assert_true(counts[0] > 300 && counts[1] > 300);
        stage_close(&s);
    }
}

// In a wall, in a corner of the world, far away: it is held inside of the world.
static void the_mouse_puts_a_light_anywhere(void **state)
{
    (void)state;
    stage s = play_open(&scene_lights, &usual, 0);
    scene_random random = { 1 };
    size_t counts[2] = { 0, 0 };
    qd_box wall = index_box(s.index, 0);
    const qd_vec2 places[] = { { (wall.min.x + wall.max.x) / 2, (wall.min.y + wall.max.y) / 2 },
                               { wall.max.x, wall.max.y },
                               { wall.min.x, wall.max.y + 1 },
                               { 3e38f, -3e38f },
                               { 0, 0 } };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        uint64_t dark = play_counter(&s, "dark");
        play_mouse(&s, EVENT_POINT, places[i].x, places[i].y, 0);
        play_alone(&s, 1);
        light_falls_where_it_should(&s, &random, counts);
        assert_true(i > 0 || play_counter(&s, "dark") > dark);
    }
    stage_close(&s);
}

static void walls_are_apart(void **state)
{
    (void)state;
    stage s = play_open(&scene_lights, &usual, 0);
    size_t walls = 0;
    for (uint32_t i = 0; i < index_room(s.index); i++) {
        walls += index_filter(s.index, i).layers == WALL;
        assert_true(index_filter(s.index, i).layers != WALL || play_overlapping(&s, index_box(s.index, i), WALL) == 1);
    }
    assert_int_equal(walls, usual.count);
    stage_close(&s);
}

// Those that start beside walls.
static void lights_turn_round_at_walls(void **state)
{
    (void)state;
    stage s = play_open(&scene_lights, &usual, 0);
    for (int tick = 0; tick < 500; tick++) {
        play_alone(&s, 1);
        for (uint32_t i = 40; i < 43; i++)
            assert_int_equal(play_overlapping(&s, index_box(s.index, i), WALL), 0);
    }
    assert_int_equal(play_counter(&s, "dark"), 0);
    stage_close(&s);
}

static void clicks_add_lights(void **state)
{
    (void)state;
    stage s = play_open(&scene_lights, &usual, 0);
    for (int i = 0; i < 20; i++)
        play_mouse(&s, EVENT_PRESS, 100, 100, 1);
    assert_int_equal(play_overlapping(&s, s.scene->world, LIGHT), 16);
    play(&s, 20);
    stage_close(&s);
}

static void takes_extremes(void **state)
{
    (void)state;
    play_extremes(&scene_lights, 1);
    play_extremes(&scene_lights, 40);
}

int lights_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_seen_is_lit_and_nothing_else),
        cmocka_unit_test(the_mouse_puts_a_light_anywhere),
        cmocka_unit_test(walls_are_apart),
        cmocka_unit_test(lights_turn_round_at_walls),
        cmocka_unit_test(clicks_add_lights),
        cmocka_unit_test(takes_extremes),
    };
    return cmocka_run_group_tests_name("lights", tests, NULL, NULL);
}
