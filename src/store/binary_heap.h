// A binary heap in the caller's array. On top is the record that comes last, the first to be pushed out:
//
//               9            the array:   9 | 7 8 | 3 5
//            7     8
//           3 5              below record i are records 2i + 1 and 2i + 2, and neither comes after it
//
// Records are copied, never pointed at, so they may lie where other things are to be, and with gaps between them. (The
// items that nodes/heap.c is about lie in one place, and in no order.)
#ifndef QD_BINARY_HEAP_H
#define QD_BINARY_HEAP_H

#include "bits.h"

#include <stdbool.h>
#include <string.h>

enum { QD__HEAP_RECORD_MOST = 64 }; ///< Bytes.

/// What is in a heap. A constant, so that the compiler makes a loop of its own for each.
typedef struct qd__heap_kind {
    size_t size, stride;                                              ///< Bytes of a record, and from one to the next.
    bool (*after)(const void *context, const void *a, const void *b); ///< Does a come after b?
} qd__heap_kind;

/// Lets a record sink from a position among the first `count` to where it belongs.
static inline void qd__heap_sink(const qd__heap_kind *kind, const void *context, char *heap, size_t at, size_t count,
                                 const void *record)
{
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        const char *below = heap + child * kind->stride;
        if (child + 1 < count && kind->after(context, below + kind->stride, below)) {
            child++;
            below += kind->stride;
        }
        if (!kind->after(context, below, record))
            break;
        memcpy(heap + at * kind->stride, below, kind->size);
    }
    memcpy(heap + at * kind->stride, record, kind->size);
}

/// Lets a record rise from a position, the one behind the last, to where it belongs.
static inline void qd__heap_rise(const qd__heap_kind *kind, const void *context, char *heap, size_t at,
                                 const void *record)
{
    while (at > 0) {
        const size_t above = (at - 1) / 2;
        if (!kind->after(context, record, heap + above * kind->stride))
            break;
        memcpy(heap + at * kind->stride, heap + above * kind->stride, kind->size);
        at = above;
    }
    memcpy(heap + at * kind->stride, record, kind->size);
}

/// Sorts records, of which `unmade` at the beginning may not come after those below them: 0 in a heap, half of them
/// where they are in any order.
static inline void qd__heap_sort(const qd__heap_kind *kind, const void *context, char *heap, size_t unmade,
                                 size_t count)
{
    char record[QD__HEAP_RECORD_MOST];
    while (count > 1) {
        size_t at = 0;
        if (unmade > 0) { // makes a heap of them, from the last to the top
            at = --unmade;
            memcpy(record, heap + at * kind->stride, kind->size);
        } else { // takes one after the other off the top
            count--;
            memcpy(record, heap + count * kind->stride, kind->size);
            memcpy(heap + count * kind->stride, heap, kind->size);
        }
        qd__heap_sink(kind, context, heap, at, count, record);
    }
}

#endif
