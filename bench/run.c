// In each run every contender has its go, and the one that begins is another one each time: what the machine does
// besides hits all alike.
#include "run.h"

#include "task_pairs.h"

#include <progress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct bench {
    const plan *plan;
    results *results;
    progress progress;
    size_t done, total; ///< Turns.
} bench;

// A task on a scene of a size.
typedef struct place {
    const task *task;
    const field_kind *scene;
    size_t n;
} place;

typedef bool place_visitor(bench *b, place at);

static bool chosen(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return count == 0;
}

static bool visit_scene(bench *b, const task *t, const field_kind *scene, place_visitor *visit)
{
    const plan *p = b->plan;
    bool good = true;
    for (size_t i = 0; i < p->size_count && good; i++)
        good = visit(b, (place){ t, scene, p->sizes[i] });
    for (size_t i = 0; p->size_count == 0 && t->sizes[i] && good; i++)
        if (p->largest == 0 || t->sizes[i] <= p->largest)
            good = visit(b, (place){ t, scene, t->sizes[i] });
        else if (i == 0)
            good = visit(b, (place){ t, scene, p->largest });
    return good;
}

// Goes through all that the plan asks for.
static bool visit_places(bench *b, place_visitor *visit)
{
    const plan *p = b->plan;
    bool good = true;
    for (size_t i = 0; tasks[i] && good; i++) {
        if (!chosen(p->tasks, p->task_count, tasks[i]->name))
            continue;
        for (size_t k = 0; k < p->scene_count && good; k++)
            good = visit_scene(b, tasks[i], field_find(p->scenes[k]), visit);
        for (size_t k = 0; p->scene_count == 0 && tasks[i]->scenes[k] && good; k++)
            good = visit_scene(b, tasks[i], field_find(tasks[i]->scenes[k]), visit);
    }
    return good;
}

size_t plan_ticks(const plan *p, size_t n)
{
    size_t fit = 2000000 / (n > 0 ? n : 1);
    return p->ticks > 0 ? p->ticks : fit < 5 ? 5 : fit > 20 ? 20 : fit;
}

double turn_clock(const turn *t)
{
    struct timespec now;
    if (!t->plan->cpu_time || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) != 0)
        return clock_ms();
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

bool turn_too_slow(turn *t, double ms)
{
    if (ms <= t->plan->limit_ms)
        return false;
    snprintf(t->row->left_out, sizeof t->row->left_out, "a step took %.3g s, and the limit is %.3g s", ms / 1e3,
             t->plan->limit_ms / 1e3);
    return true;
}

// The same contender on the same scene with fewer boxes, if it was measured before.
static const row *smaller(const bench *b, place at, const char *name, size_t *n)
{
    const row *found = NULL;
    for (size_t i = 0; i < b->results->count; i++) {
        const cell *c = &b->results->cells[i];
        bool same = c->task == at.task->name && c->part == at.task->part && c->scene == at.scene->name;
        for (size_t k = 0; same && c->n < at.n && k < c->count; k++)
            if (c->rows[k].contender == name) {
                found = &c->rows[k];
                *n = c->n;
            }
    }
    return found;
}

// Leaves out who would take too long: brute force by the number of its tests, others by what they took before.
static void judge(const bench *b, place at, const entry *e, row *r)
{
    const double test_ns = 0.15;
    double ms = 0, n = (double)at.n;
    size_t before = 0;
    const row *small = smaller(b, at, e->name, &before);
    // From one size to the next its pairs may stop being listed: what they took then says nothing.
    if (at.scene->most_pairs > 0)
        return;
    if (e->quadratic && at.task->pairs)
        ms = n * n / 2 * test_ns / 1e6;
    else if (small && small->left_out[0])
        ms = 2 * b->plan->limit_ms;
    else if (small)
        ms = row_summary(small, SERIES_ALL).median * n / (double)before;
    if (ms > b->plan->limit_ms)
        snprintf(r->left_out, sizeof r->left_out, "a step would take more than the limit of %.3g s",
                 b->plan->limit_ms / 1e3);
}

static size_t count_able(const bench *b, const task *t)
{
    size_t able = 0;
    for (size_t i = 0; i < b->plan->entry_count; i++)
        able += t->able(b->plan->entries[i].kind);
    return able;
}

