// quadrille-mpi pairs and join: what quadrille finds in one process, found by all ranks together.
#include "command.h"
#include "commands.h"
#include "ranks.h"
#include "result.h"
#include "workers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_MOST = 1 << 24 }; // MiB

typedef struct settings {
    input a, b;
    result_output output;
    int64_t memory, threads;
} settings;

static qd_mpi_boxes boxes_of(const part_of_items *part)
{
    return (qd_mpi_boxes){ .count = part->list.count,
                           .boxes = items_view(&part->list),
                           .first_user = part->first[ranks_own()] };
}

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
    pool *workers = workers_start(set->threads);
    const qd_mpi_def def = { .precision = a->list.exact || (b != NULL && b->list.exact) ? QD_DOUBLE : QD_FLOAT,
                             .edges = set->a.edges == QD_OPEN || set->b.edges == QD_OPEN ? QD_OPEN : QD_CLOSED,
                             .memory = (uint64_t)set->memory << 20,
                             .executor = pool_executor(workers) };
    const bool counted = set->output.count || set->output.json;
    const qd_mpi_boxes first = boxes_of(a), second = b != NULL ? boxes_of(b) : (qd_mpi_boxes){ .count = 0 };
    size_t bad = SIZE_MAX;
    qd_result done =
        b != NULL ? qd_mpi_join(MPI_COMM_WORLD, &def, &first, &second, counted ? NULL : result_take, found, cost, &bad)
                  : qd_mpi_pairs(MPI_COMM_WORLD, &def, &first, counted ? NULL : result_take, found, cost, &bad);
    pool_destroy(workers);
    if (done != QD_OK)
        explain(done, set, cost);
    return ranks_agree(done == QD_OK ? STATUS_DONE : done == QD_TOO_SMALL ? STATUS_USAGE : STATUS_FAILED);
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
    char head[160];
    const uint64_t count_a = a->first[ranks_count()], count_b = b != NULL ? b->first[ranks_count()] : 0;
    const char *edges = edges_names[set->a.edges == QD_OPEN || set->b.edges == QD_OPEN];
    if (b != NULL)
        snprintf(head, sizeof head, "\"items\": [%" PRIu64 ", %" PRIu64 "], \"edges\": \"%s\"", count_a, count_b,
                 edges);
    else
        snprintf(head, sizeof head, "\"items\": %" PRIu64 ", \"edges\": \"%s\"", count_a, edges);
    return result_print(&found, &set->output, a, b != NULL ? b : a, head, &cost);
}

static status run_pairs(int argc, char **argv)
{
    settings set = { .a = INPUT_BEGIN };
    status done = STATUS_DONE;
    if (!commands_parse(&mpi_pairs_command, argc, argv, &set, &done))
        return done;
    part_of_items part = { .first = NULL };
    done = commands_check(&mpi_pairs_command, result_problem(&set.output));
    if (done == STATUS_DONE)
        done = commands_spare(set.output.files, false, set.a.file, NULL);
    if (done == STATUS_DONE)
        done = part_load(&part, &set.a);
    if (done == STATUS_DONE)
        done = find_and_print(&set, &part, NULL);
    part_free(&part);
    return done;
}

static status run_join(int argc, char **argv)
{
    settings set = { .a = INPUT_BEGIN };
    status done = STATUS_DONE;
    if (!commands_parse(&mpi_join_command, argc, argv, &set, &done))
        return done;
    const char *file = set.b.file;
    set.b = set.a;
    set.b.file = file;
    set.a.one_of_some = set.b.one_of_some = true;
    part_of_items a = { .first = NULL }, b = { .first = NULL };
    const bool both = strcmp(set.a.file, "-") == 0 && strcmp(set.b.file, "-") == 0;
    done = commands_check(&mpi_join_command,
                          both ? "only one of the two files can be standard input" : result_problem(&set.output));
    if (done == STATUS_DONE)
        done = commands_spare(set.output.files, false, set.a.file, set.b.file);
    if (done == STATUS_DONE)
        done = part_load(&a, &set.a);
    if (done == STATUS_DONE)
        done = part_load(&b, &set.b);
    if (done == STATUS_DONE)
        done = find_and_print(&set, &a, &b);
    part_free(&a);
    part_free(&b);
    return done;
}

#define COMMON_OPTIONS                                                                                                 \
    RESULT_OPTIONS(settings, output),                                                                                  \
        { .name = "json",                                                                                              \
          .kind = OPTION_FLAG,                                                                                         \
          .offset = offsetof(settings, output.json),                                                                   \
          .help = "print an object with the count, the time and what it cost" },                                       \
        { .name = "memory",                                                                                            \
          .kind = OPTION_INT,                                                                                          \
          .offset = offsetof(settings, memory),                                                                        \
          .value = "MIB",                                                                                              \
          .least = 1,                                                                                                  \
          .most = MEMORY_MOST,                                                                                         \
          .help = "most memory of a rank for the boxes that it receives\nand their tree; what needs more is done in "  \
                  "rounds" },                                                                                          \
        THREADS_OPTION(settings, threads), EDGES_OPTION(settings, a), INPUT_OPTIONS(settings, a),                      \
        LAYER_OPTION(settings, a), DOUBLE_OPTION(settings, a),                                                         \
    {                                                                                                                  \
        0                                                                                                              \
    }

static const option options[] = { COMMON_OPTIONS };

#define RANKS_HELP                                                                                                     \
    "A plain CSV file is read by all ranks, each a part of it, an index by all of them; any\nother by rank 0 "         \
    "alone.\n\n" FILE_HELP

const command mpi_pairs_command = {
    .name = "pairs",
    .summary = "every overlapping pair",
    .description = "Finds every pair of overlapping boxes of FILE, by all ranks together.\n\n" RANKS_HELP,
    .example = "mpirun -n 4 quadrille-mpi pairs boxes.csv",
    .operand = "FILE",
    .operand_offset = offsetof(settings, a.file),
    .options = options,
    .run = run_pairs,
};

const command mpi_join_command = {
    .name = "join",
    .summary = "every overlapping pair between two files",
    .description = "Finds every pair of a box of A and a box of B that overlap, by all ranks together.\n"
                   "Each is a FILE.\n\n" RANKS_HELP,
    .example = "mpirun -n 4 quadrille-mpi join parcels.csv roads.csv -o touching",
    .operand = "A",
    .operand_offset = offsetof(settings, a.file),
    .second = "B",
    .second_offset = offsetof(settings, b.file),
    .options = options,
    .run = run_join,
};
