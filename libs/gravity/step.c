// Bodies that move: kick, drift, kick.
#include "state.h"

static void solve_state(qd_gravity *gravity, const qd_motion *motion)
{
    const qd_field field = { motion->ax, motion->ay, motion->potential };
    motion->direct ? qd_gravity_solve_direct(gravity, &field, NULL) : qd_gravity_solve(gravity, &field, NULL);
}

qd_result qd_gravity_begin(qd_gravity *gravity, const qd_motion *motion, size_t *bad)
{
    const qd_bodies bodies = { motion->count, motion->x, motion->y, motion->mass };
    const qd_result result = qd_gravity_set_bodies(gravity, &bodies, bad);
    if (result == QD_OK)
        solve_state(gravity, motion);
    return result;
}

/// Adds a rate times a time.
static void add_rates(double *values, const double *rates, size_t count, double time)
{
    for (size_t i = 0; i < count; i++)
        values[i] += rates[i] * time;
}

void qd_motion_kick(const qd_motion *motion, double time)
{
    add_rates(motion->vx, motion->ax, motion->count, time);
    add_rates(motion->vy, motion->ay, motion->count, time);
}

void qd_motion_drift(const qd_motion *motion, double time)
{
    add_rates(motion->x, motion->vx, motion->count, time);
    add_rates(motion->y, motion->vy, motion->count, time);
}

/// Where bodies are after a kick and a drift; their velocities stay as they are for now.
static void drift(double *moved, const double *place, const double *velocity, const double *acceleration, size_t count,
                  double time)
{
    for (size_t i = 0; i < count; i++)
        moved[i] = place[i] + (velocity[i] + acceleration[i] * (time / 2)) * time;
}

static void copy_state(double *to, const double *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
}

qd_result qd_gravity_step(qd_gravity *gravity, const qd_motion *motion, double time, size_t *bad)
{
    const size_t count = motion->count;
    // One more, so that the array exists even without a body.
    if (!qd__allocator_reserve(&gravity->def.allocator, &gravity->moved, 0, &gravity->moved_room, 2 * count + 1,
                               sizeof *gravity->moved))
        return QD_NO_MEMORY;
    double *x = gravity->moved, *y = x + count;
    drift(x, motion->x, motion->vx, motion->ax, count, time);
    drift(y, motion->y, motion->vy, motion->ay, count, time);
    const qd_bodies bodies = { count, x, y, motion->mass };
    const qd_result result = qd_gravity_set_bodies(gravity, &bodies, bad);
    if (result != QD_OK)
        return result;
    qd_motion_kick(motion, time / 2);
    copy_state(motion->x, x, count);
    copy_state(motion->y, y, count);
    solve_state(gravity, motion);
    qd_motion_kick(motion, time / 2);
    return QD_OK;
}

void qd_motion_get_sums(const qd_motion *motion, qd_motion_sums *sums)
{
    qd_motion_sums all = { 0 };
    for (size_t i = 0; i < motion->count; i++) {
        const double m = motion->mass[i], x = motion->x[i], y = motion->y[i], vx = motion->vx[i], vy = motion->vy[i];
        all.kinetic += 0.5 * m * (vx * vx + vy * vy);
        all.potential += motion->potential ? 0.5 * m * motion->potential[i] : 0;
        all.momentum_x += m * vx;
        all.momentum_y += m * vy;
        all.angular_momentum += m * (x * vy - y * vx);
        all.mass += m;
        all.center_x += m * x;
        all.center_y += m * y;
    }
    all.center_x = all.mass != 0 ? all.center_x / all.mass : 0;
    all.center_y = all.mass != 0 ? all.center_y / all.mass : 0;
    *sums = all;
}
