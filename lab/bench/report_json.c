// One flat object a row, so that a line of jq or pandas is enough to read it.
#include "busy.h"
#include "reports.h"

#include <inttypes.h>
#include <math.h>

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

// Null where nothing is known of other processes.
static void put_busy(output *out, const cell *c)
{
    put(out, ", \"busy\": %s", c->others < 0 ? "null" : busy_is(c->others) ? "true" : "false");
    if (busy_is(c->others))
        put_field(out, "busy_processors", c->others);
}

// Null where it never pays.
static void put_break_even(output *out, double queries)
{
    if (isinf(queries))
        put(out, ", \"break_even\": null");
    else
        put_field(out, "break_even", queries);
}

static void put_object(output *out, const report *r, const cell *c, const row *w)
{
    const machine *m = &r->machine;
    put(out, " {\"task\": \"%s\", \"part\": \"%s\", \"scene\": \"%s\", \"n\": %zu, \"contender\": \"%s\"", c->task,
        c->part, c->scene, c->n, w->contender);
    if (w->library)
        put_text(out, "library", w->library);
    if (!row_ran(w)) {
        put(out, ", \"left_out\": true");
        put_text(out, "reason", row_reason(w));
    } else {
        if (w->count > 0)
            put_times(out, w);
        if (w->bytes_per_item > 0)
            put_field(out, "bytes_per_item", w->bytes_per_item);
        if (w->peak_bytes_per_item > 0)
            put_field(out, "peak_bytes_per_item", w->peak_bytes_per_item);
        put(out, ", \"pairs\": %" PRIu64 ", \"checksum\": \"%016" PRIx64 "\", \"checks\": %" PRIu64, w->found,
            w->checksum, w->checks);
        put(out, ", \"tests\": %" PRIu64 ", \"upkeep\": %" PRIu64, w->tests, w->upkeep);
        put_field(out, "ahead", report_ahead(c, w));
        put_break_even(out, report_break_even(c, w));
        if (w->tuned[0])
            put_text(out, "tuned", w->tuned);
    }
    put(out, ", \"threads\": %" PRIu32, w->workers > 1 ? w->workers : 1);
    put(out, ",\n  \"seed\": %" PRIu64 ", \"runs\": %zu", r->plan->seed, r->plan->runs);
    put_busy(out, c);
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

static void begin(output *out, const report *r)
{
    (void)r;
    put(out, "[");
}

static void put_objects(output *out, const report *r, size_t at)
{
    const cell *c = &r->results->cells[at];
    for (size_t k = 0; k < c->count; k++) {
        put(out, "%s\n", at > 0 || k > 0 ? "," : "");
        put_object(out, r, c, &c->rows[k]);
    }
}

static void end(output *out, const report *r)
{
    (void)r;
    put(out, "\n]\n");
}

const report_form report_json = { .begin = begin, .cell = put_objects, .end = end };
