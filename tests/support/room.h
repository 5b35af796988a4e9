// Memory for code that may run without a test around it, as comparisons and the model do. Where there is none, the
// program ends.
#ifndef TESTS_ROOM_H
#define TESTS_ROOM_H

#include <stdio.h>
#include <stdlib.h>

// The block that malloc and the like returned; never NULL.
static inline void *got(void *block)
{
    if (!block) {
        fputs("the test itself is out of memory\n", stderr);
        exit(1);
    }
    return block;
}

// Zeroed, and there for no things too.
static inline void *room_for(size_t count, size_t size)
{
    return got(calloc(count + 1, size));
}

#endif
