/// The options that say where a scene takes place, for the commands that run one.
#ifndef QUADRILLE_SIMULATE_WORLD_OPTIONS_H
#define QUADRILLE_SIMULATE_WORLD_OPTIONS_H

#include "options.h"

#include <fbox.h>
#include <math.h>

#define WORLD_MOST 1e9f

typedef struct world_area {
    float_list world, origin; ///< Count 0: not given.
} world_area;

#define WORLD_OPTIONS(settings, member)                                                                                \
    { OPTION("world", 0, settings, member.world), TAKES_FLOATS("WIDTHxHEIGHT", 2), .separator = 'x',                   \
      .help = "where they are (default: the scene's own; drift: a\nsquare of which the boxes cover a quarter)" },      \
    {                                                                                                                  \
        OPTION("origin", 0, settings, member.origin), TAKES_FLOATS("X,Y", 2),                                          \
            .help = "the lower corner of the world (default: 0,0)"                                                     \
    }

/// What is wrong with it, or NULL.
static inline const char *world_wrong(const world_area *area)
{
    const float *world = area->world.values, *origin = area->origin.values;
    if (area->world.count > 0 && !(world[0] > 0 && world[0] <= WORLD_MOST && world[1] > 0 && world[1] <= WORLD_MOST))
        return "--world needs WIDTHxHEIGHT, both above 0 and at most 1e+09";
    if (area->origin.count > 0 && area->world.count == 0)
        return "--origin is the lower corner of --world, so it needs that too";
    if (area->origin.count > 0 && !(fabsf(origin[0]) <= WORLD_MOST && fabsf(origin[1]) <= WORLD_MOST))
        return "--origin needs two numbers of at most 1e+09";
    return NULL;
}

/// All zero where none was given: the scene's own.
static inline fbox world_box(const world_area *area)
{
    const float *world = area->world.values, *origin = area->origin.values;
    if (area->world.count == 0)
        return (fbox){ { 0, 0 }, { 0, 0 } };
    return fbox_xywh(origin[0], origin[1], world[0], world[1]);
}

#endif
