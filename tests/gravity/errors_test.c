// How far the tree's accelerations are from those of all pairs: bounds that were measured, with room.
#include "gravity_scene.h"

#include <stdlib.h>

// Relative to the acceleration of the body itself.
struct errors {
    double median, most; // of 99 in a hundred
};

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// What is right for every `each`-th body. No theta and no order changes it, so it is worked out once for each law.
struct right {
    const struct scene *scene;
    size_t each;
    struct gravity_pull *pulls[2];
};

static const struct gravity_pull *right_by(struct right *right, qd_gravity_law law)
{
    if (!right->pulls[law]) {
        const qd_gravity_def def = { .law = law };
        const qd_bodies bodies = scene_bodies(right->scene);
        right->pulls[law] = need(bodies.count / right->each + 1, sizeof *right->pulls[law]);
        for (size_t i = 0; i < bodies.count; i += right->each)
            right->pulls[law][i / right->each] = gravity_oracle_on(&def, &bodies, i);
    }
    return right->pulls[law];
}

static void right_free(struct right *right)
{
    free(right->pulls[0]);
    free(right->pulls[1]);
}

static struct errors errors_of(const qd_gravity_def *def, struct right *right)
{
    const struct scene *scene = right->scene;
    const struct gravity_pull *exact = right_by(right, def->law);
    qd_gravity *gravity = gravity_with(def, scene);
    struct pulls pulls = gravity_pulls(gravity, false);
    double *errors = need(scene->count, sizeof *errors);
    size_t count = 0;
    for (size_t i = 0; i < scene->count; i += right->each) {
        const struct gravity_pull *pull = &exact[i / right->each];
        errors[count++] =
            (double)(hypotl(pulls.field.ax[i] - pull->ax, pulls.field.ay[i] - pull->ay) / hypotl(pull->ax, pull->ay));
    }
    qsort(errors, count, sizeof *errors, by_size);
    const struct errors result = { errors[count / 2], errors[count * 99 / 100] };
    free(errors);
    pulls_free(&pulls);
    qd_gravity_destroy(gravity);
    return result;
}

// Bounds of the first order and of the second.
struct bound {
    qd_gravity_law law;
    double theta;
    struct errors first, second;
};

static void assert_errors(const struct bound *bound, struct right *right)
{
    qd_gravity_def def = { 0 };
    def.law = bound->law;
    def.theta = bound->theta;
    def.order = 1;
    const struct errors first = errors_of(&def, right);
    def.order = 2;
    const struct errors second = errors_of(&def, right);
    print_message("law %d theta %.1f: order 1 %.2g, %.2g; order 2 %.2g, %.2g\n", (int)def.law, def.theta, first.median,
                  first.most, second.median, second.most);
    assert_true(first.median <= bound->first.median && first.most <= bound->first.most);
    assert_true(second.median <= bound->second.median && second.most <= bound->second.most);
    assert_true(second.median < first.median / 2 && second.most < first.most / 2);
}

static void of_uniform_bodies(void)
{
    static const struct bound bounds[] = {
        { QD_GRAVITY_SPACE, 0.3, { 2e-3, 4e-2 }, { 6e-5, 1.4e-3 } },
        { QD_GRAVITY_SPACE, 0.5, { 6e-3, 0.11 }, { 4e-4, 1e-2 } },
        { QD_GRAVITY_SPACE, 0.8, { 1.7e-2, 0.27 }, { 1.8e-3, 4e-2 } },
        { QD_GRAVITY_PLANE, 0.3, { 5e-4, 4e-3 }, { 6e-5, 5e-4 } },
        { QD_GRAVITY_PLANE, 0.5, { 1.3e-3, 1.2e-2 }, { 3e-4, 2.5e-3 } },
        { QD_GRAVITY_PLANE, 0.8, { 3.5e-3, 4e-2 }, { 1.2e-3, 1.2e-2 } },
    };
    struct scene scene = scene_uniform(2000, 1);
    struct right right = { .scene = &scene, .each = 4 };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        assert_errors(&bounds[i], &right);
    right_free(&right);
    scene_free(&scene);
}

static void of_plummers_sphere(void)
{
    static const struct bound bounds[] = {
        { QD_GRAVITY_SPACE, 0.3, { 3e-3, 2.6e-2 }, { 6e-5, 1e-3 } },
        { QD_GRAVITY_SPACE, 0.5, { 8e-3, 8e-2 }, { 3e-4, 7e-3 } },
        { QD_GRAVITY_SPACE, 0.8, { 2e-2, 0.23 }, { 1.2e-3, 5e-2 } },
        { QD_GRAVITY_PLANE, 0.3, { 4e-4, 2.5e-3 }, { 4e-5, 5e-4 } },
        { QD_GRAVITY_PLANE, 0.5, { 9e-4, 7e-3 }, { 1.4e-4, 2e-3 } },
        { QD_GRAVITY_PLANE, 0.8, { 2.6e-3, 4e-2 }, { 7e-4, 7e-3 } },
    };
    struct scene scene = scene_plummer(2000, 2);
    struct right right = { .scene = &scene, .each = 4 };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        assert_errors(&bounds[i], &right);
    right_free(&right);
    scene_free(&scene);
}

static void of_many_uniform_bodies(void)
{
    static const struct bound bound = { QD_GRAVITY_SPACE, 0.5, { 1.0e-2, 9.6e-2 }, { 1.0e-3, 1.2e-2 } };
    struct scene scene = scene_uniform(20000, 3);
    struct right right = { .scene = &scene, .each = 40 };
    assert_errors(&bound, &right);
    right_free(&right);
    scene_free(&scene);
}

tests_main(plain_test(of_uniform_bodies), plain_test(of_plummers_sphere), plain_test(of_many_uniform_bodies))
