// quadrille pairs: every overlapping pair of a file, found by the quadtree or by one of the methods it competes with.
#include "items.h"
#include "progress.h"
#include "workers.h"

#include <contenders.h>
#include <errno.h>
#include <inttypes.h>
#include <quadrille/pairs.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    input in;
    bool count, json;
    int method;
    int64_t threads;
} settings;

// What a search has found so far. A pair is kept as one number, row of a above row of b, so that numbers sort as pairs.
typedef struct search {
    bool keep, failed;
    uint64_t *pairs;
    size_t count, room;
    qd_cost cost;
    double build_ms, find_ms;
    progress progress;
} search;

static bool reserve(search *s, size_t more)
{
    if (!s->keep || s->count + more <= s->room)
        return true;
    size_t room = s->room * 2 + more;
    uint64_t *pairs = room <= SIZE_MAX / sizeof *pairs ? realloc(s->pairs, room * sizeof *pairs) : NULL;
    s->failed = pairs == NULL;
    if (pairs != NULL) {
        s->pairs = pairs;
        s->room = room;
    }
    return !s->failed;
}

static void add(search *s, uint64_t a, uint64_t b)
{
    if (s->keep)
        s->pairs[s->count] = a < b ? a << 32 | b : b << 32 | a;
    s->count++;
}

static bool take_tree_pairs(void *context, const qd_pair *pairs, size_t count)
{
    search *s = context;
    if (!reserve(s, count))
        return false;
    for (size_t i = 0; i < count; i++)
        add(s, pairs[i].a.user, pairs[i].b.user);
    progress_step(&s->progress, s->count, 0);
    return true;
}

static bool take_pairs(void *context, const contender_pair *pairs, size_t count)
{
    search *s = context;
    if (!reserve(s, count))
        return false;
    for (size_t i = 0; i < count; i++)
        add(s, pairs[i].a, pairs[i].b);
    progress_step(&s->progress, s->count, 0);
    return true;
}

static bool search_tree(search *s, const items *list, const settings *set)
{
    pool *workers = workers_start(set->threads);
    double start = clock_ms();
    qd_tree *tree = items_tree(list, &set->in, (qd_tree_def){ .executor = pool_executor(workers) });
    if (tree == NULL) {
        pool_destroy(workers);
        return false;
    }
    double built = clock_ms();
    s->cost = qd_visit_pairs(tree, take_tree_pairs, s);
    s->find_ms = clock_ms() - built;
    s->build_ms = built - start;
    qd_tree_destroy(tree);
    pool_destroy(workers);
    return true;
}

static bool search_with(search *s, const contender_kind *kind, const items *list, const settings *set)
{
    double start = clock_ms();
    contender *method = kind->create(set->in.edges == QD_EDGES_OPEN);
    if (method == NULL || kind->set(method, list->boxes, list->count) != QD_OK) {
        complain("%s", strerror(ENOMEM));
        kind->destroy(method);
        return false;
    }
    double ready = clock_ms();
    contender_cost cost = kind->pairs(method, take_pairs, s);
    s->find_ms = clock_ms() - ready;
    s->build_ms = ready - start;
    s->cost = (qd_cost){ 0, cost.tests, cost.pairs };
    kind->destroy(method);
    return true;
}

static int compare(const void *a, const void *b)
{
    uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return (p > q) - (p < q);
}

static void put_pairs(output *out, const search *s, const items *list)
{
    if (s->count > 0)
        qsort(s->pairs, s->count, sizeof *s->pairs, compare);
    for (size_t i = 0; i < s->count && !output_failed(out); i++) {
        put_id(out, list, s->pairs[i] >> 32);
        put(out, ",");
        put_id(out, list, s->pairs[i] & UINT32_MAX);
        put(out, "\n");
    }
}

static void put_json(output *out, const search *s, const items *list, const settings *set)
{
    put(out, "{\"items\": %zu, \"method\": \"%s\", \"edges\": \"%s\", \"count\": %zu,\n", list->count,
        contender_names[set->method], edges_names[set->in.edges], s->count);
    put(out, " \"time_ms\": {\"build\": %.3f, \"find\": %.3f},\n", s->build_ms, s->find_ms);
    put(out, " \"cost\": {\"nodes\": %" PRIu64 ", \"tests\": %" PRIu64 ", \"hits\": %" PRIu64 "}}\n", s->cost.nodes,
        s->cost.tests, s->cost.hits);
}

static status find_and_print(const items *list, const settings *set)
{
    search s = { 0 };
    s.keep = !set->count && !set->json;
    s.progress = progress_begin("pairs found");
    const contender_kind *kind = contender_at((size_t)set->method);
    bool good = kind == &contender_quadtree ? search_tree(&s, list, set) : search_with(&s, kind, list, set);
    progress_end(&s.progress);
    if (s.failed)
        complain("%s for %zu pairs; --count needs none", strerror(ENOMEM), s.count);
    if (!good || s.failed) {
        free(s.pairs);
        return STATUS_FAILED;
    }
    output out = output_standard();
    if (set->count)
        put(&out, "%zu\n", s.count);
    else if (set->json)
        put_json(&out, &s, list, set);
    else
        put_pairs(&out, &s, list);
    free(s.pairs);
    return output_finish(&out, STATUS_DONE);
}

static status run(int argc, char **argv)
{
    settings set = { 0 };
    status result = STATUS_DONE;
    if (!command_parse(&pairs_command, argc, argv, &set, &result))
        return result;
    if (set.count && set.json) {
        complain("--count and --json exclude each other; --json has the count in it");
        return STATUS_USAGE;
    }
    if (set.threads > 0 && contender_at((size_t)set.method) != &contender_quadtree) {
        complain("pairs: --threads is for --method quadtree; the others work alone");
        return STATUS_USAGE;
    }
    items list;
    result = items_read(&list, &set.in);
    if (result == STATUS_DONE)
        result = find_and_print(&list, &set);
    items_free(&list);
    return result;
}

static const option options[] = {
    { .name = "count",
      .kind = OPTION_FLAG,
      .offset = offsetof(settings, count),
      .help = "print only how many there are" },
    { .name = "json",
      .kind = OPTION_FLAG,
      .offset = offsetof(settings, json),
      .help = "print an object with the count, the time and what it cost" },
    { .name = "method",
      .kind = OPTION_CHOICE,
      .offset = offsetof(settings, method),
      .value = "quadtree|brute|sweep|strips|grid|contained|leaves",
      .choices = contender_names,
      .help = "who finds them (default: quadtree); all find the same" },
    THREADS_OPTION(settings, threads),
    EDGES_OPTION(settings, in),
    INPUT_OPTIONS(settings, in),
    { 0 },
};

const command pairs_command = {
    .name = "pairs",
    .summary = "every overlapping pair",
    .description = "Prints every pair of overlapping boxes of FILE as a line ID,ID, the one with the\n"
                   "earlier row first, sorted by rows.\n\n" FILE_HELP,
    .example = "quadrille pairs boxes.csv --edges open --count",
    .operand = "FILE",
    .operand_offset = offsetof(settings, in.file),
    .options = options,
    .run = run,
};
