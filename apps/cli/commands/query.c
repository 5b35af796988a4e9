// quadrille query: one question about a place. Answers without an order of their own come in the order of rows.
#include "query.h"
#include "command.h"

#include "progress.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_json_vec2(output *out, const char *name, qd_vec2 v, const query_settings *set)
{
    put(out, ", \"%s\": [", name);
    put_as_kept(out, v.x, set);
    put(out, ", ");
    put_as_kept(out, v.y, set);
    put(out, "]");
}

static void put_json(output *out, const answers *from, const items *list, const query_settings *set)
{
    put(out, "{\"items\": %zu, \"edges\": \"%s\", \"count\": %zu,\n", list->count, edges_names[set->in.edges],
        from->count);
    put(out, " \"time_ms\": {\"build\": %.3f, \"find\": %.3f},\n", from->build_ms, from->find_ms);
    if (from->has_cost)
        put(out, " \"cost\": {\"nodes\": %" PRIu64 ", \"tests\": %" PRIu64 ", \"hits\": %" PRIu64 "},\n",
            from->cost.nodes, from->cost.tests, from->cost.hits);
    put(out, " \"found\": [");
    for (size_t i = 0; i < from->count && !output_failed(out); i++) {
        const answer *a = &from->all[i];
        put(out, "%s\n  {\"id\": ", i > 0 ? "," : "");
        put_json_id(out, list, (size_t)a->item);
        if (set->ray.count > 0 || set->nearest.count > 0) {
            put(out, ", \"%s\": ", set->ray.count > 0 ? "t" : "distance");
            put_as_kept(out, a->along, set);
        }
        if (set->ray.count > 0) {
            put_json_vec2(out, "point", a->point, set);
            put_json_vec2(out, "normal", a->normal, set);
        }
        put(out, "}");
    }
    put(out, "]}\n");
}

static status print_lines(const answers *from, const items *list, const qd_tree *tree, const query_settings *set)
{
    query_lines lines;
    bool good = query_lines_begin(&lines, set, list, NULL, tree), more = good;
    for (size_t i = 0; more && i < from->count; i++)
        more = query_line(&lines, 0, (qd_entry){ from->all[i].id, from->all[i].item }, from->all[i].along);
    return query_lines_end(&lines, good ? STATUS_DONE : STATUS_FAILED);
}

static status ask_and_print(items *list, const query_settings *set)
{
    double start = clock_ms();
    qd_tree *tree = items_tree(list, &set->in, (qd_tree_def){ 0 });
    if (tree == NULL)
        return STATUS_FAILED;
    items_drop_boxes(list);
    answers found = { .build_ms = clock_ms() - start };
    status result = STATUS_FAILED;
    if (!query_ask(&found, tree, set)) {
        complain("%s", strerror(ENOMEM));
    } else if (set->json) {
        output out = output_standard();
        put_json(&out, &found, list, set);
        result = output_finish(&out, STATUS_DONE);
    } else {
        result = print_lines(&found, list, tree, set);
    }
    free(found.all);
    items_tree_free(list, tree);
    return result;
}

static bool finite_pair(const float_list *list, int first)
{
    return isfinite(list->exact[first]) && isfinite(list->exact[first + 1]);
}

static bool inverted(const query_settings *set, const float_list *list)
{
    return list->count == 4 && (query_number(set, list, 0) > query_number(set, list, 2) ||
                                query_number(set, list, 1) > query_number(set, list, 3));
}

static bool goes_nowhere(const query_settings *set)
{
    double x = query_number(set, &set->ray, 2), y = query_number(set, &set->ray, 3);
    return !isfinite(set->ray.exact[2]) || !isfinite(set->ray.exact[3]) || (x == 0 && y == 0);
}

// What is wrong with the numbers of the question, or NULL. The library would find nothing; a person is told why.
static const char *wrong_numbers(const query_settings *set)
{
    if (inverted(set, &set->box))
        return "--box needs its lower corner first";
    if (inverted(set, &set->nearest))
        return "--nearest needs the lower corner of a box first";
    if (set->circle.count > 0 && set->circle.exact[2] < 0)
        return "--circle needs a radius that is not negative";
    if (set->within.count > 0 && set->within.exact[0] < 0)
        return "--within needs a distance that is not negative";
    if (!finite_pair(&set->circle, 0) || !finite_pair(&set->point, 0) || !finite_pair(&set->nearest, 0) ||
        !finite_pair(&set->nearest, 2) || !finite_pair(&set->ray, 0))
        return "a place cannot be infinite; a corner of --box, the radius of --circle and --within can";
    if (set->ray.count > 0 && goes_nowhere(set))
        return "--ray needs a direction that is finite and not 0,0";
    return NULL;
}

// What is wrong with the question, or NULL.
static const char *wrong_question(const query_settings *set)
{
    const bool many = set->questions.file != NULL;
    int asked = (set->box.count > 0) + (set->circle.count > 0) + (set->point.count > 0) + (set->ray.count > 0) +
                (set->nearest.count > 0) + many;
    if (asked != 1)
        return "give exactly one of --box, --circle, --point, --ray, --nearest and --questions";
    if (set->k > 0 && set->nearest.count == 0 && !many)
        return "-k goes with --nearest or --questions";
    if (set->within.count > 0 && set->nearest.count == 0 && !many)
        return "--within goes with --nearest or --questions";
    if (set->json && many)
        return "--json is for one question; --questions prints lines";
    if (set->json && set->print != PRINT_IDS)
        return "--output is for lines, and --json prints an object";
    if ((set->questions.columns != NULL || set->questions.id != NULL) && !many)
        return "--columns-q and --id-q are for the file of --questions";
    if (many && strcmp(set->in.file, "-") == 0 && strcmp(set->questions.file, "-") == 0)
        return "only one of the two files can be standard input";
    return wrong_numbers(set);
}

