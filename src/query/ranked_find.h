// Keeping the items of the smallest keys.
#ifndef QD_RANKED_FIND_H
#define QD_RANKED_FIND_H

#include "ranking.h"

/// Where the items of the smallest keys go: an array of structs that begin with a qd_found.
typedef struct qd__results {
    void *out;
    size_t stride, capacity;
} qd__results;

/// A place in the order of all items: what comes after it is still to be found.
typedef struct qd__mark {
    double key;
    uint32_t slot;
} qd__mark;

/// Before everything.
static inline qd__mark qd__mark_first(void)
{
    const qd__mark mark = { 0, 0 };
    return mark;
}

/// The items of the smallest keys, ties by slot, in order. Returns how many.
size_t qd__ranked_first(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                        double cut, const qd__results *results);

/// The same of those after the mark, which moves to the last of them. Adds to the cost.
size_t qd__ranked_next(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                       double cut, const qd__results *results, qd__mark *mark, qd_cost *cost);

#endif
