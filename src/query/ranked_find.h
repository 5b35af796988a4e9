// Keeping the items of the smallest keys.
#ifndef QD_RANKED_FIND_H
#define QD_RANKED_FIND_H

#include "asking.h"
#include "ranking.h"

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

/// Where results go: each into every array.
typedef struct qd__columns {
    qd_hit *hits;
    qd_id *ids;
    uint64_t *users;
    double *distances;
} qd__columns;

/// The most results of one search without an array of hits: the memory of one does for any number.
enum { QD__COLUMN_RESULTS = 128 };

/// The items of the smallest keys after the mark, ties by slot, in order. Moves the mark to the last of them, adds to
/// the cost, returns how many. Only what there are arrays for is worked out and written, once.
size_t qd__ranked_next(const struct qd_tree *tree, const qd__ranking *ranking, const qd__query_filter *filter,
                       const qd__columns *out, size_t capacity, qd__mark *mark, qd_cost *cost);

#endif
