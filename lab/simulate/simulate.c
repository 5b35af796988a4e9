// quadrille simulate: a scene without a window, its questions answered by one method and by brute force.
#include "simulate.h"
#include "command.h"

#include "articles.h"
#include "items.h"
#include "limit_option.h"
#include "map_tiles.h"
#include "progress.h"
#include "same_file.h"
#include "tree_picture.h"
#include "workers.h"

#include <errno.h>
#include <string.h>

// What brute force may cost by default: some seconds.
static const uint64_t most_brute_tests = 20000000000;

static const scene_kind *scene_of(const simulation *set)
{
    return scenes[set->scene];
}

static const char *wrong_settings(const simulation *set)
{
    const char *wrong_area = world_wrong(&set->area);
    bool brute = contender_at((size_t)set->method) == &contender_brute;
    bool quadtree = contender_at((size_t)set->method) == &contender_quadtree;
    if (wrong_area != NULL)
        return wrong_area;
    if (set->verify && brute)
        return "--verify compares with brute force, so it needs another --method";
    if (set->verify && set->no_brute)
        return "--verify compares with brute force, so it excludes --no-brute";
    if (brute && set->no_brute)
        return "--no-brute leaves --method brute nothing to do";
    if (set->threads > 0 && !quadtree)
        return "--threads is for --method quadtree; the others work alone";
    if ((set->shape.capacity > 0 || set->shape.depth > 0) && !quadtree)
        return "--capacity and --depth are for --method quadtree";
    if (set->map != NULL && scene_of(set) != &scene_tiles)
        return "--map is for --scene tiles";
    if (set->limit > 0 && set->map == NULL)
        return "--limit-memory is about reading a map, so it needs --map";
    if (set->svg != NULL && !quadtree)
        return "--svg draws the quadtree, so it needs --method quadtree";
    if (is_standard_output(set->record))
        return "--record needs a file: standard output has the figures";
    if (is_standard_output(set->svg))
        return "--svg needs a file: standard output has the figures";
    return NULL;
}

// The tiles of a map are boxes beside those of the scene.
static uint64_t brute_ticks(const simulation *set, const map_tiles *tiles)
{
    uint64_t count = set->count > 0 ? (uint64_t)set->count : scene_of(set)->count, ticks = (uint64_t)set->ticks;
    count += set->map != NULL ? tiles->map.count : 0;
    uint64_t fit = most_brute_tests / (count * (count - 1) / 2 + 1);
    return set->verify || fit > ticks ? ticks : fit;
}

static contest_def contest_of(const simulation *set, const map_tiles *tiles)
{
    contest_def def = {
        .stage = { .scene = scene_of(set),
                   .scene_def = { .count = (size_t)set->count,
                                  .seed = (uint64_t)set->seed,
                                  .world = world_box(&set->area),
                                  .size = set->size,
                                  .speed = set->speed,
                                  .map = set->map != NULL ? &tiles->map : NULL },
                   .index_def = { .method = (size_t)set->method,
                                  .edges = set->rule.edges == QD_OPEN ? QD_OPEN : QD_CLOSED,
                                  .leaf_capacity = (int)set->shape.capacity,
                                  .max_depth = (int)set->shape.depth,
                                  .clock = clock_ms },
                   .guest = NO_METHOD },
        .ticks = (size_t)set->ticks,
        .second_ticks = (size_t)brute_ticks(set, tiles),
    };
    if (contender_at((size_t)set->method) != &contender_brute && !set->no_brute)
        def.stage.guest = contender_number(&contender_brute);
    return def;
}

static bool draw(output *out, const simulation *set, const contest *c)
{
    char title[80];
    snprintf(title, sizeof title, "%s: %zu boxes after %zu ticks", scene_of(set)->name, index_count(c->stage.index),
             c->entrants[0].ticks);
    picture_options picture = {
        .title = title,
        .has_view = true,
        .view = fbox_wide(c->stage.scene->world),
        .mark_overlapping = true,
        .edges = set->rule.edges == QD_OPEN ? QD_OPEN : QD_CLOSED,
    };
    return picture_put_svg(out, index_tree(c->stage.index), &picture);
}

