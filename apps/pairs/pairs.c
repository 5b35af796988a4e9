// quadrille pairs: every overlapping pair of a file, found by the quadtree or by one of the methods it competes with.
//
// Where the file is kept in doubles, so is the quadtree, brute force compares doubles, and the other methods, which
// know floats alone, find candidates among rounded boxes. Rounding never turns the order of two numbers round, so what
// touches in doubles does in floats; the exact boxes then decide.
#include "pairs.h"

#include "pair_groups.h"
#include "pair_list.h"
#include "row_text.h"
#include "workers.h"

#include <contenders.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
    bool exact;         ///< Doubles: candidates are decided by the boxes
    const items *items; ///< of these,
    bool open;          ///< by this rule.
} search;

static bool overlap(const search *s, uint32_t i, uint32_t k)
{
    const qd_box a = items_box(s->items, i), b = items_box(s->items, k);
    return boxes_overlap(&a, &b, s->open);
}

static bool take_pairs(void *context, const contender_pair *pairs, size_t count)
{
    search *s = context;
    bool more = true;
    for (size_t i = 0; more && i < count; i++)
        if (!s->exact || overlap(s, pairs[i].a, pairs[i].b))
            more = pair_list_add(&s->list, pairs[i].a, pairs[i].b, 0);
    if (!s->list.at_once)
        progress_step(&s->list.progress, s->list.count, 0);
    return more;
}

static bool search_tree(search *s, items *list, const settings *set)
{
    qd_threads *workers = workers_start(set->threads);
    double start = clock_ms();
    qd_tree *tree = items_tree(list, &set->in, (qd_tree_def){ .executor = qd_threads_executor(workers) });
    if (tree == NULL) {
        qd_threads_destroy(workers);
        return false;
    }
    if (!pair_list_has_boxes(&set->output))
        items_drop_boxes(list);
    double built = clock_ms();
    qd_tree_visit_pairs(tree, NULL, pair_list_take, &s->list, &s->figures.cost);
    s->figures.find_ms = clock_ms() - built;
    s->figures.build_ms = built - start;
    items_tree_free(list, tree);
    qd_threads_destroy(workers);
    return true;
}

// Counting alone takes equal boxes together, instead of pair by pair.
static bool count_by_tree(search *s, items *list, const settings *set)
{
    if (s->list.keep || !box_groups_pay(list))
        return search_tree(s, list, set);
    box_groups groups;
    const double start = clock_ms();
    bool good = box_groups_of(list, &groups);
    const double grouped = clock_ms() - start;
    s->list.sizes[0] = s->list.sizes[1] = groups.sizes;
    s->list.count = good ? (size_t)box_groups_pairs_within(&groups, s->open) : 0;
    good = good && search_tree(s, &groups.boxes, set);
    s->figures.build_ms += grouped;
    s->figures.cost.hits = s->list.count;
    box_groups_free(&groups);
    return good;
}

// Every pair of doubles, with nothing rounded.
static bool search_all(search *s, const items *list)
{
    double start = clock_ms();
    bool more = true;
    pair_list_is_sorted(&s->list);
    for (size_t i = 0; more && i < list->count; i++) {
        for (size_t k = i + 1; more && k < list->count; k++)
            if (overlap(s, (uint32_t)i, (uint32_t)k))
                more = pair_list_add(&s->list, i, k, 0);
        s->figures.cost.tests += list->count - 1 - i;
    }
    s->figures.cost.hits = s->list.count;
    s->figures.find_ms = clock_ms() - start;
    return true;
}

// The middle between the outermost of all.
static qd_vec2 middle_of(const items *list)
{
    qd_vec2 low = { INFINITY, INFINITY }, high = { -INFINITY, -INFINITY };
    for (size_t i = 0; i < list->count; i++) {
        const qd_box box = items_box(list, i);
        low = (qd_vec2){ fmin(low.x, box.min.x), fmin(low.y, box.min.y) };
        high = (qd_vec2){ fmax(high.x, box.max.x), fmax(high.y, box.max.y) };
    }
    return (qd_vec2){ low.x / 2 + high.x / 2, low.y / 2 + high.y / 2 };
}

