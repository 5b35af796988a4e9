// Sorting the items of a bulk load by their keys, as far as the tree needs it.
#ifndef QD_SORT_H
#define QD_SORT_H

#include <stddef.h>
#include <stdint.h>

/// In a tally: items of larger nodes are among those counted.
#define QD__MIXED (UINT32_C(1) << 31)

/// What is sorted.
typedef struct qd__sorting {
    const uint64_t *keys; ///< By number of item; build.h says what is in them.
    unsigned floor;       ///< Shift of the smallest nodes.
    uint32_t capacity;    ///< No more items than this share a leaf in any order.
} qd__sorting;

/// Sorts a list of numbers of items by their keys, equal ones in the order they came; only those of one node that are
/// no more than the capacity, and none of them of a larger node, stay in the order they came too. `scratch` has room
/// for as many numbers as the list. Cost O(count) for keys that are spread out, and never more than O(64 count).
void qd__sort(const qd__sorting *of, uint32_t *list, uint32_t *scratch, size_t count);

enum { QD__SORT_BITS = 9 };

/// One counting pass: orders numbers by QD__SORT_BITS bits of their keys from a shift on, equal ones as they are in
/// `from`. NULL: the numbers come in order.
void qd__sort_by_bits(const uint32_t *keys, unsigned shift, const uint32_t *from, uint32_t *to, size_t count);

#endif
