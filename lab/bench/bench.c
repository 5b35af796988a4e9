// quadrille bench: the tree and others side by side. The measurements are in the files beside it; this is the command
// line.
#include "bench.h"

#include "number.h"

#include <errno.h>
#include <field.h>
#include <interrupt.h>
#include <places.h>
#include <plot.h>
#include <reports.h>
#include <run.h>
#include <same_file.h>
#include <stdlib.h>
#include <string.h>
#include <tasks.h>
#include <unistd.h>

typedef struct settings {
    const char *tasks, *scenes, *sizes, *contenders, *threads;
    const char *csv, *svg;
    int64_t runs, ticks, seed, largest;
    float limit;
    bool quick, between, cpu_time, json, markdown;
} settings;

enum { NAME_ROOM = 32 };

// Copies the name in front of the next comma, and moves on behind it; *list is NULL after the last one.
static void next_name(const char **list, char name[NAME_ROOM])
{
    const char *begin = *list + strspn(*list, " ");
    size_t length = strcspn(begin, ",");
    *list = begin[length] != 0 ? begin + length + 1 : NULL;
    while (length > 0 && begin[length - 1] == ' ')
        length--;
    snprintf(name, NAME_ROOM, "%.*s", (int)(length < NAME_ROOM ? length : NAME_ROOM), begin);
}

// The list's own text of that name, or NULL.
static const char *task_named(const char *name)
{
    for (size_t i = 0; tasks[i] != NULL; i++)
        if (strcmp(tasks[i]->name, name) == 0)
            return tasks[i]->name;
    return NULL;
}

static const char *scene_named(const char *name)
{
    const field_kind *kind = field_find(name);
    return kind != NULL ? kind->name : NULL;
}

// What --task, --scene and --contender allow, for a complaint.
static void list_all(const char *which, char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; used < size; i++) {
        const char *name = NULL;
        if (strcmp(which, "--task") == 0)
            name = tasks[i] != NULL ? tasks[i]->name : NULL;
        else if (strcmp(which, "--scene") == 0)
            name = field_kinds[i] != NULL ? field_kinds[i]->name : NULL;
        else
            name = entries[i].name;
        if (name == NULL)
            return;
        bool again = i > 0 && strcmp(which, "--task") == 0 && strcmp(tasks[i - 1]->name, name) == 0;
        if (!again)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? "," : "", name);
    }
}

static bool refuse(const char *which, const char *name)
{
    char all[512] = "";
    list_all(which, all, sizeof all);
    complain("bench: %s needs some of %s, not '%s'", which, all, name);
    return false;
}

static bool read_names(const char *which, const char *list, const char *(*find)(const char *), const char **names,
                       size_t room, size_t *count)
{
    while (list != NULL) {
        char name[NAME_ROOM];
        next_name(&list, name);
        const char *found = find(name);
        if (found == NULL || *count == room)
            return refuse(which, name);
        names[(*count)++] = found;
    }
    return true;
}

static bool read_sizes(const char *list, plan *p)
{
    while (list != NULL) {
        char text[NAME_ROOM];
        int64_t n = 0;
        next_name(&list, text);
        if (number_int(text, &n) != NUMBER_OK || n < 1 || n > 100000000 || p->size_count == PLAN_SIZES) {
            complain("bench: --n needs whole numbers from 1 to 100000000, %d at most, not '%s'", PLAN_SIZES, text);
            return false;
        }
        p->sizes[p->size_count++] = (size_t)n;
    }
    return true;
}

// Behind the library's own, which has the thread that calls and no other.
static bool read_teams(const char *list, plan *p)
{
    while (list != NULL) {
        char text[NAME_ROOM];
        int64_t workers = 0;
        next_name(&list, text);
        if (number_int(text, &workers) != NUMBER_OK || workers < 1 || workers > QD_MAX_WORKERS ||
            p->team_count == PLAN_TEAMS) {
            complain("bench: --threads needs whole numbers from 1 to %d, %d at most, not '%s'", QD_MAX_WORKERS,
                     PLAN_TEAMS, text);
            return false;
        }
        if (workers == 1)
            continue;
        char *name = p->teams[p->team_count++];
        snprintf(name, sizeof p->teams[0], "%s x%d", entries[0].name, (int)workers);
        entry team = entries[0];
        team.name = name;
        team.workers = (uint32_t)workers;
        p->entries[p->entry_count++] = team;
    }
    return true;
}

// The library's own always takes part: what would the others be compared with?
static bool read_contenders(const char *list, const char *threads, plan *p)
{
    p->entries[p->entry_count++] = entries[0];
    if (!read_teams(threads, p))
        return false;
    for (const entry *e = entries + 1; list == NULL && e->name != NULL; e++)
        p->entries[p->entry_count++] = *e;
    while (list != NULL) {
        char name[NAME_ROOM];
        next_name(&list, name);
        const entry *e = entry_find(name);
        if (e == NULL)
            return refuse("--contender", name);
        bool there = false;
        for (size_t i = 0; i < p->entry_count; i++)
            there = there || strcmp(p->entries[i].name, e->name) == 0;
        if (!there)
            p->entries[p->entry_count++] = *e;
    }
    return true;
}

