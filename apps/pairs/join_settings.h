/// The options of two joined files, and of the distance between them.
#ifndef QUADRILLE_PAIRS_JOIN_SETTINGS_H
#define QUADRILLE_PAIRS_JOIN_SETTINGS_H

#include "asking.h"
#include "options.h"

typedef struct join_settings {
    input a, b;
    int64_t nearest; ///< 0: not said.
    float_list within;
} join_settings;

/// Options for a join_settings at the beginning of the settings: the distance, and those about B alone.
#define NEAR_OPTIONS                                                                                                   \
    { OPTION("nearest", 0, join_settings, nearest), TAKES_INT("K", 1, UINT32_MAX),                                     \
      .help = "the K boxes of B nearest to each of A, nearest first, as\nID,ID,DISTANCE" },                            \
        WITHIN_OPTION(join_settings, within,                                                                           \
                      "pairs at most D apart (with open edges: less than D), as\nID,ID,DISTANCE")

#define SECOND_OPTIONS                                                                                                 \
    { OPTION("columns-b", 0, join_settings, b.columns), TAKES_TEXT("NAMES"),                                           \
      .help = "the same for B, where its columns have other names" },                                                  \
        { OPTION("layer-b", 0, join_settings, b.layers), TAKES_TEXT("NAMES"),                                          \
          .help = "as --layer, for B, where its layers have other names" },                                            \
    {                                                                                                                  \
        OPTION("id-b", 0, join_settings, b.id), TAKES_TEXT("NAME"),                                                    \
            .help = "as --id, for B, where it has another name there"                                                  \
    }

/// What is wrong with them, or NULL.
const char *join_problem(const join_settings *set);

/// Before A is read: the options about both files go to B, and floats must keep the options' numbers. Before B is read:
/// floats must keep A's numbers.
void join_begin(join_settings *set, const kept_digits *asked);
void join_go_on(join_settings *set, const items *a);

/// After both have been read: one precision for both. False: complained.
bool join_decide(join_settings *set, items *a, items *b);

/// Afterwards: does every option about a kind of file have such a file? Writes the bad rows of both. False: complained.
status join_files_fit(const join_settings *set, const items *a, const items *b);

/// What only touches overlaps where both have closed edges: those that count.
int join_edges(const join_settings *set);

/// After both have been read.
reach join_reach(const join_settings *set);

#endif
