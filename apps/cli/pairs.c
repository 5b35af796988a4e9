// quadrille pairs: every overlapping pair of a file, found by the quadtree or by one of the methods it competes with.
#include "pair_list.h"
#include "workers.h"

#include <contenders.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct settings {
    input in;
    pair_output output;
    int method;
    int64_t threads;
} settings;

// What a search has found so far, and what that took.
typedef struct search {
    pair_list list;
    pair_figures figures;
} search;

static bool take_pairs(void *context, const contender_pair *pairs, size_t count)
{
    search *s = context;
    if (!pair_list_reserve(&s->list, count))
        return false;
    for (size_t i = 0; i < count; i++)
        pair_list_add(&s->list, pairs[i].a, pairs[i].b);
    progress_step(&s->list.progress, s->list.count, 0);
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
    s->figures.cost = qd_visit_pairs(tree, pair_list_take, &s->list);
    s->figures.find_ms = clock_ms() - built;
    s->figures.build_ms = built - start;
    items_tree_free(list, tree);
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
    s->figures = (pair_figures){ ready - start, clock_ms() - ready, { 0, cost.tests, cost.pairs } };
    kind->destroy(method);
    return true;
}

static status find_and_print(const items *list, const settings *set)
{
    search s = { .list = pair_list_begin(&set->output, true) };
    const contender_kind *kind = contender_at((size_t)set->method);
    bool good = kind == &contender_quadtree ? search_tree(&s, list, set) : search_with(&s, kind, list, set);
    char head[120];
    snprintf(head, sizeof head, "\"items\": %zu, \"method\": \"%s\", \"edges\": \"%s\"", list->count,
             contender_names[set->method], edges_names[set->in.edges]);
    return pair_list_end(&s.list, good, &set->output, head, &s.figures, list, list);
}

static status run(int argc, char **argv)
{
    settings set = { .in = INPUT_BEGIN };
    status result = STATUS_DONE;
    if (!command_parse(&pairs_command, argc, argv, &set, &result))
        return result;
    if (set.output.count && set.output.json) {
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
    PAIR_OUTPUT_OPTIONS(settings, output),
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
