/// Memory of one call: blocks of the caller's allocator, which all go at its end.
#ifndef QUADRILLE_IMAGE_MEMORY_H
#define QUADRILLE_IMAGE_MEMORY_H

#include <quadrille/base.h>

enum { QD__BLOCKS = 64 };

typedef struct qd__blocks {
    qd_allocator allocator;
    int count;
    struct {
        void *block;
        size_t size;
    } blocks[QD__BLOCKS];
} qd__blocks;

/// NULL or zeroed: the C library's.
void qd__blocks_start(qd__blocks *memory, const qd_allocator *allocator);

/// `count` elements, all zero. NULL: out of memory.
void *qd__blocks_get(qd__blocks *memory, size_t count, size_t size);

void qd__blocks_end(qd__blocks *memory);

#endif
