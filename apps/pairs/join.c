// quadrille join: every overlapping pair of an item of one file and an item of another. Both quadtrees keep floats, or
// both doubles, with one world, so that one walk goes down both.
#include "pairs.h"

#include "join_settings.h"
#include "pair_groups.h"
#include "pair_list.h"
#include "row_text.h"
#include "workers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { QUADTREE, BRUTE };
static const char *const method_names[] = { "quadtree", "brute", NULL };

typedef struct settings {
    join_settings join;
    pair_output output;
    int method;
    int64_t threads;
} settings;

typedef struct search {
    items *a, *b;
    pair_list list;
    pair_figures figures;
} search;

static void extend(qd_box *world, const items *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const qd_box box = items_box(list, i);
        world->min = (qd_vec2){ fmin(world->min.x, box.min.x), fmin(world->min.y, box.min.y) };
        world->max = (qd_vec2){ fmax(world->max.x, box.max.x), fmax(world->max.y, box.max.y) };
    }
}

static bool take_near(void *context, size_t question, qd_entry found, double distance)
{
    return pair_list_add(context, question, found.user, distance);
}

// The nearest of B to each of A.
static bool search_nearest(search *s, const settings *set)
{
    qd_threads *workers = workers_start(set->threads);
    double start = clock_ms();
    bool good = items_need_boxes(s->a);
    const qd_tree_def def = { .executor = qd_threads_executor(workers) };
    qd_tree *tree = good ? items_tree(s->b, &set->join.b, def) : NULL;
    if (tree != NULL) {
        double built = clock_ms();
        asking all = { .tree = tree,
                       .questions = s->a,
                       .nearest = true,
                       .k = (uint64_t)set->join.nearest,
                       .reach = join_reach(&set->join) };
        pair_list_is_sorted(&s->list);
        good = ask_all(&all, take_near, &s->list);
        s->figures = (pair_figures){ built - start, clock_ms() - built, all.cost };
        s->figures.cost.hits = s->list.count;
    }
    items_tree_free(s->b, tree);
    qd_threads_destroy(workers);
    return good && tree != NULL;
}

static bool search_trees(search *s, const settings *set)
{
    const bool exact = set->join.a.exact;
    if (exact && (!items_need_boxes(s->a) || !items_need_boxes(s->b)))
        return false;
    qd_threads *workers = workers_start(set->threads);
    double start = clock_ms();
    qd_tree_def def = { .executor = qd_threads_executor(workers) };
    if (exact) {
        // Around all items of both. If that has no width or no height, each tree learns its own.
        qd_box world = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
        extend(&world, s->a);
        extend(&world, s->b);
        if (world.min.x < world.max.x && world.min.y < world.max.y)
            def.world = world;
    }
    qd_tree *a = items_tree(s->a, &set->join.a, def);
    qd_tree *b = a != NULL ? items_tree(s->b, &set->join.b, def) : NULL;
    if (b != NULL) {
        double built = clock_ms();
        // A distance of 0 is overlapping, to the library; with open edges nothing is nearer than 0.
        const reach within = join_reach(&set->join);
        const qd_pair_query query = { .other = b, .distance = within.limited ? within.limit : 0 };
        if (!within.limited || within.limit > 0 || !within.open)
            qd_tree_visit_pairs(a, &query, pair_list_take, &s->list, &s->figures.cost);
        s->figures.find_ms = clock_ms() - built;
        s->figures.build_ms = built - start;
    }
    items_tree_free(s->a, a);
    items_tree_free(s->b, b);
    qd_threads_destroy(workers);
    return b != NULL;
}

// Counting alone takes equal boxes together, instead of pair by pair.
static bool count_by_trees(search *s, const settings *set)
{
    if (s->list.keep || (!box_groups_pay(s->a) && !box_groups_pay(s->b)))
        return search_trees(s, set);
    box_groups a = { .sizes = NULL }, b = { .sizes = NULL };
    const double start = clock_ms();
    bool good = box_groups_of(s->a, &a) && box_groups_of(s->b, &b);
    const double grouped = clock_ms() - start;
    items *const rows[] = { s->a, s->b };
    s->a = &a.boxes;
    s->b = &b.boxes;
    s->list.sizes[0] = a.sizes;
    s->list.sizes[1] = b.sizes;
    good = good && search_trees(s, set);
    s->figures.build_ms += grouped;
    s->figures.cost.hits = s->list.count;
    s->a = rows[0];
    s->b = rows[1];
    box_groups_free(&a);
    box_groups_free(&b);
    return good;
}