static qd_result tune(turn *t, const task *work)
{
    if (!t->kind->tune || (!work->tune && !field_has_pairs(t->field)))
        return QD_OK;
    return work->tune ? work->tune(t) : t->kind->tune(t->self, t->field->boxes, t->field->count, NULL, 0);
}

// Makes the contenders of a cell, each adjusted to the scene. False: no memory.
static bool enter(const bench *b, place at, cell *c, turn *turns, const turn *common)
{
    size_t next = 0;
    for (size_t i = 0; i < b->plan->entry_count; i++) {
        const entry *e = &b->plan->entries[i];
        if (!at.task->able(e->kind))
            continue;
        turn *t = &turns[next];
        *t = *common;
        t->kind = e->kind;
        t->row = &c->rows[next++];
        t->row->contender = e->name;
        judge(b, at, e, t->row);
        if (t->row->left_out[0])
            continue;
        t->self = e->kind->create(false);
        if (!t->self || tune(t, at.task) == QD_NO_MEMORY)
            return false;
    }
    return true;
}

// False: no memory.
static bool take_turns(bench *b, place at, turn *turns, size_t count)
{
    for (size_t run = 0; run < b->plan->runs; run++)
        for (size_t i = 0; i < count; i++) {
            turn *t = &turns[(i + run) % count];
            t->run = run;
            progress_step(&b->progress, b->done++, b->total);
            if (!t->row || t->row->left_out[0])
                continue;
            field_reset(t->field);
            qd_result result = at.task->run(t);
            if (result == QD_BAD_VALUE)
                snprintf(t->row->left_out, sizeof t->row->left_out, "it cannot hold these boxes");
            else if (result)
                return false;
        }
    return true;
}

static bool count_turns(bench *b, place at)
{
    b->total += b->plan->runs * count_able(b, at.task);
    return true;
}

// A cell in which the same was done under another task's name. Its index, or the number of cells.
static size_t find_twin(const bench *b, place at)
{
    for (size_t i = 0; i < b->results->count; i++) {
        const cell *c = &b->results->cells[i];
        for (size_t k = 0; tasks[k] && c->scene == at.scene->name && c->n == at.n; k++) {
            bool its = tasks[k]->name == c->task && tasks[k]->part == c->part;
            if (its && tasks[k]->run == at.task->run && tasks[k]->prepare == at.task->prepare)
                return i;
        }
    }
    return b->results->count;
}

static bool measure_cell(bench *b, place at, cell *c)
{
    size_t count = c->count;
    turn common = { .plan = b->plan, .field = field_create(at.scene, at.n, b->plan->seed) };
    turn *turns = calloc(count, sizeof *turns);
    void *prepared = common.field && at.task->prepare ? at.task->prepare(b->plan, common.field) : NULL;
    common.prepared = prepared;
    bool good = common.field && turns && (prepared || !at.task->prepare) && enter(b, at, c, turns, &common) &&
                take_turns(b, at, turns, count);
    for (size_t i = 0; turns && i < count; i++)
        if (turns[i].kind)
            turns[i].kind->destroy(turns[i].self);
    free(turns);
    free(prepared);
    field_destroy(common.field);
    cell_compare(c);
    b->results->differ |= c->differ;
    return good;
}

static bool measure(bench *b, place at)
{
    size_t count = count_able(b, at.task), twin = find_twin(b, at);
    if (count == 0)
        return true;
    bool known = twin < b->results->count;
    cell *c = results_add(b->results, count);
    if (!c)
        return false;
    c->task = at.task->name;
    c->part = at.task->part;
    c->title = at.task->title;
    c->scene = at.scene->name;
    c->n = at.n;
    if (!known)
        return measure_cell(b, at, c);
    b->done += b->plan->runs * count;
    return results_copy(c, &b->results->cells[twin]);
}

bool bench_run(const plan *p, results *all)
{
    *all = (results){ 0 };
    bench b = { .plan = p, .results = all, .progress = progress_begin("measurements") };
    visit_places(&b, count_turns);
    bool good = visit_places(&b, measure);
    progress_end(&b.progress);
    return good;
}
