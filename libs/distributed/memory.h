// Memory from the caller's allocator. The index gives out none, so each library beside it has these few lines.
#ifndef QD_MPI_MEMORY_H
#define QD_MPI_MEMORY_H

#include <quadrille/base.h>

/// A block of `count * size` bytes, or of one byte where that is 0. NULL: out of memory, or the product overflows.
void *qd__mpi_get(const qd_allocator *allocator, size_t count, size_t size);

/// Frees a block of the size it was allocated with. Ignored when NULL.
void qd__mpi_give(const qd_allocator *allocator, void *block, size_t count, size_t size);

#endif
