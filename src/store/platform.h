// What depends on the operating system: aligned memory, and large pages for large blocks of it.
#ifndef QD_PLATFORM_H
#define QD_PLATFORM_H

#include <stddef.h>

#if defined(__linux__)
#define QD__CAN_HUGE_PAGES 1
#else
#define QD__CAN_HUGE_PAGES 0
#endif
#ifndef QD__ALWAYS_HUGE_PAGES ///< Any allocator that this build is given returns huge pages as blocks of their size.
#define QD__ALWAYS_HUGE_PAGES 0
#endif

#define QD__LINE ((size_t)64)
#define QD__HUGE_PAGE ((size_t)2 << 20)
#define QD__PLATFORM_LARGE ((size_t)1 << 20) ///< From here on whole huge pages are worth what the last one wastes.

/// Memory aligned to 64 bytes, or NULL. From a mebibyte on it requests huge pages: with small ones the
/// translation of addresses, not the memory itself, takes most of the time of a large tree.
void *qd__platform_get(size_t size);
/// Gives back a block of that size; NULL: nothing.
void qd__platform_give(void *block, size_t size);

#endif
