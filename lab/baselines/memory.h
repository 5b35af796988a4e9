/// Memory of the baselines, with one page policy for all of them: large arrays lie in huge pages, or none does.
#ifndef QUADRILLE_BASELINE_MEMORY_H
#define QUADRILLE_BASELINE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/// Arrays of this many bytes and more follow the page policy.
#define MEMORY_LARGE ((size_t)1 << 21)

/// Huge pages for large arrays allocated from now on (the default), or plain ones. Only a hint, and only on Linux.
/// Not to be called while another thread allocates.
void memory_use_huge_pages(bool use);

/// An array of `count` elements, aligned to 64 bytes (a large one to MEMORY_LARGE), its content unspecified. NULL: no
/// memory. An array of nothing is not NULL.
void *memory_array(size_t count, size_t size);

/// An array with room for more elements that begins with the `count` of the old one, which is given back. NULL: no
/// memory, and the old one is as it was.
void *memory_grown(void *old, size_t count, size_t room, size_t size);

/// NULL is allowed.
void memory_free(void *array);

/// How many elements to make room for where there was room for `room` and `count` are wanted, more than that: what
/// grows step by step is not to be allocated again at every step.
static inline size_t memory_room(size_t room, size_t count)
{
    size_t grown = room + room / 2;
    return grown > count ? grown : count;
}

/// From now on, counts the bytes of these arrays. Not to be called while another thread allocates.
void memory_watch(void);

/// Is it counted?
bool memory_watched(void);

/// Adds to the count what is held elsewhere, or takes it away. Does nothing while nothing is counted.
void memory_note(ptrdiff_t bytes);

/// Ends counting. The most bytes that were held at once, of those allocated since memory_watch; 0: not known.
size_t memory_most(void);

#endif
