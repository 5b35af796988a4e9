// Where gravity's memory comes from: see memory.h.
#if defined(__linux__)
#define _DEFAULT_SOURCE // NOLINT(bugprone-reserved-identifier): glibc's name, for madvise
#endif

#include "memory.h"

#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <malloc.h>
#elif defined(__linux__)
#include <sys/mman.h>
#endif

#define BLOCK_LINE ((size_t)64)
#define BLOCK_PAGE ((size_t)2 << 20)  ///< A huge page.
#define BLOCK_LARGE ((size_t)1 << 20) ///< From here on whole huge pages are worth what the last one wastes.

static void *get_aligned(size_t size)
{
    const size_t alignment = size < BLOCK_LARGE ? BLOCK_LINE : BLOCK_PAGE;
    // not covered: the caller's own arrays would not leave room for so much
    if (size > SIZE_MAX - alignment)
        return NULL;
    const size_t rounded = (size + alignment - 1) / alignment * alignment;
#if defined(_WIN32)
    return _aligned_malloc(rounded, BLOCK_LINE);
#else
    void *block = aligned_alloc(alignment, rounded);
#if defined(MADV_HUGEPAGE)
    if (block && alignment == BLOCK_PAGE)       // not covered: the C library is out of memory
        madvise(block, rounded, MADV_HUGEPAGE); // a wish: small pages serve too
#endif
    return block;
#endif
}

/// Gravity never resizes a block.
static void *resize_aligned(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
#if defined(_WIN32)
    _aligned_free(block);
#else
    free(block);
#endif
    return new_size > 0 ? get_aligned(new_size) : NULL;
}

qd_allocator qd__gravity_allocator(qd_allocator allocator)
{
    if (!allocator.resize)
        allocator.resize = resize_aligned;
    return allocator;
}