static status ask_many(items *list, query_settings *set)
{
    items questions;
    set->questions.exact = set->in.exact;
    set->questions.float_index = true;
    set->questions.skip_bad = set->in.skip_bad;
    set->questions.one_of_some = set->questions.columns == NULL && set->questions.id == NULL;
    status result = items_read(&questions, &set->questions);
    set->in.exact = set->in.exact || questions.exact; // what doubles ask, doubles answer
    if (result == STATUS_DONE)
        result = query_many(list, &questions, set);
    items_free(&questions);
    return result;
}

static status run(int argc, char **argv)
{
    query_settings set = { .in = INPUT_BEGIN, .questions = INPUT_BEGIN };
    status result = STATUS_DONE;
    if (!command_parse(&query_command, argc, argv, &set, &result))
        return result;
    const char *wrong = wrong_question(&set);
    if (wrong != NULL) {
        complain("query: %s", wrong);
        return STATUS_USAGE;
    }
    items list;
    set.in.keep_rows = set.print == PRINT_ROWS;
    result = items_read(&list, &set.in);
    if (result == STATUS_DONE && ((!set.in.exact && !options_keep_to_floats(query_command.options, &set)) ||
                                  (set.print == PRINT_ROWS && !row_text_ready(&list, &set.in))))
        result = STATUS_USAGE;
    if (result == STATUS_DONE)
        result = set.questions.file != NULL ? ask_many(&list, &set) : ask_and_print(&list, &set);
    items_free(&list);
    return result;
}

static const char *const print_names[] = { "ids", "boxes", "rows", NULL };

#define QUESTION(option_name, member, numbers, shown, text)                                                            \
    {                                                                                                                  \
        .name = option_name, .kind = OPTION_FLOATS, .offset = offsetof(query_settings, member), .count = numbers,      \
        .infinite = true, .doubles = true, .value = shown, .help = text                                                \
    }

static const option options[] = {
    QUESTION("box", box, 4, "X0,Y0,X1,Y1", "what overlaps a box, lower corner first; inf and\n-inf are allowed"),
    QUESTION("circle", circle, 3, "X,Y,R", "what comes within R of a place; R may be inf"),
    QUESTION("point", point, 2, "X,Y", "what holds a place"),
    QUESTION("ray", ray, 4, "X,Y,DX,DY",
             "what a ray from X,Y toward DX,DY meets, first hit\nfirst, each as ID,T: it is at X+T*DX,Y+T*DY"),
    { .name = "nearest",
      .kind = OPTION_FLOATS,
      .offset = offsetof(query_settings, nearest),
      .count = 4,
      .fewer = 2,
      .infinite = true,
      .doubles = true,
      .value = "X,Y|X0,Y0,X1,Y1",
      .help = "what is nearest to a place or a box, nearest first, each\nas ID,DISTANCE" },
    { .name = "questions",
      .kind = OPTION_TEXT,
      .offset = offsetof(query_settings, questions.file),
      .value = "FILE",
      .help = "ask for each box or point of this file what overlaps it;\nwith -k or --within what is nearest to it. "
              "Lines begin\nwith the ID of the question" },
    { .name = "columns-q",
      .kind = OPTION_TEXT,
      .offset = offsetof(query_settings, questions.columns),
      .value = "NAMES",
      .help = "the columns of the questions, as --columns" },
    { .name = "id-q",
      .kind = OPTION_TEXT,
      .offset = offsetof(query_settings, questions.id),
      .value = "NAME",
      .help = "what names the questions, as --id" },
    { .name = "limit",
      .letter = 'k',
      .kind = OPTION_INT,
      .offset = offsetof(query_settings, k),
      .value = "N",
      .least = 1,
      .most = UINT32_MAX,
      .help = "how many of the nearest (default: 1, with --within all)" },
    WITHIN_OPTION(query_settings, within,
                  "how far away the nearest may be: no farther than D (with\nopen edges: nearer)"),
    { .name = "output",
      .kind = OPTION_CHOICE,
      .offset = offsetof(query_settings, print),
      .value = "ids|boxes|rows",
      .choices = print_names,
      .help = "print ids (the default); behind each its box as\nMIN_X,MIN_Y,MAX_X,MAX_Y; or whole rows of CSV as they\n"
              "stand, below their header" },
    { .name = "json",
      .kind = OPTION_FLAG,
      .offset = offsetof(query_settings, json),
      .help = "print an object with all that was found, the time and\nwhat it cost" },
    EDGES_OPTION(query_settings, in),
    INPUT_OPTIONS(query_settings, in),
    LAYER_OPTION(query_settings, in),
    DOUBLE_OPTION(query_settings, in),
    { 0 },
};

const command query_command = {
    .name = "query",
    .summary = "what is in a box, in a circle, at a point, on a ray, nearest",
    .description = "Asks FILE one question, --box, --circle, --point, --ray or --nearest, or many, and\n"
                   "prints the ID of all that is found, a line each; in the order of rows for the\n"
                   "first three. What is equally near comes in the order of rows.\n\n" FILE_HELP,
    .example = "quadrille query boxes.csv --nearest 12.5,7 -k 3",
    .operand = "FILE",
    .operand_offset = offsetof(query_settings, in.file),
    .options = options,
    .run = run,
};
