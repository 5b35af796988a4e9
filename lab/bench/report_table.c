// A table for each cell, aligned by spaces.
#include "reports.h"

#include <inttypes.h>
#include <math.h>

static void put_machine(output *out, const report *r)
{
    const machine *m = &r->machine;
    put(out, "%s\n%s, %ld cores, %.0f GiB, %s, %s\n%s, %s\nseed %" PRIu64 ", %zu runs, %s time, %s\n", r->command,
        m->cpu, m->cores, m->memory_gib, m->kernel, m->pages, m->compiler, m->flags, r->plan->seed, r->plan->runs,
        r->plan->cpu_time ? "processor" : "wall", m->date);
    for (const entry *e = r->plan->entries; e < r->plan->entries + r->plan->entry_count; e++)
        if (e->library)
            put(out, "%s: %s\n", e->name, e->library);
}

static void put_number(output *out, double value)
{
    int decimals = value >= 1000 ? 0 : value >= 100 ? 1 : value >= 10 ? 2 : value >= 1 ? 3 : 4;
    put(out, " %10.*f", decimals, value);
}

static void put_series(output *out, const row *r, series which)
{
    if (r->has[which])
        put_number(out, row_summary(r, which).median);
    else
        put(out, " %10s", "");
}

static bool any(const cell *c, series which)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->rows[i].has[which])
            return true;
    return false;
}

static bool any_operations(const cell *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->rows[i].operations > 0)
            return true;
    return false;
}

static bool has_times(const cell *c)
{
    return any(c, SERIES_ALL);
}

static void put_heading(output *out, const cell *c)
{
    const row *found = cell_majority(c);
    put(out, "\n%s %s%s%s: %s, n = %zu", c->task, c->title, c->part[0] ? ", " : "", c->part, c->scene, c->n);
    if (found && found->checks > 0)
        put(out, "; %" PRIu64 " found in %" PRIu64 " checks, %s", found->found, found->checks,
            c->differ ? "NOT the same by all" : "the same by all");
    put(out, "\n  %-13s", "");
    if (has_times(c))
        put(out, " %10s %10s %10s %10s %10s", "median ms", "1st quart.", "3rd quart.", "p99", "slowest");
    else
        put(out, " %10s %10s", "bytes/item", "at most");
    for (int s = SERIES_BUILD; s < SERIES_COUNT; s++)
        if (any(c, (series)s))
            put(out, " %10s", series_titles[s]);
    put(out, "%s%s %8s\n", any_operations(c) ? "      ns/op" : "", report_has_break_even(c) ? "  pays from" : "",
        "ahead");
}

static void put_break_even(output *out, double queries)
{
    if (queries < 0)
        put(out, " %10s", "");
    else if (isinf(queries))
        put(out, " %10s", "never");
    else
        put(out, " %10.0f", queries);
}

// What other libraries hold at their most is not known.
static void put_bytes(output *out, const row *r)
{
    put_number(out, r->bytes_per_item);
    if (r->peak_bytes_per_item > 0)
        put_number(out, r->peak_bytes_per_item);
    else
        put(out, " %10s", "");
}

static void put_times(output *out, const cell *c, const row *r)
{
    summary all = row_summary(r, SERIES_ALL);
    const double figures[] = { all.median, all.quartile_1, all.quartile_3, all.p99, all.most };
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        put_number(out, figures[i]);
    for (int s = SERIES_BUILD; s < SERIES_COUNT; s++)
        if (any(c, (series)s))
            put_series(out, r, (series)s);
    if (any_operations(c))
        put_number(out, report_ns(r));
    if (report_has_break_even(c))
        put_break_even(out, report_break_even(c, r));
}

static void put_row(output *out, const cell *c, const row *r)
{
    put(out, "  %-13s", r->contender);
    if (!row_ran(r)) {
        put(out, " left out: %s\n", row_reason(r));
        return;
    }
    if (has_times(c))
        put_times(out, c, r);
    else
        put_bytes(out, r);
    double ahead = report_ahead(c, r);
    if (ahead >= 0)
        put(out, " %8.2f", ahead);
    else if (c->differ)
        put(out, "  differs");
    put(out, "\n");
}

static void put_tuned(output *out, const cell *c)
{
    const char *between = "  tuned: ";
    for (size_t i = 0; i < c->count; i++)
        if (row_ran(&c->rows[i]) && c->rows[i].tuned[0]) {
            put(out, "%s%s %s", between, c->rows[i].contender, c->rows[i].tuned);
            between = ", ";
        }
    put(out, between[0] == ',' ? "\n" : "");
}

static void put_cell(output *out, const report *r, size_t at)
{
    const cell *c = &r->results->cells[at];
    put_heading(out, c);
    for (size_t k = 0; k < c->count; k++)
        put_row(out, c, &c->rows[k]);
    put_tuned(out, c);
}

void report_busy(output *out, const report *r)
{
    results_busy busy = results_how_busy(r->results);
    if (busy.cells > 0)
        put(out, "\nThe machine was busy: other processes used up to %.1f of %ld processors, in %zu of %zu tables.\n",
            busy.most, r->machine.cores, busy.cells, r->results->count);
}

static void put_end(output *out, const report *r)
{
    report_busy(out, r);
    report_goals(out, r->results);
}

const report_form report_table = { .begin = put_machine, .cell = put_cell, .end = put_end };
