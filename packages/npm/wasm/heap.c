// The module's memory, in place of the C library's malloc, which would be 4 KB of what a page loads: a list of what is
// free, in order of address; the first piece that is large enough serves, and neighbours are joined again (Kernighan
// and Ritchie, The C Programming Language, section 8.7). A tree asks seldom, and for large blocks. A block's size
// comes with it when it is given back, so blocks have nothing in front of them.
#include "platform.h"

#include <stdbool.h>
#include <stdint.h>

#define LINE ((size_t)64)
#define PAGE ((size_t)65536)

/// Free memory, in whole lines.
typedef struct piece {
    struct piece *next;
    size_t size;
} piece;

static piece head;       ///< Its `next` is the first.
extern char __heap_base; // NOLINT(bugprone-reserved-identifier): the linker's name for where its own data ends

/// A size in whole lines: one at least.
static size_t in_lines(size_t size)
{
    return size == 0 ? LINE : (size + LINE - 1) / LINE * LINE;
}

static char *end_of(piece *from)
{
    return (char *)from + from->size;
}

/// Takes the piece after this one into it where nothing lies between.
static void join(piece *before)
{
    piece *after = before->next;
    if (after && end_of(before) == (char *)after) {
        before->size += after->size;
        before->next = after->next;
    }
}

void qd__platform_give(void *block, size_t size)
{
    if (!block)
        return;
    piece *before = &head, *fresh = block;
    while (before->next && before->next < fresh)
        before = before->next;
    *fresh = (piece){ before->next, in_lines(size) };
    before->next = fresh;
    join(fresh);
    join(before);
}

/// Adds pages at the end.
static bool add(size_t there, size_t more)
{
    // The last page of 2^32 bytes stays out: its end is no address.
    if (there + more > SIZE_MAX / PAGE || __builtin_wasm_memory_grow(0, more) == SIZE_MAX)
        return false;
    qd__platform_give((char *)(there * PAGE), more * PAGE);
    return true;
}

/// Memory from the end of what there is: an eighth more at least, since each time JavaScript loses its views of it.
static bool grow(size_t size)
{
    static bool begun;
    size_t pages = __builtin_wasm_memory_size(0);
    if (!begun) {
        begun = true;
        char *first = (char *)in_lines((size_t)&__heap_base);
        qd__platform_give(first, pages * PAGE - (size_t)first);
        return true;
    }
    piece *last = &head;
    while (last->next)
        last = last->next;
    const size_t there = (size_t)end_of(last) == pages * PAGE ? last->size : 0;
    const size_t more = (size - there + PAGE - 1) / PAGE;
    return (more < pages / 8 && add(pages, pages / 8)) || add(pages, more);
}

void *qd__platform_get(size_t size)
{
    const size_t wanted = in_lines(size);
    if (size > SIZE_MAX / 2)
        return NULL;
    do {
        for (piece *before = &head; before->next; before = before->next) {
            piece *here = before->next;
            if (here->size > wanted) {
                piece *rest = (piece *)(void *)((char *)here + wanted);
                *rest = (piece){ here->next, here->size - wanted };
                before->next = rest;
                return here;
            }
            if (here->size == wanted) {
                before->next = here->next;
                return here;
            }
        }
    } while (grow(wanted));
    return NULL;
}
