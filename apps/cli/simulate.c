// quadrille simulate: drifting boxes without a window, their collisions found by one method and by brute force.
#include "simulate.h"

#include "items.h"
#include "svg.h"
#include "workers.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define MOST 1e9f

// What brute force may cost when nobody insists: some seconds.
static const uint64_t most_brute_tests = 20000000000;

static const char *wrong_settings(const simulation *set)
{
    const float *world = set->world.values;
    bool brute = contender_at((size_t)set->method) == &contender_brute;
    if (set->world.count > 0 && !(world[0] > 0 && world[0] <= MOST && world[1] > 0 && world[1] <= MOST))
        return "--world wants WIDTHxHEIGHT, both above 0 and at most 1e+09";
    if (set->verify && brute)
        return "--verify compares with brute force, so it wants another --method";
    if (set->verify && set->no_brute)
        return "--verify compares with brute force, so it excludes --no-brute";
    if (brute && set->no_brute)
        return "--no-brute leaves --method brute nothing to do";
    if (set->threads > 0 && contender_at((size_t)set->method) != &contender_quadtree)
        return "--threads is for --method quadtree; the others work alone";
    if (set->svg != NULL && contender_at((size_t)set->method) != &contender_quadtree)
        return "--svg draws the quadtree, so it wants --method quadtree";
    if (set->svg != NULL && strcmp(set->svg, "-") == 0)
        return "--svg wants a file: standard output has the figures";
    return NULL;
}

static void fill_in_defaults(simulation *set)
{
    if (set->speed < 0)
        set->speed = set->size / 4;
    if (set->world.count > 0)
        return;
    double size = set->size > 0 ? (double)set->size : 1;
    float side = (float)ceil(2 * size * sqrt((double)set->count));
    set->world = (float_list){ 2, { side, side } };
}

static uint64_t brute_ticks(const simulation *set)
{
    uint64_t count = (uint64_t)set->count, ticks = (uint64_t)set->ticks;
    uint64_t fit = most_brute_tests / (count * (count - 1) / 2 + 1);
    return set->verify || fit > ticks ? ticks : fit;
}

static contest_def contest_of(const simulation *set)
{
    contest_def def = {
        .scene = &scene_drift,
        .scene_def = { .count = (size_t)set->count,
                       .seed = (uint64_t)set->seed,
                       .world = { set->world.values[0], set->world.values[1] },
                       .size = set->size,
                       .speed = set->speed },
        .ticks = (size_t)set->ticks,
        .open_edges = set->rule.edges == QD_EDGES_OPEN,
        .verify = set->verify,
        .kinds = { contender_at((size_t)set->method), NULL },
        .second_ticks = (size_t)brute_ticks(set),
    };
    if (def.kinds[0] != &contender_brute && !set->no_brute && def.second_ticks > 0)
        def.kinds[1] = &contender_brute;
    return def;
}

static bool draw(output *out, const simulation *set, const contest *c)
{
    char title[80];
    snprintf(title, sizeof title, "%s: %zu boxes after %zu ticks", c->scene->kind->name, c->scene->count,
             c->entrants[0].ticks);
    svg_options picture = {
        .title = title,
        .has_view = true,
        .view = c->scene->world,
        .mark_overlapping = true,
        .edges = set->rule.edges == QD_EDGES_OPEN ? QD_EDGES_OPEN : QD_EDGES_CLOSED,
    };
    return svg_draw(out, contender_tree(c->entrants[0].self), &picture);
}

static status print(const simulation *set, contest *c)
{
    if (c->differ) {
        simulate_complain(c);
        return STATUS_FAILED;
    }
    output out = output_standard();
    if (set->json)
        simulate_put_json(&out, set, c);
    else
        simulate_put_table(&out, set, c);
    return output_finish(&out, STATUS_DONE);
}

