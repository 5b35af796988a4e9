/// @file query.h
/// quadrille query, in two parts: what is asked and printed, and the asking.
#ifndef QUADRILLE_CLI_QUERY_H
#define QUADRILLE_CLI_QUERY_H

#include "items.h"
#include "options.h"

#include <quadrille/query.h>

/// The options.
typedef struct query_settings {
    input in;
    float_list box, circle, point, ray, nearest;
    int64_t k;
    bool json;
} query_settings;

/// A number of an option as it is asked: with --double as it is, otherwise the nearest float.
static inline double query_number(const query_settings *set, const float_list *list, int i)
{
    return set->in.exact ? list->exact[i] : (double)list->values[i];
}

/// One thing found; which of the numbers mean something depends on the question.
typedef struct answer {
    uint64_t item;
    double along; ///< t of a ray, distance of a neighbour
    qd_vec2 point, normal;
} answer;

typedef struct answers {
    answer *all;
    size_t count;
    qd_cost cost;
    bool has_cost;
    double build_ms, find_ms;
} answers;

/// Puts the question. False: no memory. The answers are to be freed in either case.
bool query_ask(answers *to, const qd_tree *tree, const query_settings *set);

#endif
