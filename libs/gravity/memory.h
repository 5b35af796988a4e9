// Memory from the caller's allocator, in blocks aligned to 64 bytes.
//
// src/store has the same few lines. They are repeated here because gravity is a library of its own on the public
// interface of the index, which gives out no memory; the names differ, so that both may be in one program.
#ifndef QD_GRAVITY_MEMORY_H
#define QD_GRAVITY_MEMORY_H

#include <quadrille/base.h>

/// The allocator to use: the caller's, or the C library's when it is zeroed.
qd_allocator qd__gravity_allocator(qd_allocator allocator);

/// A block of `count * size` bytes, neither of them 0. NULL: out of memory, or a product that overflows.
void *qd__gravity_get(const qd_allocator *allocator, size_t count, size_t size);

/// Frees a block of the size it was allocated with. Ignored when NULL.
void qd__gravity_give(const qd_allocator *allocator, void *block, size_t count, size_t size);

/// Makes room for `wanted` elements in an array with room for `*room`: `array` is the address of the pointer to it,
/// which may change. Keeps the first `count`. Grows by half at least, so appending costs O(1), amortised. False: out of
/// memory, and nothing has changed.
bool qd__gravity_reserve(const qd_allocator *allocator, void *array, size_t count, size_t *room, size_t wanted,
                         size_t size);

#endif
