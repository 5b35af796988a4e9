// One flat object a row, so that a line of jq or pandas is enough to read it.
#include "reports.h"

#include <inttypes.h>

static void put_field(output *out, const char *name, double value)
{
    if (value >= 0)
        put(out, ", \"%s\": %.6g", name, value);
}

static void put_times(output *out, const row *r)
{
    summary all = row_summary(r, SERIES_ALL);
    put_field(out, "ms", all.median);
    put_field(out, "q1_ms", all.quartile_1);
    put_field(out, "q3_ms", all.quartile_3);
    put_field(out, "min_ms", all.least);
    put_field(out, "p99_ms", all.p99);
    put_field(out, "max_ms", all.most);
    for (int s = SERIES_BUILD; s < SERIES_COUNT; s++)
        if (r->has[s])
            put_field(out, series_names[s], row_summary(r, (series)s).median);
    put_field(out, "ns_per_op", report_ns(r));
    put(out, ",\n  \"raw_ms\": [");
    for (size_t i = 0; i < r->count; i++)
        put(out, "%s%.6g", i > 0 ? ", " : "", r->ms[SERIES_ALL][i]);
    put(out, "]");
}

static void put_text(output *out, const char *name, const char *text)
{
    put(out, ", \"%s\": ", name);
    put_json_text(out, text);
}

static void put_object(output *out, const report *r, const cell *c, const row *w)
{
    const machine *m = &r->machine;
    put(out, " {\"task\": \"%s\", \"part\": \"%s\", \"scene\": \"%s\", \"n\": %zu, \"contender\": \"%s\"", c->task,
        c->part, c->scene, c->n, w->contender);
    if (!row_ran(w)) {
        put_text(out, "left_out", w->left_out);
    } else {
        if (w->count > 0)
            put_times(out, w);
        if (w->bytes_per_item > 0)
            put_field(out, "bytes_per_item", w->bytes_per_item);
        put(out, ", \"pairs\": %" PRIu64 ", \"checksum\": \"%016" PRIx64 "\", \"checks\": %" PRIu64, w->found,
            w->checksum, w->checks);
        put(out, ", \"tests\": %" PRIu64 ", \"upkeep\": %" PRIu64, w->tests, w->upkeep);
        put_field(out, "ahead", report_ahead(c, w));
        put_field(out, "break_even", report_break_even(c, w));
    }
    put(out, ",\n  \"seed\": %" PRIu64 ", \"runs\": %zu", r->plan->seed, r->plan->runs);
    put_text(out, "clock", r->plan->cpu_time ? "processor" : "wall");
    put_text(out, "cpu", m->cpu);
    put(out, ", \"cores\": %ld, \"memory_gib\": %.1f", m->cores, m->memory_gib);
    put_text(out, "kernel", m->kernel);
    put_text(out, "pages", m->pages);
    put_text(out, "compiler", m->compiler);
    put_text(out, "flags", m->flags);
    put_text(out, "date", m->date);
    put(out, "}");
}

void report_json(output *out, const report *r)
{
    bool begun = false;
    put(out, "[");
    for (size_t i = 0; i < r->results->count; i++) {
        const cell *c = &r->results->cells[i];
        for (size_t k = 0; k < c->count; k++) {
            put(out, "%s\n", begun ? "," : "");
            put_object(out, r, c, &c->rows[k]);
            begun = true;
        }
    }
    put(out, "\n]\n");
}

static void put_csv_text(output *out, const char *text)
{
    put(out, ",\"");
    for (const char *p = text; *p; p++)
        put(out, *p == '"' ? "\"\"" : "%c", *p);
    put(out, "\"");
}

void report_csv(output *out, const report *r)
{
    const machine *m = &r->machine;
    put(out, "task,part,scene,n,contender,sample");
    for (int s = 0; s < SERIES_COUNT; s++)
        put(out, ",%s", series_names[s]);
    put(out, ",seed,date,cpu,cores,kernel,pages,compiler,flags\n");
    for (size_t i = 0; i < r->results->count; i++) {
        const cell *c = &r->results->cells[i];
        for (size_t k = 0; k < c->count; k++)
            for (size_t j = 0; j < c->rows[k].count; j++) {
                const row *w = &c->rows[k];
                put(out, "%s,%s,%s,%zu,%s,%zu", c->task, c->part, c->scene, c->n, w->contender, j + 1);
                for (int s = 0; s < SERIES_COUNT; s++)
                    put(out, w->has[s] ? ",%.6f" : ",", w->ms[s][j]);
                put(out, ",%" PRIu64 ",%s", r->plan->seed, m->date);
                put_csv_text(out, m->cpu);
                put(out, ",%ld", m->cores);
                put_csv_text(out, m->kernel);
                put_csv_text(out, m->pages);
                put_csv_text(out, m->compiler);
                put_csv_text(out, m->flags);
                put(out, "\n");
            }
    }
}