static bool search_all(search *s, const settings *set)
{
    if (!items_need_boxes(s->a) || !items_need_boxes(s->b))
        return false;
    double start = clock_ms();
    bool open = join_edges(&set->join) == QD_OPEN;
    bool more = true;
    pair_list_is_sorted(&s->list);
    for (size_t i = 0; more && i < s->a->count; i++) {
        const qd_box box = items_box(s->a, i);
        for (size_t j = 0; more && j < s->b->count; j++) {
            const qd_box other = items_box(s->b, j);
            if (boxes_overlap(&box, &other, open))
                more = pair_list_add(&s->list, i, j, 0);
        }
    }
    s->figures.find_ms = clock_ms() - start;
    s->figures.cost = (qd_cost){ 0, (uint64_t)s->a->count * s->b->count, s->list.count };
    return true;
}

static status find_and_print(items *a, items *b, const settings *set)
{
    search s = { .a = a, .b = b, .list = pair_list_begin(&set->output, a, b) };
    if (set->join.nearest > 0 || set->join.within.count > 0)
        pair_list_has_distances(&s.list);
    bool good = pair_list_head(&s.list, a, &set->join.a, b, &set->join.b);
    if (good && set->join.nearest > 0)
        good = search_nearest(&s, set);
    else if (good)
        good = set->method == BRUTE ? search_all(&s, set) : count_by_trees(&s, set);
    char head[120];
    snprintf(head, sizeof head, "\"items\": [%zu, %zu], \"method\": \"%s\", \"edges\": \"%s\"", a->count, b->count,
             method_names[set->method], edges_names[join_edges(&set->join)]);
    return pair_list_end(&s.list, good, &set->output, head, &s.figures);
}

// What is wrong with the command line, or NULL.
static const char *wrong_usage(const settings *set)
{
    if (pair_output_problem(&set->output) != NULL)
        return pair_output_problem(&set->output);
    if (set->join.nearest > 0 && (set->output.unsorted || set->output.memory > 0))
        return "--nearest finds them in order; --unsorted and --memory are for what is sorted";
    if ((set->join.nearest > 0 || set->join.within.count > 0) && set->method != QUADTREE)
        return "--nearest and --within are for --method quadtree; brute force finds what overlaps";
    if (set->threads > 0 && set->method != QUADTREE)
        return "--threads is for --method quadtree; brute force works alone";
    return join_problem(&set->join);
}

static status join(settings *set)
{
    items a, b;
    join_settings *two = &set->join;
    kept_digits asked;
    options_count_digits(join_command.options, set, &asked);
    memset(&b, 0, sizeof b);
    pair_list_wants(&set->output, &two->a);
    join_begin(two, &asked);
    status result = items_read(&a, &two->a);
    join_go_on(two, &a);
    if (result == STATUS_DONE)
        result = items_read(&b, &two->b);
    if (result == STATUS_DONE && !join_decide(two, &a, &b))
        result = STATUS_USAGE;
    if (result == STATUS_DONE && !two->a.exact && !options_keep_to_floats(join_command.options, set))
        result = STATUS_USAGE;
    if (result == STATUS_DONE)
        result = join_files_fit(two, &a, &b);
    if (result == STATUS_DONE && two->a.keep_rows && (!row_text_ready(&a, &two->a) || !row_text_ready(&b, &two->b)))
        result = STATUS_USAGE;
    if (result == STATUS_DONE)
        result = find_and_print(&a, &b, set);
    items_free(&a);
    items_free(&b);
    return result;
}

static status run(int argc, char **argv)
{
    settings set = { .join = { .a = INPUT_BEGIN } };
    status result = STATUS_DONE;
    if (!command_parse(&join_command, argc, argv, &set, &result))
        return result;
    return command_refuses(&join_command, wrong_usage(&set)) ? STATUS_USAGE : join(&set);
}

static const option options[] = {
    NEAR_OPTIONS,
    PAIR_OUTPUT_OPTIONS(settings, output),
    { OPTION("method", 0, settings, method), TAKES_CHOICE("quadtree|brute", method_names),
      .help = "the method that finds them (default: quadtree); both find the same" },
    THREADS_OPTION(settings, threads),
    EDGES_OPTION(join_settings, a),
    INPUT_OPTIONS(join_settings, a),
    MAP_OPTIONS(join_settings, a),
    SECOND_OPTIONS,
    PRECISION_OPTIONS(join_settings, a),
    { 0 },
};

const command join_command = {
    .name = "join",
    .summary = "every overlapping pair between two files",
    .description = "Prints each pair of a box of A and a box of B that overlap as a line ID,ID, the box\n"
                   "of A first, sorted by rows of A and then of B. Each is a FILE; the two may be the\n"
                   "same, but only one can be standard input.\n\n" FILE_HELP,
    .example = "quadrille join level.tmx units.csv --edges open",
    .operand = "A",
    .operand_offset = offsetof(settings, join.a.file),
    .second = "B",
    .second_offset = offsetof(settings, join.b.file),
    .options = options,
    .run = run,
};
