// All items found are looked at: they go into a sum, which is part of the time.
#include "tasks.h"

#include "ask.h"

#include <stdlib.h>

enum { OBSERVER_WINDOWS = 64 }; // a tick, in T11

static const char *const usual_scenes[] = { "U", "M", "C", NULL };

static bool able(const contender_kind *kind)
{
    return kind->set && kind->window && !kind->borrows;
}

static void *prepare_small(const plan *p, const field *f)
{
    return ask_windows(f, p->quick ? 2000 : 100000, 10);
}

static void *prepare_large(const plan *p, const field *f)
{
    return ask_windows(f, p->quick ? 200 : 1000, (double)f->count / 100);
}

// A few windows measure as well as all of them, and take less time where each meets every box.
static qd_result tune(turn *t)
{
    const window_list *list = t->prepared;
    size_t count = list->count < 500 ? list->count : 500;
    return t->kind->tune(t->self, t->field->boxes, t->field->count, list->windows, count);
}

// Asks for all windows, and keeps the time; in the order of the row, of which sorting is a part.
static qd_result ask_all(turn *t, double ms[SERIES_COUNT], radix_item *room)
{
    const window_list *list = t->prepared;
    uint64_t sum = 0;
    double start = turn_clock(t);
    const radix_item *order = t->row->asks == ASK_SORTED ? ask_sort(list, room) : NULL;
    uint64_t hits = t->row->asks == ASK_AT_ONCE ? ask_sum_at_once(t, list, &sum)
                                                : ask_sum_windows(t, list, order, 0, list->count, &sum);
    ms[SERIES_ALL] = turn_clock(t) - start;
    row_found(t->row, hits, sum);
    return row_keep(t->row, ms) ? QD_OK : QD_NO_MEMORY;
}

static qd_result run_windows(turn *t)
{
    const window_list *list = t->prepared;
    double ms[SERIES_COUNT] = SERIES_NO_TIMES;
    uint64_t sum = 0;
    t->row->operations = list->count;
    qd_result result = ask_set(t, &ms[SERIES_BUILD]);
    if (result || t->row->left_out[0])
        return result;
    double start = turn_clock(t);
    size_t some = ask_some(list->count);
    ask_sum_windows(t, list, NULL, 0, some, &sum);
    t->row->tests = 0;
    if (ask_too_slow(t, turn_clock(t) - start, some, list->count))
        return QD_OK;
    radix_item *room = malloc(2 * list->count * sizeof *room);
    result = room ? ask_all(t, ms, room) : QD_NO_MEMORY;
    free(room);
    return result;
}

// The rule: what a tick takes counts from the caller's array on. A contender that keeps boxes has to take them in, and
// that is part of its tick; a loop over the caller's array need not, and begins with the first window.
static void *prepare_observer(const plan *p, const field *f)
{
    (void)p;
    return ask_windows(f, OBSERVER_WINDOWS, 10);
}

static qd_result run_observer(turn *t)
{
    double ms[SERIES_COUNT] = SERIES_NO_TIMES;
    t->row->operations = OBSERVER_WINDOWS;
    qd_result result = ask_set(t, &ms[SERIES_BUILD]);
    size_t ticks = 10 * plan_ticks(t->plan, t->field->count);
    ms[SERIES_BUILD] = -1;
    for (size_t i = 0; i < ticks && !result && !t->row->left_out[0]; i++) {
        uint64_t sum = 0;
        field_step(t->field);
        double start = turn_clock(t);
        result = t->kind->move(t->self, t->field->boxes);
        double moved = turn_clock(t);
        if (result)
            break;
        uint64_t hits = ask_sum_windows(t, t->prepared, NULL, 0, OBSERVER_WINDOWS, &sum);
        double asked = turn_clock(t);
        row_found(t->row, hits, sum);
        ms[SERIES_ALL] = asked - start;
        ms[SERIES_MOVE] = moved - start;
        ms[SERIES_FIND] = asked - moved;
        if (i > 0 && !row_keep(t->row, ms))
            result = QD_NO_MEMORY;
    }
    return result;
}

static bool able_to_observe(const contender_kind *kind)
{
    return kind->set && kind->window && kind->move;
}

static const size_t usual_sizes[] = { 100000, 1000000, 0 };
static const size_t growing[] = { 1000, 10000, 100000, 1000000, 10000000, 0 };
static const size_t few[] = { 540, 2000, 0 };
static const char *const points[] = { "P", NULL };

const task task_windows_small = {
    TASK("T4", "10 hits", "windows"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able, prepare_small, tune, run_windows),
    .between = true,
    .sortable = true,
    .at_once = true,
};
const task task_windows_large = {
    TASK("T4", "1 %", "windows"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able, prepare_large, tune, run_windows),
    .between = true,
    .sortable = true,
    .at_once = true,
};
const task task_growth_windows = {
    TASK("T10", "windows", "growth"),
    TASK_AT(usual_scenes, growing),
    TASK_BY(able, prepare_small, tune, run_windows),
    .sortable = true,
};
const task task_observer = {
    TASK("T11", "", "observer: all points move, then 64 windows"),
    TASK_AT(points, few),
    TASK_BY(able_to_observe, prepare_observer, tune, run_observer),
};
