// The options of `quadrille demo`.
#include "settings.h"

#include <contenders.h>
#include <limit_option.h>
#include <math.h>
#include <report.h>
#include <same_file.h>
#include <stage.h>
#include <string.h>
#include <window_sides.h>

static const char *const edge_names[] = { "closed", "open", NULL };
static const char *const overlays_listed[] = {
    "cells", "bounds", "visited", "candidates", "heat", "path", "quadrants"
};

const option demo_options[] = {
    { OPTION("scene", 0, demo_settings, scene), TAKES_CHOICE("NAME", scene_names),
      .help = "which scene (default: drift)" },
    { OPTION("method", 0, demo_settings, method), TAKES_CHOICE("NAME", contender_names),
      .help = "the method of its index (default: quadtree)" },
    { OPTION("split", 0, demo_settings, split), TAKES_CHOICE("NAME", contender_names),
      .help = "the same scene by this method beside it" },
    { OPTION("count", 'n', demo_settings, count), TAKES_INT("N", 0, 100000000),
      .help = "how many boxes, or whatever the scene is about (0: the\nscene's own number)" },
    { OPTION("seed", 0, demo_settings, seed), TAKES_INT("N", 0, INT64_MAX),
      .help = "the same seed gives the same scene (default: 1)" },
    { OPTION("size", 0, demo_settings, size), TAKES_FLOAT("S", 0, 1e9f),
      .help = "mean side of what moves (default: the scene's own)" },
    { OPTION("speed", 0, demo_settings, speed), TAKES_FLOAT("V", 0, 1e9f),
      .help = "the greatest distance moved in a tick (default: the\nscene's own)" },
    WORLD_OPTIONS(demo_settings, area),
    { OPTION("map", 0, demo_settings, map), TAKES_TEXT("FILE"), .help = "a Tiled map for the scene of tiles" },
    { OPTION("layer", 0, demo_settings, layers), TAKES_TEXT("NAMES"),
      .help = "layers of --map to take, or groups of them, separated\nby commas (default: all)",
      .about = "chooses layers of a map", .needs = "map" },
    { OPTION("root", 0, demo_settings, root), TAKES_TEXT("DIR"),
      .help = "a map in the folder DIR or below may name tilesets and\ntemplates there (default: in its own folder)",
      .about = "is about the files that a map names", .needs = "map" },
    LIMIT_OPTION(demo_settings, limit),
    TREE_OPTIONS(demo_settings, shape),
    { OPTION("edges", 0, demo_settings, edges), TAKES_CHOICE("closed|open", edge_names),
      .help = "touching boxes overlap: closed, yes (the default);\nopen, no" },
    { OPTION("verify", 0, demo_settings, verify), TAKES_NOTHING,
      .help = "let brute force answer everything too, and compare" },
    { OPTION("overlay", 0, demo_settings, overlay), TAKES_TEXT("NAMES"),
      .help = "overlays, separated by commas: cells, bounds,\nvisited, candidates, heat, path, quadrants; or "
              "none\n(default: cells)" },
    { OPTION("title", 0, demo_settings, title), TAKES_TEXT("TEXT"), .help = "of the window (default: Quadrille)",
      .about = "is the window's", .excludes = "screenshot frames svg" },
    { OPTION("window", 0, demo_settings, window), TAKES_FLOATS("WIDTHxHEIGHT", 2), .separator = 'x',
      .help = "of the window or the pictures, in pixels (default:\n1280x720)" },
    { OPTION("text", 0, demo_settings, text), TAKES_FLOAT("FACTOR", 0.5f, 4),
      .help = "how large the text is (default: 1, or more where the\ndisplay has many pixels)" },
    { OPTION("font", 0, demo_settings, font), TAKES_TEXT("FILE"),
      .help = "a TrueType or OpenType font for the text, or none for the\nletters that are built in (default: Roboto, "
              "or another\nof the usual ones where it is there)" },
    { OPTION("no-panel", 0, demo_settings, no_panel), TAKES_NOTHING, .help = "the scene alone" },
    { OPTION("fps", 0, demo_settings, fps), TAKES_INT("N", 1, 1000),
      .help = "frames a second at most (default: 60); ticks are always\n60 a second",
      .about = "is the pace of the window", .excludes = "screenshot frames svg" },
    { OPTION("ticks", 0, demo_settings, ticks), TAKES_INT("N", 1, INT64_MAX),
      .help = "end after N ticks and print the speed", .about = "ends a window (pictures have --tick)",
      .excludes = "screenshot frames svg" },
    { OPTION("screenshot", 0, demo_settings, screenshot), TAKES_OUTPUT("FILE.png", OUTPUT_PNG),
      .help = "no window: write a picture of one tick" },
    { OPTION("frames", 0, demo_settings, frames), TAKES_TEXT("FOLDER"),
      .help = "no window: write a picture of every tick, frame-000001.png\nand so on, into an existing folder" },
    { OPTION("svg", 0, demo_settings, svg), TAKES_OUTPUT("FILE", OUTPUT_SVG),
      .help = "no window: write the scene and its overlays as SVG" },
    { OPTION("tick", 0, demo_settings, tick), TAKES_INT("N", 0, INT64_MAX),
      .help = "which tick the picture shows, or the last one of the\nframes (default: 60)",
      .about = "says which tick a picture shows", .needs = "screenshot frames svg" },
    { OPTION("record", 0, demo_settings, record), TAKES_OUTPUT("FILE", OUTPUT_RECORDING),
      .help = "record every call on the index, for quadrille replay; a\nnew start begins the file again" },
    { OPTION("config", 0, demo_settings, config), .kind = OPTION_CONFIG, .value = "FILE",
      .help = "read options from a file (XML); those given here win" },
    { OPTION("times", 0, demo_settings, times), TAKES_NOTHING,
      .help = "show times in pictures as well; without, the same seed\ngives the same picture",
      .about = "is about the panel of pictures", .needs = "screenshot frames" },
    { OPTION("keys", 0, demo_settings, keys), TAKES_NOTHING, .help = "print what keys and mouse do",
      .about = "prints a list", .beside = "quiet" },
    QUIET_OPTION(demo_settings, quiet),
    { 0 },
};

