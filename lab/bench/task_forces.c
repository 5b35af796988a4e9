// Forces by 1/r^2 between bodies of the mass 1, one at each box's lower corner. Methods that let far cells act as one
// are compared at equal error: each is given the largest opening angle with which its median error, relative and over a
// sample of bodies, is no more than the task's. After each run it is looked at again: what is less exact has found
// something else.
#include "order.h"
#include "tasks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLE = 500, STEPS = 8 };
static const double least_theta = 0.1, most_theta = 1.5;

typedef struct order_aim {
    int order;
    double error;
} order_aim;

static const order_aim by_mass = { 1, 1e-2 }, by_quadrupole = { 2, 1e-3 };

/// What all contenders are asked, and what acts on some of the bodies.
typedef struct forces {
    contender_bodies bodies;
    size_t sample;
    double ax[SAMPLE], ay[SAMPLE]; ///< By all pairs.
    double coordinates[];          ///< All x, then all y.
} forces;

static size_t sampled(const forces *f, size_t i)
{
    return f->bodies.count / f->sample * i;
}

static void sum_exactly(forces *f, size_t at)
{
    const contender_bodies *bodies = &f->bodies;
    double x = bodies->x[sampled(f, at)], y = bodies->y[sampled(f, at)];
    for (size_t i = 0; i < bodies->count; i++) {
        double ex = bodies->x[i] - x, ey = bodies->y[i] - y, square = ex * ex + ey * ey;
        double pull = square > 0 ? 1 / (square * sqrt(square)) : 0;
        f->ax[at] += ex * pull;
        f->ay[at] += ey * pull;
    }
}

static void *prepare(const plan *p, const field *from)
{
    (void)p;
    size_t count = from->count;
    forces *f = calloc(1, sizeof *f + 2 * count * sizeof *f->coordinates);
    if (!f)
        return NULL;
    f->bodies = (contender_bodies){ count, f->coordinates, f->coordinates + count };
    for (size_t i = 0; i < count; i++) {
        f->coordinates[i] = from->boxes[i].min.x;
        f->coordinates[count + i] = from->boxes[i].min.y;
    }
    f->sample = count < SAMPLE ? count : SAMPLE;
    for (size_t i = 0; i < f->sample; i++)
        sum_exactly(f, i);
    return f;
}

/// The median relative error of what a contender says.
static double error_of(const forces *f, const double *ax, const double *ay)
{
    double errors[SAMPLE];
    for (size_t i = 0; i < f->sample; i++) {
        size_t at = sampled(f, i);
        double size = hypot(f->ax[i], f->ay[i]), off = hypot(ax[at] - f->ax[i], ay[at] - f->ay[i]);
        errors[i] = size > 0 ? off / size : off;
    }
    qsort(errors, f->sample, sizeof *errors, order_doubles);
    return f->sample > 0 ? errors[f->sample / 2] : 0;
}

static qd_result tune_with(turn *t, order_aim aim, double *ax, double *ay)
{
    const forces *f = t->prepared;
    double low = least_theta, high = most_theta;
    qd_result result = QD_OK;
    for (int i = 0; i < STEPS && !result; i++) {
        double theta = i == 0 ? low : (low + high) / 2;
        result = t->kind->aim(t->self, (contender_opening){ theta, aim.order });
        if (!result)
            result = t->kind->pull(t->self, &f->bodies, ax, ay);
        bool good = !result && error_of(f, ax, ay) <= aim.error;
        low = good ? theta : low;
        high = good || i == 0 ? high : theta;
    }
    snprintf(t->row->tuned, sizeof t->row->tuned, "theta %.2f, order %d", low, aim.order);
    return result ? result : t->kind->aim(t->self, (contender_opening){ low, aim.order });
}

static qd_result run_with(turn *t, order_aim aim, double *ax, double *ay)
{
    const forces *f = t->prepared;
    double ms[SERIES_COUNT] = SERIES_NO_TIMES, start = turn_clock(t);
    qd_result result = t->kind->pull(t->self, &f->bodies, ax, ay);
    ms[SERIES_ALL] = turn_clock(t) - start;
    if (result)
        return result;
    row_found(t->row, error_of(f, ax, ay) <= aim.error ? f->bodies.count : 0, 0);
    if (turn_too_slow(t, ms[SERIES_ALL]))
        return QD_OK;
    return row_keep(t->row, ms) ? QD_OK : QD_NO_MEMORY;
}

typedef qd_result doing(turn *t, order_aim aim, double *ax, double *ay);

static qd_result with_room(turn *t, order_aim aim, doing *what)
{
    size_t count = t->field->count;
    double *room = malloc((2 * count + 1) * sizeof *room);
    qd_result result = room ? what(t, aim, room, room + count) : QD_NO_MEMORY;
    free(room);
    return result;
}

static qd_result tune_1(turn *t)
{
    return t->kind->aim ? with_room(t, by_mass, tune_with) : QD_OK;
}

static qd_result tune_2(turn *t)
{
    return t->kind->aim ? with_room(t, by_quadrupole, tune_with) : QD_OK;
}

static qd_result run_1(turn *t)
{
    return with_room(t, by_mass, run_with);
}

static qd_result run_2(turn *t)
{
    return with_room(t, by_quadrupole, run_with);
}

static bool able(const contender_kind *kind)
{
    return kind->pull;
}

static const char *const usual_scenes[] = { "U", "C", NULL };
static const size_t usual_sizes[] = { 100, 300, 1000, 10000, 20000, 100000, 1000000, 0 };

const task task_forces_1 = {
    TASK("T14", "monopole, 1e-2", "forces between bodies, to a median error of 1 %"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able, prepare, tune_1, run_1),
};
const task task_forces_2 = {
    TASK("T14", "quadrupole, 1e-3", "forces between bodies, to a median error of 0.1 %"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able, prepare, tune_2, run_2),
};
