// Which lines there are, from the results; chart.c draws them.
#include "plot.h"

#include "chart.h"
#include "field.h"

#include <stdlib.h>
#include <string.h>

// A picture for each scene of the cells of a task; T10's parts hold sizes that the others lack.
typedef struct subject {
    const char *file, *title, *unit;
    const char *task, *part, *growth; ///< growth: the part of T10 that goes with it, or NULL.
    bool questions;                   ///< Time of a question instead of an item's.
    const struct shown *shown;        ///< Milliseconds of the whole step instead, for these alone; or NULL.
} subject;

typedef struct shown {
    const char *contender, *name;
} shown;

// One of each library, and what people write themselves.
static const shown published[] = {
    { "quadrille", "Quadrille" },
    { "grid", "tuned grid" },
    { "brute", "brute force" },
    { "boost", "Boost" },
    { "box2d-tree", "Box2D 2.4" },
    { "cgal", "CGAL" },
    { "chipmunk-hash", "Chipmunk" },
    { "geos", "GEOS" },
    { "rstar", "rstar" },
    { 0 },
};

static const subject subjects[] = {
    { "frames", "A frame in which every box moves and all overlapping pairs are found", "milliseconds", "T2", "", NULL,
      false, published },
    { "ticks", "A tick: every box moves, then every overlapping pair", "ns per box", "T2", "", "ticks", false, NULL },
    { "rebuild", "From an array to every overlapping pair", "ns per box", "T1", "", NULL, false, NULL },
    { "windows", "A window that holds ten boxes", "ns per window", "T4", "10 hits", "windows", true, NULL },
};

static bool belongs(const subject *s, const cell *c, const char *scene)
{
    if (strcmp(c->scene, scene) != 0)
        return false;
    return (strcmp(c->task, s->task) == 0 && strcmp(c->part, s->part) == 0) ||
           (s->growth && strcmp(c->task, "T10") == 0 && strcmp(c->part, s->growth) == 0);
}

// What the picture calls a contender; NULL: it leaves it out.
static const char *name_of(const subject *s, const char *name)
{
    if (!s->shown)
        return name;
    for (const shown *each = s->shown; each->contender; each++)
        if (strcmp(each->contender, name) == 0)
            return each->name;
    return NULL;
}

static double value_of(const subject *s, const cell *c, const row *w)
{
    if (s->questions)
        return report_ns(w);
    double ms = row_summary(w, SERIES_ALL).median;
    return s->shown ? ms : ms * 1e6 / (double)c->n;
}

static void add_point(chart_line *line, double n, double value)
{
    size_t at = 0;
    while (at < line->count && line->points[at].n < n)
        at++;
    bool there = at < line->count && line->points[at].n <= n;
    if (there || line->count == CHART_POINTS || !(value > 0))
        return;
    memmove(line->points + at + 1, line->points + at, (line->count - at) * sizeof *line->points);
    line->points[at] = (chart_point){ n, value };
    line->count++;
}

static chart_line *line_of(chart *ch, const char *name, const char *of)
{
    for (size_t i = 0; i < ch->count; i++)
        if (ch->lines[i].name == name)
            return &ch->lines[i];
    if (ch->count == CHART_LINES)
        return NULL;
    chart_line *line = &ch->lines[ch->count++];
    *line = (chart_line){ .name = name };
    for (size_t i = 0; entries[i].name; i++)
        if (strcmp(entries[i].name, of) == 0)
            line->style = i;
    return line;
}

// Contenders that found something else are no part of a comparison.
static void gather(chart *ch, const subject *s, const results *all, const char *scene)
{
    for (size_t i = 0; i < all->count; i++) {
        const cell *c = &all->cells[i];
        if (!belongs(s, c, scene))
            continue;
        for (size_t k = 0; k < c->count; k++) {
            const row *w = &c->rows[k];
            const char *name = name_of(s, w->contender);
            if (!name || !row_is_plain(w) || !row_ran(w) || !row_agrees(w, cell_majority(c)))
                continue;
            chart_line *line = line_of(ch, name, w->contender);
            if (line)
                add_point(line, (double)c->n, value_of(s, c, w));
        }
    }
}

static bool write_picture(const subject *s, const chart *ch, const char *folder, const char *scene)
{
    char path[512];
    snprintf(path, sizeof path, "%s/performance-%s-%s.svg", folder, s->file, scene);
    output out;
    if (!output_open(&out, path))
        return false;
    chart_put(&out, ch);
    return output_finish(&out, STATUS_DONE) == STATUS_DONE;
}

static bool plot_scene(const report *r, const subject *s, const field_kind *scene, const char *folder)
{
    chart *ch = calloc(1, sizeof *ch);
    if (!ch)
        return false;
    snprintf(ch->title, sizeof ch->title, "%s", s->title);
    snprintf(ch->subtitle, sizeof ch->subtitle, "Scene %s, %s. Median of %zu run%s on %s, %s, one thread.", scene->name,
             scene->title, r->plan->runs, r->plan->runs == 1 ? "" : "s", r->machine.cpu, r->machine.date);
    ch->unit = s->unit;
    if (s->shown) {
        ch->plain = true;
        ch->mark = 1000.0 / 60;
        ch->mark_name = "60 frames a second";
    }
    gather(ch, s, r->results, scene->name);
    size_t longest = 0;
    for (size_t i = 0; i < ch->count; i++)
        longest = ch->lines[i].count > longest ? ch->lines[i].count : longest;
    bool good = longest < 2 || write_picture(s, ch, folder, scene->name);
    free(ch);
    return good;
}

bool plot_all(const report *r, const char *folder)
{
    bool good = true;
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects && good; s++)
        for (size_t k = 0; field_kinds[k] && good; k++)
            good = plot_scene(r, &subjects[s], field_kinds[k], folder);
    return good;
}
