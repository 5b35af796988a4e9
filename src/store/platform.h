// What depends on the operating system: aligned memory, and large pages for large blocks of it.
#ifndef QD_PLATFORM_H
#define QD_PLATFORM_H

#include <stddef.h>

/// Memory aligned to 64 bytes, or NULL. From a mebibyte on it requests huge pages: with small ones the
/// translation of addresses, not the memory itself, takes most of the time of a large tree.
void *qd__platform_get(size_t size);
/// Gives back a block of that size; NULL: nothing.
void qd__platform_give(void *block, size_t size);

#endif
