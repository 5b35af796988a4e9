// What a simulation tells at its end: a table for people, an object for programs, the same figures in both.
#include "items.h"
#include "simulate.h"

#include <inttypes.h>

static const char *const part_names[PARTS] = { "moving", "finding", "both" };

static double per_tick(const entrant *e, uint64_t sum)
{
    return e->ticks > 0 ? (double)sum / (double)e->ticks : 0;
}

// One figure of each contender, and how many times the first one's the second one's is.
static void put_row(output *out, const contest *c, const char *what, int decimals, double first, double second)
{
    put(out, "%-18s %16.*f", what, decimals, first);
    if (c->count == 2)
        put(out, " %16.*f", decimals, second);
    if (c->count == 2 && first > 0 && second > 0)
        put(out, " %16.2f", second / first);
    put(out, "\n");
}

static void put_head(output *out, const simulation *set, const contest *c)
{
    put(out, "%s: %zu boxes of side ", c->scene->kind->name, c->scene->count);
    put_float(out, set->size);
    put(out, " in a world of ");
    put_float(out, set->world.values[0]);
    put(out, " x ");
    put_float(out, set->world.values[1]);
    put(out, ", speed ");
    put_float(out, set->speed);
    put(out, ", seed %" PRId64 ", %s edges", set->seed, edges_names[set->rule.edges]);
    if (c->def.executor.workers > 1)
        put(out, ", %" PRIu32 " threads", c->def.executor.workers);
    put(out, "\n\n%-18s", "");
    for (int i = 0; i < c->count; i++)
        put(out, " %16s", c->entrants[i].kind->name);
    if (c->count == 2)
        put(out, "   %s/%s", c->entrants[1].kind->name, c->entrants[0].kind->name);
    put(out, "\n%-18s", "ticks");
    for (int i = 0; i < c->count; i++)
        put(out, " %16zu", c->entrants[i].ticks);
    put(out, "\n");
}

static void put_times(output *out, contest *c)
{
    put(out, "milliseconds a tick\n");
    for (int which = 0; which < PARTS; which++) {
        times all[2] = { { 0, 0 }, { 0, 0 } };
        for (int i = 0; i < c->count; i++)
            all[i] = entrant_times(&c->entrants[i], (part)which);
        char what[32];
        snprintf(what, sizeof what, "  %s, p50", part_names[which]);
        put_row(out, c, what, 4, all[0].p50, all[1].p50);
        snprintf(what, sizeof what, "  %s, mean", part_names[which]);
        put_row(out, c, what, 4, all[0].mean, all[1].mean);
    }
}

void simulate_put_table(output *out, const simulation *set, contest *c)
{
    const entrant *a = &c->entrants[0], *b = &c->entrants[1];
    put_head(out, set, c);
    put(out, "a tick, on average\n");
    put_row(out, c, "  tests, finding", 1, per_tick(a, a->tests), per_tick(b, b->tests));
    put_row(out, c, "  records, moving", 1, per_tick(a, a->upkeep), per_tick(b, b->upkeep));
    put_row(out, c, "  collisions", 1, per_tick(a, a->pairs), per_tick(b, b->pairs));
    put_times(out, c);
    if (set->verify)
        put(out, "\nverified: %s and %s found the same pairs in each of %zu ticks\n", a->kind->name, b->kind->name,
            c->verified);
    else if (c->count == 2 && b->ticks < a->ticks)
        put(out, "\n%s took part in %zu of %zu ticks, for the time it takes; --verify has it take part in all\n",
            b->kind->name, b->ticks, a->ticks);
    else if (c->count == 1 && a->kind != &contender_brute && !set->no_brute)
        put(out, "\nbrute was left out, for the time it takes; --verify has it take part\n");
}

static void put_json_entrant(output *out, entrant *e)
{
    put(out, "  {\"method\": \"%s\", \"ticks\": %zu, \"tests\": %" PRIu64 ", \"collisions\": %" PRIu64, e->kind->name,
        e->ticks, e->tests, e->pairs);
    put(out, ", \"moving_records\": %" PRIu64 ",\n   \"ms\": {", e->upkeep);
    for (int which = 0; which < PARTS; which++) {
        times t = entrant_times(e, (part)which);
        put(out, "%s\"%s\": {\"p50\": %.6f, \"mean\": %.6f}", which > 0 ? ", " : "", part_names[which], t.p50, t.mean);
    }
    put(out, "}}");
}

void simulate_put_json(output *out, const simulation *set, contest *c)
{
    put(out,
        "{\"scene\": \"%s\", \"count\": %zu, \"ticks\": %zu, \"seed\": %" PRId64
        ", \"edges\": \"%s\", \"threads\": %" PRIu32 ",\n",
        c->scene->kind->name, c->scene->count, c->def.ticks, set->seed, edges_names[set->rule.edges],
        c->def.executor.workers > 1 ? c->def.executor.workers : 1);
    put(out, " \"world\": [");
    put_json_float(out, set->world.values[0]);
    put(out, ", ");
    put_json_float(out, set->world.values[1]);
    put(out, "], \"size\": ");
    put_json_float(out, set->size);
    put(out, ", \"speed\": ");
    put_json_float(out, set->speed);
    put(out, ", \"verified_ticks\": %zu,\n \"methods\": [\n", c->verified);
    for (int i = 0; i < c->count; i++) {
        put_json_entrant(out, &c->entrants[i]);
        put(out, i + 1 < c->count ? ",\n" : "]}\n");
    }
}

void simulate_complain(const contest *c)
{
    const difference *d = &c->difference;
    const char *names[2] = { c->entrants[0].kind->name, c->entrants[1].kind->name };
    complain("tick %zu: %s found %" PRIu64 " pairs, %s %" PRIu64, d->tick, names[0], d->found[0], names[1],
             d->found[1]);
    for (size_t i = 0; i < d->listed; i++)
        complain("tick %zu: only %s found the boxes %" PRIu32 " and %" PRIu32 " overlapping", d->tick,
                 names[d->list[i].finder], d->list[i].pair.a, d->list[i].pair.b);
    uint64_t more = d->only[0] + d->only[1] - d->listed;
    if (more > 0)
        complain("tick %zu: and %" PRIu64 " more pairs that only one of them found", d->tick, more);
}
