// What reports and goals compute from rows.
#include "reports.h"

#include <math.h>
#include <string.h>

double report_ahead(const cell *c, const row *r)
{
    const row *own = cell_row(c, entries[0].name);
    if (!own || !row_ran(r) || !row_agrees(own, r))
        return -1;
    bool sizes = r->count == 0;
    double theirs = sizes ? r->bytes_per_item : row_summary(r, SERIES_ALL).median;
    double ours = sizes ? own->bytes_per_item : row_summary(own, SERIES_ALL).median;
    return ours > 0 ? theirs / ours : -1;
}

double report_ns(const row *r)
{
    series asking = r->has[SERIES_FIND] ? SERIES_FIND : SERIES_ALL;
    return r->operations > 0 ? row_summary(r, asking).median * 1e6 / (double)r->operations : -1;
}

bool report_has_break_even(const cell *c)
{
    return strcmp(c->task, "T11") == 0;
}

// From how many questions on r takes less time than the loop; infinite: never.
static double pays_against(const row *r, const row *loop)
{
    double dearer = row_summary(r, SERIES_MOVE).median - row_summary(loop, SERIES_MOVE).median;
    double saved = (report_ns(loop) - report_ns(r)) / 1e6;
    return saved > 0 ? fmax(1, ceil(dearer / saved)) : INFINITY;
}

double report_break_even(const cell *c, const row *r)
{
    const row *copying = cell_row(c, "brute"), *reading = cell_row(c, "loop");
    if (!report_has_break_even(c) || !row_ran(r) || r == copying || r == reading || (!copying && !reading))
        return -1;
    double from = 1;
    if (copying)
        from = row_agrees(r, copying) ? pays_against(r, copying) : -1;
    if (reading && from >= 0)
        from = row_agrees(r, reading) ? fmax(from, pays_against(r, reading)) : -1;
    return from;
}
