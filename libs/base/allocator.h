// Blocks of memory from an allocator: the caller's, or a library's own. Its `resize` is never NULL. The index has
// src/store/memory.h instead, which counts the bytes.
#ifndef QD_ALLOCATOR_H
#define QD_ALLOCATOR_H

#include <quadrille/base.h>
#include <stdlib.h>
#include <string.h>

static inline void *qd__libc_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

/// The caller's, or the C library's where it is zeroed.
static inline qd_allocator qd__allocator_or_libc(qd_allocator allocator)
{
    if (!allocator.resize)
        allocator.resize = qd__libc_resize;
    return allocator;
}

/// A block of `count * size` bytes, or of one byte where that is 0. NULL: out of memory, or a product that overflows.
static inline void *qd__allocator_get(const qd_allocator *allocator, size_t count, size_t size)
{
    // not covered: the caller's own arrays would not leave room for so much
    if (size > 0 && count > SIZE_MAX / size)
        return NULL;
    return allocator->resize(allocator->context, NULL, 0, count * size > 0 ? count * size : 1);
}

/// Frees a block of the size it was allocated with. Ignored when NULL.
static inline void qd__allocator_give(const qd_allocator *allocator, void *block, size_t count, size_t size)
{
    if (block)
        allocator->resize(allocator->context, block, count * size > 0 ? count * size : 1, 0);
}

/// Makes room for `wanted` elements in an array with room for `*room`: `array` is the address of the pointer to it,
/// which may change. Keeps the first `count`. Grows by half at least, so appending costs O(1), amortized. False: out of
/// memory, and nothing has changed.
static inline bool qd__allocator_reserve(const qd_allocator *allocator, void *array, size_t count, size_t *room,
                                         size_t wanted, size_t size)
{
    if (wanted <= *room)
        return true;
    const size_t half_more = *room + *room / 2 + 16, more = wanted > half_more ? wanted : half_more;
    void *old, *fresh = qd__allocator_get(allocator, more, size);
    if (!fresh)
        return false;
    memcpy(&old, array, sizeof old);
    if (count > 0)
        memcpy(fresh, old, count * size);
    qd__allocator_give(allocator, old, *room, size);
    memcpy(array, &fresh, sizeof fresh);
    *room = more;
    return true;
}

#endif
