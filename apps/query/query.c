// quadrille query: one question about a place, or many. Answers without an order of their own come in the order of
// rows.
#include "query.h"

#include "progress.h"
#include "query_options.h"
#include "same_file.h"

#include <stdlib.h>

static status ask_and_print(items *list, const query_settings *set)
{
    const double start = clock_ms();
    qd_tree *tree = items_tree(list, &set->in, (qd_tree_def){ 0 });
    if (tree == NULL)
        return STATUS_FAILED;
    items_drop_boxes(list);
    answers found = { .build_ms = clock_ms() - start };
    const status result = query_ask(&found, tree, set) ? query_print(&found, list, tree, set) : STATUS_FAILED;
    free(found.all);
    items_tree_free(list, tree);
    return result;
}

static status count_and_print(items *list, query_settings *set)
{
    size_t count = 0;
    qd_tree *tree = items_tree(list, &set->in, (qd_tree_def){ 0 });
    const status done = tree != NULL && query_count(&count, tree, set) ? STATUS_DONE : STATUS_FAILED;
    items_tree_free(list, tree);
    set->found = count > 0;
    if (set->exists || done != STATUS_DONE)
        return done;
    output out = output_standard();
    put(&out, "%zu\n", count);
    return output_finish(&out, done);
}

// Checks the settings that depend on the kind of FILE and on its precision.
static bool fits_file(const query_settings *set, const items *list)
{
    if (!set->in.exact && !options_keep_to_floats(query_command.options, set))
        return false;
    return !command_refuses(&query_command, query_wrong_numbers(set)) &&
           (set->print != PRINT_ROWS || row_text_ready(list, &set->in));
}

static status ask_many(items *list, query_settings *set)
{
    items questions;
    query_begin_questions(set, list);
    status result = items_read(&questions, &set->questions);
    // What doubles ask, doubles answer.
    if (result == STATUS_DONE &&
        !items_decide((items *[]){ list, &questions }, (input *[]){ &set->in, &set->questions }, 2))
        result = STATUS_USAGE;
    if (result == STATUS_DONE && !fits_file(set, list))
        result = STATUS_USAGE;
    if (result == STATUS_DONE)
        result = query_files_fit(set, list, &questions);
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
    if (command_refuses(&query_command, query_problem(&set)) ||
        spoils_input("--bad-rows", set.in.bad_rows, set.questions.file))
        return STATUS_USAGE;
    items list;
    kept_digits asked;
    options_count_digits(query_command.options, &set, &asked);
    set.in.asked = &asked;
    set.in.later = set.questions.file != NULL;
    set.in.keep_rows = set.print == PRINT_ROWS || set.print == PRINT_GEOJSON;
    set.in.with_others = set.questions.file != NULL;
    result = items_read(&list, &set.in);
    if (result == STATUS_DONE && set.questions.file != NULL)
        result = ask_many(&list, &set);
    else if (result == STATUS_DONE && !fits_file(&set, &list))
        result = STATUS_USAGE;
    else if (result == STATUS_DONE)
        result = set.count || set.exists ? count_and_print(&list, &set) : ask_and_print(&list, &set);
    items_free(&list);
    if (!set.exists)
        return result;
    // 1 says that nothing is found, so whatever fails is 2, as in grep.
    return result != STATUS_DONE ? STATUS_USAGE : set.found ? STATUS_DONE : STATUS_NOTHING;
}

static const option options[] = {
    QUERY_OPTIONS,
    { OPTION("count", 0, query_settings, count), TAKES_NOTHING,
      .help = "print only the number of results; with --questions, a line\nQUESTION,NUMBER for each" },
    { OPTION("exists", 0, query_settings, exists), TAKES_NOTHING,
      .help = "print nothing; the exit status is 0 if anything is found,\n1 if nothing is, and 2 after an error" },
    { .name = "method", .kind = OPTION_REFUSED, .help = "is for pairs and join; query asks the quadtree alone" },
    EDGES_OPTION(query_settings, in),
    INPUT_OPTIONS(query_settings, in),
    MAP_OPTIONS(query_settings, in),
    PRECISION_OPTIONS(query_settings, in),
    { 0 },
};

const command query_command = {
    .name = "query",
    .summary = "items in a box, in a circle, at a point, on a ray, nearest",
    .description = "Asks FILE one question, --box, --circle, --point, --polygon, --ray, --segment or\n"
                   "--nearest, or many, and prints the ID of each item found on a line, for the first\n"
                   "four in the order of rows. Ties keep the order of rows.\n\n" FILE_HELP,
    .example = "quadrille query boxes.csv --nearest 12.5,7 -k 3",
    .operand = "FILE",
    .operand_offset = offsetof(query_settings, in.file),
    .surplus = "--questions takes the file of the questions",
    .options = options,
    .run = run,
};
