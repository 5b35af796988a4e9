// The parts that a place sees: every body once, no cell that holds the place, and what they come to by hand is what the
// library says.
#include "gravity_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What a place sees, and from where.
struct seen {
    const struct scene *scene;
    double x, y;
    unsigned char *times; // each body came
    size_t parts, cells;
};

static bool is_in(const qd_gravity_part *part, double x, double y)
{
    return x >= part->min_x && x <= part->max_x && y >= part->min_y && y <= part->max_y;
}

// The moments about its centre, from its bodies one by one.
static void assert_moments(const struct scene *scene, const qd_gravity_part *part)
{
    const double length = fmax(part->max_x - part->min_x, part->max_y - part->min_y);
    double size = 0, dx = 0, dy = 0, sxx = 0, sxy = 0, syy = 0;
    for (size_t i = 0; i < part->count; i++) {
        const uint32_t body = part->bodies[i];
        const double m = scene->mass[body], x = scene->x[body] - part->x, y = scene->y[body] - part->y;
        size += fabs(m);
        dx += m * x;
        dy += m * y;
        sxx += m * x * x;
        sxy += m * x * y;
        syy += m * y * y;
    }
    // Where the scene lies far from the origin, or the cell is small, the centre itself is rounded.
    const double off = size * 1e-15 * (fabs(part->x) + fabs(part->y)), error = 1e-12 * size * length + off;
    assert_true(fabs(dx - part->dx) <= error && fabs(dy - part->dy) <= error);
    const double second = 1e-12 * size * length * length + 2 * off * length;
    assert_true(fabs(sxx - part->sxx) <= second && fabs(sxy - part->sxy) <= second && fabs(syy - part->syy) <= second);
}

static void see(struct seen *seen, const qd_gravity_part *part)
{
    const struct scene *scene = seen->scene;
    double mass = 0, size = 0;
    for (size_t i = 0; i < part->count; i++) {
        const uint32_t body = part->bodies[i];
        assert_true(body < scene->count);
        seen->times[body]++;
        mass += scene->mass[body];
        size += fabs(scene->mass[body]);
        if (!is_in(part, scene->x[body], scene->y[body]))
            fail_msg("body %u is not in its part", body);
    }
    assert_true(part->count > 0 && fabs(mass - part->mass) <= 1e-12 * size);
    assert_true(is_in(part, part->x, part->y));
    assert_moments(scene, part);
    seen->parts++;
    seen->cells += part->count > 1;
    const bool has_extent = part->min_x < part->max_x || part->min_y < part->max_y;
    assert_true(has_extent || (part->dx == 0 && part->dy == 0 && part->sxx == 0 && part->syy == 0));
    if (part->count > 1 && has_extent && is_in(part, seen->x, seen->y))
        fail_msg("(%.17g, %.17g) is in a cell of %zu: %g, %g", seen->x, seen->y, part->count, part->max_x - part->min_x,
                 part->max_y - part->min_y);
}

static qd_flow see_all(void *context, const qd_gravity_part *parts, size_t count)
{
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++)
        see(context, &parts[i]);
    return QD_CONTINUE;
}

// From every body of a scene.
static void look_around(const struct scene *scene, double theta, int leaf)
{
    qd_gravity_def def = { 0 };
    def.theta = theta;
    def.leaf = leaf;
    qd_gravity *gravity = gravity_with(&def, scene);
    struct seen seen = { scene, 0, 0, need(scene->count, 1), 0, 0 };
    for (size_t i = 0; i < scene->count; i++) {
        seen.x = scene->x[i];
        seen.y = scene->y[i];
        memset(seen.times, 0, scene->count);
        qd_gravity_visit_parts(gravity, seen.x, seen.y, see_all, &seen);
        for (size_t k = 0; k < scene->count; k++)
            assert_int_equal(seen.times[k], 1);
    }
    assert_true(seen.cells > 0);
    free(seen.times);
    qd_gravity_destroy(gravity);
}

static void look_around_by_all_angles(const struct scene *scene)
{
    look_around(scene, 2, 1);
    look_around(scene, 2, 8);
    look_around(scene, 1.3, 1);
    look_around(scene, 0.5, 3);
}

static void every_body_is_seen_once_and_from_outside(void)
{
    struct scene uniform = scene_uniform(700, 1), plummer = scene_plummer(700, 2);
    look_around_by_all_angles(&uniform);
    look_around_by_all_angles(&plummer);
    scene_shift(&uniform, 1e6, -1e3);
    scene_any_signs(&uniform, 3);
    look_around_by_all_angles(&uniform);
    scene_free(&uniform);
    scene_free(&plummer);
}

// Cells whose weight lies in one of their corners, and a light body in another, over and over and ever smaller.
static void a_heavy_corner_does_not_act_on_the_other(void)
{
    struct prng random = { 5 };
    for (int round = 0; round < 300; round++) {
        struct scene scene = scene_uniform(40, (uint64_t)round);
        for (size_t i = 2; i < scene.count; i++) {
            const double size = ldexp(1, -(int)prng_below(&random, 50));
            scene.x[i] = scene.x[1] + size * (prng_below(&random, 2) ? 1 : prng_real(&random, 0, 1));
            scene.y[i] = scene.y[1] + size * (prng_below(&random, 2) ? 1 : prng_real(&random, 0, 1));
            scene.mass[i] = prng_below(&random, 3) ? 1e-30 : 1;
        }
        look_around(&scene, 2, 1);
        scene_free(&scene);
    }
}

