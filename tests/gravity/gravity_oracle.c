#include "gravity_oracle.h"

#include <math.h>

// Adds what one body does to a mass of 1 that it is (ex, ey) away from.
static void add(struct gravity_pull *pull, const qd_gravity_def *def, long double ex, long double ey, double mass)
{
    const bool plane = def->law == QD_GRAVITY_PLANE;
    const long double m = (long double)mass * (def->constant != 0 ? def->constant : 1);
    const long double u = ex * ex + ey * ey + (long double)def->softening * def->softening;
    if (!(u > 0))
        return;
    const long double fall = plane ? 1 / u : 1 / (u * sqrtl(u));
    const long double potential = plane ? logl(u) / 2 : -1 / sqrtl(u);
    pull->ax += m * ex * fall;
    pull->ay += m * ey * fall;
    pull->potential += m * potential;
    pull->force_size += fabsl(m) * hypotl(ex, ey) * fall;
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

bool gravity_oracle_agrees(const struct gravity_pull *pull, double ax, double ay, const double *potential, double error)
{
    const long double force = error * pull->force_size;
    return fabsl(ax - pull->ax) <= force && fabsl(ay - pull->ay) <= force &&
           (!potential || fabsl(*potential - pull->potential) <= error * pull->potential_size);
}
