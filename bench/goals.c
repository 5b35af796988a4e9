// What the library is meant to reach, as a table: in which cells, against whom, and by how much. A cell that was not
// measured is not judged.
#include "reports.h"
#include "task_few.h"

#include <field.h>
#include <math.h>
#include <string.h>

// How many times as long as the library the fastest of the named rivals may take at the least.
typedef struct goal {
    const char *task, *part; ///< part: NULL, any.
    const char *rivals;      ///< Names between blanks; NULL: everybody else.
    double least, hoped;     ///< hoped: 0, no more than the least.
    size_t from;             ///< Boxes below which it is not judged.
} goal;

static const goal goals[] = {
    { "T1", NULL, NULL, 1, 1.3, 10000 },
    { "T2", NULL, NULL, 1, 2, 10000 },
    { "T4", "10 hits", " grid boost ", 1, 0, 1000000 },
    { "T4", "1 %", " grid boost ", 1.5, 0, 1000000 },
    { "T5", "insert one by one", " box2d-tree ", 3, 0, 100000 },
    { "T5", "remove one by one", " box2d-tree ", 3, 0, 100000 },
    { "T5", "insert one by one", NULL, 1, 0, 100000 },
    { "T5", "remove one by one", NULL, 1, 0, 100000 },
    { "T5", "all at once", " boost geos ", 1, 0, 100000 },
    { "T6", NULL, " nanoflann boost ", 1.5, 0, 100000 },
    { "T7", NULL, NULL, 1, 0, 100000 },
    { "T8", NULL, " first-leaf ", 5, 0, 1000000 },
    { "T14", NULL, " plain-walk ", 5, 0, 20000 },
};

static const double most_share = 8;     // of the fastest rival's tick in which all move, where 1 % do: one in so many
static const double most_interest = 50; // milliseconds, a tick of 20 a second
static const double most_bytes = 96, most_queries = 8, most_worse = 3;
static const size_t weighed_from = 1000000;

static bool named(const char *list, const char *name)
{
    char padded[64];
    snprintf(padded, sizeof padded, " %s ", name);
    return !list || strstr(list, padded);
}

// The figures of a row that a goal can be about.
typedef enum figure { MEDIAN, PERCENTILE, SLOWEST } figure;

static const char *const figure_names[] = { "", "99th percentile: ", "slowest: " };

static double figure_of(const row *r, figure which)
{
    summary s = row_summary(r, SERIES_ALL);
    return which == MEDIAN ? s.median : which == PERCENTILE ? s.p99 : s.most;
}

static void put_verdict(output *out, bool met, const cell *c)
{
    put(out, "  %-7s %-3s %-18s %-9s n = %-8zu ", met ? "met" : "MISSED", c->task, c->part, c->scene, c->n);
}

static void judge_ratio(output *out, const goal *g, const cell *c, figure which)
{
    const row *own = cell_row(c, entries[0].name), *best = NULL;
    for (size_t i = 0; i < c->count; i++) {
        const row *r = &c->rows[i];
        if (row_ran(r) && r != own && row_is_plain(r) && named(g->rivals, r->contender) &&
            (!own || row_agrees(r, own)) && (!best || figure_of(r, which) < figure_of(best, which)))
            best = r;
    }
    if (!own || !best || !(figure_of(own, which) > 0))
        return;
    double ratio = figure_of(best, which) / figure_of(own, which);
    put_verdict(out, ratio >= g->least, c);
    put(out, "%sthe fastest of %s, %s, takes %.2f times as long; at least %.3g wanted", figure_names[which],
        g->rivals ? "those named" : "the others", best->contender, ratio, g->least);
    if (g->hoped > 0)
        put(out, ", %.3g hoped for", g->hoped);
    if (ratio < g->least)
        put(out, ": missed by %.0f %%", 100 * (1 - ratio / g->least));
    put(out, "\n");
}

static double whole_tick(const row *r)
{
    return row_summary(r, SERIES_WHOLE).median;
}

