// The report of a simulation: a table for people, an object for programs, the same figures in both.
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

static const char *name_of(const entrant *e)
{
    return contender_names[e->method];
}

static void put_scene(output *out, const simulation *set, const contest *c)
{
    fbox world = c->stage.scene->world;
    put(out, "%s: %zu boxes", c->stage.scene->kind->name, index_count(c->stage.index));
    if (set->size >= 0) {
        put(out, " of side ");
        put_float(out, set->size);
    }
    put(out, " in a world of ");
    put_float(out, world.max.x - world.min.x);
    put(out, " x ");
    put_float(out, world.max.y - world.min.y);
    if (set->speed >= 0) {
        put(out, ", speed ");
        put_float(out, set->speed);
    }
    put(out, ", seed %" PRId64 ", %s edges", set->seed, edges_names[set->rule.edges]);
    uint32_t threads = c->def.stage.index_def.executor.workers;
    if (threads > 1)
        put(out, ", %" PRIu32 " threads", threads);
    put(out, "\n");
}

static void put_head(output *out, const contest *c)
{
    put(out, "\n%-18s", "");
    for (int i = 0; i < c->count; i++)
        put(out, " %16s", name_of(&c->entrants[i]));
    if (c->count == 2)
        put(out, "   %s/%s", name_of(&c->entrants[1]), name_of(&c->entrants[0]));
    put(out, "\n%-18s", "ticks");
    for (int i = 0; i < c->count; i++)
        put(out, " %16zu", c->entrants[i].ticks);
    put(out, "\n");
}

static void put_times(output *out, contest *c)
{
    put(out, "milliseconds a tick\n");
    for (int which = 0; which < PARTS; which++) {
        times all[2] = { { 0, 0, 0, 0 }, { 0, 0, 0, 0 } };
        for (int i = 0; i < c->count; i++)
            all[i] = entrant_times(&c->entrants[i], (part)which);
        char what[32];
        snprintf(what, sizeof what, "  %s, p50", part_names[which]);
        put_row(out, c, what, 4, all[0].p50, all[1].p50);
        snprintf(what, sizeof what, "  %s, mean", part_names[which]);
        put_row(out, c, what, 4, all[0].mean, all[1].mean);
    }
}

static void put_notes(output *out, const simulation *set, const contest *c)
{
    const entrant *a = &c->entrants[0], *b = &c->entrants[1];
    const size_t boxes = index_count(c->stage.index);
    if (a->sums.uncounted > 0)
        put(out, "%s does not count its tests of %" PRIu64 " questions\n", name_of(a), a->sums.uncounted);
    if (set->verify && c->asked.questions == a->ticks && a->sums.pairs == a->sums.hits)
        put(out, "\nverified: %s and %s found the same pairs in each of %zu ticks\n", name_of(a), name_of(b),
            c->verified);
    else if (set->verify)
        put(out, "\nverified: %s and %s answered %" PRIu64 " questions alike in %zu ticks\n", name_of(a), name_of(b),
            c->asked.questions, c->verified);
    else if (c->count == 2 && b->ticks < a->ticks)
        put(out,
            "\n%s took part in %zu of %zu ticks, since %zu boxes are %" PRIu64
            " pairs a tick; --verify has it take part in all\n",
            name_of(b), b->ticks, a->ticks, boxes, (uint64_t)boxes * (boxes - 1) / 2);
    else if (c->count == 1 && contender_at(a->method) != &contender_brute && !set->no_brute)
        put(out, "\nbrute was left out, since %zu boxes are %" PRIu64 " pairs a tick; --verify has it take part\n",
            boxes, (uint64_t)boxes * (boxes - 1) / 2);
}

void simulate_put_table(output *out, const simulation *set, contest *c)
{
    const entrant *a = &c->entrants[0], *b = &c->entrants[1];
    put_scene(out, set, c);
    put_head(out, c);
    put(out, "a tick, on average\n");
    put_row(out, c, "  tests, finding", 1, per_tick(a, a->sums.tests), per_tick(b, b->sums.tests));
    put_row(out, c, "  records, moving", 1, per_tick(a, a->sums.upkeep), per_tick(b, b->sums.upkeep));
    put_row(out, c, "  collisions", 1, per_tick(a, a->sums.pairs), per_tick(b, b->sums.pairs));
    if (a->sums.hits > a->sums.pairs)
        put_row(out, c, "  other answers", 1, per_tick(a, a->sums.hits - a->sums.pairs),
                per_tick(b, b->sums.hits - b->sums.pairs));
    put_times(out, c);
    // The scene's own figures, in one line.
    scene_counter counters[SCENE_COUNTERS_MOST];
    size_t count = c->torn ? 0 : c->stage.scene->kind->counters(c->stage.scene, counters);
    for (size_t i = 0; i < count; i++)
        put(out, "%s%s %" PRIu64, i == 0 ? "in all: " : ", ", counters[i].name, counters[i].value);
    put(out, count > 0 ? "\n" : "");
    put_notes(out, set, c);
}

