// Both methods see the same boxes in the same tick, one right after the other, and take turns at being first: what the
// machine does besides hits both alike. Only moving and finding are timed; the scene's own step is not.
#include "contest.h"

#include "progress.h"

#include <interrupt.h>
#include <stdlib.h>

static bool enter(entrant *e, size_t method, size_t ticks)
{
    bool good = true;
    e->method = method;
    for (int i = 0; i < PARTS; i++) {
        e->ms[i] = calloc(ticks > 0 ? ticks : 1, sizeof *e->ms[i]);
        good = good && e->ms[i] != NULL;
    }
    return good;
}

static void take_down(entrant *e, const index_costs *costs)
{
    e->ms[PART_MOVE][e->ticks] = costs->moving_ms;
    e->ms[PART_FIND][e->ticks] = costs->finding_ms;
    e->ms[PART_BOTH][e->ticks] = costs->moving_ms + costs->finding_ms;
    e->ticks++;
    e->sums.nodes += costs->nodes;
    e->sums.tests += costs->tests;
    e->sums.hits += costs->hits;
    e->sums.pairs += costs->pairs;
    e->sums.pair_tests += costs->pair_tests;
    e->sums.upkeep += costs->upkeep;
    e->sums.uncounted += costs->uncounted;
}

static void count_asked(index_asked *sums, index_asked asked)
{
    sums->adds += asked.adds;
    sums->removes += asked.removes;
    sums->moves += asked.moves;
    sums->questions += asked.questions;
    sums->brute_tests += asked.brute_tests;
}

// Is this one of the second's ticks, spread evenly over all?
static bool second_takes_part(const contest_def *def, size_t tick)
{
    uint64_t share = def->second_ticks, all = def->ticks;
    return (tick + 1) * share / all > tick * share / all;
}

// The second is there in its ticks alone: between them nothing is done for it.
static bool invite(contest *c, bool wanted)
{
    scene_index *index = c->stage.index;
    bool there = index_guest(index) != NO_METHOD;
    return there == wanted || index_invite(index, wanted ? c->entrants[1].method : NO_METHOD);
}

static bool run_tick(contest *c, size_t tick)
{
    bool two = c->count == 2 && second_takes_part(&c->def, tick);
    if (!invite(c, two) || !stage_tick(&c->stage))
        return false;
    if (c->def.recorder)
        recorder_tick(c->def.recorder, index_answers(c->stage.index));
    count_asked(&c->asked, index_asked_of(c->stage.index));
    for (int i = 0; i < 1 + two; i++) {
        index_costs costs = index_costs_of(c->stage.index, i == 0 ? INDEX_HOST : INDEX_GUEST);
        take_down(&c->entrants[i], &costs);
    }
    if (index_differs(c->stage.index)->differ)
        c->differed = tick + 1;
    else
        c->verified += two;
    return true;
}

static bool run_ticks(contest *c)
{
    bool good = true;
    size_t tick = 0, ticks = c->def.ticks;
    progress p = progress_begin("ticks");
    interrupt_heed(true);
    for (; tick < ticks && good && c->differed == 0 && !interrupt_came(); tick++) {
        good = run_tick(c, tick);
        progress_step(&p, tick + 1, ticks);
    }
    interrupt_heed(false);
    progress_end(&p);
    c->torn = !good && index_left(c->stage.index);
    c->interrupted = c->torn || (good && tick < ticks && c->differed == 0);
    return good || c->torn;
}

bool contest_run(contest *c, const contest_def *def)
{
    static const char *const no_memory = "not enough memory";
    *c = (contest){ .def = *def, .complaint = no_memory };
    size_t second = def->stage.guest;
    bool good = enter(&c->entrants[0], def->stage.index_def.method, def->ticks);
    c->count = 1;
    if (good && second != NO_METHOD && def->second_ticks > 0)
        good = enter(&c->entrants[c->count++], second, def->second_ticks);
    stage_def opened = def->stage;
    opened.guest = NO_METHOD;
    opened.log = def->recorder ? recorder_call : NULL;
    opened.log_context = def->recorder;
    opened.index_def.leave = interrupt_presses;
    return good && stage_open(&c->stage, &opened, &c->complaint) && run_ticks(c);
}

void contest_end(contest *c)
{
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < PARTS; k++)
            free(c->entrants[i].ms[k]);
    stage_close(&c->stage);
    *c = (contest){ .def = c->def };
}

times entrant_times(entrant *e, part which)
{
    return times_of(e->ms[which], e->ticks);
}
