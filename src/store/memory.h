// A tree's memory: its allocator, and how much of it the tree holds. Blocks are aligned to 64 bytes, a cache line.
//
// Records of pools lie in slabs. With small pages a tree of 100,000 items waits for the translation of addresses. From
// a mebibyte on slabs therefore lie side by side in huge pages:
//
//     | slab of buckets | slab of quads | slab of slots |    free    |
//
// A page goes back when its last slab has. A caller's allocator may have no huge pages: there each slab is a block.
#ifndef QD_MEMORY_H
#define QD_MEMORY_H

#include "platform.h"

#include <quadrille/base.h>

typedef struct qd__memory {
    qd_allocator allocator;
    size_t bytes; ///< Held now.
#if QD__CAN_HUGE_PAGES
    struct qd__slab_page *pages; ///< In which slabs lie.
    size_t page_count, page_room;
#endif
} qd__memory;

/// The allocator to use: the caller's, or the C library's when it is all zero.
qd_allocator qd__memory_choose(qd_allocator allocator);

/// A block of `count * size` bytes, or NULL for no memory (or a product that overflows, or nothing asked for).
void *qd__memory_get(qd__memory *memory, size_t count, size_t size);

/// The same for a slab of a pool.
#if QD__CAN_HUGE_PAGES
void *qd__memory_get_slab(qd__memory *memory, size_t count, size_t size);
#else
static inline void *qd__memory_get_slab(qd__memory *memory, size_t count, size_t size)
{
    return qd__memory_get(memory, count, size);
}
#endif

/// Makes room for `wanted` elements in an array that has room for `*room` of them and may have to be exchanged for a
/// larger one: `array` is the address of the pointer to it. The first `count` are kept. Grows by half at least, so that
/// appending costs O(1), amortized. False: no memory, and nothing has changed.
bool qd__memory_reserve(qd__memory *memory, void *array, size_t count, size_t *room, size_t wanted, size_t size);

/// Gives a block or a slab back with the size it was got with. NULL is allowed.
void qd__memory_give(qd__memory *memory, void *block, size_t count, size_t size);

#endif
