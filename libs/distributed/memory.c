// Memory from the caller's allocator, or from the C library: see memory.h.
#include "memory.h"

#include <stdlib.h>

void *qd__mpi_get(const qd_allocator *allocator, size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size) {
        return NULL;
    }
    const size_t bytes = count * size > 0 ? count * size : 1;
    return allocator->resize ? allocator->resize(allocator->context, NULL, 0, bytes) : malloc(bytes);
}

void qd__mpi_give(const qd_allocator *allocator, void *block, size_t count, size_t size)
{
    if (!block) {
        return;
    }
    if (allocator->resize) {
        allocator->resize(allocator->context, block, count * size > 0 ? count * size : 1, 0);
    } else {
        free(block);
    }
}
