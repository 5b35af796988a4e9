// Each pair that is found is looked at: it goes into a sum that does not depend on their order, which is how the
// contenders are compared, and that sum is part of the time.
#include "tasks.h"

#include <checksum.h>
#include <math.h>

static const char *const usual_scenes[] = { "U", "M", "C", NULL };
static const size_t usual_sizes[] = { 10000, 100000, 1000000, 0 };

static bool able_to_pair(const contender_kind *kind)
{
    return kind->set && kind->move && kind->pairs;
}

static void find_pairs(turn *t)
{
    if (!field_has_pairs(t->field))
        return;
    uint64_t sum = 0;
    contender_cost cost = t->kind->pairs(t->self, checksum_visitor, &sum);
    t->row->tests += cost.tests;
    row_found(t->row, cost.pairs, sum);
}

// Keeps the times of two steps, of which the first is the given series.
static bool keep(turn *t, series first, double start, double middle, double end)
{
    double ms[SERIES_COUNT] = SERIES_NO_TIMES;
    ms[SERIES_ALL] = end - start;
    ms[first] = middle - start;
    ms[SERIES_FIND] = end - middle;
    return row_keep(t->row, ms);
}

// Sets up and finds once, untimed but for the question whether it is too slow. One that seems so the first time gets
// another go: memory that has not been touched before says more of the machine than of the contender.
static qd_result warm_up(turn *t)
{
    qd_result result = QD_OK;
    double took = INFINITY;
    const row before = *t->row;
    for (int goes = 0; goes < 2 && !result && took > t->plan->limit_ms; goes++) {
        row_unfind(t->row, &before);
        double start = turn_clock(t);
        result = t->kind->set(t->self, t->field->boxes, t->field->count);
        if (!result)
            find_pairs(t);
        took = turn_clock(t) - start;
    }
    turn_too_slow(t, took);
    return result;
}

static qd_result run_rebuild(turn *t)
{
    qd_result result = warm_up(t);
    size_t times = (plan_ticks(t->plan, t->field->count) + 3) / 4;
    for (size_t i = 0; i < times && !result && !t->row->left_out[0]; i++) {
        field_step(t->field);
        double start = turn_clock(t);
        result = t->kind->set(t->self, t->field->boxes, t->field->count);
        double built = turn_clock(t);
        if (!result)
            find_pairs(t);
        if (!result && !keep(t, SERIES_BUILD, start, built, turn_clock(t)))
            result = QD_NO_MEMORY;
    }
    return result;
}

static qd_result run_ticks(turn *t, size_t timed)
{
    enum { UNTIMED = 2 };
    qd_result result = warm_up(t);
    size_t ticks = timed + UNTIMED;
    for (size_t i = 0; i < ticks && !result && !t->row->left_out[0]; i++) {
        uint64_t upkeep = t->kind->upkeep(t->self);
        field_step(t->field);
        double start = turn_clock(t);
        result = t->kind->move(t->self, t->field->boxes);
        double moved = turn_clock(t);
        if (!result)
            find_pairs(t);
        double found = turn_clock(t);
        if (i < UNTIMED)
            continue;
        t->row->upkeep += t->kind->upkeep(t->self) - upkeep;
        if (!result && !keep(t, SERIES_MOVE, start, moved, found))
            result = QD_NO_MEMORY;
    }
    return result;
}

// From a quarter of the boxes to all of them, by as many per cent at each tick.
static size_t grown(size_t all, size_t tick, size_t ticks)
{
    return (size_t)((double)all * pow(0.25, 1 - (double)tick / (double)ticks));
}

static qd_result grow(turn *t, size_t count)
{
    if (t->kind->grow)
        return t->kind->grow(t->self, t->field->boxes, count);
    return t->kind->set(t->self, t->field->boxes, count);
}

// Each run begins with a contender that has no memory yet, and no tick is left out: the slowest is what matters.
static qd_result run_growing(turn *t)
{
    enum { FIVE_PER_CENT_EACH = 28 };
    size_t all = t->field->count, ticks = t->plan->ticks > 0 ? t->plan->ticks : FIVE_PER_CENT_EACH;
    qd_result result = turn_begin_anew(t);
    if (!result)
        result = t->kind->set(t->self, t->field->boxes, grown(all, 0, ticks));
    for (size_t i = 1; i <= ticks && !result && !t->row->left_out[0]; i++) {
        field_step(t->field);
        double start = turn_clock(t);
        result = grow(t, grown(all, i, ticks));
        double moved = turn_clock(t);
        if (!result)
            find_pairs(t);
        double found = turn_clock(t);
        turn_too_slow(t, found - start);
        if (!result && !keep(t, SERIES_MOVE, start, moved, found))
            result = QD_NO_MEMORY;
    }
    return result;
}

static qd_result run_tick(turn *t)
{
    return run_ticks(t, plan_ticks(t->plan, t->field->count));
}

// Some contenders have a very hard time there.
static qd_result run_hard(turn *t)
{
    return run_ticks(t, (plan_ticks(t->plan, t->field->count) + 3) / 4);
}

const task task_rebuild = {
    TASK("T1", "", "rebuild: from an array to every overlapping pair"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able_to_pair, NULL, NULL, run_rebuild),
    .pairs = true,
    .between = true,
};

const task task_tick = {
    TASK("T2", "", "tick: every box moves, then every overlapping pair"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able_to_pair, NULL, NULL, run_tick),
    .pairs = true,
    .between = true,
};

const task task_tick_growing = {
    TASK("T2", "growing", "tick: every box moves, a few per cent come in, then every overlapping pair"),
    TASK_AT(usual_scenes, usual_sizes),
    TASK_BY(able_to_pair, NULL, NULL, run_growing),
    .pairs = true,
    .between = true,
};

static const size_t growing[] = { 1000, 10000, 100000, 1000000, 10000000, 0 };
static const size_t middling[] = { 1000, 100000, 0 };
static const char *const worst[] = { "U", "same", "diagonal", "sorted", "tiles", "giant", "far", "half", "zipf", NULL };

const task task_growth_ticks = {
    TASK("T10", "ticks", "growth"),
    TASK_AT(usual_scenes, growing),
    TASK_BY(able_to_pair, NULL, NULL, run_tick),
    .pairs = true,
};

const task task_worst = {
    TASK("T10", "hard scenes", "growth"),
    TASK_AT(worst, middling),
    TASK_BY(able_to_pair, NULL, NULL, run_hard),
    .pairs = true,
};
