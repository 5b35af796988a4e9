// For each task a table with a line for each scene and size and a column for each contender; the fastest is bold.
#include "reports.h"

#include <inttypes.h>
#include <math.h>

// What a table shows of a row: nanoseconds of an operation, bytes of an item, or milliseconds.
static double shown(const row *r)
{
    if (r->count == 0)
        return r->bytes_per_item;
    return r->operations > 0 ? report_ns(r) : row_summary(r, SERIES_ALL).median;
}

static const char *unit_of(const cell *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (row_ran(&c->rows[i]))
            return c->rows[i].count == 0 ? "bytes an item" : c->rows[i].operations > 0 ? "ns an operation" : "ms";
    return "ms";
}

static void put_number(output *out, double value)
{
    put(out, "%.*f", value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3, value);
}

static const row *find(const cell *c, const char *name)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->rows[i].contender == name)
            return &c->rows[i];
    return NULL;
}

// Does it have a column in the table that begins with that cell?
static bool takes_part(const report *r, size_t first, const char *name)
{
    for (size_t i = first; i < r->results->count; i++)
        if (cell_row(&r->results->cells[i], name))
            return true;
    return false;
}

// What goes into brackets behind a figure.
static void put_more(output *out, const cell *c, const row *r)
{
    double queries = report_has_break_even(c) ? report_break_even(c, r) : -1;
    if (r->has[SERIES_MOVE] && r->operations == 0) {
        put(out, " (");
        put_number(out, row_summary(r, SERIES_ALL).p99);
        put(out, ", ");
        put_number(out, row_summary(r, SERIES_ALL).most);
        put(out, ")");
    } else if (r->count == 0 && r->peak_bytes_per_item > 0) {
        put(out, " (");
        put_number(out, r->peak_bytes_per_item);
        put(out, ")");
    } else if (isinf(queries)) {
        put(out, " (never)");
    } else if (queries >= 0) {
        put(out, " (%.0f)", queries);
    }
}

static const char *more_of(const cell *c)
{
    const row *r = cell_majority(c);
    if (!r)
        return "";
    if (report_has_break_even(c))
        return " of a window alone (from how many windows a tick it beats a loop over all)";
    if (r->count == 0)
        return " (and the most while loading and moving)";
    return r->has[SERIES_MOVE] && r->operations == 0 ? " (99th percentile, slowest)" : "";
}

static void put_cell(output *out, const cell *c, const row *r, const row *fastest, const row *majority)
{
    if (!r || !row_ran(r)) {
        put(out, " - |");
        return;
    }
    const char *mark = r == fastest ? "**" : "";
    put(out, " %s", mark);
    put_number(out, shown(r));
    put_more(out, c, r);
    put(out, "%s%s |", mark, row_agrees(r, majority) ? "" : " WRONG");
}

// The fastest of all that ran; if `own` is given, of the others that are compared with it and found the same.
static const row *fastest_of(const cell *c, const row *own)
{
    size_t best = c->count;
    for (size_t i = 0; i < c->count; i++) {
        const row *r = &c->rows[i];
        bool counts = own ? r != own && row_is_plain(r) && report_ahead(c, r) >= 0 : row_ran(r);
        if (counts && (best == c->count || shown(r) < shown(&c->rows[best])))
            best = i;
    }
    return best < c->count ? &c->rows[best] : NULL;
}

static void put_line(output *out, const report *r, size_t first, const cell *c)
{
    const row *fastest = fastest_of(c, NULL), *majority = cell_majority(c);
    put(out, "| %s | %zu |", c->scene, c->n);
    for (size_t i = 0; i < r->plan->entry_count; i++)
        if (takes_part(r, first, r->plan->entries[i].name))
            put_cell(out, c, find(c, r->plan->entries[i].name), fastest, majority);
    const row *own = cell_row(c, entries[0].name), *best = own ? fastest_of(c, own) : NULL;
    if (best && shown(own) > 0)
        put(out, " %.2f |\n", shown(best) / shown(own));
    else
        put(out, " - |\n");
}

static void put_tuned(output *out, const cell *c)
{
    bool begun = false;
    for (size_t i = 0; i < c->count; i++)
        if (row_ran(&c->rows[i]) && c->rows[i].tuned[0]) {
            if (!begun)
                put(out, "\n%s %zu, tuned:", c->scene, c->n);
            put(out, "%s %s %s", begun ? "," : "", c->rows[i].contender, c->rows[i].tuned);
            begun = true;
        }
    put(out, begun ? ".\n" : "");
}

static void put_table(output *out, const report *r, size_t first)
{
    const cell *like = &r->results->cells[first];
    put(out, "\n### %s %s%s%s\n\nIn %s: median%s; ahead: the fastest of the others over quadrille.\n\n", like->task,
        like->title, like->part[0] ? ", " : "", like->part, unit_of(like), more_of(like));
    put(out, "| scene | n |");
    size_t columns = 1;
    for (size_t i = 0; i < r->plan->entry_count; i++)
        if (takes_part(r, first, r->plan->entries[i].name)) {
            put(out, " %s |", r->plan->entries[i].name);
            columns++;
        }
    put(out, " ahead |\n| --- | --: |");
    for (size_t i = 0; i < columns; i++)
        put(out, " --: |");
    put(out, "\n");
    for (size_t i = first; i < r->results->count; i++)
        put_line(out, r, first, &r->results->cells[i]);
    for (size_t i = first; i < r->results->count; i++)
        put_tuned(out, &r->results->cells[i]);
}

static void put_left_out(output *out, const report *r)
{
    bool begun = false;
    for (size_t i = 0; i < r->results->count; i++) {
        const cell *c = &r->results->cells[i];
        for (size_t k = 0; k < c->count; k++) {
            const row *w = &c->rows[k];
            if (!w->left_out[0])
                continue;
            put(out, begun ? "" : "\n### Left out\n\n");
            begun = true;
            put(out, "- %s%s%s, %s, n = %zu: %s (%s)\n", c->task, c->part[0] ? " " : "", c->part, c->scene, c->n,
                w->contender, w->left_out);
        }
    }
}

static void put_head(output *out, const report *r)
{
    const machine *m = &r->machine;
    put(out, "Measured on %s with `%s`:\n\n", m->date, r->command);
    put(out, "- machine: %s, %ld cores, %.0f GiB; %s; %s\n", m->cpu, m->cores, m->memory_gib, m->kernel, m->pages);
    put(out, "- compiler: %s, %s\n", m->compiler, m->flags);
    put(out, "- seed %" PRIu64 ", %zu runs, the order of contenders rotated, one thread%s, %s time\n", r->plan->seed,
        r->plan->runs, r->plan->team_count > 0 ? " but where a name says more" : "",
        r->plan->cpu_time ? "processor" : "wall");
    for (const entry *e = r->plan->entries; e < r->plan->entries + r->plan->entry_count; e++)
        if (e->library)
            put(out, "- %s: %s\n", e->name, e->library);
}

static void put_end(output *out, const report *r)
{
    put_left_out(out, r);
    report_busy(out, r);
    put(out, "\n```text");
    report_goals(out, r->results);
    put(out, "```\n");
}

const report_form report_markdown = { .begin = put_head, .task = put_table, .end = put_end };
