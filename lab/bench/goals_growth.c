// Goals that compare cells: hard scenes with U, large sizes with small ones; and from where on gravity's tree pays.
#include "goals.h"

#include <math.h>
#include <string.h>

static const double most_worse = 2; // times as long an item as in U

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
    goals_put_verdict(out, times <= most_worse && works <= most_worse, c);
    put(out, "%.2f times the time of U an item and pair%s, %.2f times the work; at most %.0f\n", times,
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
    goals_put_verdict(out, times <= logs, c);
    put(out, "%.2f times the time of n = %zu %s; log n grows %.2f times\n", times, first->n,
        windows ? "a window" : "an item", logs);
}

// The time of all pairs as a multiple of the tree's; 0: not measured.
static double times_of_all_pairs(const cell *c)
{
    const row *own = cell_row(c, entries[0].name), *direct = cell_row(c, "direct");
    return own && direct ? row_summary(direct, SERIES_ALL).median / row_summary(own, SERIES_ALL).median : 0;
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
    goals_put_note(out, c);
    put(out, "all pairs take longer than the tree from %sn = %.0f on\n", first ? "the smallest, " : "about ", n);
}

void goals_judge_growth(output *out, const results *all, size_t at)
{
    judge_hard_scene(out, all, &all->cells[at]);
    judge_growth(out, all, at);
    judge_break_even(out, all, at);
}
