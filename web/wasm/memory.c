// malloc by the heap of the npm package (packages/npm/wasm/heap.c), in place of the C library's, which would be 4 KB of
// what a page loads. The demo asks seldom, and for large blocks. Each has a line in front of it that holds its size.
#include <platform.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LINE ((size_t)64)

static size_t *size_of(void *block)
{
    return (size_t *)(void *)((char *)block - LINE);
}

void *malloc(size_t size)
{
    size_t *front = size > SIZE_MAX / 2 ? NULL : qd__platform_get(size + LINE);
    if (!front)
        return NULL;
    *front = size;
    return (char *)front + LINE;
}

void free(void *block)
{
    if (block)
        qd__platform_give(size_of(block), *size_of(block) + LINE);
}

void *calloc(size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size)
        return NULL;
    void *block = malloc(count * size);
    return block ? memset(block, 0, count * size) : NULL;
}

void *realloc(void *old, size_t size)
{
    void *block = malloc(size);
    if (!old || !block)
        return block;
    memcpy(block, old, *size_of(old) < size ? *size_of(old) : size);
    free(old);
    return block;
}

/// Blocks lie on lines. Larger units are wishes for large pages, which WebAssembly lacks.
void *aligned_alloc(size_t unit, size_t size)
{
    (void)unit;
    return malloc(size);
}
