// quadrille join: every overlapping pair of an item of one file and an item of another. With --double both quadtrees
// keep doubles, with one world, so that one walk goes down both.
#include "asking.h"
#include "command.h"
#include "pair_list.h"
#include "workers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { QUADTREE, BRUTE };
static const char *const method_names[] = { "quadtree", "brute", NULL };

typedef struct settings {
    input a, b;
    pair_output output;
    int method;
    int64_t threads, nearest;
    float_list within;
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

// Around all items of both. All zero where that has no width or no height: each tree then learns its own.
static qd_box world_of(const search *s)
{
    qd_box world = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
    extend(&world, s->a);
    extend(&world, s->b);
    return world.min.x < world.max.x && world.min.y < world.max.y ? world : (qd_box){ { 0, 0 }, { 0, 0 } };
}

// What only touches overlaps where both have closed edges.
static int meeting_edges(const settings *set)
{
    return set->a.edges == QD_OPEN ? set->a.edges : set->b.edges;
}

static reach reach_of(const search *s, const settings *set)
{
    const bool exact = s->a->exact || s->b->exact;
    return (reach){ .limited = set->within.count > 0,
                    .limit = exact ? set->within.exact[0] : (double)set->within.values[0],
                    .open = meeting_edges(set) == QD_OPEN,
                    .exact = exact };
}

static bool take_near(void *context, size_t question, qd_entry found, double distance)
{
    return pair_list_add(context, question, found.user, distance);
}

// The nearest of B to each of A. Where either file is of doubles, so is the tree.
static bool search_nearest(search *s, const settings *set)
{
    pool *workers = workers_start(set->threads);
    double start = clock_ms();
    input b = set->b;
    b.exact = s->a->exact || s->b->exact;
    bool good = items_need_boxes(s->a);
    qd_tree *tree = good ? items_tree(s->b, &b, (qd_tree_def){ .executor = pool_executor(workers) }) : NULL;
    if (tree != NULL) {
        double built = clock_ms();
        asking all = {
            .tree = tree, .questions = s->a, .nearest = true, .k = (uint64_t)set->nearest, .reach = reach_of(s, set)
        };
        pair_list_is_sorted(&s->list);
        good = ask_all(&all, take_near, &s->list);
        s->figures = (pair_figures){ built - start, clock_ms() - built, all.cost };
        s->figures.cost.hits = s->list.count;
    }
    items_tree_free(s->b, tree);
    pool_destroy(workers);
    return good && tree != NULL;
}

// A distance of 0 is overlapping, to the library; with open edges nothing is nearer than 0.
static void visit_pairs(search *s, const settings *set, const qd_tree *a, const qd_tree *b)
{
    const reach within = reach_of(s, set);
    const qd_pair_query query = { .other = b, .distance = within.limited ? within.limit : 0 };
    if (!within.limited || within.limit > 0 || !within.open)
        qd_tree_visit_pairs(a, &query, pair_list_take, &s->list, &s->figures.cost);
}

static bool search_trees(search *s, const settings *set)
{
    const bool exact = s->a->exact && s->b->exact;
    if (exact && (!items_need_boxes(s->a) || !items_need_boxes(s->b)))
        return false;
    pool *workers = workers_start(set->threads);
    double start = clock_ms();
    qd_tree_def def = { .executor = pool_executor(workers) };
    if (exact)
        def.world = world_of(s);
    qd_tree *a = items_tree(s->a, &set->a, def);
    qd_tree *b = a != NULL ? items_tree(s->b, &set->b, def) : NULL;
    if (b != NULL) {
        double built = clock_ms();
        visit_pairs(s, set, a, b);
        s->figures.find_ms = clock_ms() - built;
        s->figures.build_ms = built - start;
    }
    items_tree_free(s->a, a);
    items_tree_free(s->b, b);
    pool_destroy(workers);
    return b != NULL;
}

static bool search_all(search *s, const settings *set)
{
    if (!items_need_boxes(s->a) || !items_need_boxes(s->b))
        return false;
    double start = clock_ms();
    bool open = meeting_edges(set) == QD_OPEN;
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
    bool good = true;
    if (set->nearest > 0 || set->within.count > 0)
        pair_list_has_distances(&s.list);
    if (set->nearest > 0)
        good = search_nearest(&s, set);
    else if (set->method == BRUTE)
        good = search_all(&s, set);
    else
        good = search_trees(&s, set);
    char head[120];
    snprintf(head, sizeof head, "\"items\": [%zu, %zu], \"method\": \"%s\", \"edges\": \"%s\"", a->count, b->count,
             method_names[set->method], edges_names[meeting_edges(set)]);
    return pair_list_end(&s.list, good, &set->output, head, &s.figures);
}

// What is wrong with the command line, or NULL.
static const char *wrong_usage(const settings *set)
{
    if (pair_output_problem(&set->output) != NULL)
        return pair_output_problem(&set->output);
    if (set->nearest > 0 && (set->output.unsorted || set->output.memory > 0))
        return "--nearest finds them in order; --unsorted and --memory are for what is sorted";
    if ((set->nearest > 0 || set->within.count > 0) && set->method != QUADTREE)
        return "--nearest and --within are for --method quadtree; brute force finds what overlaps";
    if (set->within.count > 0 && set->within.exact[0] < 0)
        return "--within needs a distance that is not negative";
    if (set->threads > 0 && set->method != QUADTREE)
        return "--threads is for --method quadtree; brute force works alone";
    if (strcmp(set->a.file, "-") == 0 && strcmp(set->b.file, "-") == 0)
        return "only one of the two files can be standard input";
    return NULL;
}

enum { CSV_FILE, GEOJSON_FILE, MAP_FILE, INDEX_FILE };

static const char *const kind_names[] = { "CSV", "GeoJSON", "a map", "an index" };

// An index that was made of a map is down as well.
static int kind_of(const items *list)
{
    if (list->index != NULL)
        return INDEX_FILE;
    return list->down ? MAP_FILE : list->is_geojson ? GEOJSON_FILE : CSV_FILE;
}

// Complains of an option that is about files of the kinds up to `most`, where there is none.
static bool is_for_others(const char *said, int most, int a, int b)
{
    if (a <= most || b <= most)
        return false;
    const char *tables = most == CSV_FILE ? "CSV" : "CSV and GeoJSON";
    if (a != b)
        complain("join: --%s is for %s files, and one is %s, the other %s", said, tables, kind_names[a < b ? a : b],
                 kind_names[a < b ? b : a]);
    else
        complain("join: --%s is for %s files, and both are %s", said, tables,
                 a == GEOJSON_FILE ? "GeoJSON"
                 : a == MAP_FILE   ? "maps"
                                   : "indexes");
    return true;
}

// The same of an option for B alone.
static bool is_not_for_b(const char *said, int most, int b)
{
    if (b > most)
        complain("join: --%s is for %s files, and B is %s", said, most == CSV_FILE ? "CSV" : "CSV and GeoJSON",
                 kind_names[b]);
    return b > most;
}

// Complains of options for files that have columns, properties or rows where there is none.
static bool wrong_options(const settings *set, const items *a, const items *b)
{
    int first = kind_of(a), second = kind_of(b);
    bool columns_b = set->b.columns != NULL && set->b.columns != set->a.columns;
    bool id_b = set->b.id != NULL && set->b.id != set->a.id;
    const char *said = input_of_columns(&set->a);
    return (said != NULL && is_for_others(said, CSV_FILE, first, second)) ||
           (set->a.id != NULL && is_for_others("id", GEOJSON_FILE, first, second)) ||
           (set->a.skip_bad && is_for_others("skip-bad", GEOJSON_FILE, first, second)) ||
           (columns_b && is_not_for_b("columns-b", CSV_FILE, second)) ||
           (id_b && is_not_for_b("id-b", GEOJSON_FILE, second));
}

static bool is_map(const items *list)
{
    return list->index == NULL && list->down;
}

// Complains of options for maps where there is none.
static bool wrong_layers(const settings *set, const items *a, const items *b)
{
    bool own = set->b.layers != NULL && set->b.layers != set->a.layers;
    bool none = set->a.layers != NULL && !is_map(a) && !is_map(b);
    if (none)
        complain("join: --layer is for maps, and neither file is one");
    else if (own && !is_map(b))
        complain("join: --layer-b is for maps, and B is none");
    return none || (own && !is_map(b));
}

static status join(settings *set)
{
    items a, b;
    memset(&b, 0, sizeof b);
    set->b.edges = set->a.edges; // what was said is about both; otherwise each has its own
    status result = items_read(&a, &set->a);
    set->b.float_index = !set->b.exact; // beside an index of doubles, where nothing was said about doubles
    set->b.exact = set->b.exact || set->a.exact;
    if (result == STATUS_DONE)
        result = items_read(&b, &set->b);
    if (result == STATUS_DONE && !a.exact && !b.exact && !options_keep_to_floats(join_command.options, set))
        result = STATUS_USAGE;
    if (result == STATUS_DONE && (wrong_options(set, &a, &b) || wrong_layers(set, &a, &b)))
        result = STATUS_USAGE;
    if (result == STATUS_DONE && !items_write_bad_rows(&set->a, (const items *const[]){ &a, &b }, 2))
        result = STATUS_USAGE;
    if (result == STATUS_DONE)
        result = find_and_print(&a, &b, set);
    items_free(&a);
    items_free(&b);
    return result;
}

static status run(int argc, char **argv)
{
    settings set = { .a = INPUT_BEGIN };
    status result = STATUS_DONE;
    if (!command_parse(&join_command, argc, argv, &set, &result))
        return result;
    const char *wrong = wrong_usage(&set);
    if (wrong != NULL) {
        complain("join: %s", wrong);
        return STATUS_USAGE;
    }
    set.b.columns = set.b.columns != NULL ? set.b.columns : set.a.columns;
    set.b.layers = set.b.layers != NULL ? set.b.layers : set.a.layers;
    set.b.id = set.b.id != NULL ? set.b.id : set.a.id;
    set.b.sizes = set.a.sizes;
    set.b.header = set.a.header;
    set.b.separator = set.a.separator;
    set.b.bad_rows = set.a.bad_rows;
    set.b.skip_bad = set.a.skip_bad;
    set.b.exact = set.a.exact;
    set.a.one_of_some = set.b.one_of_some = true;
    return join(&set);
}

static const option options[] = {
    { .name = "nearest",
      .kind = OPTION_INT,
      .offset = offsetof(settings, nearest),
      .value = "K",
      .least = 1,
      .most = UINT32_MAX,
      .help = "the K of B that are nearest to each of A, nearest first,\neach as ID,ID,DISTANCE" },
    WITHIN_OPTION(settings, within,
                  "what is no farther apart than D (with open edges:\nnearer), each as ID,ID,DISTANCE"),
    PAIR_OUTPUT_OPTIONS(settings, output),
    { .name = "method",
      .kind = OPTION_CHOICE,
      .offset = offsetof(settings, method),
      .value = "quadtree|brute",
      .choices = method_names,
      .help = "the method that finds them (default: quadtree); both find the same" },
    THREADS_OPTION(settings, threads),
    EDGES_OPTION(settings, a),
    INPUT_OPTIONS(settings, a),
    LAYER_OPTION(settings, a),
    { .name = "columns-b",
      .kind = OPTION_TEXT,
      .offset = offsetof(settings, b.columns),
      .value = "NAMES",
      .help = "the same for B, where its columns have other names" },
    { .name = "layer-b",
      .kind = OPTION_TEXT,
      .offset = offsetof(settings, b.layers),
      .value = "NAMES",
      .help = "as --layer, for B, where its layers have other names" },
    { .name = "id-b",
      .kind = OPTION_TEXT,
      .offset = offsetof(settings, b.id),
      .value = "NAME",
      .help = "as --id, for B, where it has another name there" },
    DOUBLE_OPTION(settings, a),
    { 0 },
};

const command join_command = {
    .name = "join",
    .summary = "every overlapping pair between two files",
    .description = "Prints every pair of a box of A and a box of B that overlap as a line ID,ID, that\n"
                   "of A first, sorted by rows of A and then of B. Each is a FILE; the two may be the\n"
                   "same, but only one can be standard input.\n\n" FILE_HELP,
    .example = "quadrille join level.tmx units.csv --edges open",
    .operand = "A",
    .operand_offset = offsetof(settings, a.file),
    .second = "B",
    .second_offset = offsetof(settings, b.file),
    .options = options,
    .run = run,
};
