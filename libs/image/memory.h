/// Memory of one call: blocks of the caller's allocator, which all go at its end. The reserve is one block, which
/// later ones are cut from: C libraries keep one large block for the next call where they give many small ones back to
/// the system, and then each page of them is fetched and cleared again.
#ifndef QUADRILLE_IMAGE_MEMORY_H
#define QUADRILLE_IMAGE_MEMORY_H

#include <quadrille/base.h>

enum { QD__BLOCKS = 64 };

typedef struct qd__blocks {
    qd_allocator allocator;
    uint8_t *reserved; ///< What is left of it.
    size_t reserved_size;
    int count;
    struct {
        void *block;
        size_t size;
    } blocks[QD__BLOCKS];
} qd__blocks;

/// NULL or zeroed: the C library's.
void qd__blocks_start(qd__blocks *memory, const qd_allocator *allocator);

/// The next blocks are parts of this one, as long as they fit.
bool qd__blocks_reserve(qd__blocks *memory, size_t size);

/// `count` elements, all zero. NULL: out of memory.
void *qd__blocks_get(qd__blocks *memory, size_t count, size_t size);

void qd__blocks_end(qd__blocks *memory);

#endif