static bool read_plan(const settings *set, plan *p)
{
    *p = (plan){ .all = tasks,
                 .runs = set->runs > 0 ? (size_t)set->runs
                         : set->quick  ? 2
                                       : 3,
                 .ticks = (size_t)set->ticks,
                 .seed = (uint64_t)set->seed,
                 .limit_ms = 1e3 * (double)set->limit,
                 .quick = set->quick,
                 .between = set->between,
                 .cpu_time = set->cpu_time,
                 .largest = set->largest > 0 ? (size_t)set->largest
                            : set->quick     ? 10000
                                             : 100000 };
    return read_names("--task", set->tasks, task_named, p->tasks, PLAN_TASKS, &p->task_count) &&
           read_names("--scene", set->scenes, scene_named, p->scenes, PLAN_SCENES, &p->scene_count) &&
           read_sizes(set->sizes, p) && read_contenders(set->contenders, set->threads, p);
}

// Everything that is written while it measures.
typedef struct writer {
    report report;
    const report_form *form;
    output out, csv;
    bool has_csv;
    bool complete; ///< Every cell of the plan is there.
} writer;

// Prints and flushes complete tables at once, so that an interrupt does not lose them.
static void write_cell(void *context, const results *all)
{
    writer *w = context;
    size_t at = all->count - 1;
    if (w->form->cell != NULL) {
        w->form->cell(&w->out, &w->report, at);
        output_flush(&w->out);
    }
    if (w->has_csv) {
        report_csv.cell(&w->csv, &w->report, at);
        output_flush(&w->csv);
        whole_file_keep(&w->csv.whole);
    }
}

static void write_task(void *context, const results *all, size_t first)
{
    writer *w = context;
    (void)all;
    if (w->form->task == NULL)
        return;
    w->form->task(&w->out, &w->report, first);
    output_flush(&w->out);
}

static bool has_enough(void *context)
{
    writer *w = context;
    return interrupt_came() || output_failed(&w->out) || (w->has_csv && output_failed(&w->csv));
}

static bool interrupted(bench_end end)
{
    return end == BENCH_ENOUGH && interrupt_came();
}

static void complain_of_end(const plan *p, const results *all, const writer *w, bench_end end)
{
    if (end == BENCH_NO_MEMORY)
        complain("bench: %s", strerror(ENOMEM));
    if (interrupted(end))
        complain("bench: interrupted");
    if (end == BENCH_NO_MEMORY || interrupted(end))
        report_missing(p, all);
    if (!w->complete && w->has_csv && all->count > 0 && output_written(&w->csv) != NULL)
        complain("bench: the times so far are in %s", output_written(&w->csv));
    report_differences(all);
}

// The first interrupt ends the measuring, the second one the program.
static status measure(const settings *set, const plan *p, writer *w)
{
    const bench_watch watch = { write_cell, write_task, has_enough, w };
    results all = { 0 };
    w->report.results = &all;
    w->form->begin(&w->out, &w->report);
    if (w->has_csv)
        report_csv.begin(&w->csv, &w->report);
    interrupt_heed(true);
    bench_end end = bench_run(p, &watch, &all);
    interrupt_heed(false);
    w->complete = end == BENCH_DONE;
    w->form->end(&w->out, &w->report);
    bool drawn = set->svg == NULL || !w->complete || plot_all(&w->report, set->svg);
    complain_of_end(p, &all, w, end);
    bool good = drawn && !all.differ && end != BENCH_NO_MEMORY;
    results_free(&all);
    return interrupted(end) ? STATUS_INTERRUPTED : good ? STATUS_DONE : STATUS_FAILED;
}

// Times that are not complete stay where they are, and are no failure of their own.
static status end_csv(writer *w, status result)
{
    if (!w->has_csv)
        return result;
    status wanted = w->complete || output_failed(&w->csv) ? STATUS_DONE : STATUS_FAILED;
    status written = output_finish(&w->csv, wanted);
    return result == STATUS_DONE && wanted == STATUS_DONE ? written : result;
}

static status bench(const settings *set, const plan *p, const char *typed)
{
    writer w = { .report = { p, NULL, machine_here(), typed },
                 .form = set->json       ? &report_json
                         : set->markdown ? &report_markdown
                                         : &report_table,
                 .out = output_standard(),
                 .has_csv = set->csv != NULL };
    // Looked at first: a path that cannot be written to should not show only after minutes of work.
    if (set->svg != NULL && access(set->svg, W_OK | X_OK) != 0) {
        complain("%s: cannot write into this folder: %s", set->svg, strerror(errno));
        return STATUS_FAILED;
    }
    if (w.has_csv && !output_open_part(&w.csv, set->csv))
        return STATUS_FAILED;
    machine_keep_memory();
    status result = measure(set, p, &w);
    return end_csv(&w, output_finish(&w.out, result));
}

static bool stop_at_first(void *context, place at)
{
    (void)context;
    (void)at;
    return false;
}

static bool measures_nothing(const plan *p)
{
    return places_visit(p, stop_at_first, NULL);
}

