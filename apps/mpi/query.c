// quadrille-mpi query: many windows, or the nearest of many places, over an index that the ranks share; and one
// question of any kind, which each rank asks its own part of the file.
#include "commands.h"
#include "load.h"
#include "many.h"
#include "progress.h"
#include "query_options.h"
#include "ranks.h"

#include "result.h"
#include "workers.h"
#include <same_file.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    query_settings all;
    result_output output;
    int64_t threads;
} settings;

/// Collective: answers all questions of the file.
static status ask_many(const settings *set, const part_of_items *of, const part_of_items *questions,
                       qd_executor executor)
{
    const query_settings *all = &set->all;
    many_questions many = { .of = of,
                            .questions = questions,
                            .edges = all->in.edges,
                            .exact = all->in.exact,
                            .nearest = query_is_ranked(all),
                            .k = (uint64_t)all->k,
                            .reach = query_reach(all),
                            .counted = set->output.count,
                            .executor = executor };
    named_pairs named;
    if (many.counted)
        many.each = calloc(questions->list.count + 1, sizeof *many.each);
    status done = ranks_agree(many.counted && many.each == NULL ? STATUS_FAILED : STATUS_DONE);
    if (done == STATUS_DONE)
        done = many_ask(&many, &named, all->print != PRINT_IDS);
    if (done == STATUS_DONE)
        done = many.counted ? result_print_counts(questions, many.each, all)
                            : result_print_named(&named, all, &set->output);
    free(many.each);
    return done;
}

/// Collective: puts the question to this rank's part of the file, with what it takes on all ranks.
static status ask_own(answers *own, part_of_items *of, const query_settings *set, qd_executor executor)
{
    const double start = clock_ms();
    qd_tree *tree = items_tree(&of->list, &set->in, (qd_tree_def){ .executor = executor });
    const double built = clock_ms() - start;
    const status done = ranks_agree(tree != NULL && query_ask(own, tree, set) ? STATUS_DONE : STATUS_FAILED);
    items_tree_free(&of->list, tree);
    if (done != STATUS_DONE)
        return done;
    own->items = (size_t)of->first[ranks_count()];
    own->cost = (qd_cost){ ranks_sum(own->cost.nodes), ranks_sum(own->cost.tests), ranks_sum(own->cost.hits) };
    own->build_ms = ranks_longest(built);
    own->find_ms = ranks_longest(own->find_ms);
    return done;
}

/// What the ranks have found, with boxes: on rank 0, in the order of the file. False: no memory, on any rank.
static bool gather(named_pairs *to, const answers *own, const part_of_items *of, const part_of_items *question)
{
    qd_mpi_pair *pairs = calloc(own->count + 1, sizeof *pairs);
    for (size_t i = 0; pairs != NULL && i < own->count; i++)
        pairs[i] = (qd_mpi_pair){ 0, of->first[ranks_own()] + own->all[i].item };
    if (!ranks_all(pairs != NULL)) {
        free(pairs);
        *to = (named_pairs){ 0 };
        return false;
    }
    return names_find(to, pairs, own->count, question, of, true);
}

/// The ranks' results are complete, and some may be too far: rank 0 asks these alone once more, so that the answer is
/// that of the whole file.
static status ask_again(const answers *own, items *found, const query_settings *set)
{
    qd_tree *tree = items_tree(found, &set->in, (qd_tree_def){ 0 });
    answers last = { 0 };
    status done = STATUS_FAILED;
    if (tree != NULL && query_ask(&last, tree, set)) {
        last.items = own->items;
        last.cost = own->cost;
        last.build_ms = own->build_ms;
        last.find_ms = own->find_ms;
        done = query_print(&last, found, tree, set);
    }
    free(last.all);
    items_tree_free(found, tree);
    return done;
}

/// Collective: answers one question.
static status ask_one(const settings *set, part_of_items *of, const part_of_items *question, qd_executor executor)
{
    answers own = { 0 };
    named_pairs named = { 0 };
    status done = ask_own(&own, of, &set->all, executor);
    if (done == STATUS_DONE && set->output.count) {
        const query_settings *all = &set->all;
        const uint64_t found = ranks_sum(own.count);
        // Each rank has found its nearest, which together are too many.
        const uint64_t most = all->k > 0 ? (uint64_t)all->k : all->within.count > 0 ? UINT64_MAX : 1;
        done = result_print_count(all->nearest.count > 0 && most < found ? most : found);
    } else if (done == STATUS_DONE) {
        const bool good = gather(&named, &own, of, question);
        if (!good)
            complain("%s", strerror(ENOMEM));
        done = ranks_agree(good ? STATUS_DONE : STATUS_FAILED);
        if (done == STATUS_DONE)
            done = ranks_agree(ranks_own() == 0 ? ask_again(&own, &named.list, &set->all) : STATUS_DONE);
    }
    names_free(&named);
    free(own.all);
    return done;
}

