// quadrille-mpi gravity: bodies that all ranks move together, and rows of what should stay as it is.
#include "gravity.h"

#include "accuracy.h"
#include "commands.h"
#include "gravity_frames.h"
#include "gravity_options.h"
#include "gravity_report.h"
#include "moved.h"
#include "parts.h"
#include "ranks.h"

#include <inttypes.h>
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

typedef struct settings {
    gravity_settings all;
    bool merged;
} settings;

typedef struct run {
    gravity_results results;
    bodies everything; ///< How many, and no more.
    qd_mpi_gravity *gravity;
    output out; ///< Rank 0's; elsewhere nowhere.
    frames frames;
    bool drawn;  ///< There is a first picture.
    bool unread; ///< Nothing reads the output any more.
} run;

/// Collective: bodies of a scene, on rank 0, or of a file, which all ranks read if they can.
static status load(const settings *set, bodies *list, qd_executor executor)
{
    const gravity_settings *all = &set->all;
    bodies_reading how = { .skip_bad = all->skip_bad, .limit = (uint64_t)all->limit };
    if (all->file == NULL) {
        const galaxies_def def = { (galaxies_kind)all->scene, (size_t)all->count, (uint64_t)all->seed,
                                   (qd_gravity_law)all->law,  all->softening,     executor };
        return ranks_agree(ranks_own() != 0 || bodies_make(list, &def) ? STATUS_DONE : STATUS_FAILED);
    }
    if (all->skip_bad || parts_possible(all->file) != PARTS_ROWS)
        return ranks_agree(ranks_own() == 0 ? bodies_read(list, all->file, &how) : STATUS_DONE);
    parted_file file = { all->file, 0 };
    status result = parts_open(&file);
    if (result != STATUS_DONE)
        return result;
    how.part = parts_find;
    how.part_context = &file;
    csv_notes notes;
    how.notes = &notes;
    result = ranks_agree(bodies_read(list, all->file, &how));
    if (result == STATUS_DONE)
        parts_note(&notes, all->file);
    if (result == STATUS_DONE && ranks_sum(list->count) == 0) {
        complain_at(all->file, 0, "no bodies; each row after the header is one");
        result = ranks_agree(STATUS_USAGE);
    }
    return result;
}

/// Collective: agrees on how a call of the library went, where `bad` is the first body of this rank's that was refused.
static status explain(qd_result wrong, int64_t step, uint64_t bad)
{
    if (wrong == QD_OK)
        return ranks_agree(STATUS_DONE);
    if (wrong == QD_BAD_VALUE && bad != SIZE_MAX)
        complain("gravity: step %" PRId64 ": body %" PRIu64 " would be beyond 1e+60; a smaller --dt or a larger "
                 "--softening keeps it nearer",
                 step, bad + 1);
    else if (wrong == QD_NO_MEMORY)
        complain("a rank has not enough memory; more ranks need less each");
    return ranks_agree(wrong == QD_BAD_VALUE && bad == SIZE_MAX ? STATUS_DONE : STATUS_FAILED);
}

/// What the forces cost that have been computed last, on all ranks.
static gravity_measured measured(const run *self)
{
    qd_mpi_gravity_cost cost;
    qd_mpi_gravity_get_cost(self->gravity, &cost);
    gravity_measured all = { .cost = { ranks_sum(cost.solve.bodies), ranks_sum(cost.solve.cells), 0 } };
    return all;
}

/// A moved_user.
static bool draw(void *context, const bodies_source *all)
{
    run *self = context;
    const bool ready = self->drawn || frames_begin(&self->frames, self->results.set, all);
    self->drawn = true;
    return ready && frames_write(&self->frames, all, self->results.steps);
}

