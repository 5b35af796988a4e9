// The one search behind box, point, circle and polygon: down through the nodes with bounds that overlap a shape, bucket
// by bucket.
#ifndef QD_SEARCH_H
#define QD_SEARCH_H

#include "seen.h"
#include "shape.h"

/// Writes at most `capacity` hits and returns how many. *total: how many there are; NULL: the search ends when `out` is
/// full.
size_t qd__find_shape(const qd__shape *shape, const qd__query_filter *filter, qd_entry *out, size_t capacity,
                      size_t *total);

/// Its hits are how many there are.
qd_cost qd__count_shape(const qd__shape *shape, const qd__query_filter *filter);

qd_cost qd__visit_shape(const qd__shape *shape, const qd__query_filter *filter, qd_visitor *visitor, void *context);

#endif
