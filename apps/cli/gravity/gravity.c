// quadrille gravity: bodies that pull each other, by the tree or by all pairs.
#include "gravity.h"
#include "command.h"
#include "gravity_options.h"

#include "picture_png.h"
#include "same_file.h"
#include "workers.h"

#include <math.h>
#include <string.h>

static const char *const format_names[] = { "png", "svg", NULL };

static const char *wrong_accuracy(const gravity_settings *set)
{
    if (set->direct)
        return "--accuracy compares with --direct, so it excludes it";
    if (set->frames != NULL || set->output != NULL)
        return "--accuracy moves nothing, so it excludes --frames and --output";
    if (set->steps >= 0 || isfinite(set->dt) || set->every > 0)
        return "--accuracy moves nothing, so it excludes --steps, --dt and --every";
    return NULL;
}

static const char *wrong_frames(const gravity_settings *set)
{
    const double *v = set->view.exact;
    if (set->view.count > 0 && set->frames == NULL)
        return "--view says what pictures show, so it needs --frames";
    if (set->view.count > 0 && !(v[0] < v[2] && v[1] < v[3]))
        return "--view needs its lower corner first, and some extent";
    if (set->frames != NULL && set->format == FRAME_PNG && !picture_png_there)
        return "this program was built without libpng: --frames needs --format svg";
    return NULL;
}

static const char *wrong_settings(const gravity_settings *set)
{
    const char *wrong = set->accuracy ? wrong_accuracy(set) : wrong_frames(set);
    if (wrong != NULL)
        return wrong;
    wrong = gravity_wrong_settings(set);
    if (wrong != NULL)
        return wrong;
    if (set->output != NULL && strcmp(set->output, "-") == 0)
        return "--output needs a file: standard output has the rows";
    return NULL;
}

static status run_bodies(const gravity_settings *set, qd_executor executor)
{
    bodies list = { 0 };
    status result = STATUS_DONE;
    if (set->file != NULL)
        result = bodies_read(&list, set->file, &(bodies_reading){ .skip_bad = set->skip_bad });
    else if (!bodies_make(&list, &(galaxies_def){ (galaxies_kind)set->scene, (size_t)set->count, (uint64_t)set->seed,
                                                  (qd_gravity_law)set->law, set->softening, executor }))
        result = STATUS_FAILED;
    if (result == STATUS_DONE)
        result = set->accuracy ? gravity_accuracy(set, &list, executor) : gravity_run(set, &list, executor);
    bodies_free(&list);
    return result;
}

static status run(int argc, char **argv)
{
    gravity_settings set = GRAVITY_SETTINGS_BEGIN;
    status result = STATUS_DONE;
    if (!command_parse(&gravity_command, argc, argv, &set, &result))
        return result;
    const char *wrong = wrong_settings(&set);
    if (wrong != NULL) {
        complain("gravity: %s", wrong);
        return STATUS_USAGE;
    }
    if (spoils_input("--output", set.output, set.file))
        return STATUS_USAGE;
    gravity_choose_rest(&set);
    pool *workers = workers_start(set.threads);
    if (set.accuracy && set.file == NULL)
        result = gravity_accuracy(&set, NULL, pool_executor(workers));
    else
        result = run_bodies(&set, pool_executor(workers));
    pool_destroy(workers);
    return result;
}

static const option options[] = {
    GRAVITY_OPTIONS("how many (default: the scene's own; plummer: 5000;\nwith --accuracy 20000)",
                    "the length that keeps close encounters mild (default:\nthe scene's own, plummer: 0.05; for FILE "
                    "and\n--accuracy 0)",
                    "rows and frames only every N steps and for the last one\n(default: 10)"),
    { .name = "frames",
      .kind = OPTION_TEXT,
      .offset = offsetof(gravity_settings, frames),
      .value = "FOLDER",
      .help = "write a picture for every row, frame-000000.png and so\non, into a folder that there is" },
    { .name = "format",
      .kind = OPTION_CHOICE,
      .offset = offsetof(gravity_settings, format),
      .value = "png|svg",
      .choices = format_names,
      .help = "what pictures are (default: png)" },
    { .name = "view",
      .kind = OPTION_FLOATS,
      .offset = offsetof(gravity_settings, view),
      .value = "X0,Y0,X1,Y1",
      .count = 4,
      .doubles = true,
      .help = "what they show, at least (default: where most bodies\nare at first)" },
    { .name = "output",
      .letter = 'o',
      .kind = OPTION_TEXT,
      .offset = offsetof(gravity_settings, output),
      .value = "FILE",
      .help = "the bodies at the end as CSV, from which to go on" },
    { .name = "accuracy",
      .kind = OPTION_FLAG,
      .offset = offsetof(gravity_settings, accuracy),
      .help =
          "print a table of errors against the sum over all pairs,\nfor uniform, plummer and disc, nine theta and both "
          "orders\nunless one is said" },
    { .name = "json",
      .kind = OPTION_FLAG,
      .offset = offsetof(gravity_settings, json),
      .help = "print an object; with --accuracy an array of objects" },
    { .name = "skip-bad",
      .kind = OPTION_FLAG,
      .offset = offsetof(gravity_settings, skip_bad),
      .help = "pass over bad rows of FILE and say how many there were" },
    { 0 },
};

const command gravity_command = {
    .name = "gravity",
    .summary = "bodies that pull each other",
    .description = "Moves bodies by each other's gravity (Barnes and Hut's tree, leapfrog) and prints as CSV\n"
                   "what should stay as it is: energy, momentum and angular momentum.\n"
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
