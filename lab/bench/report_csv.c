// A line for each time, with everything known of its origin, for statistics programs.
#include "reports.h"

#include <inttypes.h>

static void put_text(output *out, const char *text)
{
    put(out, ",\"");
    for (const char *p = text; *p; p++)
        put(out, *p == '"' ? "\"\"" : "%c", *p);
    put(out, "\"");
}

static void begin(output *out, const report *r)
{
    (void)r;
    put(out, "task,part,scene,n,contender,sample");
    for (int s = 0; s < SERIES_COUNT; s++)
        put(out, ",%s", series_names[s]);
    put(out, ",seed,date,cpu,cores,kernel,pages,compiler,flags\n");
}

static void put_line(output *out, const report *r, const cell *c, const row *w, size_t sample)
{
    const machine *m = &r->machine;
    put(out, "%s,%s,%s,%zu,%s,%zu", c->task, c->part, c->scene, c->n, w->contender, sample + 1);
    for (int s = 0; s < SERIES_COUNT; s++)
        put(out, w->has[s] ? ",%.6f" : ",", w->ms[s][sample]);
    put(out, ",%" PRIu64 ",%s", r->plan->seed, m->date);
    put_text(out, m->cpu);
    put(out, ",%ld", m->cores);
    put_text(out, m->kernel);
    put_text(out, m->pages);
    put_text(out, m->compiler);
    put_text(out, m->flags);
    put(out, "\n");
}

static void put_cell(output *out, const report *r, size_t at)
{
    const cell *c = &r->results->cells[at];
    for (size_t k = 0; k < c->count; k++)
        for (size_t i = 0; i < c->rows[k].count; i++)
            put_line(out, r, c, &c->rows[k], i);
}

const report_form report_csv = { .begin = begin, .cell = put_cell };
