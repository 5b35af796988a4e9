// A scene asks its index whatever it asks; the times are those of the index, moving and finding apart. What the scene
// itself does in a tick is the same for every method and not in them. How it ends, and every answer on the way, is
// compared.
#include "tasks.h"

#include <contenders.h>
#include <stage.h>
#include <stdio.h>

enum { UNTIMED = 2 }; // ticks at the beginning

static stage_def stage_of(const turn *t)
{
    stage_def def = {
        .scene = scene_find(t->field->kind->demo),
        .scene_def = { .count = t->field->count, .seed = t->field->seed, .size = -1, .speed = -1 },
        .index_def = { .method = contender_number(t->kind), .clock = turn_clock_of(t) },
        .guest = NO_METHOD,
    };
    if (t->team)
        def.index_def.executor = qd_threads_executor(t->team);
    return def;
}

static bool keep(turn *t, const index_costs *costs)
{
    double ms[SERIES_COUNT] = SERIES_NO_TIMES;
    ms[SERIES_ALL] = costs->moving_ms + costs->finding_ms;
    ms[SERIES_MOVE] = costs->moving_ms;
    ms[SERIES_FIND] = costs->finding_ms;
    t->row->tests += costs->tests;
    t->row->upkeep += costs->upkeep;
    return row_keep(t->row, ms);
}

static qd_result tick(turn *t, stage *s, size_t ticks)
{
    for (size_t i = 0; i < ticks; i++) {
        if (!stage_tick(s))
            return QD_NO_MEMORY;
        index_costs costs = index_costs_of(s->index, INDEX_HOST);
        if (turn_too_slow(t, costs.moving_ms + costs.finding_ms))
            return QD_OK;
        if (i >= UNTIMED && !keep(t, &costs))
            return QD_NO_MEMORY;
    }
    row_found(t->row, index_count(s->index), stage_hash(s) ^ index_answers(s->index));
    return QD_OK;
}

static qd_result run(turn *t)
{
    const stage_def def = stage_of(t);
    const char *why = "";
    stage s;
    if (t->field->count < def.scene->least || t->field->count > def.scene->most) {
        snprintf(t->row->left_out, sizeof t->row->left_out, "the scene has %zu to %zu, not %zu", def.scene->least,
                 def.scene->most, t->field->count);
        return QD_OK;
    }
    if (!stage_open(&s, &def, &why))
        return QD_NO_MEMORY;
    index_watch(s.index, true);
    qd_result result = tick(t, &s, plan_ticks(t->plan, t->field->count) + UNTIMED);
    stage_close(&s);
    return result;
}

static bool able(const contender_kind *kind)
{
    return contender_number(kind) < CONTENDERS;
}

static const char *const demo_scenes[] = {
    "demo-drift",    "demo-particles", "demo-snacks", "demo-entities",     "demo-tiles",
    "demo-village",  "demo-lights",    "demo-pile",   "demo-pathological", "demo-gravity",
    "demo-contacts", "demo-image",     NULL
};
static const size_t sizes[] = { 1000, 10000, 0 };

const task task_scenes = {
    TASK("T13", "", "the demo's scenes: what their index does in a tick"),
    TASK_AT(demo_scenes, sizes),
    TASK_BY(able, NULL, NULL, run),
    .pairs = true,
    .of_demo = true,
};
