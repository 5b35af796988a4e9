// The memory of trees. A block that a tree gives back is kept for the next tree: the system hands out a page several
// times more slowly than a tree fills it, and programs that build one tree often build another.
#if defined(__linux__)
#define _DEFAULT_SOURCE // madvise
#endif
#include "core.h"

#if defined(_WIN32) // has no aligned_alloc
void open_tree_memory(void)
{
}

qd_allocator tree_memory(void)
{
    const qd_allocator none = { NULL, NULL };
    return none;
}
#else

#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

enum {
    LINE = 64,
    PAGE = 4096,
    HUGE_PAGE = 1 << 21,
    LARGE = 1 << 20,      // from here on in huge pages
    LEAST = 4 * PAGE,     // smaller blocks are the C library's
    BLOCKS_MOST = 256,    // that are kept,
    BYTES_MOST = 1 << 25, // and bytes: 32 MiB
};

// Blocks that are free, the oldest first.
static struct {
    PyThread_type_lock lock;
    size_t count, bytes;
    struct {
        void *block;
        size_t size;
    } blocks[BLOCKS_MOST];
} kept;

static size_t rounded_up(size_t size)
{
    const size_t step = size < LEAST ? LINE : size < LARGE ? PAGE : HUGE_PAGE;
    return (size + step - 1) / step * step;
}

static void forget(size_t which)
{
    kept.bytes -= kept.blocks[which].size;
    kept.count--;
    memmove(&kept.blocks[which], &kept.blocks[which + 1], (kept.count - which) * sizeof *kept.blocks);
}

// A lock that is held is not waited for: after a fork its owner may be gone, and the system has memory as well.
static void *take_kept(size_t size)
{
    void *block = NULL;
    if (size >= LEAST && PyThread_acquire_lock(kept.lock, NOWAIT_LOCK)) {
        for (size_t i = kept.count; i-- > 0 && !block;) {
            if (kept.blocks[i].size == size) {
                block = kept.blocks[i].block;
                forget(i);
            }
        }
        PyThread_release_lock(kept.lock);
    }
    return block;
}

static bool keep(void *block, size_t size)
{
    if (size < LEAST || size > BYTES_MOST || !PyThread_acquire_lock(kept.lock, NOWAIT_LOCK))
        return false;
    while (kept.count == BLOCKS_MOST || kept.bytes > BYTES_MOST - size) {
        free(kept.blocks[0].block);
        forget(0);
    }
    kept.blocks[kept.count].block = block;
    kept.blocks[kept.count++].size = size;
    kept.bytes += size;
    PyThread_release_lock(kept.lock);
    return true;
}

static void *from_system(size_t size)
{
    void *block = aligned_alloc(size < LARGE ? LINE : HUGE_PAGE, size);
#if defined(MADV_HUGEPAGE)
    if (block && size >= LARGE)
        madvise(block, size, MADV_HUGEPAGE); // a wish
#endif
    return block;
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    void *fresh = NULL;
    if (new_size > 0) {
        const size_t size = new_size < SIZE_MAX - HUGE_PAGE ? rounded_up(new_size) : 0;
        fresh = size ? take_kept(size) : NULL;
        fresh = fresh || !size ? fresh : from_system(size);
        if (!fresh)
            return NULL;
    }
    if (fresh && block)
        memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    if (block && !keep(block, rounded_up(old_size)))
        free(block);
    return fresh;
}

void open_tree_memory(void)
{
    if (!kept.lock)
        kept.lock = PyThread_allocate_lock();
}

qd_allocator tree_memory(void)
{
    const qd_allocator none = { NULL, NULL }, own = { resize, NULL };
#if defined(__SANITIZE_ADDRESS__) // it looks after blocks that have been freed
    (void)own;
    return none;
#else
    return kept.lock ? own : none;
#endif
}

#endif
