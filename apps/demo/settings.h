/// `quadrille demo`, and its options: shared by the program with the window and the command that starts it, so that
/// help and complaints are the same where the window was not built.
#ifndef QUADRILLE_DEMO_SETTINGS_H
#define QUADRILLE_DEMO_SETTINGS_H

#include <command.h>
#include <frame_names.h>
#include <tree_options.h>
#include <world_options.h>

extern const command demo_command; // start.c

enum { OVERLAYS_LISTED = 7 };

typedef struct demo_settings {
    int scene, method;
    int split; ///< -1: one side.
    int64_t count, seed;
    float size, speed;
    world_area area;
    tree_shape shape;
    int edges;
    const char *title; ///< The window's; NULL: the program's own.
    float_list window;
    float text;       ///< 0: as large as the display wants.
    const char *font; ///< A file, or "none"; NULL: one of the usual ones.
    bool verify, no_panel, times, keys, quiet;
    const char *overlay; ///< Names with commas between, or "none"; NULL: cells.
    int64_t tick, ticks, fps, limit;
    const char *screenshot, *frames, *svg, *record, *map, *layers, *root;
    config_file config;
} demo_settings;

/// The default settings.
demo_settings demo_settings_default(void);

extern const option demo_options[];
extern const char demo_description[], demo_example[];

/// False: complained of settings that exclude each other or are wrong. On success, sets the named overlays.
bool demo_settings_check(const demo_settings *settings, bool overlays[OVERLAYS_LISTED]);

/// The pictures of --frames.
frame_names demo_frames(const demo_settings *settings);

/// Is it about files, without a window?
bool demo_settings_headless(const demo_settings *settings);

#endif
