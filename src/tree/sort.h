// Sorting the items of a bulk load by their keys.
#ifndef QD_SORT_H
#define QD_SORT_H

#include <stddef.h>
#include <stdint.h>

/// Sorts a list of numbers of items by their keys, of equal keys the lower number first, if that is how they came;
/// `keys` is by number, and `scratch` has room for as many numbers as the list. Cost O(count) for keys that are spread
/// out, and never more than O(64 count).
void qd__sort(const uint64_t *keys, uint32_t *list, uint32_t *scratch, size_t count);

#endif