static const char *problem_of(settings *set)
{
    set->all.count = set->output.count;
    const char *problem = query_problem(&set->all);
    set->output.json = set->all.json;
    if (problem == NULL && set->all.print == PRINT_GEOJSON)
        problem = "--output geojson is for quadrille; ndjson has a line for each item that any rank finds";
    if (problem == NULL && query_relation(&set->all) != QD_OVERLAPS && set->all.questions.file != NULL)
        problem = "--inside and --contains with --questions are for quadrille; the ranks take them of one question";
    if (problem == NULL && set->output.files != NULL && set->all.questions.file == NULL)
        problem = "--files is for the answers of --questions; what one question finds is printed by rank 0";
    return problem != NULL ? problem : result_problem(&set->output);
}

/// Collective: loads the questions. A single question is on rank 0.
static status load_questions(settings *set, part_of_items *of, part_of_items *questions)
{
    query_settings *all = &set->all;
    if (all->questions.file == NULL) {
        part_of_one(questions);
        return STATUS_DONE;
    }
    query_begin_questions(all, &of->list);
    status done = part_load(questions, &all->questions);
    // What doubles ask, doubles answer.
    if (done == STATUS_DONE)
        done = parts_decide((part_of_items *[]){ of, questions }, (input *[]){ &all->in, &all->questions }, 2);
    if (done != STATUS_DONE)
        return done;
    return ranks_agree(ranks_own() == 0 ? query_files_fit(all, &of->list, &questions->list) : STATUS_DONE);
}

static status ask_and_print(settings *set)
{
    part_of_items list = { .first = NULL }, questions = { .first = NULL };
    kept_digits asked;
    options_count_digits(mpi_query_command.options, set, &asked);
    set->all.in.asked = &asked;
    set->all.in.keep_rows = set->all.print == PRINT_ROWS;
    set->all.in.with_others = set->all.in.later = set->all.questions.file != NULL;
    status done = part_load(&list, &set->all.in);
    if (done == STATUS_DONE)
        done = load_questions(set, &list, &questions);
    // Is the question right for the file, now that it is known whether that is of doubles?
    if (done == STATUS_DONE)
        done = commands_keep_to_floats(&mpi_query_command, set, set->all.in.exact);
    if (done == STATUS_DONE)
        done = commands_check(&mpi_query_command, query_wrong_numbers(&set->all));
    qd_threads *workers = workers_start(set->threads);
    if (done == STATUS_DONE && set->all.questions.file != NULL)
        done = ask_many(set, &list, &questions, qd_threads_executor(workers));
    else if (done == STATUS_DONE)
        done = ask_one(set, &list, &questions, qd_threads_executor(workers));
    qd_threads_destroy(workers);
    part_free(&list);
    part_free(&questions);
    return done;
}

static status run(int argc, char **argv)
{
    settings set = { .all = { .in = INPUT_BEGIN, .questions = INPUT_BEGIN } };
    status done = STATUS_DONE;
    if (!commands_parse(&mpi_query_command, argc, argv, &set, &done))
        return done;
    done = commands_check(&mpi_query_command, problem_of(&set));
    if (done == STATUS_DONE)
        done = commands_spare(set.output.files, false, set.all.in.file, set.all.questions.file);
    if (done == STATUS_DONE)
        done = ranks_agree(spoils_input("--bad-rows", set.all.in.bad_rows, set.all.questions.file) ? STATUS_USAGE
                                                                                                   : STATUS_DONE);
    return done == STATUS_DONE ? ask_and_print(&set) : done;
}

static const option options[] = {
    QUERY_OPTIONS,
    RESULT_OPTIONS(settings, output),
    THREADS_OPTION(settings, threads),
    EDGES_OPTION(query_settings, in),
    INPUT_OPTIONS(query_settings, in),
    MAP_OPTIONS(query_settings, in),
    PRECISION_OPTIONS(query_settings, in),
    { .name = "exists",
      .kind = OPTION_REFUSED,
      .help = "is for quadrille: mpirun takes a status of 1 as a failure; --count prints the number" },
    { 0 },
};

const command mpi_query_command = {
    .name = "query",
    .summary = "items in a box, in a circle, at a point, on a ray, nearest",
    .description = "Asks FILE one question or many, as quadrille query does, by all ranks together.\n"
                   "A plain CSV file is read by all ranks, each a part of it, an index by all of them; any\n"
                   "other by rank 0 alone.\n\n" FILE_HELP,
    .example = "mpirun -n 4 quadrille-mpi query parcels.csv --nearest 12.5,7 -k 3\n"
               "mpirun -n 4 quadrille-mpi query parcels.csv --questions wells.csv -k 3",
    .operand = "FILE",
    .operand_offset = offsetof(settings, all.in.file),
    .surplus = "--questions takes the file of the questions",
    .options = options,
    .run = run,
};