static void put_json_entrant(output *out, entrant *e)
{
    put(out, "  {\"method\": \"%s\", \"ticks\": %zu, \"tests\": %" PRIu64 ", \"collisions\": %" PRIu64, name_of(e),
        e->ticks, e->sums.tests, e->sums.pairs);
    put(out, ", \"moving_records\": %" PRIu64 ",\n", e->sums.upkeep);
    put(out, "   \"answers\": %" PRIu64 ", \"uncounted_questions\": %" PRIu64 ",\n   \"ms\": {", e->sums.hits,
        e->sums.uncounted);
    for (int which = 0; which < PARTS; which++) {
        times t = entrant_times(e, (part)which);
        put(out, "%s\"%s\": {\"p50\": %.6f, \"mean\": %.6f}", which > 0 ? ", " : "", part_names[which], t.p50, t.mean);
    }
    put(out, "}}");
}

static void put_json_scene(output *out, const simulation *set, const contest *c)
{
    fbox world = c->stage.scene->world;
    uint32_t threads = c->def.stage.index_def.executor.workers;
    put(out,
        "{\"scene\": \"%s\", \"count\": %zu, \"ticks\": %zu, \"seed\": %" PRId64
        ", \"edges\": \"%s\", \"threads\": %" PRIu32 ",\n",
        c->stage.scene->kind->name, index_count(c->stage.index), c->entrants[0].ticks, set->seed,
        edges_names[set->rule.edges], threads > 1 ? threads : 1);
    put(out, " \"world\": [");
    put_json_float(out, world.max.x - world.min.x);
    put(out, ", ");
    put_json_float(out, world.max.y - world.min.y);
    put(out, "], ");
    if (set->size >= 0) {
        put(out, "\"size\": ");
        put_json_float(out, set->size);
        put(out, ", ");
    }
    if (set->speed >= 0) {
        put(out, "\"speed\": ");
        put_json_float(out, set->speed);
        put(out, ", ");
    }
    put(out, "\"verified_ticks\": %zu%s,\n", c->verified, c->interrupted ? ", \"interrupted\": true" : "");
}

// The hash is text: numbers of JSON are doubles for many readers. In the middle of a tick it would mean nothing.
static void put_json_state(output *out, const contest *c)
{
    scene_counter counters[SCENE_COUNTERS_MOST];
    size_t count = c->torn ? 0 : c->stage.scene->kind->counters(c->stage.scene, counters);
    if (c->torn)
        put(out, " \"hash\": null");
    else
        put(out, " \"hash\": \"%016" PRIx64 "\"", stage_hash(&c->stage));
    put(out, ", \"questions\": %" PRIu64 ", \"moves\": %" PRIu64, c->asked.questions, c->asked.moves);
    put(out, ", \"brute_tests\": %" PRIu64 ",\n \"counters\": {", c->asked.brute_tests);
    for (size_t i = 0; i < count; i++)
        put(out, "%s\"%s\": %" PRIu64, i > 0 ? ", " : "", counters[i].name, counters[i].value);
    put(out, "},\n");
}

void simulate_put_json(output *out, const simulation *set, contest *c)
{
    put_json_scene(out, set, c);
    put_json_state(out, c);
    put(out, " \"methods\": [\n");
    for (int i = 0; i < c->count; i++) {
        put_json_entrant(out, &c->entrants[i]);
        put(out, i + 1 < c->count ? ",\n" : "]}\n");
    }
}

static const char *question_name(call_kind kind)
{
    static const char *const names[CALL_KINDS] = {
        [CALL_BOX] = "box", [CALL_TOUCHES] = "touch", [CALL_CIRCLE] = "circle",     [CALL_NEAREST] = "nearest",
        [CALL_RAY] = "ray", [CALL_PAIRS] = "pairs",   [CALL_CONTACTS] = "contacts",
    };
    return names[kind] ? names[kind] : "other";
}

static void complain_of_one(const contest *c, const index_difference *d, size_t at)
{
    const char *finder = name_of(&c->entrants[d->list[at].part]);
    if (d->list[at].b == INDEX_NONE)
        complain("tick %zu: only %s found the box %" PRIu32, c->differed, finder, d->list[at].a);
    else if (d->call.kind == CALL_CONTACTS)
        complain("tick %zu: only %s found that a contact of the boxes %" PRIu32 " and %" PRIu32 " began or ended",
                 c->differed, finder, d->list[at].a, d->list[at].b);
    else
        complain("tick %zu: only %s found the boxes %" PRIu32 " and %" PRIu32 " overlapping", c->differed, finder,
                 d->list[at].a, d->list[at].b);
}

void simulate_complain(const contest *c)
{
    const index_difference *d = index_differs(c->stage.index);
    const char *names[2] = { name_of(&c->entrants[0]), name_of(&c->entrants[1]) };
    bool of_pairs = d->call.kind == CALL_PAIRS || d->call.kind == CALL_CONTACTS;
    const char *what = of_pairs ? "pairs" : "boxes";
    complain("tick %zu: asked a %s question, %s found %" PRIu64 " %s, %s %" PRIu64, c->differed,
             question_name(d->call.kind), names[0], d->found[0], what, names[1], d->found[1]);
    for (size_t i = 0; i < d->listed; i++)
        complain_of_one(c, d, i);
    uint64_t more = d->only[0] + d->only[1] - d->listed;
    if (more > 0)
        complain("tick %zu: and %" PRIu64 " more that only one of them found", c->differed, more);
}
