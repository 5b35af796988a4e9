// One field by all pairs, and many by the tree to compare with it.
#include "gravity_error.h"

#include "gravity.h"
#include "progress.h"
#include "times.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 3 };

static bool no_memory(void)
{
    complain("%s", strerror(ENOMEM));
    return false;
}

// The body that is number i of the sample.
static size_t sampled(const exact_field *exact, size_t i)
{
    return (size_t)((double)i * (double)exact->bodies / (double)exact->count);
}

static qd_bodies places_of(const bodies *list)
{
    return (qd_bodies){ list->count, list->x, list->y, list->mass };
}

// What all others do to one body, by the definition.
static void sum_up(const qd_gravity_def *def, const bodies *list, size_t body, double *ax, double *ay)
{
    double x = 0, y = 0;
    for (size_t i = 0; i < list->count; i++) {
        double dx = list->x[i] - list->x[body], dy = list->y[i] - list->y[body];
        double u = dx * dx + dy * dy + def->softening * def->softening;
        double factor = u > 0 ? list->mass[i] / (def->law == QD_GRAVITY_SPACE ? u * sqrt(u) : u) : 0;
        x += factor * dx;
        y += factor * dy;
    }
    *ax = def->constant * x;
    *ay = def->constant * y;
}

static void sum_up_sample(const qd_gravity_def *def, const bodies *list, exact_field *exact)
{
    progress p = progress_begin("bodies summed up");
    for (size_t i = 0; i < exact->count; i++) {
        sum_up(def, list, sampled(exact, i), &exact->ax[i], &exact->ay[i]);
        progress_step(&p, i + 1, exact->count);
    }
    progress_end(&p);
}

bool exact_field_make(exact_field *exact, const qd_gravity_def *def, const bodies *list)
{
    const bool all = list->count <= DIRECT_MOST;
    *exact = (exact_field){ .count = all ? list->count : SAMPLE, .bodies = list->count };
    exact->ax = calloc(exact->count + 1, sizeof *exact->ax);
    exact->ay = calloc(exact->count + 1, sizeof *exact->ay);
    const qd_bodies places = places_of(list);
    const qd_field out = { exact->ax, exact->ay, NULL };
    qd_gravity *gravity = gravity_open(def);
    bool good =
        gravity != NULL && out.ax != NULL && out.ay != NULL && qd_gravity_set_bodies(gravity, &places, NULL) == QD_OK;
    if (good && all)
        qd_gravity_solve_direct(gravity, &out, NULL);
    else if (good)
        sum_up_sample(def, list, exact);
    qd_gravity_destroy(gravity);
    for (size_t i = 0; good && i < exact->count; i++)
        exact->mean += hypot(exact->ax[i], exact->ay[i]) / (double)exact->count;
    return good || no_memory();
}

void exact_field_free(exact_field *exact)
{
    free(exact->ax);
    free(exact->ay);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// `errors` has room for each of the sample.
static void compare_fields(error_figures *figures, const exact_field *exact, const qd_field *field, double *errors)
{
    const size_t count = exact->count;
    double squares = 0, lengths = 0;
    for (size_t i = 0; i < count; i++) {
        size_t body = sampled(exact, i);
        double off = hypot(field->ax[body] - exact->ax[i], field->ay[body] - exact->ay[i]);
        double size = hypot(exact->ax[i], exact->ay[i]), scale = size > 0 ? size : exact->mean;
        errors[i] = off > 0 ? off / scale : 0;
        squares += errors[i] * errors[i] / (double)count;
        lengths += off * off / (double)count;
    }
    qsort(errors, count, sizeof *errors, compare);
    figures->median = (errors[(count - 1) / 2] + errors[count / 2]) / 2;
    figures->p99 = errors[(99 * count + 99) / 100 - 1];
    figures->most = errors[count - 1];
    figures->rms = sqrt(squares);
    figures->mean = exact->mean > 0 ? sqrt(lengths) / exact->mean : 0;
}

// Building and solving, several times. False: no memory.
static bool solve(error_figures *figures, qd_gravity *gravity, const bodies *list, const qd_field *field)
{
    const qd_bodies places = places_of(list);
    double ms[REPEATS];
    qd_gravity_cost cost = { 0, 0, 0 };
    for (int i = 0; i < REPEATS; i++) {
        double start = clock_ms();
        if (qd_gravity_set_bodies(gravity, &places, NULL) != QD_OK)
            return false;
        qd_gravity_solve(gravity, field, &cost);
        ms[i] = clock_ms() - start;
    }
    figures->ms = times_of(ms, REPEATS).p50;
    figures->interactions = (double)(cost.bodies + cost.cells) / (double)list->count;
    return true;
}

bool error_measure(error_figures *figures, const qd_gravity_def *def, const bodies *list, const exact_field *exact)
{
    qd_gravity *gravity = gravity_open(def);
    double *errors = malloc((exact->count + 1) * sizeof *errors);
    const qd_field field = { malloc((list->count + 1) * sizeof(double)), malloc((list->count + 1) * sizeof(double)),
                             NULL };
    bool good = gravity != NULL && errors != NULL && field.ax != NULL && field.ay != NULL &&
                solve(figures, gravity, list, &field);
    if (good)
        compare_fields(figures, exact, &field, errors);
    qd_gravity_destroy(gravity);
    free(errors);
    free(field.ax);
    free(field.ay);
    return good || no_memory();
}
