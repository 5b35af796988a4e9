// Sorting the items of a bulk load by their keys, as far as the tree needs it.
#ifndef QD_SORT_H
#define QD_SORT_H

#include <stddef.h>
#include <stdint.h>

/// In a tally: items of larger nodes are among those counted.
#define QD__MIXED (UINT32_C(1) << 31)

/// How far to sort.
typedef struct qd__sorting {
    unsigned floor;    ///< Shift of the smallest nodes that the keys distinguish.
    uint32_t capacity; ///< No more items than this share a leaf in any order.
} qd__sorting;

/// Items to sort: their keys (build.h) and their numbers, side by side, so that no step reads keys all over the memory.
typedef struct qd__keyed {
    uint32_t *keys;
    uint32_t *numbers;
} qd__keyed;

/// Sorts a list of items by their keys, equal ones in the order they came; only those of one node that are no more than
/// the capacity, and none of them of a larger node, stay in the order they came too. `scratch` has room for as many
/// items as the list. Cost O(count) for keys that are spread out, and never more than O(64 count).
void qd__sort(const qd__sorting *of, qd__keyed list, qd__keyed scratch, size_t count);

enum { QD__SORT_BITS = 9 };

/// One counting pass: orders numbers by QD__SORT_BITS bits of their keys from a shift on, equal ones as they are in
/// `from`. NULL: the numbers come in order.
void qd__sort_by_bits(const uint32_t *keys, unsigned shift, const uint32_t *from, uint32_t *to, size_t count);

#endif
