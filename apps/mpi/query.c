// quadrille-mpi query: many windows, or the nearest of many places, over an index that the ranks share.
#include "commands.h"
#include "names.h"
#include "ranks.h"
#include "result.h"
#include "workers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    input in, questions;
    result_output output;
    int64_t k, threads; ///< k 0: windows.
} settings;

/// Answers as they come, question by question.
typedef struct found_answers {
    uint64_t first; ///< Of this rank's questions.
    bool counted, far;
    qd_mpi_pair *pairs;
    double *distances;
    size_t count, room;
    bool failed; ///< No memory.
} found_answers;

static bool make_room(found_answers *self, size_t count)
{
    const size_t room = 2 * self->room + count + 1024;
    if (self->room - self->count >= count)
        return true;
    qd_mpi_pair *pairs = realloc(self->pairs, room * sizeof *pairs);
    self->pairs = pairs != NULL ? pairs : self->pairs;
    double *distances = self->far ? realloc(self->distances, room * sizeof *distances) : NULL;
    self->distances = distances != NULL ? distances : self->distances;
    self->failed = pairs == NULL || (self->far && distances == NULL);
    self->room = self->failed ? self->room : room;
    return !self->failed;
}

static qd_flow take_answers(void *context, const qd_mpi_answer *answers, size_t count)
{
    found_answers *self = context;
    if (self->counted) {
        self->count += count;
        return QD_CONTINUE;
    }
    if (!make_room(self, count))
        return QD_STOP;
    for (size_t i = 0; i < count; i++) {
        self->pairs[self->count] = (qd_mpi_pair){ self->first + answers[i].question, answers[i].user };
        if (self->far)
            self->distances[self->count] = answers[i].distance;
        self->count++;
    }
    return QD_CONTINUE;
}

static status ask(const settings *set, const part_of_items *of, const part_of_items *questions, found_answers *found)
{
    pool *workers = workers_start(set->threads);
    const qd_mpi_def def = { .precision = of->list.exact ? QD_DOUBLE : QD_FLOAT,
                             .edges = set->in.edges == QD_OPEN ? QD_OPEN : QD_CLOSED,
                             .executor = pool_executor(workers) };
    const qd_mpi_boxes own = { .count = of->list.count,
                               .boxes = items_view(&of->list),
                               .first_user = of->first[ranks_own()] };
    const qd_boxes asked = items_view(&questions->list);
    qd_mpi_index *index = NULL;
    size_t bad = SIZE_MAX;
    qd_result done = qd_mpi_index_create(MPI_COMM_WORLD, &def, &own, &index, &bad);
    if (done == QD_OK && set->k > 0)
        done =
            qd_mpi_nearest(index, &asked, questions->list.count, (size_t)set->k, INFINITY, take_answers, found, &bad);
    else if (done == QD_OK)
        done = qd_mpi_find(index, &asked, questions->list.count, take_answers, found, &bad);
    qd_mpi_index_destroy(index);
    pool_destroy(workers);
    if (done != QD_OK)
        complain("a rank has not enough memory; more ranks, or --count, take less");
    return ranks_agree(done == QD_OK ? STATUS_DONE : STATUS_FAILED);
}

static status ask_and_print(const settings *set, const part_of_items *of, const part_of_items *questions)
{
    found_answers found = { .first = questions->first[ranks_own()], .counted = set->output.count, .far = set->k > 0 };
    const status done = ask(set, of, questions, &found);
    if (done != STATUS_DONE) {
        free(found.pairs);
        free(found.distances);
        return done;
    }
    if (set->output.count)
        return result_print_count(ranks_sum(found.count));
    named_pairs named;
    const bool good = names_fetch(&named, found.pairs, found.distances, found.count, questions, of);
    return result_print_named(&named, good, &set->output);
}

static const char *problem_of(const settings *set)
{
    if (set->questions.file == NULL)
        return "--questions FILE is missing: the boxes or points to ask for";
    if (set->output.json)
        return "--json is for pairs and join";
    if (strcmp(set->in.file, "-") == 0 && strcmp(set->questions.file, "-") == 0)
        return "only one of the two files can be standard input";
    return result_problem(&set->output);
}

static status run(int argc, char **argv)
{
    settings set = { .in = INPUT_BEGIN, .questions = INPUT_BEGIN };
    status done = STATUS_DONE;
    if (!commands_parse(&mpi_query_command, argc, argv, &set, &done))
        return done;
    part_of_items list = { .first = NULL }, questions = { .first = NULL };
    done = commands_check(&mpi_query_command, problem_of(&set));
    if (done == STATUS_DONE)
        done = commands_spare(set.output.output, false, set.in.file, set.questions.file);
    if (done == STATUS_DONE)
        done = part_load(&list, &set.in);
    set.questions.exact = set.in.exact;
    set.questions.one_of_some = true;
    if (done == STATUS_DONE)
        done = part_load(&questions, &set.questions);
    if (done == STATUS_DONE)
        done = ask_and_print(&set, &list, &questions);
    part_free(&list);
    part_free(&questions);
    return done;
}

static const option options[] = {
    { .name = "questions",
      .kind = OPTION_TEXT,
      .offset = offsetof(settings, questions.file),
      .value = "FILE",
      .help = "ask for each box or point of this file what overlaps it;\nwith -k what is nearest to it. Lines begin "
              "with the ID\nof the question" },
    { .name = "columns-q",
      .kind = OPTION_TEXT,
      .offset = offsetof(settings, questions.columns),
      .value = "NAMES",
      .help = "the columns of the questions, as --columns" },
    { .name = "id-q",
      .kind = OPTION_TEXT,
      .offset = offsetof(settings, questions.id),
      .value = "NAME",
      .help = "what names the questions, as --id" },
    { .name = "limit",
      .letter = 'k',
      .kind = OPTION_INT,
      .offset = offsetof(settings, k),
      .value = "N",
      .least = 1,
      .most = UINT32_MAX,
      .help = "how many of the nearest" },
    RESULT_OPTIONS(settings, output),
    THREADS_OPTION(settings, threads),
    EDGES_OPTION(settings, in),
    INPUT_OPTIONS(settings, in),
    LAYER_OPTION(settings, in),
    DOUBLE_OPTION(settings, in),
    { 0 },
};

const command mpi_query_command = {
    .name = "query",
    .summary = "what overlaps, or is nearest to, each of many boxes",
    .description =
        "Asks FILE many questions, those of another file, by all ranks together.\nA plain CSV file is read "
        "by all ranks, each a part of it, an index by all of them; any other by\nrank 0 alone.\n\n" FILE_HELP,
    .example = "mpirun -n 4 quadrille-mpi query parcels.csv --questions wells.csv -k 3 --merged",
    .operand = "FILE",
    .operand_offset = offsetof(settings, in.file),
    .options = options,
    .run = run,
};
