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
    { OPTION("scene", 0, gravity_settings, scene), TAKES_CHOICE("plummer|disc|encounter|uniform", galaxies_names),     \
      .help = "generated bodies: a round cluster (the default), a\ndisc about a heavy centre, two discs that pass "    \
              "each other,\nor a square of bodies at rest" },                                                          \
        { OPTION("count", 'n', gravity_settings, count), TAKES_INT("N", 1, 100000000),                                 \
          .help = "how many (default: the scene's own; plummer: 5000;\nwith --accuracy 20000)" },                      \
        { OPTION("seed", 0, gravity_settings, seed), TAKES_INT("N", 0, INT64_MAX),                                     \
          .help = "the same seed gives the same bodies on every machine\n(default: 1)" },                              \
        { OPTION("law", 0, gravity_settings, law), TAKES_CHOICE("space|plane", gravity_laws),                          \
          .help = "space (the default): attraction falls off as 1/r^2;\nplane: as 1/r" },                              \
        { OPTION("theta", 0, gravity_settings, theta), TAKES_DOUBLE("T", 0, 2),                                        \
          .help = "a node that looks smaller than this, in radians, acts as\none body (default: 0.5); 0: all pairs" }, \
        { OPTION("order", 0, gravity_settings, order), TAKES_INT("1|2", 1, 2),                                         \
          .help =                                                                                                      \
              "a far node acts by its mass (1, monopole), or by its\nshape as well (2, quadrupole; the default)" },    \
        { OPTION("softening", 0, gravity_settings, softening), TAKES_DOUBLE("S", 0, BODIES_MOST),                      \
          .help = "the length that keeps close encounters mild (default:\nthe scene's own, plummer: 0.05; for FILE "   \
                  "and\n--accuracy 0)" },                                                                              \
        { OPTION("steps", 0, gravity_settings, steps), TAKES_INT("N", 0, 1000000000),                                  \
          .help = "how often bodies move (default: the scene's own,\nplummer: 500; for FILE 100)" },                   \
        { OPTION("dt", 0, gravity_settings, dt), TAKES_DOUBLE("T", -BODIES_MOST, BODIES_MOST),                         \
          .help =                                                                                                      \
              "time of a step, backwards if negative (default: the\nscene's own, plummer: 0.02; for FILE 0.001)" },    \
        { OPTION("every", 0, gravity_settings, every), TAKES_INT("N", 1, INT64_MAX),                                   \
          .help = "rows and frames only every N steps and for the last one\n(default: 10)" },                          \
        { OPTION("direct", 0, gravity_settings, direct), TAKES_NOTHING,                                                \
          .help = "sum up all pairs instead of asking the tree, whatever\n--theta and --order say" },                  \
        THREADS_OPTION(gravity_settings, threads),                                                                     \
        { OPTION("frames", 0, gravity_settings, frames), TAKES_TEXT("FOLDER"),                                         \
          .help = "write a picture for every row, frame-000000.png and so\non, into an existing folder" },             \
        { OPTION("format", 0, gravity_settings, format), TAKES_CHOICE("png|svg", gravity_formats),                     \
          .help = "what pictures are (default: png)", .about = "says what pictures are", .needs = "frames" },          \
        { OPTION("view", 0, gravity_settings, view),                                                                   \
          TAKES_FLOATS("X0,Y0,X1,Y1", 4),                                                                              \
          .doubles = true,                                                                                             \
          .help = "what they show, at least (default: where most bodies\nare at first)",                               \
          .about = "says what pictures show",                                                                          \
          .needs = "frames" },                                                                                         \
        { OPTION("accuracy", 0, gravity_settings, accuracy), TAKES_NOTHING,                                            \
          .help = "print a table of errors against the sum over all pairs,\nfor uniform, plummer and disc, nine "      \
                  "theta and both "                                                                                    \
                  "orders\nunless one is given",                                                                       \
          .about = "compares with the sum over all pairs and moves nothing",                                           \
          .beside = "scene count seed law theta order softening threads json limit-memory skip-bad quiet" },           \
        { OPTION("json", 'j', gravity_settings, json), TAKES_NOTHING,                                                  \
          .help = "print an object; with --accuracy an array of objects" },                                            \
        LIMIT_OPTION(gravity_settings, limit),                                                                         \
        { OPTION("skip-bad", 0, gravity_settings, skip_bad), TAKES_NOTHING,                                            \
          .help = "skip bad rows of FILE and print their number" },                                                    \
        QUIET_OPTION(gravity_settings, quiet)

#endif
