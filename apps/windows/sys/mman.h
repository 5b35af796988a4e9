/// Files as memory that can be read, from their beginning; memory of nothing, and a part of it that cannot be touched.
#ifndef QUADRILLE_WINDOWS_MMAN_H
#define QUADRILLE_WINDOWS_MMAN_H

#include <sys/types.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_NORESERVE 0
#define MAP_FAILED ((void *)-1)

void *mmap(void *at, size_t size, int may, int flags, int file, off_t from);
int munmap(void *bytes, size_t size);

#endif
