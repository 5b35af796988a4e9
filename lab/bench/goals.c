// What the library is meant to reach, as a table: in which cells, against which contenders, and by how much. A cell
// that was not measured is not judged.
#include "goals.h"

#include <string.h>

// The figures of a row that a ratio can be about.
typedef enum figure { MEDIAN, PERCENTILE, SLOWEST, LOADING } figure;

static const char *const figure_names[] = { "", "99th percentile: ", "slowest: ", "loading: " };

// At most so much of the time that the fastest of its rivals takes.
typedef struct goal {
    const char *task, *part; ///< part: NULL, any.
    const char *scenes;      ///< Names between blanks; NULL: all.
    size_t from, below;      ///< Sizes that it is about; below: 0, all from there on.
    figure what;
    double most, hoped; ///< hoped: 0, no more than the goal.
    const char *own;    ///< Which row is judged; NULL: the library's own, asked one by one by one thread.
    const char *rivals; ///< Names between blanks; NULL: all rows asked like that.
    const char *except; ///< Names that are no rivals, between blanks; NULL: none.
} goal;

#define HARD " same diagonal sorted tiles giant far half zipf "
#define AT_ONCE .own = "quadrille-many", .rivals = " grid "
#define TWO_THREADS .own = "quadrille x2", .rivals = " quadrille "

// A row of another kind, such as all questions in one call, is a goal with `own` and `rivals`.
static const goal goals[] = {
    { "T1", .from = 10000, .most = 1, .hoped = 0.8 },
    { "T1", .from = 1000000, .most = 0.6, TWO_THREADS },
    { "T1", .from = 1000000, .what = LOADING, .most = 0.6, TWO_THREADS },
    { "T2", "", .from = 10000, .most = 0.9, .hoped = 0.5 },
    { "T2", "", .from = 10000, .what = PERCENTILE, .most = 1 },
    { "T2", "", .from = 10000, .what = SLOWEST, .most = 1 },
    { "T2", "", .from = 1000000, .most = 0.6, TWO_THREADS },
    { "T2", "growing", .from = 10000, .most = 1 },
    { "T2", "growing", .from = 10000, .what = PERCENTILE, .most = 1 },
    { "T2", "growing", .from = 10000, .what = SLOWEST, .most = 1 },
    { "T4", "10 hits", .from = 100000, .below = 1000000, .most = 1.7 },
    { "T4", "10 hits", .from = 1000000, .most = 1.3 },
    { "T4", "10 hits", .from = 100000, .below = 500000, .most = 1.4, AT_ONCE },
    { "T4", "10 hits", .from = 500000, .below = 1000000, .most = 1.2, AT_ONCE },
    { "T4", "10 hits", .from = 1000000, .most = 0.8, AT_ONCE },
    { "T4", "1 %", .from = 10000, .most = 2.2 },
    { "T4", "1 %", .from = 10000, .most = 1.9, AT_ONCE },
    { "T5", "insert one by one", " U M ", .from = 100000, .below = 500000, .most = 1.25 },
    { "T5", "insert one by one", " U M ", .from = 500000, .most = 1 },
    { "T5", "insert one by one", " C ", .from = 100000, .below = 1000000, .most = 2.2 },
    { "T5", "insert one by one", " C ", .from = 1000000, .most = 1.5 },
    { "T5", "remove one by one", .from = 10000, .most = 0.9 },
    { "T5", "insert one by one", .from = 10000, .most = 1.0 / 3, .rivals = " box2d-tree " },
    { "T5", "remove one by one", .from = 10000, .most = 1.0 / 3, .rivals = " box2d-tree " },
    { "T5", "all at once", .from = 10000, .most = 1, .hoped = 0.8 },
    { "T6", "k = 1", .from = 10000, .most = 1, .rivals = " grid " },
    { "T6", "k = 8", .from = 10000, .most = 0.8, .rivals = " grid " },
    { "T6", "k = 1", .from = 10000, .most = 0.6, AT_ONCE },
    { "T6", "k = 8", .from = 10000, .most = 0.7, AT_ONCE },
    { "T6", .from = 10000, .most = 1, .rivals = " nanoflann boost " },
    { "T7", .scenes = " U ", .from = 100000, .below = 1000000, .most = 1.1 },
    { "T7", .scenes = " U ", .from = 1000000, .most = 0.6 },
    { "T7", .scenes = " M ", .from = 100000, .most = 1.1 },
    { "T8", .from = 1000000, .most = 1, .except = " first-leaf " }, // which keeps no ids
    { "T10", "hard scenes", HARD, .most = 1.6, .rivals = " grid " },
    // No slower than they were: docs/performance/against-the-grid.md and docs/guide/gravity.md.
    { "T12", .from = 100000, .most = 0.65 },
    { "T14", .from = 20000, .most = 0.2, .rivals = " plain-walk " },
};

static bool listed(const char *list, const char *name)
{
    char padded[64];
    snprintf(padded, sizeof padded, " %s ", name);
    return strstr(list, padded);
}

static double figure_of(const row *r, figure which)
{
    summary s = row_summary(r, which == LOADING ? SERIES_BUILD : SERIES_ALL);
    return which == PERCENTILE ? s.p99 : which == SLOWEST ? s.most : s.median;
}

static void put_beginning(output *out, const char *mark, const cell *c)
{
    put(out, "  %-7s %-3s %-18s %-9s n = %-8zu ", mark, c->task, c->part, c->scene, c->n);
}

void goals_put_verdict(output *out, bool met, const cell *c)
{
    put_beginning(out, met ? "met" : "MISSED", c);
}

void goals_put_note(output *out, const cell *c)
{
    put_beginning(out, "", c);
}

static bool is_about(const goal *g, const cell *c)
{
    return strcmp(g->task, c->task) == 0 && (!g->part || strcmp(g->part, c->part) == 0) &&
           (!g->scenes || listed(g->scenes, c->scene)) && c->n >= g->from && (g->below == 0 || c->n < g->below);
}

static bool is_rival(const goal *g, const row *r, const row *own)
{
    bool named = !g->rivals || listed(g->rivals, r->contender);
    bool kept = !g->except || !listed(g->except, r->contender);
    return r != own && row_ran(r) && row_is_plain(r) && named && kept && row_agrees(r, own);
}

static const row *fastest_rival(const goal *g, const cell *c, const row *own)
{
    const row *best = NULL;
    for (size_t i = 0; i < c->count; i++) {
        const row *r = &c->rows[i];
        if (is_rival(g, r, own) && (!best || figure_of(r, g->what) < figure_of(best, g->what)))
            best = r;
    }
    return best;
}

static void judge(output *out, const goal *g, const cell *c)
{
    const row *own = cell_row(c, g->own ? g->own : entries[0].name), *best = own ? fastest_rival(g, c, own) : NULL;
    if (!best || !(figure_of(best, g->what) > 0))
        return;
    double ratio = figure_of(own, g->what) / figure_of(best, g->what);
    goals_put_verdict(out, ratio <= g->most, c);
    put(out, "%s%s%s%.2f of the time of %s; at most %.3g", g->own ? g->own : "", g->own ? ": " : "",
        figure_names[g->what], ratio, best->contender, g->most);
    if (g->hoped > 0)
        put(out, ", hoped for %.3g", g->hoped);
    if (ratio > g->most)
        put(out, ": missed by %.0f %%", 100 * (ratio / g->most - 1));
    put(out, "\n");
}

void goals_judge_ratios(output *out, const cell *c)
{
    for (size_t k = 0; k < sizeof goals / sizeof *goals; k++)
        if (is_about(&goals[k], c))
            judge(out, &goals[k], c);
}
