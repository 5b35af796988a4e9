// In each run every contender has its go, and the one that begins is another one each time: what the machine does
// besides hits all alike.
#include "run.h"

#include "busy.h"
#include "places.h"

#include <assert.h>
#include <contenders.h>
#include <progress.h>
#include <quadrille/threads.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct bench {
    const plan *plan;
    const bench_watch *watch;
    results *results;
    progress progress;
    size_t done, total; ///< Turns.
    const task *task;   ///< The last cell's; NULL: before the first.
    size_t first;       ///< Cell of that task.
    bench_end end;
} bench;

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

// Leaves out a contender that would take too long: brute force by the number of its tests, others by what they took
// before.
static void judge(const bench *b, place at, const entry *e, row *r)
{
    const double test_ns = 0.15;
    double ms = 0, n = (double)at.n;
    size_t before = 0;
    const row *small = smaller(b, at, e->name, &before);
    bool too_many = at.scene->most_pairs > 0 && at.n > at.scene->most_pairs;
    if (too_many && e->keeps_pairs)
        snprintf(r->left_out, sizeof r->left_out, "of %zu boxes it would remember more pairs than there is memory for",
                 at.n);
    // From one size to the next its pairs may stop being listed: what they took then says nothing.
    if (at.scene->most_pairs > 0 || entry_is_own(e->kind))
        return;
    if (e->quadratic && at.task->pairs)
        ms = n * n / 2 * test_ns / 1e6;
    else if (small && small->left_out[0])
        ms = 2 * b->plan->limit_ms;
    else if (small)
        ms = row_summary(small, SERIES_ALL).median * n / (double)before;
    if (ms > b->plan->limit_ms)
        snprintf(r->left_out, sizeof r->left_out,
                 "with %zu boxes a step would take more than %.3g s, which --limit allows", at.n,
                 b->plan->limit_ms / 1e3);
}

static qd_result tune(turn *t, const task *work)
{
    bool special = work->tune && (t->kind->tune || t->kind->aim);
    bool usual = !work->tune && t->kind->tune && field_has_pairs(t->field);
    if (work->of_demo || (!special && !usual))
        return QD_OK;
    const field *f = t->field;
    qd_result result = special ? work->tune(t) : t->kind->tune(t->self, f->boxes, f->count, NULL, 0);
    if (!result && t->kind->describe && !t->row->tuned[0])
        t->kind->describe(t->self, t->row->tuned, sizeof t->row->tuned);
    return result;
}

static bool has_enough(const bench *b)
{
    return b->watch->enough && b->watch->enough(b->watch->context);
}

static qd_result create(turn *t, const entry *e)
{
    if (e->workers > 1) {
        t->team = qd_threads_new(e->workers);
        t->self = t->team ? contender_quadtree_with(&(qd_tree_def){ .executor = qd_threads_executor(t->team) }) : NULL;
    } else {
        t->self = e->kind->create(false);
    }
    return t->self ? QD_OK : QD_NO_MEMORY;
}

// Makes the contenders of a cell, each adjusted to the scene.
static bench_end enter(const bench *b, place at, cell *c, turn *turns, const turn *common)
{
    size_t next = 0;
    for (size_t i = 0; i < b->plan->entry_count; i++) {
        const entry *e = &b->plan->entries[i];
        if (!place_suits(e, at.task))
            continue;
        turn *t = &turns[next];
        *t = *common;
        t->kind = e->kind;
        t->row = &c->rows[next++];
        t->row->contender = e->name;
        t->row->library = e->library;
        t->row->workers = e->workers;
        t->row->asks = e->asks;
        judge(b, at, e, t->row);
        if (t->row->left_out[0])
            continue;
        if (has_enough(b))
            return BENCH_ENOUGH;
        if (create(t, e) || tune(t, at.task) == QD_NO_MEMORY)
            return BENCH_NO_MEMORY;
    }
    return BENCH_DONE;
}