static status print(const simulation *set, contest *c)
{
    if (c->differed > 0) {
        simulate_complain(c);
        return STATUS_FAILED;
    }
    output out = output_standard();
    if (set->json)
        simulate_put_json(&out, set, c);
    else
        simulate_put_table(&out, set, c);
    status result = output_finish(&out, STATUS_DONE);
    if (!c->interrupted)
        return result;
    complain("simulate: interrupted after %zu of %zu ticks", c->entrants[0].ticks, c->def.ticks);
    return result == STATUS_DONE ? STATUS_INTERRUPTED : result;
}

// Files are opened first: a path that cannot be written to should not show only after minutes of work.
static bool open_files(const simulation *set, const index_def *def, output *picture, recorder **out)
{
    *out = NULL;
    if (set->svg != NULL && !output_open(picture, set->svg))
        return false;
    recording_head head = recording_head_of(scene_of(set)->name, (uint64_t)set->seed, def);
    if (set->record != NULL)
        *out = recorder_open(set->record, &head);
    if (set->record == NULL || *out != NULL)
        return true;
    complain_at(set->record, 0, "cannot write: %s", strerror(errno));
    if (set->svg != NULL)
        output_finish(picture, STATUS_FAILED);
    return false;
}

// A recording of all ticks is the file; any other is left as far as it goes.
static status end_record(const simulation *set, recorder *from, const contest *c, bool good, status result)
{
    char place[4200] = "";
    const char *left = recorder_part(from);
    bool whole = good && !c->interrupted && c->differed == 0;
    if (left != NULL)
        snprintf(place, sizeof place, "%s", left);
    int error = whole ? recorder_close(from, index_contents(c->stage.index)) : recorder_leave(from);
    if (error != 0)
        complain_at(set->record, 0, "cannot write: %s", strerror(error));
    if (place[0] != 0 && (error != 0 || !whole))
        complain("simulate: the recording as far as it goes is in %s", place);
    return error != 0 ? STATUS_FAILED : result;
}

static status simulate(const simulation *set, const map_tiles *tiles)
{
    output picture;
    contest_def def = contest_of(set, tiles);
    if (!open_files(set, &def.stage.index_def, &picture, &def.recorder))
        return STATUS_FAILED;
    qd_threads *workers = workers_start(set->threads);
    contest c;
    def.stage.index_def.executor = qd_threads_executor(workers);
    bool good = contest_run(&c, &def);
    status result = STATUS_FAILED;
    if (good)
        result = print(set, &c);
    else
        complain("simulate: %s: %s", scene_of(set)->name, c.complaint);
    if (def.recorder != NULL)
        result = end_record(set, def.recorder, &c, good, result);
    if (set->svg != NULL) {
        bool drawn = result != STATUS_DONE || draw(&picture, set, &c);
        result = output_finish(&picture, drawn ? result : STATUS_FAILED);
    }
    contest_end(&c);
    qd_threads_destroy(workers);
    return result;
}

static status list_scenes(void)
{
    output out = output_standard();
    for (size_t i = 0; scenes[i]; i++)
        put(&out, "%-14s%s\n", scenes[i]->name, scenes[i]->summary);
    return output_finish(&out, STATUS_DONE);
}

static bool spoils_inputs(const simulation *set)
{
    return spoils_either("--svg", set->svg, set->map, set->config.path) ||
           spoils_either("--record", set->record, set->map, set->config.path) ||
           spoils_output("--svg", set->svg, "--record", set->record);
}

static status run_settings(simulation *set)
{
    if (set->list)
        return list_scenes();
    if (set->articles)
        return articles_print();
    if (scene_of(set) == &scene_drift) { // For the report.
        set->size = set->size < 0 ? 8 : set->size;
        set->speed = set->speed < 0 ? set->size / 4 : set->speed;
    }
    const char *wrong = wrong_settings(set);
    if (wrong != NULL) {
        complain("simulate: %s", wrong);
        return STATUS_USAGE;
    }
    if (spoils_inputs(set))
        return STATUS_USAGE;
    map_tiles tiles = { 0 };
    status result = STATUS_USAGE;
    if (set->map == NULL || map_tiles_read(&tiles, set->map, set->root, set->layers, (uint64_t)set->limit))
        result = simulate(set, &tiles);
    map_tiles_free(&tiles);
    return result;
}

static status run(int argc, char **argv)
{
    simulation set = { .ticks = 100, .seed = 1, .size = -1, .speed = -1 };
    status result = STATUS_DONE;
    if (command_parse(&simulate_command, argc, argv, &set, &result))
        result = run_settings(&set);
    config_file_free(&set.config);
    return result;
}

