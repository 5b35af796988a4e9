// quadrille query: one question about a place, or many. Answers without an order of their own come in the order of
// rows.
#include "query_options.h"

#include "command.h"
#include "progress.h"
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

// What can be told once FILE has been read: its kind, and whether it holds doubles.
static bool fits_file(const query_settings *set, const items *list)
{
    if (!set->in.exact && !options_keep_to_floats(query_command.options, set))
        return false;
    const char *wrong = query_wrong_numbers(set);
    if (wrong != NULL)
        complain("query: %s", wrong);
    return wrong == NULL && (set->print != PRINT_ROWS || row_text_ready(list, &set->in));
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
    const char *wrong = query_problem(&set);
    if (wrong != NULL) {
        complain("query: %s", wrong);
        return STATUS_USAGE;
    }
    if (spoils_input("--bad-rows", set.in.bad_rows, set.questions.file))
        return STATUS_USAGE;
    items list;
    kept_digits asked;
    digits_begin(&asked);
    options_count_digits(query_command.options, &set, &asked);
    set.in.asked = &asked;
    set.in.later = set.questions.file != NULL;
    set.in.keep_rows = set.print == PRINT_ROWS;
    set.in.with_others = set.questions.file != NULL;
    result = items_read(&list, &set.in);
    if (result == STATUS_DONE && set.questions.file != NULL)
        result = ask_many(&list, &set);
    else if (result == STATUS_DONE)
        result = fits_file(&set, &list) ? ask_and_print(&list, &set) : STATUS_USAGE;
    items_free(&list);
    return result;
}

static const option options[] = {
    QUERY_OPTIONS,
    EDGES_OPTION(query_settings, in),
    INPUT_OPTIONS(query_settings, in),
    LAYER_OPTION(query_settings, in),
    PRECISION_OPTIONS(query_settings, in),
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
