// Where nothing is taken together, what acts on bodies and places is what the definitions say, to rounding: by the tree
// with an opening angle of almost 0, and by all pairs.
#include "gravity_scene.h"

#include <math.h>

typedef void for_def(const qd_gravity_def *def);

// Both laws, both orders, softened and not, of either sign, leaves and groups from the smallest on.
static void for_each_def(for_def *act, double length)
{
    static const double softenings[] = { 0, 0.01, 3 };
    static const int leaves[] = { 8, 1, 40 }, groups[] = { 48, 1, 256 };
    for (int i = 0; i < 24; i++) {
        qd_gravity_def def = { 0 };
        def.theta = THETA_EXACT;
        def.law = i % 2 ? QD_GRAVITY_PLANE : QD_GRAVITY_SPACE;
        def.order = 1 + i / 2 % 2;
        def.softening = softenings[i / 4 % 3] * length;
        def.constant = i / 12 ? -2.5 : 1;
        def.leaf = leaves[(i + i / 3) % 3];
        def.group = groups[i % 3];
        act(&def);
    }
}

static void right_about_random_bodies(const qd_gravity_def *def)
{
    struct scene uniform = scene_uniform(120, 1), plummer = scene_plummer(120, 2);
    assert_exact(def, &uniform, 1);
    assert_exact(def, &plummer, 1);
    scene_any_signs(&uniform, 3);
    assert_exact(def, &uniform, 1);
    scene_free(&uniform);
    scene_free(&plummer);
}

static void random_bodies(void)
{
    for_each_def(right_about_random_bodies, 1);
}

static void right_about_few(const qd_gravity_def *def)
{
    for (size_t count = 0; count < 12; count++) {
        struct scene scene = scene_uniform(count, 4 + count);
        scene_any_signs(&scene, count);
        assert_exact(def, &scene, 1);
        scene_free(&scene);
    }
}

static void no_body_one_body_a_few(void)
{
    for_each_def(right_about_few, 1);
}

static void right_of_extent(const qd_gravity_def *def, double extent)
{
    struct scene scene = scene_uniform(50, 7);
    scene_any_signs(&scene, 8);
    scene_scale(&scene, extent);
    qd_gravity_def scaled = *def;
    scaled.softening *= extent;
    assert_exact(&scaled, &scene, 1);
    scene_shift(&scene, 100 * extent, -3 * extent);
    assert_exact(&scaled, &scene, 1);
    scene_free(&scene);
}

static void right_about_small_and_large(const qd_gravity_def *def)
{
    static const double extents[] = { 1e-50, 1e-9, 1e9, 1e50 };
    for (size_t i = 0; i < 4; i++)
        right_of_extent(def, extents[i]);
}

static void extents_from_the_smallest_to_the_largest(void)
{
    for_each_def(right_about_small_and_large, 1);
}

// A crowd and one body far from it: most of the scene is empty, and the crowd is small.
static void right_about_a_far_body(const qd_gravity_def *def)
{
    struct scene scene = scene_uniform(100, 9);
    scene.x[17] = 1e7;
    scene.y[17] = -1e5;
    scene.mass[17] = 1e3;
    assert_exact(def, &scene, 1);
    scene_free(&scene);
}

static void one_far_body(void)
{
    for_each_def(right_about_a_far_body, 1);
}

// At the places of bodies and elsewhere, near and very far.
static void right_at_places(const qd_gravity_def *def)
{
    struct scene scene = scene_uniform(200, 10);
    scene_any_signs(&scene, 11);
    qd_gravity *gravity = gravity_with(def, &scene);
    const qd_bodies bodies = scene_bodies(&scene);
    const double x[] = { scene.x[3], scene.x[50], 0.5, -2, 1e6, -1e18, 1e20, 1e60, 0.1, 0.1 };
    const double y[] = { scene.y[3], scene.y[50], 0.25, 9, 3, 1e18, 0, -1e60, 1e-300, 1e30 };
    struct pulls pulls = pulls_for(10);
    assert_int_equal(qd_gravity_solve_at(gravity, &(qd_bodies){ 10, x, y, NULL }, &pulls.field, NULL), QD_OK);
    for (size_t i = 0; i < 10; i++) {
        const struct gravity_pull pull = gravity_oracle_at(def, &bodies, x[i], y[i], SIZE_MAX);
        if (!gravity_oracle_agrees(&pull, pulls.field.ax[i], pulls.field.ay[i], &pulls.field.potential[i], 1e-13))
            fail_msg("place %zu: (%g, %g), %g and not (%Lg, %Lg), %Lg", i, pulls.field.ax[i], pulls.field.ay[i],
                     pulls.field.potential[i], pull.ax, pull.ay, pull.potential);
    }
    pulls_free(&pulls);
    qd_gravity_destroy(gravity);
    scene_free(&scene);
}

