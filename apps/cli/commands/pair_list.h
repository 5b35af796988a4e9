/// @file pair_list.h
/// A list of pairs of rows, for the commands that print pairs: it grows as they are found, or only counts them.
#ifndef QUADRILLE_CLI_PAIR_LIST_H
#define QUADRILLE_CLI_PAIR_LIST_H

#include "items.h"
#include "progress.h"

#include <quadrille/pairs.h>

/// What such a command prints of its pairs; neither: all of them.
typedef struct pair_output {
    bool count, json;
} pair_output;

/// The options for a `pair_output` that is a member of the settings of a command.
#define PAIR_OUTPUT_OPTIONS(settings, member)                                                                          \
    { .name = "count",                                                                                                 \
      .kind = OPTION_FLAG,                                                                                             \
      .offset = offsetof(settings, member.count),                                                                      \
      .help = "print only how many there are" },                                                                       \
    {                                                                                                                  \
        .name = "json", .kind = OPTION_FLAG, .offset = offsetof(settings, member.json),                                \
        .help = "print an object with the count, the time and what it cost"                                            \
    }

/// A pair is kept as one number, row of a above row of b, so that numbers sort as pairs.
typedef struct pair_list {
    bool keep, failed; ///< `failed`: no memory.
    bool of_one;       ///< Both rows are of one file: the smaller comes first.
    uint64_t *pairs;
    size_t count, room;
    progress progress;
} pair_list;

/// An empty list for what is to be printed; shows progress.
pair_list pair_list_begin(const pair_output *how, bool of_one);

/// Makes room for so many more. False: no memory.
bool pair_list_reserve(pair_list *list, size_t more);
void pair_list_add(pair_list *list, uint64_t a, uint64_t b);

/// A qd_pair_visitor: the context is the list, and user values are rows.
qd_flow pair_list_take(void *context, const qd_pair *pairs, const double *distances, size_t count);

/// Do two boxes overlap? Not the library's word: what compares each with each is the judge of the others.
static inline bool boxes_overlap(const qd_box *a, const qd_box *b, bool open)
{
    return open ? a->min.x < b->max.x && b->min.x < a->max.x && a->min.y < b->max.y && b->min.y < a->max.y
                : a->min.x <= b->max.x && b->min.x <= a->max.x && a->min.y <= b->max.y && b->min.y <= a->max.y;
}

/// What a search took.
typedef struct pair_figures {
    double build_ms, find_ms;
    qd_cost cost;
} pair_figures;

/// The end of a search, which went well or has complained: prints the pairs, sorted by rows, with the ids of the items
/// in two lists, which may be the same; or the number, or an object that begins with the members in `head`. Frees the
/// list.
status pair_list_end(pair_list *list, bool good, const pair_output *how, const char *head, const pair_figures *figures,
                     const items *a, const items *b);

#endif
