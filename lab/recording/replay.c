// quadrille replay: what a recording has is done again, by any method, and every answer compared with what it was.
#include "replay.h"

#include "output.h"
#include "progress.h"
#include "times.h"
#include "workers.h"

#include <inttypes.h>
#include <recording.h>
#include <stdlib.h>

typedef struct settings {
    const char *file;
    int method; ///< Its place in contender_names; -1: the recorded one.
    bool verify, json, quiet;
    int64_t threads;
} settings;

/// A recording that is being done again.
typedef struct replay {
    const settings *set;
    recording_head head;
    recording *file;
    scene_index *index;
    size_t method;
    uint64_t ticks, calls;
    double *moving_ms, *finding_ms; ///< One for each tick.
    size_t space;
    index_costs sums;
    bool cut; ///< The bytes ended before the record did.
} replay;

static bool note_tick(replay *r)
{
    if (r->ticks == r->space) {
        size_t space = r->space > 0 ? 2 * r->space : 256;
        double *moving = realloc(r->moving_ms, space * sizeof *moving);
        r->moving_ms = moving != NULL ? moving : r->moving_ms;
        double *finding = realloc(r->finding_ms, space * sizeof *finding);
        r->finding_ms = finding != NULL ? finding : r->finding_ms;
        if (moving == NULL || finding == NULL) {
            complain("not enough memory for %zu ticks", space);
            return false;
        }
        r->space = space;
    }
    index_costs costs = index_costs_of(r->index, INDEX_HOST);
    r->moving_ms[r->ticks] = costs.moving_ms;
    r->finding_ms[r->ticks] = costs.finding_ms;
    r->ticks++;
    r->sums.tests += costs.tests;
    r->sums.hits += costs.hits;
    r->sums.pairs += costs.pairs;
    r->sums.upkeep += costs.upkeep;
    index_forget_costs(r->index);
    return true;
}

// Are the answers those that were recorded, and did brute force, if it was asked, agree?
static bool compare_tick(const replay *r, uint64_t sum)
{
    if (index_differs(r->index)->differ) {
        complain("tick %" PRIu64 ": %s and brute force do not answer alike", r->ticks, contender_names[r->method]);
        return false;
    }
    if (index_answers(r->index) == sum)
        return true;
    complain("tick %" PRIu64 ": %s does not answer as %s did when %s was recorded", r->ticks,
             contender_names[r->method], r->head.method, r->set->file);
    return false;
}

static status do_call(replay *r, const index_call *call)
{
    r->calls++;
    if (!index_do(r->index, call)) {
        complain("%s: tick %" PRIu64 ", call %" PRIu64 ": it cannot be done (no such item, or a box that is none):"
                 " the file is damaged",
                 r->set->file, r->ticks + 1, r->calls);
        return STATUS_USAGE;
    }
    if (!index_failed(r->index))
        return STATUS_DONE;
    complain("%s: tick %" PRIu64 ": not enough memory", r->set->file, r->ticks + 1);
    return STATUS_FAILED;
}

// A recording cut off by an interrupt is repeated up to its last whole tick.
static status end_of(replay *r, const record *last)
{
    r->cut = last->kind == RECORD_CUT && r->ticks > 0;
    if (r->cut) {
        complain("%s; done again: %" PRIu64 " whole tick%s", recording_complaint(r->file), r->ticks,
                 r->ticks == 1 ? "" : "s");
        return STATUS_DONE;
    }
    if (last->kind == RECORD_BAD || last->kind == RECORD_CUT) {
        complain("%s", recording_complaint(r->file));
        return STATUS_USAGE;
    }
    if (index_contents(r->index) == last->sum)
        return STATUS_DONE;
    complain("%s: what the index holds at the end is not what it held then", r->set->file);
    return STATUS_FAILED;
}

static status run_all(replay *r)
{
    progress p = progress_begin("thousandths");
    status result = STATUS_DONE;
    record next = recording_next(r->file);
    for (; result == STATUS_DONE && (next.kind == RECORD_CALL || next.kind == RECORD_TICK);
         next = recording_next(r->file)) {
        if (next.kind == RECORD_CALL)
            result = do_call(r, &next.call);
        else
            result = note_tick(r) && compare_tick(r, next.sum) ? STATUS_DONE : STATUS_FAILED;
        double share = recording_share(r->file);
        if (share >= 0 && next.kind == RECORD_TICK)
            progress_step(&p, (uint64_t)(1000 * share), 1000);
        if (result != STATUS_DONE)
            break;
    }
    progress_end(&p);
    return result == STATUS_DONE ? end_of(r, &next) : result;
}

static void put_table(output *out, replay *r)
{
    times moving = times_of(r->moving_ms, (size_t)r->ticks), finding = times_of(r->finding_ms, (size_t)r->ticks);
    put(out,
        "%s: %s, seed %" PRIu64 ", recorded by %s: %" PRIu64 " ticks, %" PRIu64 " calls, the same answers by %s%s\n",
        r->set->file, r->head.scene, r->head.seed, r->head.method, r->ticks, r->calls, contender_names[r->method],
        r->set->verify ? ", and by brute force" : "");
    put(out, "\n%-24s %12s %12s %12s\n", "milliseconds a tick", "p50", "p95", "slowest");
    put(out, "%-24s %12.4f %12.4f %12.4f\n", "  moving", moving.p50, moving.p95, moving.most);
    put(out, "%-24s %12.4f %12.4f %12.4f\n", "  finding", finding.p50, finding.p95, finding.most);
}

