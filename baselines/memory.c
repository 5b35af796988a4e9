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

static bool huge_pages = true;

void memory_use_huge_pages(bool use)
{
    huge_pages = use;
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
    free(array);
}
