/// @file query.h
/// quadrille query, in two parts: what is asked and printed, and the asking, of a tree or of one of doubles.
#ifndef QUADRILLE_CLI_QUERY_H
#define QUADRILLE_CLI_QUERY_H

#include "items.h"
#include "options.h"

/// The options.
typedef struct query_settings {
    input in;
    float_list box, circle, point, ray, nearest;
    int64_t k;
    bool json;
} query_settings;

/// One thing found; which of the numbers mean something depends on the question. Floats keep their value in doubles.
typedef struct answer {
    uint64_t item;
    double along; ///< t of a ray, distance of a neighbour
    qd_dvec2 point, normal;
} answer;

typedef struct answers {
    answer *all;
    size_t count;
    qd_cost cost;
    bool has_cost;
    double build_ms, find_ms;
} answers;

/// The tree that is asked: one of the two.
typedef struct item_index {
    qd_tree *tree;
    qd_wide *wide; ///< With --double.
} item_index;

/// Puts the question. False: no memory. The answers are to be freed in either case.
bool query_ask(answers *to, const item_index *of, const query_settings *set);

#endif