static void places(void)
{
    for_each_def(right_at_places, 1);
}

// Coordinates on a lattice of 2^-20, that have room to be shifted.
static struct scene lattice_scene(void)
{
    struct scene scene = scene_uniform(200, 12);
    for (size_t i = 0; i < scene.count; i++) {
        scene.x[i] = floor(ldexp(scene.x[i], 20)) * 0x1p-20;
        scene.y[i] = floor(ldexp(scene.y[i], 20)) * 0x1p-20;
    }
    return scene;
}

static struct pulls pulls_shifted(const qd_gravity_def *def, double x, double y)
{
    struct scene scene = lattice_scene();
    scene_shift(&scene, x, y);
    qd_gravity *gravity = gravity_with(def, &scene);
    struct pulls pulls = gravity_pulls(gravity, false);
    qd_gravity_destroy(gravity);
    scene_free(&scene);
    return pulls;
}

// All pairs see differences alone, which are the same anywhere. Centres of mass are rounded by where they are seen
// from: about the origin as they are, from far away as seen from near the scene, wherever that is.
static void same_where_shifted(const qd_gravity_def *def)
{
    qd_gravity_def by_cells = *def;
    by_cells.theta = 0.7;
    struct pulls here = pulls_shifted(def, 0, 0), far = pulls_shifted(&by_cells, 32, 32);
    for (int power = 0; power < 27; power += 3) {
        const double shift = ldexp(1, power);
        struct pulls there = pulls_shifted(def, shift, 8 * shift);
        assert_true(pulls_are_same_bits(&here, &there));
        struct pulls farther = pulls_shifted(&by_cells, 32 * shift, 64 * shift);
        assert_true(pulls_are_same_bits(&far, &farther));
        pulls_free(&there);
        pulls_free(&farther);
    }
    pulls_free(&here);
    pulls_free(&far);
}

static void a_shift_changes_no_bit(void)
{
    for_each_def(same_where_shifted, 1);
}

// In units of another power of two, forces are multiplied by a power of two and no bit is different.
static void same_where_scaled(const qd_gravity_def *def)
{
    qd_gravity_def near = *def;
    near.theta = 0.7;
    struct pulls here = pulls_shifted(&near, 0, 0);
    for (int power = -150; power <= 150; power += 50) {
        struct scene scene = lattice_scene();
        scene_scale(&scene, ldexp(1, power));
        qd_gravity_def scaled = near;
        scaled.softening = ldexp(near.softening, power);
        qd_gravity *gravity = gravity_with(&scaled, &scene);
        struct pulls there = gravity_pulls(gravity, false);
        const int fall = def->law == QD_GRAVITY_PLANE ? power : 2 * power;
        for (size_t i = 0; i < here.count; i++) {
            assert_true(ldexp(there.field.ax[i], fall) == here.field.ax[i]);
            assert_true(ldexp(there.field.ay[i], fall) == here.field.ay[i]);
        }
        pulls_free(&there);
        qd_gravity_destroy(gravity);
        scene_free(&scene);
    }
    pulls_free(&here);
}

static void another_unit_changes_no_bit(void)
{
    for_each_def(same_where_scaled, 1);
}

// Softening lets a mass have a potential where it lies, and what it does there to itself is not counted: to the bit.
static void what_is_alone_has_no_potential(void)
{
    const double x = 3, y = -2;
    for (int i = 0; i < 200; i++) {
        qd_gravity_def def = { 0 };
        def.law = i % 2 ? QD_GRAVITY_PLANE : QD_GRAVITY_SPACE;
        def.softening = 0.01 * i;
        const double mass = 1 + 0.37 * i;
        double ax = 1, ay = 1, potential = 1;
        qd_gravity *gravity = gravity_of(&def);
        assert_int_equal(qd_gravity_set_bodies(gravity, &(qd_bodies){ 1, &x, &y, &mass }, NULL), QD_OK);
        qd_gravity_solve(gravity, &(qd_field){ &ax, &ay, &potential }, NULL);
        assert_true(ax == 0 && ay == 0 && potential == 0);
        qd_gravity_destroy(gravity);
    }
}

tests_main(plain_test(what_is_alone_has_no_potential), plain_test(random_bodies), plain_test(no_body_one_body_a_few),
           plain_test(extents_from_the_smallest_to_the_largest), plain_test(one_far_body), plain_test(places),
           plain_test(a_shift_changes_no_bit), plain_test(another_unit_changes_no_bit))
