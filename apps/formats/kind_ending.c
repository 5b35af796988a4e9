// How a file's name ends, in any case, and behind what says that it is packed.
#include "kind.h"

#include <string.h>

static bool same_end(const char *path, size_t length, const char *ending)
{
    size_t size = strlen(ending);
    if (length < size)
        return false;
    for (size_t i = 0; i < size; i++) {
        const char c = path[length - size + i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != ending[i])
            return false;
    }
    return true;
}

bool kind_ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path);
    if (same_end(path, length, ".gz"))
        length -= strlen(".gz");
    else if (same_end(path, length, ".zst"))
        length -= strlen(".zst");
    return same_end(path, length, ending);
}
