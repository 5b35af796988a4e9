// quadrille-mpi pairs and join: what quadrille finds in one process, found by all ranks together.
#include "command.h"
#include "commands.h"
#include "join_settings.h"
#include "load.h"
#include "many.h"
#include "ranks.h"
#include "result.h"
#include "workers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_MOST = 1 << 24 }; // MiB

typedef struct settings {
    join_settings join;
    result_output output;
    int64_t memory, threads;
} settings;

static void explain(qd_result wrong, const settings *set, const qd_mpi_cost *cost)
{
    if (wrong == QD_TOO_SMALL)
        complain("--memory: %" PRId64 " MiB are too few: boxes that lie in one place need %" PRIu64, set->memory,
                 (cost->most_memory >> 20) + 1);
    else if (wrong == QD_NO_MEMORY || wrong == QD_STOPPED)
        complain(
            "a rank has not enough memory; --memory MIB has the work done in rounds, and more ranks need less each");
    else
        complain("this should not happen: %s", qd_result_text(wrong));
}

static status search(const settings *set, const part_of_items *a, const part_of_items *b, result *found,
                     qd_mpi_cost *cost)
{
    qd_threads *workers = workers_start(set->threads);
    const qd_mpi_def def = { .precision = set->join.a.exact ? QD_DOUBLE : QD_FLOAT,
                             .edges = join_edges(&set->join) == QD_OPEN ? QD_OPEN : QD_CLOSED,
                             .memory = (uint64_t)set->memory << 20,
                             .executor = qd_threads_executor(workers) };
    const bool counted = set->output.count || set->output.json;
    const qd_mpi_boxes first = part_boxes(a), second = b != NULL ? part_boxes(b) : (qd_mpi_boxes){ .count = 0 };
    size_t bad = SIZE_MAX;
    qd_result done =
        b != NULL ? qd_mpi_join(MPI_COMM_WORLD, &def, &first, &second, counted ? NULL : result_take, found, cost, &bad)
                  : qd_mpi_pairs(MPI_COMM_WORLD, &def, &first, counted ? NULL : result_take, found, cost, &bad);
    qd_threads_destroy(workers);
    if (done != QD_OK)
        explain(done, set, cost);
    return ranks_agree(done == QD_OK ? STATUS_DONE : done == QD_TOO_SMALL ? STATUS_USAGE : STATUS_FAILED);
}

enum { HEAD = 160 };

/// The first members of the object.
static void put_head(char *head, const settings *set, const part_of_items *a, const part_of_items *b)
{
    const uint64_t count_a = a->first[ranks_count()], count_b = b != NULL ? b->first[ranks_count()] : 0;
    const char *edges = edges_names[join_edges(&set->join)];
    if (b != NULL)
        snprintf(head, HEAD, "\"items\": [%" PRIu64 ", %" PRIu64 "], \"edges\": \"%s\"", count_a, count_b, edges);
    else
        snprintf(head, HEAD, "\"items\": %" PRIu64 ", \"edges\": \"%s\"", count_a, edges);
}

static status find_and_print(const settings *set, const part_of_items *a, const part_of_items *b)
{
    result found = { NULL, 0, 0, false };
    qd_mpi_cost cost;
    memset(&cost, 0, sizeof cost);
    const status done = search(set, a, b, &found, &cost);
    if (done != STATUS_DONE) {
        free(found.pairs);
        return done;
    }
    char head[HEAD];
    put_head(head, set, a, b);
    return result_print(&found, &set->output, a, b != NULL ? b : a, head, &cost);
}

static bool is_near(const settings *set)
{
    return set->join.nearest > 0 || set->join.within.count > 0;
}

static status print_near_object(const settings *set, const many_questions *many)
{
    if (ranks_own() != 0)
        return STATUS_DONE;
    char head[HEAD];
    output out = output_standard();
    put_head(head, set, many->questions, many->of);
    put(&out, "{%s, \"count\": %" PRIu64 ",\n \"ranks\": %d, \"time_ms\": {\"build\": %.3f, \"find\": %.3f}}\n", head,
        many->count, ranks_count(), many->build_ms, many->find_ms);
    return output_finish(&out, STATUS_DONE);
}

/// Collective: what of B is near to each of A.
static status find_near(const settings *set, const part_of_items *a, const part_of_items *b)
{
    qd_threads *workers = workers_start(set->threads);
    many_questions many = { .of = b,
                            .questions = a,
                            .edges = join_edges(&set->join),
                            .exact = set->join.a.exact,
                            .nearest = true,
                            .k = (uint64_t)set->join.nearest,
                            .by_rows = set->join.nearest == 0,
                            .reach = join_reach(&set->join),
                            .counted = set->output.count || set->output.json,
                            .executor = qd_threads_executor(workers) };
    named_pairs named;
    status done = many_ask(&many, &named, false);
    qd_threads_destroy(workers);
    if (done != STATUS_DONE)
        return done;
    if (set->output.json)
        return ranks_agree(print_near_object(set, &many));
    if (set->output.count)
        return result_print_count(many.count);
    return result_print_named(&named, &(query_settings){ .in = { .exact = many.exact } }, &set->output);
}

