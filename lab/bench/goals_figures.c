// Goals in nanoseconds an item, bytes an item, and questions that make up for keeping an index.
#include "goals.h"
#include "tasks.h"

#include <math.h>
#include <quadrille/tree.h>
#include <string.h>

static const double most_part = 0.125;                // of the fastest rival's tick in which all move, where 1 % do
static const double most_pile_ns = 50, hoped_ns = 35; // a box, of a million
static const double most_queries = 80;                // a tick, of 2000 points
static const size_t weighed_from = 1000000;

static double median_of(const row *r)
{
    return row_summary(r, SERIES_ALL).median;
}

static double whole_tick(const row *r)
{
    return row_summary(r, SERIES_WHOLE).median;
}

// The fastest contender when all boxes move, of those that find the same; or NULL.
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
    double ns = median_of(own) * 1e6 / moved;
    goals_put_verdict(out, ns <= most, c);
    put(out, "%.0f ns a box that moves; at most %.0f\n", ns, most);
    const row *rival = few_moved(c) == c->n / 100 ? fastest_whole(c, own) : NULL;
    if (!rival)
        return;
    double part = median_of(own) / whole_tick(rival);
    goals_put_verdict(out, part <= most_part, c);
    put(out, "%.3f of the time of %s for a tick in which all move; at most %.3g\n", part, rival->contender, most_part);
}

static void judge_pile(output *out, const cell *c)
{
    const row *own = cell_row(c, entries[0].name);
    if (!own || c->n < weighed_from || strcmp(c->task, "T8") != 0)
        return;
    double ns = median_of(own) * 1e6 / (double)c->n;
    goals_put_verdict(out, ns <= most_pile_ns, c);
    put(out, "%.1f ns a box; at most %.0f, hoped for %.0f\n", ns, most_pile_ns, hoped_ns);
}

// Ids and user values included, but not the ids that the caller keeps.
static void judge_memory(output *out, const cell *c)
{
    const double most = strcmp(c->scene, "C") == 0 ? 74 : 66;
    const row *own = cell_row(c, entries[0].name);
    if (!own || c->n < weighed_from || strcmp(c->task, "T9") != 0)
        return;
    const double bytes = own->bytes_per_item - (double)sizeof(qd_id);
    goals_put_verdict(out, bytes <= most, c);
    put(out, "%.1f bytes an item beside the caller's ids; at most %.0f\n", bytes, most);
}

// With other numbers of points it only says where a loop is the better choice.
static void judge_observer(output *out, const cell *c)
{
    const row *own = cell_row(c, entries[0].name);
    double queries = own ? report_break_even(c, own) : -1;
    if (queries < 0)
        return;
    bool judged = c->n == 2000;
    if (judged)
        goals_put_verdict(out, queries <= most_queries, c);
    else
        goals_put_note(out, c);
    if (isinf(queries))
        put(out, "the loop is faster for any number of questions");
    else
        put(out, "pays from %.0f questions a tick on; for fewer the loop is faster", queries);
    if (judged)
        put(out, "; at most %.0f", most_queries);
    put(out, "\n");
}

void goals_judge_figures(output *out, const results *all, size_t at)
{
    const cell *c = &all->cells[at];
    judge_few(out, c);
    judge_pile(out, c);
    judge_memory(out, c);
    judge_observer(out, c);
}