const char demo_description[] = "Opens a window with a moving scene, and shows what its index does: what it\n"
                                "finds, what that costs by this method and by others, and which cells of the\n"
                                "tree are looked into. Sixty ticks a second, whatever drawing takes.\n"
                                "\n"
                                "With --screenshot, --frames or --svg it needs no display.";

const char demo_example[] = "quadrille demo --count 100000\n"
                            "quadrille demo --split brute --count 2000 --overlay cells\n"
                            "quadrille demo --tick 120 --screenshot drift.png";

demo_settings demo_settings_default(void)
{
    return (demo_settings){ .split = -1,
                            .seed = 1,
                            .size = -1,
                            .speed = -1,
                            .window = { .count = 2, .values = { 1280, 720 } },
                            .tick = -1,
                            .fps = 60 };
}

bool demo_settings_headless(const demo_settings *settings)
{
    return settings->screenshot != NULL || settings->frames != NULL || settings->svg != NULL;
}

frame_names demo_frames(const demo_settings *settings)
{
    return (frame_names){ settings->frames, "frame-", 6, ".png", 1, 1, settings->tick >= 0 ? settings->tick : 60 };
}

static bool take_overlay(const char *name, size_t length, bool overlays[OVERLAYS_LISTED])
{
    for (int i = 0; i < OVERLAYS_LISTED; i++)
        if (strlen(overlays_listed[i]) == length && memcmp(overlays_listed[i], name, length) == 0)
            return overlays[i] = true;
    complain("--overlay needs none, or names of cells, bounds, visited, candidates, heat, path, quadrants, not '%.*s'",
             (int)length, name);
    return false;
}

// NULL: not given.
static bool take_overlays(const char *list, bool overlays[OVERLAYS_LISTED])
{
    if (!list)
        return overlays[0] = true;
    if (strcmp(list, "none") == 0)
        return true;
    for (;;) {
        size_t length = strcspn(list, ",");
        if (!take_overlay(list, length, overlays))
            return false;
        if (list[length] == 0)
            return true;
        list += length + 1;
    }
}

static bool is_side(float pixels)
{
    return pixels >= WINDOW_SIDE_LEAST && pixels <= WINDOW_SIDE_MOST && floorf(pixels) == pixels;
}

static const char *wrong_settings(const demo_settings *s)
{
    bool brute = contender_at((size_t)s->method) == &contender_brute;
    if (!is_side(s->window.values[0]) || !is_side(s->window.values[1]))
        return "--window needs WIDTHxHEIGHT, both whole numbers from 64 to 8192";
    if (world_wrong(&s->area))
        return world_wrong(&s->area);
    if (s->verify && brute)
        return "--verify compares with brute force, so it needs another --method";
    if (s->limit > 0 && !s->map)
        return "--limit-memory is about reading a map, so it needs --map";
    if (s->ticks > 0 && is_standard_output(s->record))
        return "--record needs a file: standard output has the speed";
    // In a window other scenes can be chosen, later on.
    if (s->map && demo_settings_headless(s) && scenes[s->scene] != &scene_tiles)
        return "--map is for --scene tiles";
    if (s->map && demo_settings_headless(s) && (s->count > 0 || s->size >= 0))
        return "--count and --size are for what is made up, so they exclude --map";
    return NULL;
}

static bool spoils_files(const demo_settings *s)
{
    const frame_names frames = demo_frames(s);
    return spoils_input("--svg", s->svg, s->font) || spoils_input("--screenshot", s->screenshot, s->font) ||
           spoils_input("--record", s->record, s->font) || spoils_either("--svg", s->svg, s->map, s->config.path) ||
           spoils_either("--screenshot", s->screenshot, s->map, s->config.path) ||
           spoils_either("--record", s->record, s->map, s->config.path) ||
           spoils_output("--svg", s->svg, "--screenshot", s->screenshot) ||
           spoils_output("--svg", s->svg, "--record", s->record) ||
           spoils_output("--screenshot", s->screenshot, "--record", s->record) ||
           frames_spoil_input(&frames, s->font) || frames_spoil_input(&frames, s->map) ||
           frames_spoil_input(&frames, s->config.path) || frames_spoil_output(&frames, "--svg", s->svg) ||
           frames_spoil_output(&frames, "--screenshot", s->screenshot) ||
           frames_spoil_output(&frames, "--record", s->record);
}

bool demo_settings_check(const demo_settings *settings, bool overlays[OVERLAYS_LISTED])
{
    const char *wrong = wrong_settings(settings);
    if (wrong) {
        complain("%s", wrong);
        return false;
    }
    return !spoils_files(settings) && take_overlays(settings->overlay, overlays);
}
