/// @file gravity_options.h
/// The options that are the same wherever bodies move.
#ifndef QUADRILLE_GRAVITY_GRAVITY_OPTIONS_H
#define QUADRILLE_GRAVITY_GRAVITY_OPTIONS_H

#include "gravity.h"
#include "limit_option.h"
#include "workers.h"

#include <math.h>

/// Nothing has been said.
#define GRAVITY_SETTINGS_BEGIN                                                                                         \
    {                                                                                                                  \
        .scene = -1, .seed = -1, .steps = -1, .theta = -1, .softening = -1, .dt = INFINITY                             \
    }

/// For gravity_settings at the beginning of the settings; --output is the program's own.
#define GRAVITY_OPTIONS                                                                                                \
    { .name = "scene",                                                                                                 \
      .kind = OPTION_CHOICE,                                                                                           \
      .offset = offsetof(gravity_settings, scene),                                                                     \
      .value = "plummer|disc|encounter|uniform",                                                                       \
      .choices = galaxies_names,                                                                                       \
      .help = "generated bodies: a round cluster (the default), a\ndisc about a heavy centre, two discs that pass "    \
              "each other,\nor a square of bodies at rest" },                                                          \
        { .name = "count",                                                                                             \
          .letter = 'n',                                                                                               \
          .kind = OPTION_INT,                                                                                          \
          .offset = offsetof(gravity_settings, count),                                                                 \
          .value = "N",                                                                                                \
          .least = 1,                                                                                                  \
          .most = 100000000,                                                                                           \
          .help = "how many (default: the scene's own; plummer: 5000;\nwith --accuracy 20000)" },                      \
        { .name = "seed",                                                                                              \
          .kind = OPTION_INT,                                                                                          \
          .offset = offsetof(gravity_settings, seed),                                                                  \
          .value = "N",                                                                                                \
          .least = 0,                                                                                                  \
          .most = INT64_MAX,                                                                                           \
          .help = "the same seed gives the same bodies on every machine\n(default: 1)" },                              \
        { .name = "law",                                                                                               \
          .kind = OPTION_CHOICE,                                                                                       \
          .offset = offsetof(gravity_settings, law),                                                                   \
          .value = "space|plane",                                                                                      \
          .choices = gravity_laws,                                                                                     \
          .help = "space (the default): attraction falls off as 1/r^2;\nplane: as 1/r" },                              \
        { .name = "theta",                                                                                             \
          .kind = OPTION_DOUBLE,                                                                                       \
          .offset = offsetof(gravity_settings, theta),                                                                 \
          .value = "T",                                                                                                \
          .low = 0,                                                                                                    \
          .high = 2,                                                                                                   \
          .help = "a node that looks smaller than this, in radians, acts as\none body (default: 0.5); 0: all pairs" }, \
        { .name = "order",                                                                                             \
          .kind = OPTION_INT,                                                                                          \
          .offset = offsetof(gravity_settings, order),                                                                 \
          .value = "1|2",                                                                                              \
          .least = 1,                                                                                                  \
          .most = 2,                                                                                                   \
          .help =                                                                                                      \
              "a far node acts by its mass (1, monopole), or by its\nshape as well (2, quadrupole; the default)" },    \
        { .name = "softening",                                                                                         \
          .kind = OPTION_DOUBLE,                                                                                       \
          .offset = offsetof(gravity_settings, softening),                                                             \
          .value = "S",                                                                                                \
          .low = 0,                                                                                                    \
          .high = BODIES_MOST,                                                                                         \
          .help = "the length that keeps close encounters mild (default:\nthe scene's own, plummer: 0.05; for FILE "   \
                  "and\n--accuracy 0)" },                                                                              \
        { .name = "steps",                                                                                             \
          .kind = OPTION_INT,                                                                                          \
          .offset = offsetof(gravity_settings, steps),                                                                 \
          .value = "N",                                                                                                \
          .least = 0,                                                                                                  \
          .most = 1000000000,                                                                                          \
          .help = "how often bodies move (default: the scene's own,\nplummer: 500; for FILE 100)" },                   \
        { .name = "dt",                                                                                                \
          .kind = OPTION_DOUBLE,                                                                                       \
          .offset = offsetof(gravity_settings, dt),                                                                    \
          .value = "T",                                                                                                \
          .low = -BODIES_MOST,                                                                                         \
          .high = BODIES_MOST,                                                                                         \
          .help =                                                                                                      \
              "time of a step, backwards if negative (default: the\nscene's own, plummer: 0.02; for FILE 0.001)" },    \
        { .name = "every",                                                                                             \
          .kind = OPTION_INT,                                                                                          \
          .offset = offsetof(gravity_settings, every),                                                                 \
          .value = "N",                                                                                                \
          .least = 1,                                                                                                  \
          .most = INT64_MAX,                                                                                           \
          .help = "rows and frames only every N steps and for the last one\n(default: 10)" },                          \
        { .name = "direct",                                                                                            \
          .kind = OPTION_FLAG,                                                                                         \
          .offset = offsetof(gravity_settings, direct),                                                                \
          .help = "sum up all pairs instead of asking the tree, whatever\n--theta and --order say" },                  \
        THREADS_OPTION(gravity_settings, threads),                                                                     \
        { .name = "frames",                                                                                            \
          .kind = OPTION_TEXT,                                                                                         \
          .offset = offsetof(gravity_settings, frames),                                                                \
          .value = "FOLDER",                                                                                           \
          .help = "write a picture for every row, frame-000000.png and so\non, into an existing folder" },             \
        { .name = "format",                                                                                            \
          .kind = OPTION_CHOICE,                                                                                       \
          .offset = offsetof(gravity_settings, format),                                                                \
          .value = "png|svg",                                                                                          \
          .choices = gravity_formats,                                                                                  \
          .help = "what pictures are (default: png)" },                                                                \
        { .name = "view",                                                                                              \
          .kind = OPTION_FLOATS,                                                                                       \
          .offset = offsetof(gravity_settings, view),                                                                  \
          .value = "X0,Y0,X1,Y1",                                                                                      \
          .count = 4,                                                                                                  \
          .doubles = true,                                                                                             \
          .help = "what they show, at least (default: where most bodies\nare at first)" },                             \
        { .name = "accuracy",                                                                                          \
          .kind = OPTION_FLAG,                                                                                         \
          .offset = offsetof(gravity_settings, accuracy),                                                              \
          .help = "print a table of errors against the sum over all pairs,\nfor uniform, plummer and disc, nine "      \
                  "theta and both "                                                                                    \
                  "orders\nunless one is given" },                                                                     \
        { .name = "json",                                                                                              \
          .letter = 'j',                                                                                               \
          .kind = OPTION_FLAG,                                                                                         \
          .offset = offsetof(gravity_settings, json),                                                                  \
          .help = "print an object; with --accuracy an array of objects" },                                            \
        LIMIT_OPTION(gravity_settings, limit),                                                                         \
        { .name = "skip-bad",                                                                                          \
          .kind = OPTION_FLAG,                                                                                         \
          .offset = offsetof(gravity_settings, skip_bad),                                                              \
          .help = "skip bad rows of FILE and print their number" },                                                    \
        QUIET_OPTION(gravity_settings, quiet)

#endif
