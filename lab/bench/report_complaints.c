// What is wrong with results, on standard error.
#include "places.h"
#include "reports.h"

#include <inttypes.h>
#include <string.h>

static void complain_of(const cell *c, const row *right, const row *r)
{
    char where[160];
    snprintf(where, sizeof where, "%s%s%s on %s, n = %zu", c->task, c->part[0] ? ", " : "", c->part, c->scene, c->n);
    if (r->found == right->found)
        complain("bench: %s: %s found as many as %s, %" PRIu64 ", but not the same ones", where, r->contender,
                 right->contender, r->found);
    else
        complain("bench: %s: %s found %" PRIu64 ", %s %" PRIu64 ": %" PRIu64 " %s", where, r->contender, r->found,
                 right->contender, right->found,
                 r->found > right->found ? r->found - right->found : right->found - r->found,
                 r->found > right->found ? "too many" : "missing");
}

void report_differences(const results *all)
{
    for (size_t i = 0; i < all->count; i++) {
        const cell *c = &all->cells[i];
        const row *right = cell_majority(c);
        for (size_t k = 0; k < c->count; k++)
            if (row_ran(&c->rows[k]) && !row_agrees(&c->rows[k], right))
                complain_of(c, right, &c->rows[k]);
    }
}

// Those of one task in one line.
typedef struct missing {
    const results *all;
    const task *task;
    char line[512];
} missing;

static void name_task(const missing *m)
{
    if (m->task)
        complain("bench: not measured: %s%s%s:%s", m->task->name, m->task->part[0] ? " " : "", m->task->part, m->line);
}

static bool look_for(void *context, place at)
{
    missing *m = context;
    if (results_find(m->all, at.task->name, at.task->part, at.scene->name, at.n))
        return true;
    if (m->task != at.task) {
        name_task(m);
        m->task = at.task;
        m->line[0] = 0;
    }
    size_t used = strlen(m->line);
    snprintf(m->line + used, sizeof m->line - used, "%s %s %zu", used > 0 ? "," : "", at.scene->name, at.n);
    return true;
}

void report_missing(const plan *p, const results *all)
{
    missing m = { .all = all };
    places_visit(p, look_for, &m);
    name_task(&m);
}