// Who is fastest when all boxes move, of those that find the same; or NULL.
static const row *fastest_whole(const cell *c, const row *own)
{
    const row *best = NULL;
    for (size_t i = 0; i < c->count; i++) {
        const row *r = &c->rows[i];
        if (r->has[SERIES_WHOLE] && row_agrees(r, own) && (!best || whole_tick(r) < whole_tick(best)))
            best = r;
    }
    return best;
}

// Few boxes move: by how many they are, and beside the ticks in which all of them move.
static void judge_few(output *out, const cell *c)
{
    const row *own = cell_row(c, entries[0].name);
    double moved = (double)few_moved(c), most = c->n >= 1000000 ? 2000 : 1000;
    if (!own || moved < 1000)
        return;
    double ns = figure_of(own, MEDIAN) * 1e6 / moved;
    put_verdict(out, ns <= most, c);
    put(out, "%.0f ns a box that moves; at most %.0f wanted\n", ns, most);
    const row *rival = few_moved(c) == c->n / 100 ? fastest_whole(c, own) : NULL;
    if (!rival)
        return;
    double times = whole_tick(rival) / figure_of(own, MEDIAN);
    put_verdict(out, times >= most_share, c);
    put(out,
        "the fastest of the others, %s, takes %.2f times as long for a tick in which all move; at least %.0f wanted\n",
        rival->contender, times, most_share);
}

static void judge_interest(output *out, const cell *c)
{
    const row *own = cell_row(c, entries[0].name);
    if (!own || strcmp(c->task, "T12") != 0 || strcmp(c->scene, "U") != 0 || c->n != 100000)
        return;
    double ms = figure_of(own, MEDIAN);
    put_verdict(out, ms <= most_interest, c);
    put(out, "%.1f ms a tick; at most %.0f wanted\n", ms, most_interest);
}

static void judge_memory(output *out, const cell *c)
{
    const row *own = cell_row(c, entries[0].name);
    if (!own || c->n < weighed_from || strcmp(c->task, "T9") != 0)
        return;
    put_verdict(out, own->bytes_per_item <= most_bytes, c);
    put(out, "%.1f bytes an item; at most %.0f wanted\n", own->bytes_per_item, most_bytes);
}

bool report_has_break_even(const cell *c)
{
    return strcmp(c->task, "T11") == 0;
}

// From how many questions on r beats the loop; infinite: never.
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

static void judge_observer(output *out, const cell *c)
{
    const row *own = cell_row(c, entries[0].name);
    double queries = own ? report_break_even(c, own) : -1;
    if (queries < 0)
        return;
    put_verdict(out, queries <= most_queries, c);
    if (isfinite(queries))
        put(out, "pays from %.0f questions a tick on; at most %.0f wanted\n", queries, most_queries);
    else
        put(out, "never pays: a question costs more than the loop\n");
}

// Per item and pair, so that a scene with more pairs may take longer for these.
static double share(const row *r, const cell *c, bool with_pairs, double total)
{
    double pairs = with_pairs && r->checks > 0 ? (double)r->found / (double)r->checks : 0;
    return total / ((double)c->n + pairs);
}

static void judge_hard_scene(output *out, const results *all, const cell *c)
{
    const cell *usual = strcmp(c->part, "hard scenes") == 0 ? results_find(all, c->task, c->part, "U", c->n) : NULL;
    const row *own = cell_row(c, entries[0].name), *base = usual ? cell_row(usual, entries[0].name) : NULL;
    if (!own || !base || own == base)
        return;
    // Where pairs are too many to be listed, moving is compared with moving.
    series which = own->checks > 0 ? SERIES_ALL : SERIES_MOVE;
    double work = (double)(own->upkeep + own->tests), base_work = (double)(base->upkeep + base->tests);
    if (own->checks == 0) {
        work = (double)own->upkeep;
        base_work = (double)base->upkeep;
    }
    bool pairs = own->checks > 0;
    double times = share(own, c, pairs, row_summary(own, which).median) /
                   share(base, usual, pairs, row_summary(base, which).median);
    double works = base_work > 0 ? share(own, c, pairs, work) / share(base, usual, pairs, base_work) : 0;
    put_verdict(out, times <= most_worse && works <= most_worse, c);
    put(out, "%.2f times the time of U an item and pair%s, %.2f times the work; at most %.0f wanted\n", times,
        own->checks == 0 ? " (moving alone)" : "", works, most_worse);
}