static const option options[] = {
    { OPTION("scene", 0, simulation, scene), TAKES_CHOICE("NAME", scene_names),
      .help = "the scene (default: drift); --scenes prints them all" },
    { OPTION("scenes", 0, simulation, list), TAKES_NOTHING, .help = "print each scene's name and description",
      .about = "prints a list", .beside = "quiet" },
    { OPTION("articles", 0, simulation, articles), TAKES_NOTHING,
      .help = "print the figures of published articles, beside ours\nfor the same scenes",
      .about = "runs its own scenes in its own way", .beside = "quiet" },
    { OPTION("map", 0, simulation, map), TAKES_TEXT("FILE"),
      .help = "a Tiled map for the scene of tiles (default: one of\n--count tiles is made up)" },
    { OPTION("layer", 0, simulation, layers), TAKES_TEXT("NAMES"),
      .help = "layers of --map to take, or groups of them, separated\nby commas (default: all)",
      .about = "chooses layers of a map", .needs = "map" },
    { OPTION("root", 0, simulation, root), TAKES_TEXT("DIR"),
      .help = "a map in the folder DIR or below may name tilesets and\ntemplates there (default: in its own folder)",
      .about = "is about the files that a map names", .needs = "map" },
    LIMIT_OPTION(simulation, limit),
    { OPTION("count", 'n', simulation, count), TAKES_INT("N", 1, 100000000),
      .help = "the number of things that move (default: the\nscene's own; drift: 2000)",
      .about = "is for what is made up", .excludes = "map" },
    { OPTION("ticks", 0, simulation, ticks), TAKES_INT("N", 1, 1000000), .help = "the number of ticks (default: 100)" },
    { OPTION("seed", 0, simulation, seed), TAKES_INT("N", 0, INT64_MAX),
      .help = "the same seed gives the same boxes on every machine\n(default: 1)" },
    WORLD_OPTIONS(simulation, area),
    { OPTION("size", 0, simulation, size), TAKES_FLOAT("S", 0, WORLD_MOST),
      .help =
          "mean side of what moves (default: the scene's own;\ndrift: 8, sides from a half to one and a half of it)",
      .about = "is for what is made up", .excludes = "map" },
    { OPTION("speed", 0, simulation, speed), TAKES_FLOAT("S", 0, WORLD_MOST),
      .help = "the greatest distance moved in a tick, along each\naxis (default: the scene's own; drift: a quarter "
              "of the\nsize)" },
    { OPTION("method", 0, simulation, method),
      TAKES_CHOICE("quadtree|brute|sweep|strips|grid|contained|leaves", contender_names),
      .help = "the method that answers (default: quadtree)" },
    TREE_OPTIONS(simulation, shape),
    THREADS_OPTION(simulation, threads),
    EDGES_OPTION(simulation, rule),
    { OPTION("no-brute", 0, simulation, no_brute), TAKES_NOTHING, .help = "no comparison with brute force" },
    { OPTION("verify", 0, simulation, verify), TAKES_NOTHING,
      .help = "compare every answer with brute force, in every tick; on\na difference, print where, with status 1" },
    { OPTION("json", 'j', simulation, json), TAKES_NOTHING, .help = "print an object" },
    { OPTION("svg", 0, simulation, svg), TAKES_OUTPUT("FILE", OUTPUT_SVG),
      .help = "draw the tree after the last tick" },
    { OPTION("config", 0, simulation, config), .kind = OPTION_CONFIG, .value = "FILE",
      .help = "read options from a file (XML); those given here win" },
    { OPTION("record", 0, simulation, record), TAKES_OUTPUT("FILE", OUTPUT_RECORDING),
      .help = "record every call on the index, for quadrille replay" },
    QUIET_OPTION(simulation, quiet),
    { 0 },
};

const command simulate_command = {
    .name = "simulate",
    .summary = "a moving scene without a window",
    .description = "Runs a scene, such as boxes that drift about and bounce off the edges of their world:\n"
                   "in every tick things move, and the scene asks its questions, such as for every\n"
                   "collision. The chosen method answers them and, side by side, brute force.\n"
                   "Prints for both how many boxes were tested against one another, how many collided,\n"
                   "and how long moving and finding took. Large scenes have brute force take part in\n"
                   "some of the ticks only, or in none, and say so.",
    .example = "quadrille simulate --count 20000 --verify --svg last.svg",
    .options = options,
    .run = run,
};
