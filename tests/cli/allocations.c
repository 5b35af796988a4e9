// Loaded before a program (LD_PRELOAD): counts what it takes from the heap, and writes the most that it has had at
// once, in megabytes of 10^6 bytes, into the file that QUADRILLE_PEAK names.
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// What the C library calls its own.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);
// NOLINTEND(bugprone-reserved-identifier)

static atomic_llong now, most;

static void count(long long bytes)
{
    const long long all = atomic_fetch_add(&now, bytes) + bytes;
    long long before = atomic_load(&most);
    while (all > before && !atomic_compare_exchange_weak(&most, &before, all))
        continue;
}

static void *counted(void *block)
{
    if (block != NULL)
        count((long long)malloc_usable_size(block));
    return block;
}

void *malloc(size_t size)
{
    return counted(__libc_malloc(size));
}

void *calloc(size_t nmemb, size_t size)
{
    return counted(__libc_calloc(nmemb, size));
}

void *realloc(void *ptr, size_t size)
{
    const long long before = ptr != NULL ? (long long)malloc_usable_size(ptr) : 0;
    void *larger = __libc_realloc(ptr, size);
    if (larger != NULL || size == 0)
        count((larger != NULL ? (long long)malloc_usable_size(larger) : 0) - before);
    return larger;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return counted(__libc_memalign(alignment, size));
}

int posix_memalign(void **memptr, size_t alignment, size_t size)
{
    *memptr = aligned_alloc(alignment, size);
    return *memptr != NULL || size == 0 ? 0 : 12; // ENOMEM
}

void free(void *ptr)
{
    if (ptr != NULL)
        count(-(long long)malloc_usable_size(ptr));
    __libc_free(ptr);
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("QUADRILLE_PEAK");
    const long long peak = atomic_load(&most);
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "%lld\n", peak / 1000000);
    fclose(file);
}
