// Places come first, by the inverse of how much mass lies within a radius. Then the bodies' own forces say how fast
// they have to be: so velocities are right for either law, for any softening and for the very bodies that were drawn.
#include "galaxies.h"

#include "random.h"

#include <math.h>
#include <stdlib.h>

const char *const galaxies_names[] = { "plummer", "disc", "encounter", "uniform", NULL };

/// The part of a disc's mass in its centre, and the scatter of its bodies' velocities, in parts of the circular one.
#define CENTER_SHARE 0.8
#define SCATTER 0.03

/// The parts of the mass up to which places are drawn: what lies far out is so thin that it would only widen pictures.
#define PLUMMER_MOST 0.98
#define DISC_MOST 0.7

galaxies_plan galaxies_plan_of(galaxies_kind kind)
{
    static const galaxies_plan plans[GALAXIES_KINDS] = {
        [GALAXIES_PLUMMER] = { 5000, 500, 0.05, 0.02 },
        [GALAXIES_DISC] = { 10000, 500, 0.05, 0.02 },
        [GALAXIES_ENCOUNTER] = { 10000, 600, 0.15, 0.02 },
        [GALAXIES_UNIFORM] = { 5000, 500, 0.02, 0.002 },
    };
    return plans[kind];
}

/// A double in [0, 1): a multiple of 2^-53, so that no rounding takes part.
static double draw_unit(scene_random *random)
{
    return (double)(scene_random_bits(random) >> 11) * 0x1p-53;
}

/// About normal, of variance 1, and never beyond 3.5.
static double draw_normal(scene_random *random)
{
    double sum = -2;
    for (int i = 0; i < 4; i++)
        sum += draw_unit(random);
    return sum * sqrt(3);
}

/// A place at a distance from the origin, in any direction.
static void draw_place(scene_random *random, double radius, double *x, double *y)
{
    double u, v, square;
    do {
        u = 2 * draw_unit(random) - 1;
        v = 2 * draw_unit(random) - 1;
        square = u * u + v * v;
    } while (square > 1 || square < 0x1p-20);
    *x = radius * (u / sqrt(square));
    *y = radius * (v / sqrt(square));
}

static galaxies_bodies from(const galaxies_bodies *all, size_t first)
{
    return (galaxies_bodies){ all->x + first, all->y + first, all->vx + first, all->vy + first, all->mass + first };
}

/// What the bodies do to each other, in arrays that are to be freed. False: no memory, and nothing is.
static bool pull(const galaxies_def *def, const galaxies_bodies *b, size_t count, qd_field *out)
{
    const qd_gravity_def wanted = { .law = def->law, .softening = def->softening, .executor = def->executor };
    qd_gravity *gravity = NULL;
    (void)qd_gravity_create(&wanted, &gravity);
    const qd_bodies bodies = { count, b->x, b->y, b->mass };
    *out = (qd_field){ malloc((count + 1) * sizeof(double)), malloc((count + 1) * sizeof(double)), NULL };
    bool good = gravity && out->ax && out->ay && qd_gravity_set_bodies(gravity, &bodies, NULL) == QD_OK;
    if (good)
        qd_gravity_solve(gravity, out, NULL);
    qd_gravity_destroy(gravity);
    if (!good) {
        free(out->ax);
        free(out->ay);
    }
    return good;
}

/// Takes the bodies' common motion away, and puts their centre of mass into the origin.
static void come_to_rest(const galaxies_bodies *b, size_t count)
{
    double mass = 0, x = 0, y = 0, vx = 0, vy = 0;
    for (size_t i = 0; i < count; i++) {
        mass += b->mass[i];
        x += b->mass[i] * b->x[i];
        y += b->mass[i] * b->y[i];
        vx += b->mass[i] * b->vx[i];
        vy += b->mass[i] * b->vy[i];
    }
    for (size_t i = 0; i < count; i++) {
        b->x[i] -= x / mass;
        b->y[i] -= y / mass;
        b->vx[i] -= vx / mass;
        b->vy[i] -= vy / mass;
    }
}

typedef struct shell {
    double square; ///< The square of the distance from the origin.
    size_t body;
} shell;

static int compare_shells(const void *a, const void *b)
{
    const shell *s = a, *t = b;
    if (s->square != t->square)
        return s->square < t->square ? -1 : 1;
    return (s->body > t->body) - (s->body < t->body);
}

/// Random velocities: their pressure carries the mass outside (Jeans): density * sigma^2 = the weight of the mass
/// farther out. `shells` are sorted.
static void heat(scene_random *random, const galaxies_bodies *b, const qd_field *field, const shell *shells,
                 size_t count)
{
    double weight = 0;
    for (size_t k = count; k-- > 0;) {
        size_t i = shells[k].body;
        double square = shells[k].square, inward = -(b->x[i] * field->ax[i] + b->y[i] * field->ay[i]);
        weight += square > 0 ? b->mass[i] * inward / square : 0; // and over 2 pi
        double spread = (1 + square) * (1 + square) / 2;         // over the density, times 2 pi
        double sigma = weight > 0 ? sqrt(weight * spread) : 0;
        b->vx[i] = sigma * draw_normal(random);
        b->vy[i] = sigma * draw_normal(random);
    }
}