struct stopper {
    size_t calls, stop_at, parts;
};

static qd_flow stop_at_some_time(void *context, const qd_gravity_part *parts, size_t count)
{
    struct stopper *stopper = context;
    (void)parts;
    stopper->parts += count;
    return ++stopper->calls == stopper->stop_at ? QD_STOP : QD_CONTINUE;
}

static void a_visitor_can_stop(void)
{
    struct scene scene = scene_uniform(2000, 6);
    qd_gravity_def def = { 0 };
    for (int i = 0; i < 2; i++) {
        def.theta = i ? 0.2 : THETA_EXACT;
        qd_gravity *gravity = gravity_with(&def, &scene);
        struct stopper all = { 0, 0, 0 };
        qd_gravity_visit_parts(gravity, 0.5, 0.5, stop_at_some_time, &all);
        assert_true(all.calls > 5 && (i || all.parts == scene.count));
        for (size_t stop = 1; stop <= all.calls; stop++) {
            struct stopper stopper = { 0, stop, 0 };
            qd_gravity_visit_parts(gravity, 0.5, 0.5, stop_at_some_time, &stopper);
            assert_int_equal(stopper.calls, stop);
            assert_true(stop == all.calls ? stopper.parts == all.parts : stopper.parts < all.parts);
        }
        qd_gravity_destroy(gravity);
    }
    scene_free(&scene);
}

enum { ROOM = 2100 };

// What a visitor has been given, one after the other.
struct parts_list {
    size_t count;
    qd_gravity_part parts[ROOM];
};

static qd_flow add_parts(void *context, const qd_gravity_part *parts, size_t count)
{
    struct parts_list *list = context;
    assert_true(list->count + count <= ROOM);
    memcpy(list->parts + list->count, parts, count * sizeof *parts);
    list->count += count;
    return QD_CONTINUE;
}

// An array of any size gets the first of them, and no element beyond is written.
static void assert_found(const qd_gravity *gravity, double x, double y, const struct parts_list *list, size_t room)
{
    struct parts_list *found = need(1, sizeof *found);
    memset(found->parts, 0x5a, sizeof found->parts);
    const qd_gravity_part untouched = found->parts[0];
    const size_t count = list->count < room ? list->count : room;
    size_t total = 12345;
    assert_int_equal(qd_gravity_find_parts(gravity, x, y, found->parts, room, NULL), count);
    assert_memory_equal(found->parts, list->parts, count * sizeof *found->parts);
    for (size_t i = count; i < ROOM; i++)
        assert_memory_equal(&found->parts[i], &untouched, sizeof untouched);
    assert_int_equal(qd_gravity_find_parts(gravity, x, y, found->parts, room, &total), count);
    assert_int_equal(total, list->count);
    assert_memory_equal(found->parts, list->parts, count * sizeof *found->parts);
    free(found);
}

static void found_parts_are_those_of_a_visitor(void)
{
    struct scene scene = scene_uniform(2000, 15);
    struct parts_list *list = need(1, sizeof *list);
    static const double thetas[] = { THETA_EXACT, 0.5, 2 };
    for (int i = 0; i < 3; i++) {
        qd_gravity_def def = { .theta = thetas[i] };
        qd_gravity *gravity = gravity_with(&def, &scene);
        const double places[][2] = { { 0.5, 0.5 }, { scene.x[7], scene.y[7] }, { -3, 1e6 } };
        for (int place = 0; place < 3; place++) {
            const double x = places[place][0], y = places[place][1];
            list->count = 0;
            qd_gravity_visit_parts(gravity, x, y, add_parts, list);
            assert_true(list->count > 0);
            const size_t rooms[] = { 0, 1, list->count - 1, list->count, list->count + 1, ROOM };
            for (int k = 0; k < 6; k++)
                assert_found(gravity, x, y, list, rooms[k]);
            assert_int_equal(qd_gravity_find_parts(gravity, x, y, NULL, 0, NULL), 0);
        }
        qd_gravity_destroy(gravity);
    }
    free(list);
    scene_free(&scene);
}

// The sum of the parts' expansions.
struct expansion {
    const qd_gravity_def *def;
    bool dipoles;
    double x, y;
    struct gravity_pull pull;
};

static qd_flow expand(void *context, const qd_gravity_part *parts, size_t count)
{
    struct expansion *all = context;
    for (size_t i = 0; i < count; i++)
        gravity_oracle_add_part(&all->pull, all->def, &parts[i], all->dipoles, all->x, all->y);
    return QD_CONTINUE;
}

