// A tree's memory: see memory.h.
#include "memory.h"

#include <assert.h>
#include <string.h>

static void *default_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    void *fresh = new_size ? qd__platform_get(new_size) : NULL;
    if (new_size && !fresh)
        return NULL;
    if (fresh && block)
        memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    qd__platform_give(block, old_size);
    return fresh;
}

qd_allocator qd__memory_choose(qd_allocator allocator)
{
    if (!allocator.resize)
        allocator.resize = default_resize;
    return allocator;
}

void *qd__memory_get(qd__memory *memory, size_t count, size_t size)
{
    if (!count || !size || count > SIZE_MAX / size)
        return NULL;
    void *block = memory->allocator.resize(memory->allocator.context, NULL, 0, count * size);
    if (block)
        memory->bytes += count * size;
    return block;
}

#if QD__CAN_HUGE_PAGES
enum { SLAB_LEAST = 8 << 10 }; ///< A smaller one costs few pages.

/// A huge page in which slabs lie. This is not stored in the page: one that is reserved ahead takes no memory yet.
typedef struct qd__slab_page {
    char *start;
    size_t used;  ///< Bytes from its start on.
    size_t slabs; ///< Not given back yet.
} qd__slab_page;

void *qd__memory_get_slab(qd__memory *memory, size_t count, size_t size)
{
    const size_t bytes = (count * size + QD__LINE - 1) / QD__LINE * QD__LINE;
    const bool huge = QD__ALWAYS_HUGE_PAGES || memory->allocator.resize == default_resize;
    assert(bytes <= QD__HUGE_PAGE);
    if (!huge || memory->bytes + bytes < QD__PLATFORM_LARGE || bytes < SLAB_LEAST)
        return qd__memory_get(memory, count, size);
    size_t at = 0;
    while (at < memory->page_count && bytes > QD__HUGE_PAGE - memory->pages[at].used)
        at++;
    if (at == memory->page_count) {
        char *start = (char *)memory->allocator.resize(memory->allocator.context, NULL, 0, QD__HUGE_PAGE);
        if (!start)
            return NULL;
        if (!qd__memory_reserve(memory, &memory->pages, at, &memory->page_room, at + 1, sizeof *memory->pages)) {
            memory->allocator.resize(memory->allocator.context, start, QD__HUGE_PAGE, 0);
            return NULL;
        }
        memory->pages[memory->page_count++] = (qd__slab_page){ start, 0, 0 };
    }
    qd__slab_page *page = &memory->pages[at];
    char *slab = page->start + page->used;
    page->used += bytes;
    page->slabs++;
    memory->bytes += count * size;
    return slab;
}

/// Gives a slab back that lies in a page. False: it is a block.
static bool give_slab(qd__memory *memory, const void *slab)
{
    for (size_t at = 0; at < memory->page_count; at++) {
        qd__slab_page *page = &memory->pages[at];
        if ((uintptr_t)slab - (uintptr_t)page->start < QD__HUGE_PAGE) {
            if (--page->slabs == 0) {
                memory->allocator.resize(memory->allocator.context, page->start, QD__HUGE_PAGE, 0);
                *page = memory->pages[--memory->page_count];
            }
            if (memory->page_count == 0) {
                const size_t room = memory->page_room * sizeof *page;
                memory->allocator.resize(memory->allocator.context, memory->pages, room, 0);
                memory->bytes -= room;
                memory->pages = NULL;
                memory->page_room = 0;
            }
            return true;
        }
    }
    return false;
}

#else
static bool give_slab(const qd__memory *memory, const void *slab)
{
    (void)memory;
    (void)slab;
    return false;
}
#endif

void qd__memory_give(qd__memory *memory, void *block, size_t count, size_t size)
{
    if (block) {
        if (!give_slab(memory, block))
            memory->allocator.resize(memory->allocator.context, block, count * size, 0);
        memory->bytes -= count * size;
    }
}

bool qd__memory_reserve(qd__memory *memory, void *array, size_t count, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return true;
    const size_t half_more = *room + *room / 2 + 16, more = wanted > half_more ? wanted : half_more;
    void *old, *fresh = qd__memory_get(memory, more, size);
    if (!fresh)
        return false;
    memcpy(&old, array, sizeof old);
    if (count > 0)
        memcpy(fresh, old, count * size);
    qd__memory_give(memory, old, *room, size);
    memcpy(array, &fresh, sizeof fresh);
    *room = more;
    return true;
}
