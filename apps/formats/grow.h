/// Arrays that grow by doubling; the count alone decides when.
#ifndef QUADRILLE_FORMATS_GROW_H
#define QUADRILLE_FORMATS_GROW_H

#include <stddef.h>

/// Room for one more behind `count` elements of an array that has grown through this call only. NULL: no memory, and
/// the array is as it was.
void *grow_one(void *array, size_t count, size_t element_size);

/// A copy of `length` bytes with a NUL behind them, to be freed. NULL: no memory.
char *copy_text(const char *text, size_t length);

#endif