static bench_end take_turns(bench *b, place at, turn *turns, size_t count)
{
    for (size_t run = 0; run < b->plan->runs; run++)
        for (size_t i = 0; i < count; i++) {
            turn *t = &turns[(i + run) % count];
            t->run = run;
            progress_step(&b->progress, b->done++, b->total);
            assert(t->row && "every turn has been entered");
            if (t->row->left_out[0])
                continue;
            if (has_enough(b))
                return BENCH_ENOUGH;
            field_reset(t->field);
            qd_result result = at.task->run(t);
            if (result == QD_BAD_VALUE)
                snprintf(t->row->left_out, sizeof t->row->left_out, "it cannot hold these %zu boxes", at.n);
            else if (result)
                return BENCH_NO_MEMORY;
        }
    return BENCH_DONE;
}

static bool count_turns(void *context, place at)
{
    bench *b = context;
    b->total += b->plan->runs * place_entries(b->plan, at.task);
    return true;
}

// A cell in which the same was done under another task's name. Its index, or the number of cells.
static size_t find_twin(const bench *b, place at)
{
    for (size_t i = 0; i < b->results->count; i++) {
        const cell *c = &b->results->cells[i];
        const task *const *k = b->plan->all;
        for (; *k && c->scene == at.scene->name && c->n == at.n; k++) {
            bool its = (*k)->name == c->task && (*k)->part == c->part;
            if (its && (*k)->run == at.task->run && (*k)->prepare == at.task->prepare)
                return i;
        }
    }
    return b->results->count;
}

static bench_end measure_cell(bench *b, place at, cell *c)
{
    size_t count = c->count;
    turn common = { .plan = b->plan, .field = field_create(at.scene, at.n, b->plan->seed) };
    turn *turns = calloc(count, sizeof *turns);
    void *prepared = common.field && at.task->prepare ? at.task->prepare(b->plan, common.field) : NULL;
    common.prepared = prepared;
    bool ready = common.field && turns && (prepared || !at.task->prepare);
    bench_end end = ready ? enter(b, at, c, turns, &common) : BENCH_NO_MEMORY;
    busy_clocks before = busy_now();
    if (end == BENCH_DONE)
        end = take_turns(b, at, turns, count);
    c->others = busy_others(before, busy_now());
    for (size_t i = 0; turns && i < count; i++)
        if (turns[i].kind) {
            turns[i].kind->destroy(turns[i].self);
            qd_threads_destroy(turns[i].team);
        }
    free(turns);
    free(prepared);
    field_destroy(common.field);
    cell_compare(c);
    return end;
}

static void tell_of_task(const bench *b)
{
    if (b->watch->task && b->first < b->results->count)
        b->watch->task(b->watch->context, b->results, b->first);
}

static bool measure(void *context, place at)
{
    bench *b = context;
    size_t count = place_entries(b->plan, at.task), twin = find_twin(b, at), cells = b->results->count;
    if (b->task && b->task != at.task) {
        tell_of_task(b);
        b->first = cells;
    }
    b->task = at.task;
    cell *c = results_add(b->results, count);
    if (!c) {
        b->end = BENCH_NO_MEMORY;
        return false;
    }
    c->task = at.task->name;
    c->part = at.task->part;
    c->title = at.task->title;
    c->scene = at.scene->name;
    c->n = at.n;
    if (twin == cells)
        b->end = measure_cell(b, at, c);
    else
        b->end = results_copy(c, &b->results->cells[twin]) ? BENCH_DONE : BENCH_NO_MEMORY;
    if (twin < cells)
        b->done += b->plan->runs * count;
    if (b->end != BENCH_DONE) {
        results_drop(b->results);
        return false;
    }
    b->results->differ |= c->differ;
    progress_end(&b->progress);
    if (b->watch->cell)
        b->watch->cell(b->watch->context, b->results);
    return true;
}

bench_end bench_run(const plan *p, const bench_watch *watch, results *all)
{
    static const bench_watch none = { NULL, NULL, NULL, NULL };
    *all = (results){ 0 };
    bench b = { .plan = p, .watch = watch ? watch : &none, .results = all, .progress = progress_begin("measurements") };
    places_visit(p, count_turns, &b);
    places_visit(p, measure, &b);
    progress_end(&b.progress);
    if (b.task)
        tell_of_task(&b);
    return b.end;
}
