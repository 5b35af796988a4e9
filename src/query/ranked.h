// The one search behind nearest and rays: cells and items by a key, smallest first, nothing beyond a cut.
#ifndef QD_RANKED_H
#define QD_RANKED_H

#include "lanes.h"
#include "quad.h"

#include <quadrille/query.h>

/// What ranks. The key of items and of bounds alike; it must be monotone: that of a box is never less than that of a
/// box around it.
typedef struct qd__ranking {
    /// The keys of up to 32 records, padded to a multiple of 4. Returns which are no more than `cut`.
    uint32_t (*keys)(const struct qd__ranking *ranking, const qd__record *records, unsigned count, double cut,
                     double *keys);
    const qd__lanes *lanes;
    /// The key of the item in a slot, NaN where it has none. For records that are rounded, whose own keys are but lower
    /// bounds; NULL: they are not.
    double (*exact)(const struct qd__ranking *ranking, uint32_t slot);
    qd_vec2 point; ///< Of nearest.
    qd__line line; ///< Of a ray.
} qd__ranking;

/// Gets each item whose record has a key up to the cut, and its place in a block; returns the new cut, which is never
/// more than the old one. Negative: stop.
typedef double qd__offer(void *context, double key, const qd__block *block, uint32_t place, double cut);

qd_cost qd__ranked_search(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                          double cut, qd__offer *offer, void *context);

/// Where the items of the smallest keys go: an array of structs that begin with a qd_found.
typedef struct qd__results {
    void *out;
    size_t stride, capacity;
    /// Writes the rest of a struct.
    void (*describe)(const qd__ranking *ranking, void *result, double key, const qd__record *record);
} qd__results;

/// The items of the smallest keys, ties by slot, in order. Returns how many.
size_t qd__ranked_find(const struct qd_tree *tree, const qd__ranking *ranking, const qd_query_filter *filter,
                       double cut, const qd__results *results);

#endif
