// The one search behind nearest and rays: cells and items by a key, smallest first, nothing beyond a cut.
#ifndef QD_RANKED_H
#define QD_RANKED_H

#include "quad.h"

#include <quadrille/query.h>

/// What ranks. `key` is asked of items and of bounds alike and must be monotone: that of a box is never less than that
/// of a box around it. NaN: passed by.
typedef struct qd__ranking {
    double (*key)(const struct qd__ranking *ranking, const qd__record *record);
    qd_vec2 point;     ///< Of nearest; the origin of a ray.
    qd_vec2 direction; ///< Of a ray.
    double end;        ///< Of a ray.
    bool open;
} qd__ranking;

/// Gets each item with a key up to the cut; returns the new cut, which is never more than the old one. Negative: stop.
typedef double qd__offer(void *context, double key, const qd__block *block, uint32_t lane, double cut);

qd_cost qd__ranked_search(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                          double cut, qd__offer *offer, void *context);

/// The `capacity` items of the smallest keys, ties by slot, in order, into an array of structs of `stride` bytes that
/// begin with a qd_found; only those are written. Returns how many.
size_t qd__ranked_find(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                       double cut, void *out, size_t stride, size_t capacity);

#endif
