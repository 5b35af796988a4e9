// How a file's name ends, in any case, and behind what says that it is packed.
#include "kind.h"

#include <string.h>

static char lower(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c;
}

static bool same_end(const char *path, size_t length, const char *ending)
{
    size_t size = strlen(ending);
    if (length < size)
        return false;
    for (size_t i = 0; i < size; i++)
        if (lower(path[length - size + i]) != ending[i])
            return false;
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