static status run_pairs(int argc, char **argv)
{
    settings set = { .join = { .a = INPUT_BEGIN, .b = { .edges = QD_CLOSED } } };
    status done = STATUS_DONE;
    if (!commands_parse(&mpi_pairs_command, argc, argv, &set, &done))
        return done;
    part_of_items part = { .first = NULL };
    const char *problem = result_problem(&set.output);
    done = commands_check(&mpi_pairs_command, problem != NULL ? problem : input_problem(&set.join.a));
    if (done == STATUS_DONE)
        done = commands_spare(set.output.files, false, set.join.a.file, NULL);
    if (done == STATUS_DONE)
        done = part_load(&part, &set.join.a);
    if (done == STATUS_DONE)
        done = find_and_print(&set, &part, NULL);
    part_free(&part);
    return done;
}

static status load_both(settings *set, part_of_items *a, part_of_items *b)
{
    join_settings *two = &set->join;
    kept_digits asked;
    options_count_digits(mpi_join_command.options, set, &asked);
    join_begin(two, &asked);
    status done = part_load(a, &two->a);
    join_go_on(two, &a->list);
    if (done == STATUS_DONE)
        done = part_load(b, &two->b);
    if (done == STATUS_DONE)
        done = parts_decide((part_of_items *[]){ a, b }, (input *[]){ &two->a, &two->b }, 2);
    if (done == STATUS_DONE)
        done = commands_keep_to_floats(&mpi_join_command, set, two->a.exact);
    if (done == STATUS_DONE)
        done = ranks_agree(ranks_own() == 0 ? join_files_fit(two, &a->list, &b->list) : STATUS_DONE);
    return done;
}

static status run_join(int argc, char **argv)
{
    settings set = { .join = { .a = INPUT_BEGIN } };
    status done = STATUS_DONE;
    if (!commands_parse(&mpi_join_command, argc, argv, &set, &done))
        return done;
    part_of_items a = { .first = NULL }, b = { .first = NULL };
    const char *problem = join_problem(&set.join);
    if (problem == NULL && is_near(&set) && set.memory > 0)
        problem = "--memory is for what overlaps; for --nearest and --within the ranks have an index of all of B";
    done = commands_check(&mpi_join_command, problem != NULL ? problem : result_problem(&set.output));
    if (done == STATUS_DONE)
        done = commands_spare(set.output.files, false, set.join.a.file, set.join.b.file);
    if (done == STATUS_DONE)
        done = load_both(&set, &a, &b);
    if (done == STATUS_DONE)
        done = is_near(&set) ? find_near(&set, &a, &b) : find_and_print(&set, &a, &b);
    part_free(&a);
    part_free(&b);
    return done;
}

#define COMMON_OPTIONS                                                                                                 \
    RESULT_OPTIONS(settings, output),                                                                                  \
        { OPTION("json", 'j', settings, output.json), TAKES_NOTHING,                                                   \
          .help = "print a JSON object with the count, the time and the cost" },                                       \
        { OPTION("memory", 0, settings, memory), TAKES_INT("MIB", 1, MEMORY_MOST),                                     \
          .help = "most memory of a rank for the boxes that it receives\nand their tree; more work is done in "        \
                  "rounds" },                                                                                          \
        THREADS_OPTION(settings, threads), EDGES_OPTION(join_settings, a), INPUT_OPTIONS(join_settings, a),            \
        MAP_OPTIONS(join_settings, a), PRECISION_OPTIONS(join_settings, a),                                            \
        { .name = "output",                                                                                            \
          .kind = OPTION_REFUSED,                                                                                      \
          .help = "is for quadrille: on many ranks pairs are printed by their ids alone" },                            \
        { .name = "method",                                                                                            \
          .kind = OPTION_REFUSED,                                                                                      \
          .help = "is for quadrille: on many ranks the quadtree is the only method" },                                 \
    {                                                                                                                  \
        .name = "unsorted", .kind = OPTION_REFUSED,                                                                    \
        .help = "is for quadrille: the ranks put pairs in order before they know their names; -o spares bringing "     \
                "them to rank 0"                                                                                       \
    }

static const option pairs_options[] = { COMMON_OPTIONS, { 0 } };
static const option join_options[] = { NEAR_OPTIONS, COMMON_OPTIONS, SECOND_OPTIONS, { 0 } };

#define RANKS_HELP                                                                                                     \
    "A plain CSV file is read by all ranks, each a part of it, an index by all of them; any\nother by rank 0 "         \
    "alone.\n\n" FILE_HELP

const command mpi_pairs_command = {
    .name = "pairs",
    .summary = "every overlapping pair",
    .description = "Finds every pair of overlapping boxes of FILE, by all ranks together.\n\n" RANKS_HELP,
    .example = "mpirun -n 4 quadrille-mpi pairs boxes.csv",
    .operand = "FILE",
    .operand_offset = offsetof(settings, join.a.file),
    .surplus = "join finds the pairs between two files",
    .options = pairs_options,
    .run = run_pairs,
};

const command mpi_join_command = {
    .name = "join",
    .summary = "every overlapping pair between two files",
    .description = "Finds every pair of a box of A and a box of B that overlap, by all ranks together.\n"
                   "Each is a FILE.\n\n" RANKS_HELP,
    .example = "mpirun -n 4 quadrille-mpi join parcels.csv roads.csv -o touching",
    .operand = "A",
    .operand_offset = offsetof(settings, join.a.file),
    .second = "B",
    .second_offset = offsetof(settings, join.b.file),
    .options = join_options,
    .run = run_join,
};
