// Memory of one call: see memory.h.
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/// The codec never resizes a block.
static void *image_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    free(block);
    return new_size > 0 ? malloc(new_size) : NULL;
}

void qd__blocks_start(qd__blocks *memory, const qd_allocator *allocator)
{
    memory->count = 0;
    memory->allocator = (qd_allocator){ .resize = image_resize };
    if (allocator && allocator->resize) {
        memory->allocator = *allocator;
    }
}

void *qd__blocks_get(qd__blocks *memory, size_t count, size_t size)
{
    if (memory->count == QD__BLOCKS || count > SIZE_MAX / size) {
        return NULL;
    }
    void *block = memory->allocator.resize(memory->allocator.context, NULL, 0, count * size);
    if (block) {
        memset(block, 0, count * size);
        memory->blocks[memory->count].block = block;
        memory->blocks[memory->count].size = count * size;
        memory->count++;
    }
    return block;
}

void qd__blocks_end(qd__blocks *memory)
{
    while (memory->count > 0) {
        memory->count--;
        memory->allocator.resize(memory->allocator.context, memory->blocks[memory->count].block,
                                 memory->blocks[memory->count].size, 0);
    }
}
