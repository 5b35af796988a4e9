// quadrille gravity: bodies that pull each other, by the tree or by all pairs.
#include "gravity.h"
#include "command.h"

#include "picture_png.h"
#include "same_file.h"
#include "workers.h"

#include <math.h>
#include <string.h>

const char *const gravity_laws[] = { "space", "plane", NULL };
static const char *const format_names[] = { "png", "svg", NULL };

qd_gravity_def gravity_def_of(const gravity_settings *set, qd_executor executor)
{
    return (qd_gravity_def){ .law = (qd_gravity_law)set->law,
                             .theta = set->theta >= 0 ? set->theta : 0.5,
                             .order = set->order > 0 ? (int)set->order : 2,
                             .softening = set->softening,
                             .constant = 1,
                             .executor = executor };
}

qd_gravity *gravity_open(const qd_gravity_def *def)
{
    qd_gravity_def chosen = *def;
    qd_gravity *gravity = NULL;
    chosen.theta = def->theta > 0 ? def->theta : 1e-300; // nothing looks smaller
    return qd_gravity_create(&chosen, &gravity) == QD_OK ? gravity : NULL;
}

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
    if (set->file != NULL && (set->scene >= 0 || set->count > 0 || set->seed >= 0))
        return "--scene, --count and --seed make bodies up, so they exclude FILE";
    if (set->file == NULL && set->skip_bad)
        return "--skip-bad is for rows of FILE";
    if (set->dt == 0)
        return "--dt needs a time other than 0; --steps 0 moves nothing";
    if (set->output != NULL && strcmp(set->output, "-") == 0)
        return "--output needs a file: standard output has the rows";
    return NULL;
}

// What was not said: the scene's own, or for a file what is least surprising.
static void choose_rest(gravity_settings *set)
{
    if (set->file == NULL && set->scene < 0 && !set->accuracy)
        set->scene = GALAXIES_PLUMMER;
    galaxies_plan plan = { 0, 100, 0, 0.001 };
    if (set->scene >= 0)
        plan = galaxies_plan_of((galaxies_kind)set->scene);
    if (set->seed < 0)
        set->seed = 1;
    if (set->softening < 0)
        set->softening = set->accuracy ? 0 : plan.softening;
    if (set->accuracy)
        return;
    set->count = set->count > 0 ? set->count : (int64_t)plan.count;
    set->steps = set->steps >= 0 ? set->steps : (int64_t)plan.steps;
    set->dt = isfinite(set->dt) ? set->dt : plan.step;
    set->every = set->every > 0 ? set->every : 10;
}

static status run_bodies(const gravity_settings *set, qd_executor executor)
{
    bodies list = { 0 };
    status result = STATUS_DONE;
    if (set->file != NULL)
        result = bodies_read(&list, set->file, set->skip_bad);
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
    gravity_settings set = { .scene = -1, .seed = -1, .steps = -1, .theta = -1, .softening = -1, .dt = INFINITY };
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
    choose_rest(&set);
    pool *workers = workers_start(set.threads);
    if (set.accuracy && set.file == NULL)
        result = gravity_accuracy(&set, NULL, pool_executor(workers));
    else
        result = run_bodies(&set, pool_executor(workers));
    pool_destroy(workers);
    return result;
}

static const option options[] = {
    { .name = "scene",
      .kind = OPTION_CHOICE,
      .offset = offsetof(gravity_settings, scene),
      .value = "plummer|disc|encounter|uniform",
      .choices = galaxies_names,
      .help =
          "bodies that are made up: a round cluster (the default), a\ndisc about a heavy centre, two discs that pass "
          "each other,\nor a square of bodies at rest" },
    { .name = "count",
      .kind = OPTION_INT,
      .offset = offsetof(gravity_settings, count),
      .value = "N",
      .least = 1,
      .most = 100000000,
      .help = "how many (default: the scene's own; plummer: 5000;\nwith --accuracy 20000)" },
    { .name = "seed",
      .kind = OPTION_INT,
      .offset = offsetof(gravity_settings, seed),
      .value = "N",
      .least = 0,
      .most = INT64_MAX,
      .help = "the same seed gives the same bodies on every machine\n(default: 1)" },
    { .name = "law",
      .kind = OPTION_CHOICE,
      .offset = offsetof(gravity_settings, law),
      .value = "space|plane",
      .choices = gravity_laws,
      .help = "space (the default): attraction falls off as 1/r^2;\nplane: as 1/r" },
    { .name = "theta",
      .kind = OPTION_DOUBLE,
      .offset = offsetof(gravity_settings, theta),
      .value = "T",
      .low = 0,
      .high = 2,
      .help = "a node that looks smaller than this, in radians, acts as\none body (default: 0.5); 0: all pairs" },
    { .name = "order",
      .kind = OPTION_INT,
      .offset = offsetof(gravity_settings, order),
      .value = "1|2",
      .least = 1,
      .most = 2,
      .help = "what a far node is: 1, its mass (monopole); 2, its shape\nas well (quadrupole; the default)" },
    { .name = "softening",
      .kind = OPTION_DOUBLE,
      .offset = offsetof(gravity_settings, softening),
      .value = "S",
      .low = 0,
      .high = BODIES_MOST,
      .help = "the length that keeps close encounters mild (default:\nthe scene's own, plummer: 0.05; for FILE and\n"
              "--accuracy 0)" },
    { .name = "steps",
      .kind = OPTION_INT,
      .offset = offsetof(gravity_settings, steps),
      .value = "N",
      .least = 0,
      .most = 1000000000,
      .help = "how often bodies move (default: the scene's own,\nplummer: 500; for FILE 100)" },
    { .name = "dt",
      .kind = OPTION_DOUBLE,
      .offset = offsetof(gravity_settings, dt),
      .value = "T",
      .low = -BODIES_MOST,
      .high = BODIES_MOST,
      .help = "time of a step, backwards if negative (default: the\nscene's own, plummer: 0.02; for FILE 0.001)" },
    { .name = "every",
      .kind = OPTION_INT,
      .offset = offsetof(gravity_settings, every),
      .value = "N",
      .least = 1,
      .most = INT64_MAX,
      .help = "rows and frames only every N steps and for the last one\n(default: 10)" },
    { .name = "direct",
      .kind = OPTION_FLAG,
      .offset = offsetof(gravity_settings, direct),
      .help = "sum up all pairs instead of asking the tree, whatever\n--theta and --order say" },
    THREADS_OPTION(gravity_settings, threads),
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
                   "The bodies are those of a scene, or of FILE, which is CSV whose first line names the\n"
                   "columns x, y, vx, vy and mass among any others; - is standard input. The constant of\n"
                   "gravity is 1.",
    .example = "quadrille gravity --scene encounter --frames pictures\n"
               "quadrille gravity --accuracy",
    .operand = "FILE",
    .optional = true,
    .operand_offset = offsetof(gravity_settings, file),
    .options = options,
    .run = run,
};
