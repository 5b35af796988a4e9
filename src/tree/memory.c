// A tree's memory: see memory.h. The default allocator is the only place that knows the platform's aligned allocation.
#include "memory.h"

#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <malloc.h>
#endif

enum { ALIGNMENT = 64 };

static void *aligned_get(size_t size)
{
    if (size > SIZE_MAX - (ALIGNMENT - 1)) {
        return NULL;
    }
    const size_t rounded = (size + (ALIGNMENT - 1)) / ALIGNMENT * ALIGNMENT;
#if defined(_WIN32)
    return _aligned_malloc(rounded, ALIGNMENT);
#else
    return aligned_alloc(ALIGNMENT, rounded);
#endif
}

static void aligned_give(void *block)
{
#if defined(_WIN32)
    _aligned_free(block);
#else
    free(block);
#endif
}

static void *default_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    void *fresh = new_size ? aligned_get(new_size) : NULL;
    if (new_size && !fresh) {
        return NULL;
    }
    if (fresh && block) {
        memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    }
    aligned_give(block);
    return fresh;
}

qd_allocator qd__memory_choose(qd_allocator allocator)
{
    if (!allocator.resize) {
        allocator.resize = default_resize;
    }
    return allocator;
}

void *qd__memory_get(qd__memory *memory, size_t count, size_t size)
{
    if (!count || !size || count > SIZE_MAX / size) {
        return NULL;
    }
    void *block = memory->allocator.resize(memory->allocator.context, NULL, 0, count * size);
    if (block) {
        memory->bytes += count * size;
    }
    return block;
}

void qd__memory_give(qd__memory *memory, void *block, size_t count, size_t size)
{
    if (block) {
        memory->allocator.resize(memory->allocator.context, block, count * size, 0);
        memory->bytes -= count * size;
    }
}
