// Putting keys in order.
#ifndef QD_ORDER_H
#define QD_ORDER_H

#include <stddef.h>
#include <stdint.h>

/// Sorts keys, of which only the bits from `from` on (a multiple of 8) count; equal ones stay in the order they came.
/// `scratch` has room for as many. Cost O(count).
void qd__order(uint64_t *keys, uint64_t *scratch, size_t count, unsigned from);

#endif