// From the smallest to the largest size of the same scene.
static void judge_growth(output *out, const results *all, size_t at)
{
    const cell *c = &all->cells[at], *first = NULL;
    if (strcmp(c->task, "T10") != 0 || strcmp(c->part, "hard scenes") == 0)
        return;
    for (size_t i = 0; i < all->count; i++) {
        const cell *other = &all->cells[i];
        bool same = other->task == c->task && other->part == c->part && other->scene == c->scene;
        if (same && other->n > c->n)
            return;
        if (same && (!first || other->n < first->n))
            first = other;
    }
    const row *own = cell_row(c, entries[0].name), *small = first ? cell_row(first, entries[0].name) : NULL;
    if (!own || !small || first->n == c->n || first->n < 2)
        return;
    bool windows = own->operations > 0;
    double times = row_summary(own, SERIES_ALL).median / row_summary(small, SERIES_ALL).median;
    times *= windows ? 1 : (double)first->n / (double)c->n;
    double logs = log((double)c->n) / log((double)first->n);
    put_verdict(out, times <= logs, c);
    put(out, "%.2f times the time of n = %zu %s; log n grows %.2f times\n", times, first->n,
        windows ? "a window" : "an item", logs);
}

// The time of all pairs as a multiple of the tree's; 0: not measured.
static double times_of_all_pairs(const cell *c)
{
    const row *own = cell_row(c, entries[0].name), *direct = cell_row(c, "direct");
    return own && direct ? figure_of(direct, MEDIAN) / figure_of(own, MEDIAN) : 0;
}

// From how many bodies on the tree pays: between the last size where it does not and the first where it does, both
// times being about powers of n there.
static void judge_break_even(output *out, const results *all, size_t at)
{
    const cell *c = &all->cells[at], *before = at > 0 ? &all->cells[at - 1] : NULL;
    double here = strcmp(c->task, "T14") == 0 ? times_of_all_pairs(c) : 0;
    if (here < 1)
        return;
    bool first = !before || before->part != c->part || before->scene != c->scene;
    double there = first ? 0 : times_of_all_pairs(before), n = (double)c->n;
    if (!first && (there <= 0 || there >= 1))
        return;
    if (!first)
        n = exp(log((double)before->n) + log(n / (double)before->n) * log(there) / log(there / here));
    put(out, "          %-3s %-18s %-9s all pairs take longer than the tree from %sn = %.0f on\n", c->task, c->part,
        c->scene, first ? "the smallest, " : "about ", n);
}

void report_goals(output *out, const results *all)
{
    put(out, "\nGoals\n");
    for (size_t i = 0; i < all->count; i++) {
        const cell *c = &all->cells[i];
        for (size_t k = 0; k < sizeof goals / sizeof *goals; k++) {
            const goal *g = &goals[k];
            if (c->n < g->from || strcmp(g->task, c->task) != 0 || (g->part && strcmp(g->part, c->part) != 0))
                continue;
            judge_ratio(out, g, c, MEDIAN);
            for (figure which = PERCENTILE; strcmp(g->task, "T2") == 0 && which <= SLOWEST; which++)
                judge_ratio(out, g, c, which);
        }
        judge_few(out, c);
        judge_interest(out, c);
        judge_memory(out, c);
        judge_observer(out, c);
        judge_hard_scene(out, all, c);
        judge_growth(out, all, i);
        judge_break_even(out, all, i);
    }
}
