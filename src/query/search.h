// The one search behind box, point, circle and polygon: down through the nodes with bounds that overlap a shape, bucket
// by bucket.
#ifndef QD_SEARCH_H
#define QD_SEARCH_H

#include "asking.h"
#include "shape.h"

/// Writes at most `capacity` hits and returns how many. *total: how many there are; NULL: the search ends when `out` is
/// full.
size_t qd__find_shape(const qd__shape *shape, const qd__query_filter *filter, qd_entry *out, size_t capacity,
                      size_t *total);

/// Its hits are how many there are.
qd_cost qd__count_shape(const qd__shape *shape, const qd__query_filter *filter);

enum { QD__TOGETHER = 8 }; ///< Questions that are answered together, at most.

/// The first ones of some questions, windows without a filter in one tree that a directory serves: writes what overlaps
/// each, one after the other, in the order of a search for it alone, and how many each has; `out` NULL: only that. Adds
/// to the cost.
/// Returns how many questions that are; 0: the first one has to be asked alone, or there may not be enough room.
unsigned qd__find_together(const qd__shape *windows, unsigned count, qd_entry *out, size_t room,
                           uint64_t hits[QD__TOGETHER], qd_cost *cost);

/// Hands out all hits, some hundred at a time as far as possible. `whole`: buckets with nothing but hits come as they
/// lie, for visitors that only copy: fewer at a time, and none is copied before.
qd_cost qd__visit_shape(const qd__shape *shape, const qd__query_filter *filter, bool whole, qd_visitor *visitor,
                        void *context);

#endif