/// A row and a picture of the bodies as they are.
static status report(run *self)
{
    const gravity_settings *set = self->results.set;
    gravity_results *results = &self->results;
    qd_mpi_gravity_get_sums(self->gravity, &results->last);
    if (results->steps == 0)
        results->first = results->last;
    results->change_most = fmax(results->change_most, fabs(gravity_energy_change(&results->first, &results->last)));
    if (!set->json)
        gravity_put_row(&self->out, results, results->steps);
    self->unread = ranks_told(output_failed(&self->out)) != 0 && set->output == NULL && set->frames == NULL;
    return set->frames != NULL ? moved_use(self->gravity, self->everything.count, draw, self) : STATUS_DONE;
}

static status step_bodies(run *self, int64_t step, bool reported)
{
    const double begin = MPI_Wtime();
    size_t bad = SIZE_MAX;
    const qd_result done = qd_mpi_gravity_step(self->gravity, self->results.set->dt, reported, &bad);
    const uint64_t *numbers = NULL;
    qd_motion m;
    qd_mpi_gravity_get_motion(self->gravity, &m, &numbers);
    const status result = explain(done, step, bad < m.count ? numbers[bad] : SIZE_MAX);
    if (done != QD_OK)
        return result == STATUS_DONE ? STATUS_FAILED : result;
    self->results.steps_ms += 1e3 * (MPI_Wtime() - begin);
    self->results.steps = step;
    return result;
}

static status move(run *self)
{
    const gravity_settings *set = self->results.set;
    if (!set->json)
        gravity_put_head(&self->out);
    self->results.before = measured(self);
    status result = report(self);
    for (int64_t step = 1; result == STATUS_DONE && !self->unread && step <= set->steps; step++) {
        const bool reported = step % set->every == 0 || step == set->steps;
        result = step_bodies(self, step, reported);
        if (result == STATUS_DONE && reported)
            result = report(self);
    }
    self->results.after = measured(self);
    return result;
}

/// The longest of all ranks, in milliseconds for each of the solves so far.
static double longest(const run *self, double seconds)
{
    return 1e3 * ranks_longest(seconds) / (double)(self->results.steps + 1);
}

static void put_object(run *self)
{
    char more[400];
    qd_mpi_gravity_cost cost;
    qd_mpi_gravity_get_cost(self->gravity, &cost);
    self->results.before.build_ms = self->results.after.build_ms = longest(self, cost.exchange_time);
    self->results.before.solve_ms = self->results.after.solve_ms = longest(self, cost.solve_time);
    const double partition = longest(self, cost.partition_time);
    const uint64_t sent = ranks_sum(cost.bytes_sent), messages = ranks_sum(cost.messages_sent);
    const uint64_t moved = ranks_sum(cost.moved_bytes);
    snprintf(more, sizeof more,
             ",\n \"ranks\": %d, \"deals\": %" PRIu64 ", \"partition_ms\": %.6f, \"imbalance\": %.3f, "
             "\"most_received\": %" PRIu64 ",\n \"bytes_sent\": %" PRIu64 ", \"messages_sent\": %" PRIu64
             ", \"moved_bytes\": %" PRIu64,
             ranks_count(), cost.deals, partition, cost.imbalance, cost.most_received, sent, messages, moved);
    self->results.more = more;
    gravity_put_json(&self->out, &self->results);
    self->results.more = NULL;
}

/// Collective: shares out the bodies of the file.
static status begin(run *self, const bodies *list)
{
    qd_mpi_gravity_def wanted = { .gravity = self->results.def };
    wanted.gravity.theta = gravity_theta_of(self->results.set->direct ? 0 : self->results.def.theta);
    const qd_mpi_bodies mine = moved_begin(list);
    size_t bad = SIZE_MAX;
    const qd_result made = qd_mpi_gravity_create(MPI_COMM_WORLD, &wanted, &mine, &self->gravity, &bad);
    const status result = explain(made, 0, bad != SIZE_MAX ? mine.first_user + bad : SIZE_MAX);
    return made == QD_OK || result != STATUS_DONE ? result : STATUS_FAILED;
}

static output output_of_rank(void)
{
    return ranks_own() == 0 ? output_standard() : output_none();
}

