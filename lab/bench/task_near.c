// Distances are worked out again from the items that were named, so that it does not matter in which precision a
// contender returns them, nor which of several equally near items it names.
#include "tasks.h"

#include "ask.h"
#include "field_place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NEAR = 8 };

typedef struct question_list {
    size_t count;
    fvec2 *points;         ///< The origins of the rays; they lie behind them.
    contender_ray asked[]; ///< Only the origin is used for nearest items.
} question_list;

static void *prepare(const plan *p, const field *f)
{
    size_t count = p->quick ? 2000 : 100000;
    question_list *list = malloc(sizeof *list + count * (sizeof *list->asked + sizeof *list->points));
    if (!list)
        return NULL;
    scene_random random = { f->seed + 3 };
    list->count = count;
    list->points = (fvec2 *)(void *)(list->asked + count);
    for (size_t i = 0; i < count; i++) {
        const float step = 1.0f / FIELD_STEPS;
        double angle = 6.283185307179586 * place_unit(&random);
        float x = (float)place_even(&random, FIELD_SIDE - 1) * step;
        float y = (float)place_even(&random, FIELD_SIDE - 1) * step;
        list->asked[i] = (contender_ray){ { x, y }, { (float)cos(angle), (float)sin(angle) }, INFINITY };
        list->points[i] = list->asked[i].origin;
    }
    return list;
}

static double gap(double at, double low, double high)
{
    return at < low ? low - at : at > high ? at - high : 0;
}

static double square_distance(fvec2 point, fbox box)
{
    double x = gap(point.x, box.min.x, box.max.x), y = gap(point.y, box.min.y, box.max.y);
    return x * x + y * y;
}

// Narrows [*from, *to] to the part of one axis' ray that is within [low, high].
static void clip(double origin, double direction, double low, double high, double *from, double *to)
{
    if (direction == 0) {
        if (origin < low || origin > high)
            *to = -1;
        return;
    }
    double t0 = (low - origin) / direction, t1 = (high - origin) / direction;
    *from = fmax(*from, fmin(t0, t1));
    *to = fmin(*to, fmax(t0, t1));
}

static double enters(contender_ray ray, fbox box)
{
    double from = 0, to = INFINITY;
    clip(ray.origin.x, ray.direction.x, box.min.x, box.max.x, &from, &to);
    clip(ray.origin.y, ray.direction.y, box.min.y, box.max.y, &from, &to);
    return from <= to ? from : -1;
}

static uint64_t bits_of(double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return ask_mix(bits);
}

// Runs the questions [from, to); the answers go to `answers`, `k` for each, UINT32_MAX for the missing ones.
typedef void asker(const turn *t, const question_list *list, size_t k, size_t from, size_t to, uint32_t *answers);

static void ask_near(const turn *t, const question_list *list, size_t k, size_t from, size_t to, uint32_t *answers)
{
    contender_near found[MOST_NEAR];
    for (size_t i = from; i < to; i++) {
        size_t count = t->kind->near(t->self, list->asked[i].origin, k, found);
        for (size_t j = 0; j < k; j++)
            answers[i * k + j] = j < count ? found[j].item : UINT32_MAX;
    }
}

static void ask_rays(const turn *t, const question_list *list, size_t k, size_t from, size_t to, uint32_t *answers)
{
    (void)k;
    for (size_t i = from; i < to; i++)
        answers[i] = t->kind->ray(t->self, list->asked[i]).item;
}

// All of them in one call. False: no memory.
static bool ask_at_once(const turn *t, const question_list *list, size_t k, bool rays, uint32_t *answers)
{
    return rays ? t->kind->ray_all(t->self, list->asked, list->count, answers)
                : t->kind->near_all(t->self, list->points, list->count, k, answers);
}

static void check(turn *t, const question_list *list, size_t k, bool rays, const uint32_t *answers)
{
    uint64_t sum = 0, found = 0;
    for (size_t i = 0; i < list->count * k; i++) {
        if (answers[i] >= t->field->count)
            continue;
        fbox box = t->field->boxes[answers[i]];
        contender_ray asked = list->asked[i / k];
        found++;
        sum += bits_of(rays ? enters(asked, box) : square_distance(asked.origin, box)) * (i / k + 1);
    }
    row_found(t->row, found, sum);
}

static qd_result time_questions(turn *t, size_t k, bool rays, uint32_t *answers)
{
    const question_list *list = t->prepared;
    asker *ask = rays ? ask_rays : ask_near;
    double ms[SERIES_COUNT] = SERIES_NO_TIMES;
    t->row->operations = list->count;
    qd_result result = ask_set(t, &ms[SERIES_BUILD]);
    if (result || t->row->left_out[0])
        return result;
    size_t some = ask_some(list->count);
    double start = turn_clock(t);
    ask(t, list, k, 0, some, answers);
    if (ask_too_slow(t, turn_clock(t) - start, some, list->count))
        return QD_OK;
    const bool at_once = t->row->asks == ASK_AT_ONCE;
    if (at_once && !ask_at_once(t, list, k, rays, answers)) // room for the results is there from now on
        return QD_NO_MEMORY;
    start = turn_clock(t);
    if (at_once)
        ask_at_once(t, list, k, rays, answers);
    else
        ask(t, list, k, 0, list->count, answers);
    ms[SERIES_ALL] = turn_clock(t) - start;
    check(t, list, k, rays, answers);
    return row_keep(t->row, ms) ? QD_OK : QD_NO_MEMORY;
}

static qd_result run_questions(turn *t, size_t k, bool rays)
{
    const question_list *list = t->prepared;
    uint32_t *answers = malloc((list->count * k + 1) * sizeof *answers);
    qd_result result = answers ? time_questions(t, k, rays, answers) : QD_NO_MEMORY;
    free(answers);
    return result;
}

static qd_result run_near_1(turn *t)
{
    return run_questions(t, 1, false);
}

static qd_result run_near_8(turn *t)
{
    return run_questions(t, MOST_NEAR, false);
}

static qd_result run_rays(turn *t)
{
    return run_questions(t, 1, true);
}

static bool able_to_near(const contender_kind *kind)
{
    return kind->set && kind->near;
}

static bool able_to_ray(const contender_kind *kind)
{
    return kind->set && kind->ray;
}

static const char *const point_scenes[] = { "P", "U", NULL };
static const char *const ray_scenes[] = { "U", "M", NULL };
static const size_t usual_sizes[] = { 100000, 1000000, 0 };

const task task_near_1 = {
    TASK("T6", "k = 1", "nearest"),
    TASK_AT(point_scenes, usual_sizes),
    TASK_BY(able_to_near, prepare, NULL, run_near_1),
    .between = true,
    .at_once = true,
};
const task task_near_8 = {
    TASK("T6", "k = 8", "nearest"),
    TASK_AT(point_scenes, usual_sizes),
    TASK_BY(able_to_near, prepare, NULL, run_near_8),
    .between = true,
    .at_once = true,
};
const task task_rays = {
    TASK("T7", "", "rays: what each meets first"),
    TASK_AT(ray_scenes, usual_sizes),
    TASK_BY(able_to_ray, prepare, NULL, run_rays),
    .between = true,
    .at_once = true,
};
