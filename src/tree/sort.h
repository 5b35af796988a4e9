// Radix sort of 64-bit keys.
#ifndef QD_SORT_H
#define QD_SORT_H

#include "quad.h"

typedef struct qd__key {
    uint64_t key;
    uint32_t index; ///< Whose key this is,
    uint32_t slot;  ///< and its slot, which the loader would otherwise look up all over the memory.
} qd__key;

/// Sorts by key, equal keys in the order they came; `scratch` has room for as many. Returns which of the two arrays
/// holds the result. Digits in which all keys agree cost nothing but their count. The tree's executor takes part.
qd__key *qd__sort(const struct qd_tree *tree, qd__key *keys, qd__key *scratch, size_t count);

#endif
