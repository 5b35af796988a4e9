// quadrille gravity: bodies that pull each other, by the tree or by all pairs.
#include "gravity.h"
#include "command.h"
#include "gravity_accuracy.h"
#include "gravity_options.h"

#include "workers.h"

#include <interrupt.h>

static status measure_alone(const gravity_settings *set, const bodies *given, qd_executor executor)
{
    interrupt_heed(true);
    const status result = gravity_accuracy(set, given, &accuracy_alone, output_standard(), executor);
    interrupt_heed(false);
    return result;
}

static status run_bodies(const gravity_settings *set, qd_executor executor)
{
    bodies list = { 0 };
    status result = STATUS_DONE;
    if (set->file != NULL)
        result = bodies_read(&list, set->file,
                             &(bodies_reading){ .skip_bad = set->skip_bad, .limit = (uint64_t)set->limit });
    else if (!bodies_make(&list, &(galaxies_def){ (galaxies_kind)set->scene, (size_t)set->count, (uint64_t)set->seed,
                                                  (qd_gravity_law)set->law, set->softening, executor }))
        result = STATUS_FAILED;
    if (result == STATUS_DONE)
        result = set->accuracy ? measure_alone(set, &list, executor) : gravity_run(set, &list, executor);
    bodies_free(&list);
    return result;
}

static status run(int argc, char **argv)
{
    gravity_settings set = GRAVITY_SETTINGS_BEGIN;
    status result = STATUS_DONE;
    if (!command_parse(&gravity_command, argc, argv, &set, &result))
        return result;
    if (command_refuses(&gravity_command, gravity_wrong_settings(&set)))
        return STATUS_USAGE;
    gravity_choose_rest(&set);
    if (gravity_spoils(&set))
        return STATUS_USAGE;
    qd_threads *workers = workers_start(set.threads);
    if (set.accuracy && set.file == NULL)
        result = measure_alone(&set, NULL, qd_threads_executor(workers));
    else
        result = run_bodies(&set, qd_threads_executor(workers));
    qd_threads_destroy(workers);
    return result;
}

static const option options[] = {
    GRAVITY_OPTIONS,
    { OPTION("output", 'o', gravity_settings, output), TAKES_OUTPUT("FILE", OUTPUT_CSV),
      .help = "the bodies at the end as CSV, from which to go on" },
    { 0 },
};

const command gravity_command = {
    .name = "gravity",
    .summary = "bodies that pull each other",
    .description = "Moves bodies by each other's gravity (Barnes and Hut's tree, leapfrog) and prints as CSV\n"
                   "what physics conserves: energy, momentum and angular momentum.\n"
                   "The bodies are those of a scene, or of FILE: CSV with the columns x, y, vx, vy and mass,\n"
                   "named in the first line, among any others; - is standard input. The constant of gravity\n"
                   "is 1.",
    .example = "quadrille gravity --scene encounter --frames pictures\n"
               "quadrille gravity --accuracy",
    .operand = "FILE",
    .optional = true,
    .operand_offset = offsetof(gravity_settings, file),
    .options = options,
    .run = run,
};