static status move_bodies(const settings *set, bodies *list, qd_executor executor)
{
    run self = { .results = { .set = &set->all, .list = &self.everything, .def = gravity_def_of(&set->all, executor) },
                 .out = output_of_rank() };
    moved_output last = { .path = set->all.output, .merged = set->merged };
    self.everything.count = (size_t)ranks_sum(list->count);
    status result = last.path != NULL ? moved_open(&last) : STATUS_DONE;
    if (result == STATUS_DONE)
        result = begin(&self, list);
    bodies_free(list);
    if (result == STATUS_DONE)
        result = move(&self);
    if (result == STATUS_DONE && set->all.json)
        put_object(&self);
    if (last.path != NULL && ranks_sum(last.opened) > 0) {
        const status written = moved_write(&last, self.gravity, self.everything.count, result == STATUS_DONE);
        result = result == STATUS_DONE ? written : result;
    }
    frames_end(&self.frames);
    qd_mpi_gravity_destroy(self.gravity);
    return ranks_agree(output_finish(&self.out, result));
}

static status run_bodies(const settings *set, qd_executor executor)
{
    bodies list = { 0 };
    const gravity_settings *all = &set->all;
    status result = STATUS_DONE;
    if (!all->accuracy || all->file != NULL)
        result = load(set, &list, executor);
    if (result == STATUS_DONE && all->accuracy)
        result = ranks_agree(
            gravity_accuracy(all, all->file != NULL ? &list : NULL, &accuracy_of_ranks, output_of_rank(), executor));
    else if (result == STATUS_DONE)
        result = move_bodies(set, &list, executor);
    bodies_free(&list);
    return result;
}

static status run_gravity(int argc, char **argv)
{
    settings set = { .all = GRAVITY_SETTINGS_BEGIN };
    status done = STATUS_DONE;
    if (!commands_parse(&mpi_gravity_command, argc, argv, &set, &done))
        return done;
    const char *wrong = gravity_wrong_settings(&set.all);
    if (wrong == NULL && set.merged && set.all.output == NULL)
        wrong = "--merged is about the file of --output";
    done = commands_check(&mpi_gravity_command, wrong);
    if (done == STATUS_DONE)
        done = commands_spare(set.all.output, set.merged, set.all.file, NULL);
    if (done != STATUS_DONE)
        return done;
    gravity_choose_rest(&set.all);
    const frame_names names = gravity_frames(&set.all);
    done = ranks_agree(ranks_own() == 0 && frames_spoil_input(&names, set.all.file) ? STATUS_USAGE : STATUS_DONE);
    if (done != STATUS_DONE)
        return done;
    qd_threads *workers = workers_start(set.all.threads);
    done = run_bodies(&set, qd_threads_executor(workers));
    qd_threads_destroy(workers);
    return done;
}

static const option options[] = {
    GRAVITY_OPTIONS,
    { OPTION("output", 'o', gravity_settings, output), TAKES_OUTPUT("OUT", OUTPUT_CSV),
      .help =
          "the bodies at the end as CSV: each rank writes a file,\nOUT.0, OUT.1, ..; one behind the other they are\n"
          "what --merged writes" },
    { OPTION("merged", 0, settings, merged), TAKES_NOTHING,
      .help = "rank 0 writes them all to OUT, from which to go on" },
    { 0 },
};

const command mpi_gravity_command = {
    .name = "gravity",
    .summary = "bodies that pull each other",
    .description = "Moves bodies by each other's gravity, as quadrille gravity does, by all ranks together, and\n"
                   "prints as CSV what should stay as it is: energy, momentum and angular momentum.\n"
                   "The bodies are those of a scene, made on rank 0, or of FILE: CSV with the columns x, y,\n"
                   "vx, vy and mass, named in the first line, among any others. A plain file is read by\n"
                   "all ranks, each a part of it.",
    .example = "mpirun -n 4 quadrille-mpi gravity --scene encounter --count 100000 --frames pictures",
    .operand = "FILE",
    .optional = true,
    .operand_offset = offsetof(gravity_settings, file),
    .options = options,
    .run = run_gravity,
};
