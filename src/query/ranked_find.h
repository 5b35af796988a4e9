// Keeping the items of the smallest keys.
#ifndef QD_RANKED_FIND_H
#define QD_RANKED_FIND_H

#include "ranked_few.h"

/// Where results go: each into every array.
typedef struct qd__columns {
    qd_hit *hits;
    qd_id *ids;
    uint64_t *users;
    double *distances;
    char *room; ///< Without an array of hits: for twice as many items as results are wanted. NULL: no more than
                ///< QD__FEW_RESULTS are.
} qd__columns;

enum { QD__RANKED_ITEM_BYTES = 16 }; ///< In `room`.

/// Writes a few that have been found, each once.
void qd__few_write(qd__few *few, const qd__columns *out);

/// The items of the smallest keys after the mark, ties by slot, in order. Moves the mark to the last of them, adds to
/// the cost, returns how many. Only what there are arrays for is worked out and written, once.
size_t qd__ranked_next(const qd__ranking *ranking, const qd__query_filter *filter, const qd__columns *out,
                       size_t capacity, qd__mark *mark, qd_cost *cost);

#endif
