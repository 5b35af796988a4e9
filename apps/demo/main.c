// The program `quadrille-demo`, which `quadrille demo` starts.
#include "app.h"
#include "keys.h"
#include "shot.h"
#include "window.h"

#include <map_tiles.h>
#include <output.h>

_Static_assert((int)OVERLAYS_LISTED == (int)OVERLAYS, "the options name every overlay");

static status print_keys(void)
{
    output out = output_standard();
    for (size_t i = 0; i < keys_count; i++)
        if (keys[i].shown)
            put(&out, "%-14s %s\n", keys[i].shown, keys[i].help);
    for (int i = 0; key_notes[i].shown; i++)
        put(&out, "%-14s %s\n", key_notes[i].shown, key_notes[i].help);
    return output_finish(&out, STATUS_DONE);
}

static demo_def def_of(const demo_settings *settings, const map_tiles *tiles)
{
    return (demo_def){
        .scene = scenes[settings->scene],
        .scene_def = { .count = (size_t)settings->count,
                       .seed = (uint64_t)settings->seed,
                       .world = world_box(&settings->area),
                       .size = settings->size,
                       .speed = settings->speed,
                       .map = settings->map ? &tiles->map : NULL },
        .index_def = { .method = (size_t)settings->method,
                       .edges = settings->edges ? QD_OPEN : QD_CLOSED,
                       .leaf_capacity = (int)settings->shape.capacity,
                       .max_depth = (int)settings->shape.depth,
                       .clock = app_clock },
        .split = settings->split < 0 ? NO_METHOD : (size_t)settings->split,
        .verify = settings->verify,
        .record = settings->record,
    };
}

static status run(int argc, char **argv);

static const command demo_program = {
    .name = "demo",
    .summary = "moving scenes in a window",
    .description = demo_description,
    .example = demo_example,
    .options = demo_options,
    .run = run,
};

static status run_settings(const demo_settings *settings)
{
    bool overlays[OVERLAYS] = { false };
    if (!demo_settings_check(settings, overlays))
        return STATUS_USAGE;
    if (settings->keys)
        return print_keys();
    map_tiles tiles = { 0 };
    font letters = { 0 };
    status result = STATUS_USAGE;
    if (font_read(&letters, settings->font) &&
        (!settings->map ||
         map_tiles_read(&tiles, settings->map, settings->root, settings->layers, (uint64_t)settings->limit))) {
        demo_def def = def_of(settings, &tiles);
        result = demo_settings_headless(settings) ? shot_run(settings, &def, overlays, &letters)
                                                  : window_run(settings, &def, overlays, &letters);
    }
    map_tiles_free(&tiles);
    font_free(&letters);
    return result;
}

static status run(int argc, char **argv)
{
    demo_settings settings = demo_settings_default();
    status result = STATUS_DONE;
    if (command_parse(&demo_program, argc, argv, &settings, &result))
        result = run_settings(&settings);
    config_file_free(&settings.config);
    return result;
}

int main(int argc, char **argv)
{
    output_begin();
    return (int)run(argc, argv);
}
