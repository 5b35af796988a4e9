// Both contenders see the same boxes in the same tick, one right after the other, and take turns at being first: what
// the machine does besides hits both alike. Only moving and finding are timed; the scene's own step is not.
#include "contest.h"

#include "progress.h"

#include <checksum.h>
#include <stdlib.h>
#include <string.h>

static bool enter(entrant *e, const contender_kind *kind, const contest *c, size_t ticks)
{
    bool good = true;
    e->kind = kind;
    for (int i = 0; i < PARTS; i++) {
        e->ms[i] = calloc(ticks > 0 ? ticks : 1, sizeof *e->ms[i]);
        good = good && e->ms[i] != NULL;
    }
    e->self = kind == &contender_quadtree ? contender_quadtree_with(c->def.open_edges, c->def.executor)
                                          : kind->create(c->def.open_edges);
    if (!good || e->self == NULL || kind->set(e->self, c->scene->boxes, c->scene->count) != QD_OK)
        return false;
    e->set_upkeep = kind->upkeep(e->self);
    return true;
}

static bool take_turn(entrant *e, const qd_box *boxes, bool verify)
{
    double start = clock_ms();
    if (e->kind->move(e->self, boxes) != QD_OK)
        return false;
    double moved = clock_ms();
    e->checksum = 0;
    contender_cost cost = e->kind->pairs(e->self, verify ? checksum_visitor : NULL, &e->checksum);
    double found = clock_ms();
    e->ms[PART_MOVE][e->ticks] = moved - start;
    e->ms[PART_FIND][e->ticks] = found - moved;
    e->ms[PART_BOTH][e->ticks] = found - start;
    e->ticks++;
    e->tests += cost.tests;
    e->pairs += cost.pairs;
    e->found = cost.pairs;
    return true;
}

typedef struct pair_list {
    contender_pair *pairs;
    size_t count, room;
} pair_list;

static bool append(void *context, const contender_pair *pairs, size_t count)
{
    pair_list *list = context;
    if (list->count + count > list->room)
        return false; // More than it counted before: what is there will differ anyway.
    memcpy(list->pairs + list->count, pairs, count * sizeof *pairs);
    list->count += count;
    return true;
}

static int compare_pairs(const void *a, const void *b)
{
    const contender_pair *p = a, *q = b;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

static bool list_pairs(const entrant *e, pair_list *list)
{
    list->room = e->found;
    list->pairs = malloc((list->room > 0 ? list->room : 1) * sizeof *list->pairs);
    if (list->pairs == NULL)
        return false;
    e->kind->pairs(e->self, append, list);
    qsort(list->pairs, list->count, sizeof *list->pairs, compare_pairs);
    return true;
}

static void note(difference *d, int finder, contender_pair pair)
{
    d->only[finder]++;
    if (d->listed == sizeof d->list / sizeof *d->list)
        return;
    d->list[d->listed].finder = finder;
    d->list[d->listed++].pair = pair;
}

// Merges both sorted lists; what has no partner in the other one is the difference, a pair found twice included.
static void compare_lists(difference *d, const pair_list *first, const pair_list *second)
{
    size_t i = 0, k = 0;
    while (i < first->count || k < second->count) {
        int order = 0;
        if (i == first->count)
            order = 1;
        else if (k == second->count)
            order = -1;
        else
            order = compare_pairs(&first->pairs[i], &second->pairs[k]);
        if (order < 0)
            note(d, 0, first->pairs[i]);
        else if (order > 0)
            note(d, 1, second->pairs[k]);
        i += order <= 0;
        k += order >= 0;
    }
}

// False: no memory.
static bool verify_tick(contest *c, size_t tick)
{
    entrant *first = &c->entrants[0], *second = &c->entrants[1];
    if (first->found == second->found && first->checksum == second->checksum) {
        c->verified++;
        return true;
    }
    c->differ = true;
    c->difference.tick = tick + 1;
    c->difference.found[0] = first->found;
    c->difference.found[1] = second->found;
    pair_list lists[2] = { 0 };
    bool good = list_pairs(first, &lists[0]) && list_pairs(second, &lists[1]);
    if (good)
        compare_lists(&c->difference, &lists[0], &lists[1]);
    free(lists[0].pairs);
    free(lists[1].pairs);
    return good;
}

// Is this one of the second's ticks, spread evenly over all?
static bool second_takes_part(const contest_def *def, size_t tick)
{
    uint64_t share = def->second_ticks, all = def->ticks;
    return (tick + 1) * share / all > tick * share / all;
}

static bool run_tick(contest *c, size_t tick)
{
    bool two = c->count == 2 && second_takes_part(&c->def, tick);
    int begins = two ? (int)(tick % 2) : 0;
    c->scene->kind->step(c->scene);
    for (int turn = 0; turn < 1 + two; turn++)
        if (!take_turn(&c->entrants[begins ^ turn], c->scene->boxes, c->def.verify))
            return false;
    return !(two && c->def.verify) || verify_tick(c, tick);
}

bool contest_run(contest *c, const contest_def *def)
{
    *c = (contest){ .def = *def };
    c->scene = def->scene->create(&def->scene_def);
    if (c->scene == NULL)
        return false;
    size_t ticks[2] = { def->ticks, def->second_ticks };
    for (; c->count < 2 && def->kinds[c->count] != NULL; c->count++)
        if (!enter(&c->entrants[c->count], def->kinds[c->count], c, ticks[c->count]))
            return false;

    bool good = true;
    progress p = progress_begin("ticks");
    for (size_t tick = 0; tick < def->ticks && good && !c->differ; tick++) {
        good = run_tick(c, tick);
        progress_step(&p, tick + 1, def->ticks);
    }
    progress_end(&p);
    for (int i = 0; i < c->count; i++)
        c->entrants[i].upkeep = c->entrants[i].kind->upkeep(c->entrants[i].self) - c->entrants[i].set_upkeep;
    return good;
}

void contest_end(contest *c)
{
    for (int i = 0; i < 2; i++) {
        entrant *e = &c->entrants[i];
        if (e->kind != NULL)
            e->kind->destroy(e->self);
        for (int k = 0; k < PARTS; k++)
            free(e->ms[k]);
    }
    if (c->scene != NULL)
        c->scene->kind->destroy(c->scene);
    *c = (contest){ 0 };
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

times entrant_times(entrant *e, part which)
{
    double *ms = e->ms[which];
    times t = { 0, 0 };
    if (e->ticks == 0)
        return t;
    for (size_t i = 0; i < e->ticks; i++)
        t.mean += ms[i] / (double)e->ticks;
    qsort(ms, e->ticks, sizeof *ms, compare_times);
    t.p50 = (ms[(e->ticks - 1) / 2] + ms[e->ticks / 2]) / 2;
    return t;
}
