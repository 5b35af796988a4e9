// The sums of the table of errors, made by one process: see gravity_accuracy.h.
#include "gravity.h"
#include "gravity_accuracy.h"
#include "progress.h"
#include "times.h"

#include <stdlib.h>

static qd_bodies places_of(const bodies *list)
{
    return (qd_bodies){ list->count, list->x, list->y, list->mass };
}

static bool sum_up(sampled_field *exact, const qd_gravity_def *def, const bodies *list)
{
    const bool all = exact->count == list->count;
    const qd_bodies places = places_of(list);
    const qd_field out = { exact->ax, exact->ay, NULL };
    qd_gravity *gravity = gravity_open(def);
    const bool good = gravity != NULL && qd_gravity_set_bodies(gravity, &places, NULL) == QD_OK;
    if (good && all)
        qd_gravity_solve_direct(gravity, &out, NULL);
    progress p = progress_begin("bodies summed up");
    for (size_t i = 0; good && !all && i < exact->count; i++) {
        const size_t body = sampled_body(exact, i);
        sampled_sum_up(exact, i, def, list, list->x[body], list->y[body]);
        progress_step(&p, i + 1, exact->count);
    }
    progress_end(&p);
    qd_gravity_destroy(gravity);
    return good;
}

// Building and solving, several times. False: no memory.
static bool solve_often(error_figures *figures, qd_gravity *gravity, const bodies *list, const qd_field *field)
{
    const qd_bodies places = places_of(list);
    double ms[ACCURACY_REPEATS];
    qd_gravity_cost cost = { 0, 0, 0 };
    for (int i = 0; i < ACCURACY_REPEATS; i++) {
        double start = clock_ms();
        if (qd_gravity_set_bodies(gravity, &places, NULL) != QD_OK)
            return false;
        qd_gravity_solve(gravity, field, &cost);
        ms[i] = clock_ms() - start;
    }
    figures->ms = times_of(ms, ACCURACY_REPEATS).p50;
    figures->interactions = (double)(cost.bodies + cost.cells) / (double)list->count;
    return true;
}

static bool solve(sampled_field *to, error_figures *figures, const qd_gravity_def *def, const bodies *list)
{
    qd_gravity *gravity = gravity_open(def);
    const qd_field field = { malloc((list->count + 1) * sizeof(double)), malloc((list->count + 1) * sizeof(double)),
                             NULL };
    const bool good =
        gravity != NULL && field.ax != NULL && field.ay != NULL && solve_often(figures, gravity, list, &field);
    for (size_t i = 0; good && i < to->count; i++) {
        to->ax[i] = field.ax[sampled_body(to, i)];
        to->ay[i] = field.ay[sampled_body(to, i)];
    }
    qd_gravity_destroy(gravity);
    free(field.ax);
    free(field.ay);
    return good;
}

static size_t count(const bodies *list)
{
    return list->count;
}

static bool agree(bool good)
{
    return good;
}

const accuracy_way accuracy_alone = { bodies_make, count, agree, sum_up, solve };