static void compare_by_hand(const qd_gravity_def *def, const struct scene *scene, bool both_signs)
{
    struct prng random = { 8 };
    qd_gravity *gravity = gravity_with(def, scene);
    for (int i = 0; i < 100; i++) {
        struct expansion all = {
            def, both_signs || def->order == 2, prng_real(&random, -1, 2), prng_real(&random, -1, 2), { 0, 0, 0, 0, 0 }
        };
        double ax, ay, potential;
        const qd_field field = { &ax, &ay, &potential };
        assert_int_equal(qd_gravity_solve_at(gravity, &(qd_bodies){ 1, &all.x, &all.y, NULL }, &field, NULL), QD_OK);
        qd_gravity_visit_parts(gravity, all.x, all.y, expand, &all);
        if (!gravity_oracle_agrees(&all.pull, ax, ay, &potential, 1e-12))
            fail_msg("law %d, order %d: (%.17g, %.17g), %.17g and not (%.17Lg, %.17Lg), %.17Lg", (int)def->law,
                     def->order, ax, ay, potential, all.pull.ax, all.pull.ay, all.pull.potential);
    }
    qd_gravity_destroy(gravity);
}

static void parts_expanded_by_hand_are_what_acts(void)
{
    struct scene scene = scene_uniform(1000, 7), signs = scene_uniform(1000, 9);
    scene_any_signs(&signs, 10);
    for (int i = 0; i < 8; i++) {
        qd_gravity_def def = { 0 };
        def.theta = i % 3 ? 0.6 : 1.5;
        def.law = i % 2 ? QD_GRAVITY_PLANE : QD_GRAVITY_SPACE;
        def.order = 1 + i / 2 % 2;
        def.softening = i / 4 * 0.1;
        compare_by_hand(&def, &scene, false);
        compare_by_hand(&def, &signs, true);
    }
    scene_free(&scene);
    scene_free(&signs);
}

// Whether negative masses are seen may not depend on where they lie: at the far edge as much as anywhere.
static void a_few_of_the_other_sign_anywhere(void)
{
    for (int side = 0; side < 4; side++) {
        struct scene scene = scene_uniform(400, 11);
        for (size_t i = 0; i < scene.count; i++) {
            scene.x[i] *= 0.9;
            scene.y[i] *= 0.9;
        }
        scene.x[398] = scene.y[398] = 0;
        scene.x[399] = scene.y[399] = 1 - 0x1p-30; // 1 as a float: the edge of the square that sorts
        for (size_t i = 300; i < 320; i++) {
            scene.x[i] = side % 2 ? 1 - 0x1p-30 : 0x1p-10 * (double)i;
            scene.y[i] = side / 2 ? 1 - 0x1p-30 : 0x1p-11 * (double)i;
            scene.mass[i] = i % 2 ? 1 : -1;
        }
        qd_gravity_def def = { 0 };
        def.order = 1;
        def.theta = 1;
        compare_by_hand(&def, &scene, true);
        look_around(&scene, 2, 8);
        scene_free(&scene);
    }
}

static void assert_slope(const qd_gravity *gravity, double x, double y)
{
    const double h = 1e-5, xs[] = { x, x - h, x + h, x, x }, ys[] = { y, y, y, y - h, y + h };
    double ax[5], ay[5], potential[5];
    const qd_field field = { ax, ay, potential };
    assert_int_equal(qd_gravity_solve_at(gravity, &(qd_bodies){ 5, xs, ys, NULL }, &field, NULL), QD_OK);
    const double slope_x = (potential[1] - potential[2]) / (2 * h), slope_y = (potential[3] - potential[4]) / (2 * h);
    const double error = hypot(slope_x - ax[0], slope_y - ay[0]), size = hypot(ax[0], ay[0]);
    if (!(error < 1e-6 * (size + 1)))
        fail_msg("at (%g, %g): slope (%g, %g), acceleration (%g, %g)", x, y, slope_x, slope_y, ax[0], ay[0]);
}

// Where the parts are the same around a place, that is: for all bodies one by one, or all of them as one.
static void acceleration_is_the_slope_of_the_potential(void)
{
    struct scene scene = scene_uniform(100, 13);
    scene_any_signs(&scene, 14);
    for (int i = 0; i < 8; i++) {
        qd_gravity_def def = { 0 };
        def.law = i % 2 ? QD_GRAVITY_PLANE : QD_GRAVITY_SPACE;
        def.order = 1 + i / 2 % 2;
        def.softening = i / 4 * 0.1 + 0.05;
        def.theta = THETA_EXACT;
        qd_gravity *exact = gravity_with(&def, &scene);
        def.theta = 2;
        qd_gravity *near = gravity_with(&def, &scene);
        assert_slope(exact, 0.4, 0.3);
        assert_slope(exact, -1, 2);
        assert_slope(near, 3, 1);
        assert_slope(near, -2, 1);
        qd_gravity_destroy(exact);
        qd_gravity_destroy(near);
    }
    scene_free(&scene);
}

tests_main(plain_test(every_body_is_seen_once_and_from_outside), plain_test(a_heavy_corner_does_not_act_on_the_other),
           plain_test(a_visitor_can_stop), plain_test(found_parts_are_those_of_a_visitor),
           plain_test(parts_expanded_by_hand_are_what_acts), plain_test(a_few_of_the_other_sign_anywhere),
           plain_test(acceleration_is_the_slope_of_the_potential))
