// Memory of one call: see memory.h.
#include "memory.h"

#include "allocator.h"

#include <string.h>

enum { ALIGNMENT = 16 };

// AddressSanitizer watches over the ends of blocks, so that under it each is one of its own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define APART 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define APART 1
#endif
#if !defined(APART)
#define APART 0
#endif

void qd__blocks_start(qd__blocks *memory, const qd_allocator *allocator)
{
    memory->count = 0;
    memory->reserved = NULL;
    memory->reserved_size = 0;
    memory->allocator = qd__allocator_or_libc(allocator ? *allocator : (qd_allocator){ .resize = NULL });
}

/// A block of the allocator, as it comes. NULL: out of memory.
static void *block_get(qd__blocks *memory, size_t size)
{
    if (memory->count == QD__BLOCKS)
        return NULL;
    void *block = qd__allocator_get(&memory->allocator, size, 1);
    if (block) {
        memory->blocks[memory->count].block = block;
        memory->blocks[memory->count].size = size;
        memory->count++;
    }
    return block;
}

bool qd__blocks_reserve(qd__blocks *memory, size_t size)
{
    memory->reserved = APART ? NULL : block_get(memory, size);
    memory->reserved_size = memory->reserved ? size : 0;
    return APART || memory->reserved;
}

void *qd__blocks_get(qd__blocks *memory, size_t count, size_t size)
{
    if (count > (SIZE_MAX - ALIGNMENT) / size)
        return NULL;
    const size_t whole = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *block = memory->reserved;
    if (whole <= memory->reserved_size) {
        memory->reserved += whole;
        memory->reserved_size -= whole;
    } else {
        block = block_get(memory, count * size);
    }
    return block ? memset(block, 0, count * size) : NULL;
}

void qd__blocks_end(qd__blocks *memory)
{
    while (memory->count > 0) {
        memory->count--;
        qd__allocator_give(&memory->allocator, memory->blocks[memory->count].block, memory->blocks[memory->count].size,
                           1);
    }
}