static float rounded(double value)
{
    return (float)fmax(-(double)FLT_MAX, fmin(value, (double)FLT_MAX));
}

// Boxes for the methods of floats. The middle of doubles moves to zero, where floats are finest.
static fbox *round_boxes(const items *list, bool exact)
{
    fbox *boxes = calloc(list->count + 1, sizeof *boxes);
    const qd_vec2 middle = exact ? middle_of(list) : (qd_vec2){ 0, 0 };
    for (size_t i = 0; boxes != NULL && i < list->count; i++) {
        const qd_box box = items_box(list, i);
        boxes[i] = (fbox){ { rounded(box.min.x - middle.x), rounded(box.min.y - middle.y) },
                           { rounded(box.max.x - middle.x), rounded(box.max.y - middle.y) } };
    }
    return boxes;
}

static bool search_with(search *s, const contender_kind *kind, const items *list)
{
    double start = clock_ms();
    fbox *boxes = round_boxes(list, s->exact);
    contender *method = kind->create(s->open && !s->exact);
    if (method == NULL || boxes == NULL || kind->set(method, boxes, list->count) != QD_OK) {
        complain("%s", strerror(ENOMEM));
        kind->destroy(method);
        free(boxes);
        return false;
    }
    double ready = clock_ms();
    contender_cost cost = kind->pairs(method, take_pairs, s);
    s->figures = (pair_figures){ ready - start, clock_ms() - ready, { 0, cost.tests, s->list.count } };
    kind->destroy(method);
    free(boxes);
    return true;
}

static status find_and_print(items *list, const settings *set)
{
    search s = { .list = pair_list_begin(&set->output, list, list),
                 .open = set->in.edges == QD_OPEN,
                 .exact = set->in.exact,
                 .items = list };
    const contender_kind *kind = contender_at((size_t)set->method);
    bool good = pair_list_head(&s.list, list, &set->in, list, &set->in);
    if (good && kind == &contender_quadtree)
        good = count_by_tree(&s, list, set);
    else if (good && items_need_boxes(list))
        good = kind == &contender_brute && s.exact ? search_all(&s, list) : search_with(&s, kind, list);
    else
        good = false;
    char head[120];
    snprintf(head, sizeof head, "\"items\": %zu, \"method\": \"%s\", \"edges\": \"%s\"", list->count,
             contender_names[set->method], edges_names[set->in.edges]);
    return pair_list_end(&s.list, good, &set->output, head, &s.figures);
}

static status run(int argc, char **argv)
{
    settings set = { .in = INPUT_BEGIN };
    status result = STATUS_DONE;
    if (!command_parse(&pairs_command, argc, argv, &set, &result))
        return result;
    const char *wrong = pair_output_problem(&set.output);
    wrong = wrong != NULL ? wrong : input_problem(&set.in);
    if (wrong == NULL && set.threads > 0 && contender_at((size_t)set.method) != &contender_quadtree)
        wrong = "--threads is for --method quadtree; the others work alone";
    if (command_refuses(&pairs_command, wrong))
        return STATUS_USAGE;
    items list;
    pair_list_wants(&set.output, &set.in);
    result = items_read(&list, &set.in);
    if (result == STATUS_DONE && set.in.keep_rows && !row_text_ready(&list, &set.in))
        result = STATUS_USAGE;
    if (result == STATUS_DONE)
        result = find_and_print(&list, &set);
    items_free(&list);
    return result;
}

static const option options[] = {
    PAIR_OUTPUT_OPTIONS(settings, output),
    { OPTION("method", 0, settings, method),
      TAKES_CHOICE("quadtree|brute|sweep|strips|grid|contained|leaves", contender_names),
      .help = "the method that finds them (default: quadtree); all find the same" },
    THREADS_OPTION(settings, threads),
    EDGES_OPTION(settings, in),
    INPUT_OPTIONS(settings, in),
    MAP_OPTIONS(settings, in),
    PRECISION_OPTIONS(settings, in),
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
    .surplus = "join finds the pairs between two files",
    .options = options,
    .run = run,
};
