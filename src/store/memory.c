// A tree's memory: see memory.h.
#include "memory.h"

#include "platform.h"

#include <string.h>

static void *default_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    void *fresh = new_size ? qd__platform_get(new_size) : NULL;
    if (new_size && !fresh) {
        return NULL;
    }
    if (fresh && block) {
        memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    }
    qd__platform_give(block, old_size);
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

bool qd__memory_reserve(qd__memory *memory, void *array, size_t count, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room) {
        return true;
    }
    const size_t half_more = *room + *room / 2 + 16, more = wanted > half_more ? wanted : half_more;
    void *old, *fresh = qd__memory_get(memory, more, size);
    if (!fresh) {
        return false;
    }
    memcpy(&old, array, sizeof old);
    if (count > 0) {
        memcpy(fresh, old, count * size);
    }
    qd__memory_give(memory, old, *room, size);
    memcpy(array, &fresh, sizeof fresh);
    *room = more;
    return true;
}
