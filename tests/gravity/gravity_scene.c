#include "gravity_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct scene scene_of(size_t count)
{
    struct scene scene = { count, need(count, sizeof(double)), need(count, sizeof(double)),
                           need(count, sizeof(double)) };
    return scene;
}

void scene_free(struct scene *scene)
{
    free(scene->x);
    free(scene->y);
    free(scene->mass);
}

qd_bodies scene_bodies(const struct scene *scene)
{
    qd_bodies bodies = { scene->count, scene->x, scene->y, scene->mass };
    return bodies;
}

double scene_outside(double at, double low, double high)
{
    return fmax(0, fmax(low - at, at - high));
}

double prng_real(struct prng *random, double low, double high)
{
    return low + (high - low) * ((double)(prng_next(random) >> 11) * 0x1p-53);
}

struct scene scene_uniform(size_t count, uint64_t seed)
{
    struct scene scene = scene_of(count);
    struct prng random = { seed };
    for (size_t i = 0; i < count; i++) {
        scene.x[i] = prng_real(&random, 0, 1);
        scene.y[i] = prng_real(&random, 0, 1);
        scene.mass[i] = 1 / (double)count;
    }
    return scene;
}

static double plummer_radius(struct prng *random)
{
    double radius;
    do
        radius = 1 / sqrt(pow(prng_real(random, 0x1p-53, 1), -2.0 / 3) - 1);
    while (!(radius < 10));
    return radius;
}

struct scene scene_plummer(size_t count, uint64_t seed)
{
    struct scene scene = scene_of(count);
    struct prng random = { seed };
    for (size_t i = 0; i < count; i++) {
        const double radius = plummer_radius(&random), z = prng_real(&random, -1, 1);
        const double angle = prng_real(&random, 0, 6.283185307179586), flat = radius * sqrt(1 - z * z);
        scene.x[i] = flat * cos(angle);
        scene.y[i] = flat * sin(angle);
        scene.mass[i] = 1 / (double)count;
    }
    return scene;
}

void scene_any_signs(struct scene *scene, uint64_t seed)
{
    struct prng random = { seed };
    for (size_t i = 0; i < scene->count; i++)
        scene->mass[i] = i % 13 == 5 ? 0 : prng_real(&random, -1, 1);
}

void scene_scale(struct scene *scene, double factor)
{
    for (size_t i = 0; i < scene->count; i++) {
        scene->x[i] *= factor;
        scene->y[i] *= factor;
    }
}

void scene_shift(struct scene *scene, double x, double y)
{
    for (size_t i = 0; i < scene->count; i++) {
        scene->x[i] += x;
        scene->y[i] += y;
    }
}

struct pulls pulls_for(size_t count)
{
    struct pulls pulls = { count,
                           { need(count, sizeof(double)), need(count, sizeof(double)), need(count, sizeof(double)) } };
    return pulls;
}

void pulls_free(struct pulls *pulls)
{
    free(pulls->field.ax);
    free(pulls->field.ay);
    free(pulls->field.potential);
}

bool pulls_are_same_bits(const struct pulls *a, const struct pulls *b)
{
    const size_t size = a->count * sizeof(double);
    return a->count == b->count && memcmp(a->field.ax, b->field.ax, size) == 0 &&
           memcmp(a->field.ay, b->field.ay, size) == 0 && memcmp(a->field.potential, b->field.potential, size) == 0;
}

void gravity_must_set(qd_gravity *gravity, const struct scene *scene)
{
    const qd_bodies bodies = scene_bodies(scene);
    assert_int_equal(qd_gravity_set_bodies(gravity, &bodies, NULL), QD_OK);
    assert_int_equal(qd_gravity_count(gravity), scene->count);
}

qd_gravity *gravity_of(const qd_gravity_def *def)
{
    qd_gravity *gravity = NULL;
    assert_int_equal(qd_gravity_create(def, &gravity), QD_OK);
    assert_non_null(gravity);
    return gravity;
}

qd_gravity *gravity_with(const qd_gravity_def *def, const struct scene *scene)
{
    qd_gravity *gravity = gravity_of(def);
    gravity_must_set(gravity, scene);
    return gravity;
}

struct pulls gravity_pulls(qd_gravity *gravity, bool direct)
{
    struct pulls pulls = pulls_for(qd_gravity_count(gravity));
    direct ? qd_gravity_solve_direct(gravity, &pulls.field, NULL) : qd_gravity_solve(gravity, &pulls.field, NULL);
    return pulls;
}

void assert_pulls(const qd_gravity_def *def, const struct scene *scene, const struct pulls *pulls, size_t each,
                  double error)
{
    const qd_bodies bodies = scene_bodies(scene);
    const qd_field *field = &pulls->field;
    for (size_t i = 0; i < scene->count; i += each) {
        const struct gravity_pull pull = gravity_oracle_on(def, &bodies, i);
        if (!gravity_oracle_agrees(&pull, field->ax[i], field->ay[i], &field->potential[i], error))
            fail_msg("body %zu of %zu: (%.17g, %.17g), %.17g and not (%.17Lg, %.17Lg), %.17Lg of terms of %Lg, %Lg", i,
                     scene->count, field->ax[i], field->ay[i], field->potential[i], pull.ax, pull.ay, pull.potential,
                     pull.force_size, pull.potential_size);
    }
}

// Forces are the same bits without an array for potentials; the array is left alone then.
static void assert_same_without_potential(qd_gravity *gravity, bool direct, const struct pulls *with)
{
    struct pulls without = pulls_for(with->count);
    const qd_field field = { without.field.ax, without.field.ay, NULL };
    direct ? qd_gravity_solve_direct(gravity, &field, NULL) : qd_gravity_solve(gravity, &field, NULL);
    memcpy(without.field.potential, with->field.potential, with->count * sizeof(double));
    assert_true(pulls_are_same_bits(&without, with));
    pulls_free(&without);
}

void assert_exact(const qd_gravity_def *def, const struct scene *scene, size_t each)
{
    qd_gravity_def exact = *def;
    exact.theta = THETA_EXACT;
    qd_gravity *gravity = gravity_with(&exact, scene);
    for (int direct = 0; direct < 2; direct++) {
        struct pulls pulls = gravity_pulls(gravity, direct);
        assert_pulls(&exact, scene, &pulls, each, 1e-13);
        assert_same_without_potential(gravity, direct, &pulls);
        pulls_free(&pulls);
    }
    qd_gravity_destroy(gravity);
}

qd_gravity_def some_def(int which)
{
    qd_gravity_def def = { 0 };
    def.theta = which % 3 ? 0.7 : 0.4;
    def.law = which % 2 ? QD_GRAVITY_PLANE : QD_GRAVITY_SPACE;
    def.order = 1 + which / 2 % 2;
    def.softening = which / 4 % 2 * 0.05;
    def.group = which % 5 ? 48 : 7;
    return def;
}

struct scene some_scene(int which)
{
    struct scene scene = which % 3 == 1 ? scene_plummer(3000, 1) : scene_uniform(3000, 2);
    if (which % 4 == 3)
        scene_any_signs(&scene, 3);
    return scene;
}

void assert_same_pulls(qd_gravity *gravity, qd_gravity *other, bool direct)
{
    struct pulls one = gravity_pulls(gravity, direct), two = gravity_pulls(other, direct);
    assert_true(pulls_are_same_bits(&one, &two));
    pulls_free(&one);
    pulls_free(&two);
}
