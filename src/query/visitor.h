// How much a visitor gets at once, and what is asked after each call.
#ifndef QD_VISITOR_H
#define QD_VISITOR_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/// The most items or pairs that a visitor gets in one call: what passes on some of them has room for as many.
enum { QD__BATCH = 256 };

/// Has the visitor left the tree as it was? By the count of its changes before and after. If not, it ends a debug
/// build, and the query in others.
static inline bool qd__unchanged(uint64_t before, uint64_t after)
{
    assert(before == after && "a visitor must not change the tree");
    return before == after;
}

#endif