static status simulate(const simulation *set)
{
    // Opened first: a path that cannot be written to should not show only after minutes of work.
    output picture;
    if (set->svg != NULL && !output_open(&picture, set->svg))
        return STATUS_FAILED;
    pool *workers = workers_start(set->threads);
    contest c;
    contest_def def = contest_of(set);
    def.executor = pool_executor(workers);
    bool good = contest_run(&c, &def);
    status result = STATUS_FAILED;
    if (good)
        result = print(set, &c);
    else
        complain("%s for %lld boxes and %lld ticks", strerror(ENOMEM), (long long)set->count, (long long)set->ticks);
    if (set->svg != NULL)
        result = output_finish(&picture, good && draw(&picture, set, &c) ? result : STATUS_FAILED);
    contest_end(&c);
    pool_destroy(workers);
    return result;
}

static status run(int argc, char **argv)
{
    simulation set = { .count = 2000, .ticks = 100, .seed = 1, .size = 8, .speed = -1 };
    status result = STATUS_DONE;
    if (!command_parse(&simulate_command, argc, argv, &set, &result))
        return result;
    const char *wrong = wrong_settings(&set);
    if (wrong != NULL) {
        complain("simulate: %s", wrong);
        return STATUS_USAGE;
    }
    fill_in_defaults(&set);
    return simulate(&set);
}

static const option options[] = {
    { .name = "count",
      .kind = OPTION_INT,
      .offset = offsetof(simulation, count),
      .value = "N",
      .least = 1,
      .most = 100000000,
      .help = "boxes (default: 2000)" },
    { .name = "ticks",
      .kind = OPTION_INT,
      .offset = offsetof(simulation, ticks),
      .value = "N",
      .least = 1,
      .most = 1000000,
      .help = "how often they move (default: 100)" },
    { .name = "seed",
      .kind = OPTION_INT,
      .offset = offsetof(simulation, seed),
      .value = "N",
      .least = 0,
      .most = INT64_MAX,
      .help = "the same seed gives the same boxes on every machine\n(default: 1)" },
    { .name = "world",
      .kind = OPTION_FLOATS,
      .offset = offsetof(simulation, world),
      .value = "WIDTHxHEIGHT",
      .count = 2,
      .separator = 'x',
      .help = "where they are (default: a square of which the boxes\ncover a quarter)" },
    { .name = "size",
      .kind = OPTION_FLOAT,
      .offset = offsetof(simulation, size),
      .value = "S",
      .low = 0,
      .high = MOST,
      .help = "mean side of a box (default: 8); sides are from a half\nto one and a half of it" },
    { .name = "speed",
      .kind = OPTION_FLOAT,
      .offset = offsetof(simulation, speed),
      .value = "S",
      .low = 0,
      .high = MOST,
      .help = "how far a box goes in a tick at most, along each axis\n(default: a quarter of the size)" },
    { .name = "method",
      .kind = OPTION_CHOICE,
      .offset = offsetof(simulation, method),
      .value = "quadtree|brute|sweep|strips|grid|contained|leaves",
      .choices = contender_names,
      .help = "who finds the collisions (default: quadtree)" },
    THREADS_OPTION(simulation, threads),
    EDGES_OPTION(simulation, rule),
    { .name = "no-brute",
      .kind = OPTION_FLAG,
      .offset = offsetof(simulation, no_brute),
      .help = "no comparison with brute force" },
    { .name = "verify",
      .kind = OPTION_FLAG,
      .offset = offsetof(simulation, verify),
      .help = "check in every tick that brute force finds the same\npairs; if not, say which differ, with status 1" },
    { .name = "json", .kind = OPTION_FLAG, .offset = offsetof(simulation, json), .help = "print an object" },
    { .name = "svg",
      .kind = OPTION_TEXT,
      .offset = offsetof(simulation, svg),
      .value = "FILE",
      .help = "draw the tree as it is after the last tick" },
    { 0 },
};

const command simulate_command = {
    .name = "simulate",
    .summary = "a moving scene without a window",
    .description = "Lets boxes drift about and bounce off the edges of their world, and finds every\n"
                   "collision in every tick: by the method asked for and, side by side, by brute force.\n"
                   "Prints for both how many boxes were tested against one another, how many collided,\n"
                   "and how long moving and finding took. Large scenes have brute force take part in\n"
                   "some of the ticks only, or in none, and say so.",
    .example = "quadrille simulate --count 20000 --verify --svg last.svg",
    .options = options,
    .run = run,
};
