/// Twice and half the best size so far, along each axis and along both, then by a quarter, as long as that helps. What
/// counts is the time of what they are tuned for: all windows, or a move and its pairs.
#include "tune.h"

#include <math.h>
#include <time.h>

#define TRIES 3 ///< The fastest of so many counts.
#define MOST_ROUNDS 12

double tune_least_time = 2e-3;

static double seconds(void)
{
#ifdef _WIN32 // without timespec_get; clock() is wall time there
    return (double)clock() / CLOCKS_PER_SEC;
#else
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

static qd_result run(const tune_trial *t)
{
    for (size_t i = 0; i < t->window_count; i++)
        t->kind->window(t->self, t->windows[i], NULL, NULL);
    if (t->window_count > 0)
        return QD_OK;
    qd_result result = t->kind->move(t->self, t->boxes);
    if (!result)
        t->kind->pairs(t->self, NULL, NULL);
    return result;
}

double tune_time(const tune_trial *t)
{
    double best = INFINITY;
    qd_result result = t->kind->set(t->self, t->boxes, t->count);
    for (int i = 0; i < TRIES && !result; i++) {
        double begin = seconds(), end;
        int runs = 0;
        do {
            result = run(t);
            end = seconds();
            runs++;
        } while (end - begin < tune_least_time && !result);
        double each = (end - begin) / runs;
        best = each < best ? each : best;
    }
    return result ? INFINITY : best;
}

static bool improve(const tune_trial *t, tune_setter *set_scale, float factor, grid_scale *best, double *best_time)
{
    const grid_scale ways[] = { { factor, 1 },     { 1 / factor, 1 },      { 1, factor },
                                { 1, 1 / factor }, { factor, 1 / factor }, { 1 / factor, factor } };
    bool better = false;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        grid_scale scale = { best->x * ways[i].x, best->y * ways[i].y };
        set_scale(t->self, scale);
        double time = tune_time(t);
        if (time < TUNE_WORTH * *best_time) {
            *best_time = time;
            *best = scale;
            better = true;
        }
    }
    return better;
}

qd_result tune(const contender_kind *kind, contender *self, tune_setter *set_scale, const fbox *boxes, size_t count,
               const fbox *windows, size_t window_count)
{
    const tune_trial t = { kind, self, boxes, windows, count, window_count };
    grid_scale best = { 1, 1 };
    set_scale(self, best);
    double best_time = tune_time(&t);
    for (int i = 0; i < MOST_ROUNDS && improve(&t, set_scale, 2, &best, &best_time); i++)
        ;
    for (int i = 0; i < MOST_ROUNDS && improve(&t, set_scale, 1.25f, &best, &best_time); i++)
        ;
    set_scale(self, best);
    return kind->set(self, boxes, count);
}
