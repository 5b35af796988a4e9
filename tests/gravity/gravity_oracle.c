#include "gravity_oracle.h"

#include <math.h>

// Adds what one body does to a mass of 1 that it is (ex, ey) away from.
static void add(struct gravity_pull *pull, const qd_gravity_def *def, long double ex, long double ey, double mass)
{
    const bool plane = def->law == QD_GRAVITY_PLANE;
    const long double m = (long double)mass * (def->constant != 0 ? def->constant : 1);
    const long double square = ex * ex + ey * ey, u = square + (long double)def->softening * def->softening;
    if (!(u > 0))
        return;
    const long double fall = plane ? 1 / u : 1 / (u * sqrtl(u));
    const long double potential = plane ? logl(u) / 2 : -1 / sqrtl(u);
    pull->ax += m * ex * fall;
    pull->ay += m * ey * fall;
    pull->potential += m * potential;
    pull->force_size += fabsl(m) * sqrtl(square) * fall;
    // Lengths have a unit of the library's own, and the logarithm of it comes in and goes out again.
    pull->potential_size += fabsl(m) * (fabsl(potential) + (plane ? 2 : 0));
}

struct gravity_pull gravity_oracle_at(const qd_gravity_def *def, const qd_bodies *bodies, double x, double y,
                                      size_t but)
{
    struct gravity_pull pull = { 0, 0, 0, 0, 0 };
    for (size_t i = 0; i < bodies->count; i++)
        if (i != but)
            add(&pull, def, (long double)bodies->x[i] - x, (long double)bodies->y[i] - y, bodies->mass[i]);
    return pull;
}

struct gravity_pull gravity_oracle_on(const qd_gravity_def *def, const qd_bodies *bodies, size_t body)
{
    struct gravity_pull pull = gravity_oracle_at(def, bodies, bodies->x[body], bodies->y[body], body);
    // The library adds a body's own potential and takes it away again.
    struct gravity_pull own = { 0, 0, 0, 0, 0 };
    add(&own, def, 0, 0, bodies->mass[body]);
    pull.potential_size += own.potential_size;
    return pull;
}

// The potential of a part is m K(u), with derivatives by the place from the chain rule; (e, f) is the way from the
// place to the part.
void gravity_oracle_add_part(struct gravity_pull *pull, const qd_gravity_def *def, const qd_gravity_part *part,
                             bool dipoles, double x, double y)
{
    const long double e = (long double)part->x - x, f = (long double)part->y - y;
    const long double u = e * e + f * f + (long double)def->softening * def->softening;
    const bool plane = def->law == QD_GRAVITY_PLANE, second = def->order == 2;
    if (!(u > 0))
        return;
    // K and its first three derivatives by u.
    const long double k0 = plane ? logl(u) / 2 : -1 / sqrtl(u), k1 = plane ? 0.5L / u : 0.5L / (u * sqrtl(u));
    const long double k2 = plane ? -k1 / u : -1.5L * k1 / u, k3 = plane ? -2 * k2 / u : -2.5L * k2 / u;
    const long double m = part->mass, dx = dipoles ? part->dx : 0, dy = dipoles ? part->dy : 0;
    const long double xx = second ? part->sxx : 0, xy = second ? part->sxy : 0, yy = second ? part->syy : 0;
    const long double d = e * dx + f * dy, q = e * e * xx + 2 * e * f * xy + f * f * yy, t = xx + yy;
    const long double along = 2 * m * k1 + 4 * d * k2 + 2 * t * k2 + 4 * q * k3;
    pull->potential += m * k0 + 2 * d * k1 + t * k1 + 2 * q * k2;
    pull->ax += e * along + 2 * k1 * dx + 4 * k2 * (e * xx + f * xy);
    pull->ay += f * along + 2 * k1 * dy + 4 * k2 * (e * xy + f * yy);
    pull->force_size += fabsl(m * k1) * 4 * sqrtl(e * e + f * f) + fabsl(k1) * (fabsl(dx) + fabsl(dy));
    pull->potential_size += fabsl(m) * (fabsl(k0) + 2) + fabsl(d * k1);
}

bool gravity_oracle_agrees(const struct gravity_pull *pull, double ax, double ay, const double *potential, double error)
{
    const long double force = error * pull->force_size;
    return fabsl(ax - pull->ax) <= force && fabsl(ay - pull->ay) <= force &&
           (!potential || fabsl(*potential - pull->potential) <= error * pull->potential_size);
}
