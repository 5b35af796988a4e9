/// Large arrays are aligned to huge pages, so that none of them begins or ends with a row of small ones.
#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE // madvise is not in POSIX
#endif
#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#define SIZE_OF(array) ((ptrdiff_t)malloc_usable_size(array))
#else
#define SIZE_OF(array) 0 // and then nothing is known of how many bytes there were
#endif

static bool huge_pages = true;

static struct {
    bool on;
    ptrdiff_t held, most;
} watch;

void memory_use_huge_pages(bool use)
{
    huge_pages = use;
}

void memory_watch(void)
{
    watch.on = true;
    watch.held = watch.most = 0;
}

bool memory_watched(void)
{
    return watch.on;
}

void memory_note(ptrdiff_t bytes)
{
    if (!watch.on)
        return;
    watch.held += bytes;
    watch.most = watch.held > watch.most ? watch.held : watch.most;
}

size_t memory_most(void)
{
    watch.on = false;
    return (size_t)watch.most;
}

void *memory_array(size_t count, size_t size)
{
    size_t most = SIZE_MAX - MEMORY_LARGE;
    if (size > 0 && count > most / size)
        return NULL;
    size_t bytes = count * size, unit = bytes < MEMORY_LARGE ? 64 : MEMORY_LARGE;
    bytes = bytes == 0 ? unit : (bytes + unit - 1) / unit * unit;
    void *array = aligned_alloc(unit, bytes);
#ifdef __linux__
    if (array && unit == MEMORY_LARGE)
        (void)madvise(array, bytes, huge_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
#endif
    if (array && watch.on)
        memory_note(SIZE_OF(array));
    return array;
}

void *memory_grown(void *old, size_t count, size_t room, size_t size)
{
    void *larger = memory_array(room, size);
    if (!larger)
        return NULL;
    if (count > 0)
        memcpy(larger, old, count * size);
    memory_free(old);
    return larger;
}

void memory_free(void *array)
{
    if (array && watch.on)
        memory_note(-SIZE_OF(array));
    free(array);
}