/// Scales velocities so that twice the kinetic energy is the virial.
static void balance(const galaxies_bodies *b, const qd_field *field, size_t count)
{
    double moving = 0, pulling = 0;
    for (size_t i = 0; i < count; i++) {
        moving += b->mass[i] * (b->vx[i] * b->vx[i] + b->vy[i] * b->vy[i]);
        pulling -= b->mass[i] * (b->x[i] * field->ax[i] + b->y[i] * field->ay[i]);
    }
    double factor = moving > 0 && pulling > 0 ? sqrt(pulling / moving) : 0;
    for (size_t i = 0; i < count; i++) {
        b->vx[i] *= factor;
        b->vy[i] *= factor;
    }
}

/// Within a radius of r lies r^2 / (1 + r^2) of the mass.
static bool make_plummer(const galaxies_def *def, scene_random *random, const galaxies_bodies *b)
{
    const size_t count = def->count;
    shell *shells = malloc((count + 1) * sizeof *shells);
    qd_field field;
    for (size_t i = 0; i < count; i++) {
        double within = PLUMMER_MOST * draw_unit(random);
        draw_place(random, sqrt(within / (1 - within)), &b->x[i], &b->y[i]);
        b->vx[i] = b->vy[i] = 0;
        b->mass[i] = 1 / (double)count;
    }
    come_to_rest(b, count);
    bool good = shells && pull(def, b, count, &field);
    if (good) {
        for (size_t i = 0; i < count; i++)
            shells[i] = (shell){ b->x[i] * b->x[i] + b->y[i] * b->y[i], i };
        qsort(shells, count, sizeof *shells, compare_shells);
        heat(random, b, &field, shells, count);
        come_to_rest(b, count);
        balance(b, &field, count);
        free(field.ax);
        free(field.ay);
    }
    free(shells);
    return good;
}

/// As fast as to go round in a circle about the origin, and a little more or less.
static void go_round(scene_random *random, const galaxies_bodies *b, const qd_field *field, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double x = b->x[i], y = b->y[i], radius = sqrt(x * x + y * y);
        double square = -(x * field->ax[i] + y * field->ay[i]), speed = square > 0 ? sqrt(square) : 0;
        double turn = radius > 0 ? speed / radius : 0;
        b->vx[i] = -turn * y + SCATTER * speed * draw_normal(random);
        b->vy[i] = turn * x + SCATTER * speed * draw_normal(random);
    }
}

/// A centre and its disc, of which 1 - 1 / sqrt(1 + r^2) lies within a radius of r. The innermost part is left out:
/// there bodies would go round in no time.
static bool make_disc(const galaxies_def *def, scene_random *random, const galaxies_bodies *b, size_t count)
{
    qd_field field;
    for (size_t i = 0; i < count; i++) {
        double without = 1 - (0.02 + (DISC_MOST - 0.02) * draw_unit(random));
        draw_place(random, sqrt(1 / (without * without) - 1), &b->x[i], &b->y[i]);
        b->vx[i] = b->vy[i] = 0;
        b->mass[i] = (1 - CENTER_SHARE) / (double)count;
    }
    if (count > 0) {
        b->x[0] = b->y[0] = 0;
        b->mass[0] = CENTER_SHARE;
    }
    if (!pull(def, b, count, &field))
        return false;
    go_round(random, b, &field, count);
    free(field.ax);
    free(field.ay);
    come_to_rest(b, count);
    return true;
}

static void shift(const galaxies_bodies *b, size_t count, double x, double y, double vx, double vy)
{
    for (size_t i = 0; i < count; i++) {
        b->x[i] += x;
        b->y[i] += y;
        b->vx[i] += vx;
        b->vy[i] += vy;
    }
}

/// Two points of mass 1 that fall towards each other from rest at infinity and would pass each other at `nearest`. Both
/// discs turn the way in which they pass: that draws the longest arms.
static bool make_encounter(const galaxies_def *def, scene_random *random, const galaxies_bodies *b)
{
    const double apart = 7, nearest = 2.5, mass = 2;
    const size_t second = def->count / 2, first = def->count - second;
    const galaxies_bodies other = from(b, first);
    if (!make_disc(def, random, b, first) || !make_disc(def, random, &other, second))
        return false;
    const double square = 2 * mass / apart, across = sqrt(2 * mass * nearest) / apart;
    const double toward = sqrt(square - across * across);
    shift(b, first, -apart / 2, 0, toward / 2, -across / 2);
    shift(&other, second, apart / 2, 0, -toward / 2, across / 2);
    come_to_rest(b, def->count);
    return true;
}

static void make_uniform(const galaxies_def *def, scene_random *random, const galaxies_bodies *b)
{
    for (size_t i = 0; i < def->count; i++) {
        b->x[i] = draw_unit(random);
        b->y[i] = draw_unit(random);
        b->vx[i] = b->vy[i] = 0;
        b->mass[i] = 1 / (double)def->count;
    }
}

bool galaxies_make(const galaxies_def *def, const galaxies_bodies *out)
{
    scene_random random = { def->seed };
    switch (def->kind) {
    case GALAXIES_PLUMMER:
        return make_plummer(def, &random, out);
    case GALAXIES_DISC:
        return make_disc(def, &random, out, def->count);
    case GALAXIES_ENCOUNTER:
        return make_encounter(def, &random, out);
    case GALAXIES_UNIFORM:
    case GALAXIES_KINDS:
        break;
    }
    make_uniform(def, &random, out);
    return true;
}
