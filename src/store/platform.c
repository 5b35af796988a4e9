// What depends on the operating system: see platform.h. Linux and macOS; Windows as far as it goes without trying.
#if defined(__linux__)
#define _DEFAULT_SOURCE // NOLINT(bugprone-reserved-identifier): glibc's name, for madvise
#endif

#include "platform.h"

#include <stdint.h>
#include <stdlib.h>
#if defined(_WIN32)
#include <malloc.h>
#elif defined(__linux__)
#include <sys/mman.h>
#endif

void *qd__platform_get(size_t size)
{
    const size_t alignment = size < QD__PLATFORM_LARGE ? QD__LINE : QD__HUGE_PAGE;
    if (size > SIZE_MAX - alignment)
        return NULL;
    const size_t rounded = (size + alignment - 1) / alignment * alignment;
#if defined(_WIN32)
    return _aligned_malloc(rounded, QD__LINE);
#else
    void *block = aligned_alloc(alignment, rounded);
#if defined(MADV_HUGEPAGE)
    if (block && alignment == QD__HUGE_PAGE)
        madvise(block, rounded, MADV_HUGEPAGE); // a wish: small pages serve too
#endif
    return block;
#endif
}

void qd__platform_give(void *block, size_t size)
{
    (void)size;
#if defined(_WIN32)
    _aligned_free(block);
#else
    free(block);
#endif
}
