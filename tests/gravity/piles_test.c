// Bodies at one place, and bodies so near to each other that floats cannot tell them apart: what acts on them is right,
// and is not found by looking at all pairs.
#include "gravity_scene.h"

#include <math.h>
#include <stdlib.h>

enum { MANY = 100000, CROWD = 10000, OTHERS = 100 };

// The tree's answer, to so many parts of the terms, for some of the bodies; it takes no more than `each_most` terms for
// a body.
static void assert_near(const qd_gravity_def *def, const struct scene *scene, size_t each, double error,
                        double each_most)
{
    qd_gravity *gravity = gravity_with(def, scene);
    struct pulls pulls = pulls_for(scene->count);
    qd_gravity_cost cost;
    qd_gravity_solve(gravity, &pulls.field, &cost);
    assert_pulls(def, scene, &pulls, each, error);
    if ((double)(cost.bodies + cost.cells) > each_most * (double)scene->count)
        fail_msg("theta %g: %g terms a body", def->theta, (double)(cost.bodies + cost.cells) / (double)scene->count);
    pulls_free(&pulls);
    qd_gravity_destroy(gravity);
}

static qd_gravity_def def_of(double theta, double softening, int which)
{
    qd_gravity_def def = { 0 };
    def.theta = theta;
    def.softening = softening;
    def.law = which % 2 ? QD_GRAVITY_PLANE : QD_GRAVITY_SPACE;
    def.order = 1 + which / 2 % 2;
    return def;
}

// Not a single force, and no potential where nothing is softened.
static void one_pile(size_t count, double softening)
{
    static const double thetas[] = { THETA_EXACT, 0.5, 2 };
    struct scene scene = scene_uniform(count, 1);
    for (size_t i = 0; i < count; i++) {
        scene.x[i] = 0.7;
        scene.y[i] = -1e5;
    }
    for (int i = 0; i < 12; i++) {
        const qd_gravity_def def = def_of(thetas[i % 3], softening, i / 3);
        qd_gravity *gravity = gravity_with(&def, &scene);
        struct pulls pulls = gravity_pulls(gravity, false);
        for (size_t k = 0; k < count; k++)
            assert_true(pulls.field.ax[k] == 0 && pulls.field.ay[k] == 0);
        if (softening == 0)
            for (size_t k = 0; k < count; k++)
                assert_true(pulls.field.potential[k] == 0);
        pulls_free(&pulls);
        qd_gravity_destroy(gravity);
        assert_near(&def, &scene, count / 2 + 1, 1e-11, 1);
    }
    scene_free(&scene);
}

static void all_at_one_place(void)
{
    static const size_t counts[] = { 1, 2, 3, MANY };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        one_pile(counts[i], 0);
        one_pile(counts[i], 0.01);
    }
}

// Some of them at neighbouring doubles, between which there is no middle: it is rounded down for one pair and up for
// the other.
static void piles_at_a_few_places(void)
{
    enum { PLACES = 8 };
    const double next = nextafter(0.3, 1), after = nextafter(next, 1);
    const double x[] = { 0, 1, 0.3, next, next, after, 0.6, 0.6 };
    const double y[] = { 0, 0.9, 0.1, 0.1, 0.2, 0.2, 0.3, 0.30000000000001 };
    struct scene scene = scene_of(MANY);
    for (size_t i = 0; i < MANY; i++) {
        scene.x[i] = x[i * PLACES / MANY];
        scene.y[i] = y[i * PLACES / MANY];
        scene.mass[i] = 1 + (double)(i % 3);
    }
    for (int i = 0; i < 4; i++) {
        const qd_gravity_def def = def_of(THETA_EXACT, 0, i), softened = def_of(THETA_EXACT, 0.02, i);
        assert_near(&def, &scene, MANY / PLACES, 1e-11, PLACES);
        assert_near(&softened, &scene, MANY / PLACES, 1e-11, PLACES);
    }
    scene_free(&scene);
}

// A crowd as large as `size`, and some bodies about it.
static struct scene crowd_of(double size, double offset)
{
    struct scene scene = scene_uniform(CROWD + OTHERS, 3);
    struct prng random = { 4 };
    for (size_t i = 0; i < CROWD; i++) {
        scene.x[i] = 0.3 + size * prng_real(&random, 0, 1);
        scene.y[i] = 0.6 + size * prng_real(&random, 0, 1);
    }
    scene_shift(&scene, offset, offset);
    return scene;
}

static void right_about_crowd(double size, double offset)
{
    struct scene scene = crowd_of(size, offset);
    for (int i = 0; i < 4; i++) {
        const qd_gravity_def near = def_of(0.5, i ? size : 0, i);
        assert_near(&near, &scene, 300, near.order == 2 ? 3e-3 : 3e-2, 2000);
    }
    scene_free(&scene);
}

static void a_crowd_one_by_one(void)
{
    struct scene scene = crowd_of(1e-12, 0);
    const qd_gravity_def exact = def_of(THETA_EXACT, 0, 0);
    assert_near(&exact, &scene, 500, 1e-11, CROWD + OTHERS);
    scene_free(&scene);
}

static void crowds_that_floats_cannot_tell_apart(void)
{
    right_about_crowd(1e-6, 0);
    right_about_crowd(1e-9, 0);
    right_about_crowd(1e-12, 0);
    right_about_crowd(1e-12, 1e9); // one place, by then
    right_about_crowd(1e-6, 1e9);  // some sixty places
    right_about_crowd(1e-2, 1e9);
}

// Each half as far from the origin as the one before: no depth of a tree of floats is enough.
static void distances_of_all_sizes(void)
{
    struct scene scene = scene_uniform(1000, 5);
    for (size_t i = 0; i < scene.count; i++)
        scene_any_signs(&scene, 6);
    for (size_t i = 0; i < scene.count; i++) {
        scene.x[i] = ldexp(1, -(int)i);
        scene.y[i] = i % 3 ? -scene.x[i] : 0;
    }
    for (int i = 0; i < 4; i++) {
        qd_gravity_def def = def_of(THETA_EXACT, 0.1, i);
        assert_exact(&def, &scene, 7);
        def.leaf = 1;
        def.theta = 1;
        assert_near(&def, &scene, 7, 0.05, 1000);
    }
    scene_free(&scene);
}

tests_main(plain_test(all_at_one_place), plain_test(piles_at_a_few_places), plain_test(a_crowd_one_by_one),
           plain_test(crowds_that_floats_cannot_tell_apart), plain_test(distances_of_all_sizes))