static status run(int argc, char **argv)
{
    settings set = { .seed = 1, .limit = 0.25f };
    status result = STATUS_DONE;
    if (!command_parse(&bench_command, argc, argv, &set, &result))
        return result;
    plan p;
    if (set.json && set.markdown) {
        complain("bench: --json and --markdown exclude each other");
        return STATUS_USAGE;
    }
    if (set.cpu_time && set.threads != NULL) {
        complain("bench: --threads and --cpu-time exclude each other: all threads would count");
        return STATUS_USAGE;
    }
    if (is_standard_output(set.csv)) {
        complain("bench: --csv needs a file: standard output has the tables");
        return STATUS_USAGE;
    }
    if (!read_plan(&set, &p))
        return STATUS_USAGE;
    if (measures_nothing(&p)) {
        complain("bench: no task is for these scenes: T13 takes the scenes of the demo and no others");
        return STATUS_USAGE;
    }
    char typed[512];
    size_t used = (size_t)snprintf(typed, sizeof typed, "quadrille bench");
    for (int i = 1; i < argc && used < sizeof typed; i++)
        used += (size_t)snprintf(typed + used, sizeof typed - used, " %s", argv[i]);
    return bench(&set, &p, typed);
}

static const option options[] = {
    { OPTION("task", 0, settings, tasks), TAKES_TEXT("LIST"), .help = "tasks by number, as T1,T2 (default: all)" },
    { OPTION("scene", 0, settings, scenes), TAKES_TEXT("LIST"),
      .help = "scenes by name, as U,M (default: each task's own)" },
    { OPTION("n", 'n', settings, sizes), TAKES_TEXT("LIST"),
      .help = "how many boxes, as 10000,100000 (default: each\ntask's own)" },
    { OPTION("contender", 0, settings, contenders), TAKES_TEXT("LIST"),
      .help = "the rivals that quadrille is compared with (default: all)" },
    { OPTION("threads", 0, settings, threads), TAKES_TEXT("LIST"),
      .help =
          "quadrille on these numbers of threads as well, as 2,4,\nwhere pairs are found (default: one thread alone)" },
    { OPTION("runs", 0, settings, runs), TAKES_INT("N", 1, 1000), .help = "how often each has its go (default: 3)" },
    { OPTION("ticks", 0, settings, ticks), TAKES_INT("N", 1, 100000),
      .help = "steps in a go (default: 5 to 20, by size)" },
    { OPTION("seed", 0, settings, seed), TAKES_INT("N", 0, INT64_MAX),
      .help = "the same seed gives the same scenes (default: 1)" },
    { OPTION("limit", 0, settings, limit), TAKES_FLOAT("S", 0, 1e6f),
      .help =
          "leave out contenders other than quadrille that take\nmore seconds than this for one step (default: 0.25)" },
    { OPTION("quick", 0, settings, quick), TAKES_NOTHING, .help = "small sizes, two runs" },
    { OPTION("cpu-time", 0, settings, cpu_time), TAKES_NOTHING,
      .help = "count processor time, where others keep the machine\nbusy" },
    { OPTION("largest", 0, settings, largest), TAKES_INT("N", 1, 100000000),
      .help = "sizes of each task's own up to this (default: 100000;\nall goals want 1000000, T10 knows 10000000)",
      .about = "limits each task's own sizes", .excludes = "n" },
    { OPTION("between", 0, settings, between), TAKES_NOTHING,
      .help = "also 30000 and 500000 boxes, for which nothing was\ntuned, in T1, T2 and T4 to T7",
      .about = "adds to each task's own sizes", .excludes = "n" },
    { OPTION("json", 'j', settings, json), TAKES_NOTHING, .help = "print an array of objects" },
    { OPTION("markdown", 0, settings, markdown), TAKES_NOTHING, .help = "print tables in Markdown" },
    { OPTION("csv", 0, settings, csv), TAKES_OUTPUT("FILE", OUTPUT_CSV), .help = "write every single time to a file" },
    { OPTION("svg", 0, settings, svg), TAKES_TEXT("FOLDER"),
      .help = "draw time against size, a picture for each scene" },
    { 0 },
};

const command bench_command = {
    .name = "bench",
    .summary = "how fast it is, side by side with others",
    .description = "Runs the tree and its rivals on the same tasks and scenes, one after the other in\n"
                   "rotating order, and prints their times: medians, spread, and each rival's time\n"
                   "over quadrille's (\"ahead\"). All must find the same; where they do not, no ratio is\n"
                   "printed, and the exit status is 1. Each table is printed as soon as it is complete;\n"
                   "after an interrupt, the missing tables are listed.\n"
                   "\n"
                   "T1 rebuild, T2 tick, T3 tick in which few boxes move, T4 windows, T5 change,\n"
                   "T6 nearest, T7 rays, T8 pile, T9 memory, T10 growth, T11 one observer, T12 interest,\n"
                   "T13 the demo's scenes, T14 forces between bodies.",
    .example = "quadrille bench --task T2 --scene U,M --n 100000 --csv times.csv",
    .options = options,
    .run = run,
};
