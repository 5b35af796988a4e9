#include "grow.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *grow_one(void *array, size_t count, size_t element_size)
{
    // The room is the next power of two, so it is used up when the count is one (or 0).
    if ((count & (count - 1)) != 0)
        return array;
    size_t room = count > 0 ? count * 2 : 1;
    return room > count && room <= SIZE_MAX / element_size ? realloc(array, room * element_size) : NULL;
}

char *copy_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}
