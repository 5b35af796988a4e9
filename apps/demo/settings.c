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
static const char *const overlays_listed[] = { "cells", "bounds", "visited", "candidates", "heat" };

const option demo_options[] = {
    { .name = "scene",
      .kind = OPTION_CHOICE,
      .offset = offsetof(demo_settings, scene),
      .value = "NAME",
      .choices = scene_names,
      .help = "which scene (default: drift)" },
    { .name = "method",
      .kind = OPTION_CHOICE,
      .offset = offsetof(demo_settings, method),
      .value = "NAME",
      .choices = contender_names,
      .help = "the method of its index (default: quadtree)" },
    { .name = "split",
      .kind = OPTION_CHOICE,
      .offset = offsetof(demo_settings, split),
      .value = "NAME",
      .choices = contender_names,
      .help = "the same scene by this method beside it" },
    { .name = "count",
      .letter = 'n',
      .kind = OPTION_INT,
      .offset = offsetof(demo_settings, count),
      .value = "N",
      .least = 0,
      .most = 100000000,
      .help = "how many boxes, or whatever the scene is about (0: the\nscene's own number)" },
    { .name = "seed",
      .kind = OPTION_INT,
      .offset = offsetof(demo_settings, seed),
      .value = "N",
      .least = 0,
      .most = INT64_MAX,
      .help = "the same seed gives the same scene (default: 1)" },
    { .name = "size",
      .kind = OPTION_FLOAT,
      .offset = offsetof(demo_settings, size),
      .value = "S",
      .low = 0,
      .high = 1e9f,
      .help = "mean side of what moves (default: the scene's own)" },
    { .name = "speed",
      .kind = OPTION_FLOAT,
      .offset = offsetof(demo_settings, speed),
      .value = "V",
      .low = 0,
      .high = 1e9f,
      .help = "the greatest distance moved in a tick (default: the\nscene's own)" },
    WORLD_OPTIONS(demo_settings, area),
    { .name = "map",
      .kind = OPTION_TEXT,
      .offset = offsetof(demo_settings, map),
      .value = "FILE",
      .help = "a Tiled map for the scene of tiles" },
    { .name = "layer",
      .kind = OPTION_TEXT,
      .offset = offsetof(demo_settings, layers),
      .value = "NAMES",
      .help = "layers of --map to take, or groups of them, separated\nby commas (default: all)" },
    { .name = "root",
      .kind = OPTION_TEXT,
      .offset = offsetof(demo_settings, root),
      .value = "DIR",
      .help = "a map in the folder DIR or below may name tilesets and\ntemplates there (default: in its own folder)" },
    LIMIT_OPTION(demo_settings, limit),
    TREE_OPTIONS(demo_settings, shape),
    { .name = "edges",
      .kind = OPTION_CHOICE,
      .offset = offsetof(demo_settings, edges),
      .value = "closed|open",
      .choices = edge_names,
      .help = "touching boxes overlap: closed, yes (the default);\nopen, no" },
    { .name = "verify",
      .kind = OPTION_FLAG,
      .offset = offsetof(demo_settings, verify),
      .help = "let brute force answer everything too, and compare" },
    { .name = "overlay",
      .kind = OPTION_TEXT,
      .offset = offsetof(demo_settings, overlay),
      .value = "NAMES",
      .help = "overlays, separated by commas: cells, bounds,\nvisited, candidates, heat; or none (default: "
              "cells)" },
    { .name = "title",
      .kind = OPTION_TEXT,
      .offset = offsetof(demo_settings, title),
      .value = "TEXT",
      .help = "of the window (default: Quadrille)" },
    { .name = "window",
      .kind = OPTION_FLOATS,
      .offset = offsetof(demo_settings, window),
      .value = "WIDTHxHEIGHT",
      .count = 2,
      .separator = 'x',
      .help = "of the window or the pictures, in pixels (default:\n1280x720)" },
    { .name = "text",
      .kind = OPTION_FLOAT,
      .offset = offsetof(demo_settings, text),
      .value = "FACTOR",
      .low = 0.5f,
      .high = 4,
      .help = "how large the text is (default: 1, or more where the\ndisplay has many pixels)" },
    { .name = "font",
      .kind = OPTION_TEXT,
      .offset = offsetof(demo_settings, font),
      .value = "FILE",
      .help = "a TrueType or OpenType font for the text, or none for the\nletters that are built in (default: Roboto, "
              "or another\nof the usual ones where it is there)" },
    { .name = "no-panel", .kind = OPTION_FLAG, .offset = offsetof(demo_settings, no_panel), .help = "the scene alone" },
    { .name = "fps",
      .kind = OPTION_INT,
      .offset = offsetof(demo_settings, fps),
      .value = "N",
      .least = 1,
      .most = 1000,
      .help = "frames a second at most (default: 60); ticks are always\n60 a second" },
    { .name = "ticks",
      .kind = OPTION_INT,
      .offset = offsetof(demo_settings, ticks),
      .value = "N",
      .least = 1,
      .most = INT64_MAX,
      .help = "end after N ticks and print the speed" },
    { .name = "screenshot",
      .kind = OPTION_OUTPUT,
      .offset = offsetof(demo_settings, screenshot),
      .value = "FILE.png",
      .forms = OUTPUT_PNG,
      .help = "no window: write a picture of one tick" },
    { .name = "frames",
      .kind = OPTION_TEXT,
      .offset = offsetof(demo_settings, frames),
      .value = "FOLDER",
      .help = "no window: write a picture of every tick, frame-000001.png\nand so on, into an existing folder" },
    { .name = "svg",
      .kind = OPTION_OUTPUT,
      .offset = offsetof(demo_settings, svg),
      .value = "FILE",
      .forms = OUTPUT_SVG,
      .help = "no window: write the scene and its overlays as SVG" },
    { .name = "tick",
      .kind = OPTION_INT,
      .offset = offsetof(demo_settings, tick),
      .value = "N",
      .least = 0,
      .most = INT64_MAX,
      .help = "which tick the picture shows, or the last one of the\nframes (default: 60)" },
    { .name = "record",
      .kind = OPTION_OUTPUT,
      .offset = offsetof(demo_settings, record),
      .value = "FILE",
      .forms = OUTPUT_RECORDING,
      .help = "record every call on the index, for quadrille replay; a\nnew start begins the file again" },
    { .name = "config",
      .kind = OPTION_CONFIG,
      .offset = offsetof(demo_settings, config),
      .value = "FILE",
      .help = "read options from a file (XML); those given here win" },
    { .name = "times",
      .kind = OPTION_FLAG,
      .offset = offsetof(demo_settings, times),
      .help = "show times in pictures as well; without, the same seed\ngives the same picture" },
    { .name = "keys",
      .kind = OPTION_FLAG,
      .offset = offsetof(demo_settings, keys),
      .help = "print what keys and mouse do" },
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

static bool take_overlay(const char *name, size_t length, bool overlays[OVERLAYS_LISTED])
{
    for (int i = 0; i < OVERLAYS_LISTED; i++)
        if (strlen(overlays_listed[i]) == length && memcmp(overlays_listed[i], name, length) == 0)
            return overlays[i] = true;
    complain("--overlay needs none, or names of cells, bounds, visited, candidates, heat, not '%.*s'", (int)length,
             name);
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
    if (s->layers && !s->map)
        return "--layer chooses layers of a map, so it needs --map";
    if (s->root && !s->map)
        return "--root is about the files that a map names, so it needs --map";
    if (s->limit > 0 && !s->map)
        return "--limit-memory is about reading a map, so it needs --map";
    if (s->tick >= 0 && !demo_settings_headless(s))
        return "--tick says which tick a picture shows: it needs --screenshot, --frames or --svg";
    if (s->times && !demo_settings_headless(s))
        return "--times is about pictures: it needs --screenshot or --frames";
    if (s->ticks > 0 && demo_settings_headless(s))
        return "--ticks ends the window; with pictures --tick says how far";
    return NULL;
}

static bool spoils_inputs(const demo_settings *s)
{
    return spoils_input("--svg", s->svg, s->font) || spoils_input("--screenshot", s->screenshot, s->font) ||
           spoils_input("--record", s->record, s->font) || spoils_either("--svg", s->svg, s->map, s->config.path) ||
           spoils_either("--screenshot", s->screenshot, s->map, s->config.path) ||
           spoils_either("--record", s->record, s->map, s->config.path) ||
           spoils_output("--svg", s->svg, "--screenshot", s->screenshot) ||
           spoils_output("--svg", s->svg, "--record", s->record) ||
           spoils_output("--screenshot", s->screenshot, "--record", s->record);
}

bool demo_settings_check(const demo_settings *settings, bool overlays[OVERLAYS_LISTED])
{
    const char *wrong = wrong_settings(settings);
    if (wrong) {
        complain("%s", wrong);
        return false;
    }
    if (spoils_inputs(settings))
        return false;
    return take_overlays(settings->overlay, overlays);
}