static void put_times(output *out, const char *name, times t)
{
    put(out, "\"%s\": {\"p50\": %.6f, \"p95\": %.6f, \"max\": %.6f}", name, t.p50, t.p95, t.most);
}

static void put_json(output *out, replay *r)
{
    put(out, "{\"file\": ");
    put_json_text(out, r->set->file);
    put(out, ", \"scene\": \"%s\", \"seed\": %" PRIu64 ", \"recorded_by\": \"%s\", \"method\": \"%s\",\n",
        r->head.scene, r->head.seed, r->head.method, contender_names[r->method]);
    put(out, " \"ticks\": %" PRIu64 "%s, \"calls\": %" PRIu64 ", \"items\": %zu, \"hash\": \"%016" PRIx64 "\",\n",
        r->ticks, r->cut ? ", \"ends_early\": true" : "", r->calls, index_count(r->index), index_contents(r->index));
    put(out,
        " \"tests\": %" PRIu64 ", \"collisions\": %" PRIu64 ", \"answers\": %" PRIu64 ", \"moving_records\": %" PRIu64
        ",\n \"ms\": {",
        r->sums.tests, r->sums.pairs, r->sums.hits, r->sums.upkeep);
    put_times(out, "moving", times_of(r->moving_ms, (size_t)r->ticks));
    put(out, ", ");
    put_times(out, "finding", times_of(r->finding_ms, (size_t)r->ticks));
    put(out, "}}\n");
}

static bool choose_method(replay *r)
{
    const contender_kind *kind =
        r->set->method >= 0 ? contender_at((size_t)r->set->method) : contender_find(r->head.method);
    if (kind == NULL) {
        complain("%s: recorded by '%s', which is not among the methods; choose one with --method", r->set->file,
                 r->head.method);
        return false;
    }
    if (r->set->threads > 0 && kind != &contender_quadtree) {
        complain("replay: --threads is for --method quadtree; the others work alone");
        return false;
    }
    r->method = contender_number(kind);
    return true;
}

static bool open_index(replay *r, qd_executor executor)
{
    index_def def = { .method = r->method,
                      .edges = r->head.edges,
                      .leaf_capacity = r->head.leaf_capacity,
                      .max_depth = r->head.max_depth,
                      .executor = executor,
                      .clock = clock_ms };
    r->index = index_create(&def);
    if (r->index == NULL || (r->set->verify && !index_invite(r->index, contender_number(&contender_brute)))) {
        complain("not enough memory");
        return false;
    }
    index_watch(r->index, true);
    return true;
}

static status replay_open_file(replay *r)
{
    if (recording_complaint(r->file) != NULL) {
        complain("%s", recording_complaint(r->file));
        return STATUS_USAGE;
    }
    if (!choose_method(r))
        return STATUS_USAGE;
    qd_threads *workers = workers_start(r->set->threads);
    status result = open_index(r, qd_threads_executor(workers)) ? run_all(r) : STATUS_FAILED;
    if (result == STATUS_DONE) {
        output out = output_standard();
        if (r->set->json)
            put_json(&out, r);
        else
            put_table(&out, r);
        result = output_finish(&out, result);
    }
    index_destroy(r->index);
    qd_threads_destroy(workers);
    return result;
}

static status run(int argc, char **argv)
{
    settings set = { .method = -1 };
    status result = STATUS_DONE;
    if (!command_parse(&replay_command, argc, argv, &set, &result))
        return result;
    replay r = { .set = &set };
    r.file = recording_open(set.file, &r.head);
    if (r.file == NULL)
        complain("not enough memory");
    result = r.file != NULL ? replay_open_file(&r) : STATUS_FAILED;
    recording_close(r.file);
    free(r.moving_ms);
    free(r.finding_ms);
    return result;
}

static const option options[] = {
    { OPTION("method", 0, settings, method),
      TAKES_CHOICE("quadtree|brute|sweep|strips|grid|contained|leaves", contender_names),
      .help = "the method that answers (default: the one that was recorded)" },
    THREADS_OPTION(settings, threads),
    { OPTION("verify", 0, settings, verify), TAKES_NOTHING, .help = "have brute force answer every question as well" },
    { OPTION("json", 'j', settings, json), TAKES_NOTHING, .help = "print an object" },
    QUIET_OPTION(settings, quiet),
    { 0 },
};

const command replay_command = {
    .name = "replay",
    .summary = "run a recording again, and time it",
    .description = "Repeats every call on the index that quadrille simulate --record or quadrille demo\n"
                   "--record wrote, and checks in every tick that the answers are the same. With another\n"
                   "--method, it measures that method's time for the very same work.",
    .example = "quadrille simulate --scene snacks --record slow.qdr\nquadrille replay slow.qdr --method grid",
    .operand = "FILE",
    .operand_offset = offsetof(settings, file),
    .options = options,
    .run = run,
};
