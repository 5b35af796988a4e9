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

#if defined(MADV_HUGEPAGE) && !defined(__SANITIZE_ADDRESS__) // which looks after what the C library hands out
#define MAPS_PAGES 1
/// Huge pages of the system. Aligned blocks of glibc would leave holes in its heap, which grows to several times what
/// is in use.
static void *map_pages(size_t size)
{
    char *pages = (char *)mmap(NULL, size + QD__HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    const size_t before = (QD__HUGE_PAGE - (uintptr_t)pages % QD__HUGE_PAGE) % QD__HUGE_PAGE;
    if (before > 0)
        munmap(pages, before);
    munmap(pages + before + size, QD__HUGE_PAGE - before);
    madvise(pages + before, size, MADV_HUGEPAGE); // a wish: small pages serve too
    return pages + before;
}
#else
#define MAPS_PAGES 0
#endif

static size_t alignment_of(size_t size)
{
    return size < QD__PLATFORM_LARGE ? QD__LINE : QD__HUGE_PAGE;
}

/// Whole lines, or whole huge pages.
static size_t rounded_up(size_t size)
{
    return (size + alignment_of(size) - 1) / alignment_of(size) * alignment_of(size);
}

void *qd__platform_get(size_t size)
{
    if (size > SIZE_MAX - 2 * QD__HUGE_PAGE)
        return NULL;
#if defined(_WIN32)
    return _aligned_malloc(rounded_up(size), QD__LINE);
#elif MAPS_PAGES
    return size < QD__PLATFORM_LARGE ? aligned_alloc(QD__LINE, rounded_up(size)) : map_pages(rounded_up(size));
#else
    return aligned_alloc(alignment_of(size), rounded_up(size));
#endif
}

void qd__platform_give(void *block, size_t size)
{
#if defined(_WIN32)
    (void)size;
    _aligned_free(block);
#elif MAPS_PAGES
    if (block && size >= QD__PLATFORM_LARGE)
        munmap(block, rounded_up(size));
    else
        free(block);
#else
    (void)size;
    free(block);
#endif
}
