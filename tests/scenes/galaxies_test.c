/// What a scene of gravity begins with: at rest together, in balance, and the same bits everywhere.
#include "play.h"

#include <galaxies.h>
#include <math.h>
#include <string.h>

enum { MOST = 2000 };

typedef struct begun {
    galaxies_bodies b;
    qd_field field; ///< By all pairs.
    size_t count;
    double numbers[8][MOST];
} begun;

static begun one;

static galaxies_def def_of(galaxies_kind kind, size_t count, qd_gravity_law law, double softening)
{
    return (galaxies_def){ .kind = kind, .count = count, .seed = 1, .law = law, .softening = softening };
}

static begun *begin(galaxies_kind kind, size_t count, qd_gravity_law law, double softening)
{
    const galaxies_def def = def_of(kind, count, law, softening);
    one.count = count;
    one.b = (galaxies_bodies){ one.numbers[0], one.numbers[1], one.numbers[2], one.numbers[3], one.numbers[4] };
    one.field = (qd_field){ one.numbers[5], one.numbers[6], one.numbers[7] };
    assert_true(galaxies_make(&def, &one.b));
    const qd_gravity_def pairs = { .law = law, .softening = softening };
    qd_gravity *gravity = NULL;
    assert_int_equal(qd_gravity_create(&pairs, &gravity), QD_OK);
    const qd_bodies bodies = { count, one.b.x, one.b.y, one.b.mass };
    assert_int_equal(qd_gravity_set_bodies(gravity, &bodies, NULL), QD_OK);
    qd_gravity_solve_direct(gravity, &one.field, NULL);
    qd_gravity_destroy(gravity);
    return &one;
}

static qd_motion_sums sums_of(const begun *g)
{
    const qd_motion motion = { .count = g->count,
                               .x = g->b.x,
                               .y = g->b.y,
                               .vx = g->b.vx,
                               .vy = g->b.vy,
                               .mass = g->b.mass,
                               .ax = g->field.ax,
                               .ay = g->field.ay,
                               .potential = g->field.potential };
    qd_motion_sums sums;
    qd_motion_get_sums(&motion, &sums);
    return sums;
}

static void bits_are_those_of_the_seed(void)
{
    static const uint64_t hashes[GALAXIES_KINDS] = { 0x6987794468c0e773u, 0xf9509397121cf405u, 0xd2ccd03b55ff47d2u,
                                                     0xf279e167050a8c74u };
    for (int kind = 0; kind < GALAXIES_KINDS; kind++) {
        const begun *g = begin((galaxies_kind)kind, 500, QD_GRAVITY_SPACE, 0.05);
        uint64_t hash = 0;
        for (size_t i = 0; i < g->count; i++)
            for (int k = 0; k < 5; k++) {
                uint64_t bits = 0;
                memcpy(&bits, &g->numbers[k][i], sizeof bits);
                hash = (hash ^ bits) * 0x100000001b3u;
                hash ^= hash >> 29;
            }
        assert_int_equal(hash, hashes[kind]);
    }
}

static void all_are_at_rest_together(void)
{
    for (int kind = 0; kind < GALAXIES_KINDS; kind++)
        for (size_t count = 0; count < 60; count = 2 * count + 1) {
            const begun *g = begin((galaxies_kind)kind, count, QD_GRAVITY_PLANE, 0);
            const qd_motion_sums sums = sums_of(g);
            double wanted = count == 0 ? 0 : kind == GALAXIES_ENCOUNTER && count > 1 ? 2 : 1;
            assert_true(fabs(sums.momentum_x) < 1e-12 && fabs(sums.momentum_y) < 1e-12);
            assert_true(kind == GALAXIES_UNIFORM || (fabs(sums.center_x) < 1e-12 && fabs(sums.center_y) < 1e-12));
            assert_true(isfinite(sums.kinetic) && sums.mass <= wanted + 1e-12 && sums.mass > 0.79 * wanted - 1e-12);
        }
}

static void a_cluster_is_in_balance(void)
{
    for (int law = 0; law < 2; law++) {
        const begun *g = begin(GALAXIES_PLUMMER, MOST, (qd_gravity_law)law, 0.05);
        double virial = 0, inner[2] = { 0, 0 };
        for (size_t i = 0; i < g->count; i++) {
            double x = g->b.x[i], y = g->b.y[i];
            virial -= g->b.mass[i] * (x * g->field.ax[i] + y * g->field.ay[i]);
            inner[x * x + y * y < 1] += g->b.mass[i];
        }
        assert_true(fabs(2 * sums_of(g).kinetic / virial - 1) < 0.01);
        assert_true(fabs(inner[1] - 0.5 / 0.98) < 0.03); // half of the whole within a radius of 1
    }
}

static void a_disc_goes_round(void)
{
    const begun *g = begin(GALAXIES_DISC, MOST, QD_GRAVITY_SPACE, 0.05);
    double moving = 0, pulling = 0, turning = 0;
    for (size_t i = 1; i < g->count; i++) {
        double x = g->b.x[i], y = g->b.y[i], vx = g->b.vx[i], vy = g->b.vy[i];
        moving += vx * vx + vy * vy;
        pulling -= x * g->field.ax[i] + y * g->field.ay[i];
        turning += (x * vy - y * vx) / sqrt((x * x + y * y) * (vx * vx + vy * vy)) / (double)(g->count - 1);
    }
    assert_true(fabs(moving / pulling - 1) < 0.02);
    assert_true(turning > 0.99);
    assert_true(g->b.mass[0] > 1000 * g->b.mass[1]);
}

/// A parabola: as two points the discs have no energy, and they come nearer.
static void two_discs_fall_past_each_other(void)
{
    const begun *g = begin(GALAXIES_ENCOUNTER, MOST, QD_GRAVITY_SPACE, 0.05);
    double mean[2][4] = { { 0 } };
    for (size_t i = 0; i < g->count; i++)
        for (int k = 0; k < 4; k++)
            mean[i >= MOST / 2][k] += g->b.mass[i] * g->numbers[k][i];
    double x = mean[1][0] - mean[0][0], y = mean[1][1] - mean[0][1];
    double vx = mean[1][2] - mean[0][2], vy = mean[1][3] - mean[0][3];
    assert_true(fabs((vx * vx + vy * vy) / 2 - 2 / sqrt(x * x + y * y)) < 0.02);
    assert_true(x * vx + y * vy < 0);
    assert_true(x * vy - y * vx > 1);
}

tests_named(galaxies, plain_test(bits_are_those_of_the_seed), plain_test(all_are_at_rest_together),
            plain_test(a_cluster_is_in_balance), plain_test(a_disc_goes_round),
            plain_test(two_discs_fall_past_each_other))
