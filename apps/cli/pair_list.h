/// @file pair_list.h
/// A list of pairs of rows, for the commands that print pairs: it grows as they are found, or only counts them.
#ifndef QUADRILLE_CLI_PAIR_LIST_H
#define QUADRILLE_CLI_PAIR_LIST_H

#include "items.h"
#include "progress.h"

#include <quadrille/query.h>

/// A pair is kept as one number, row of a above row of b, so that numbers sort as pairs.
typedef struct pair_list {
    bool keep, failed; ///< `failed`: no memory.
    uint64_t *pairs;
    size_t count, room;
    progress progress;
} pair_list;

/// An empty list that shows progress. `keep`: or else it only counts.
pair_list pair_list_begin(bool keep);

/// Makes room for so many more. False: no memory.
bool pair_list_reserve(pair_list *list, size_t more);
void pair_list_add(pair_list *list, uint64_t a, uint64_t b);

/// The end of the search; complains if memory ran out. False: it did.
bool pair_list_end(pair_list *list);

/// Prints the pairs, sorted by rows, with the ids of the items in two lists, which may be the same.
void pair_list_put(output *out, pair_list *list, const items *a, const items *b);
void pair_list_free(pair_list *list);

/// What a search took, as members of a JSON object and its end.
typedef struct pair_figures {
    double build_ms, find_ms;
    qd_cost cost;
} pair_figures;
void put_pair_figures(output *out, const pair_figures *figures);

#endif
