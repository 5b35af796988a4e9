// The names at the top of a JSON text, as far as its first bytes go: those of a Tiled map or others.
#include "kind.h"

#include <string.h>

// Names that every map has and no GeoJSON; Tiled writes them in the order of the alphabet, and what comes late may be
// far behind the layers.
static bool is_map_name(const char *name, size_t length)
{
    static const char *const names[] = { "compressionlevel", "infinite",     "layers",        "nextlayerid",
                                         "nextobjectid",     "orientation",  "renderorder",   "staggeraxis",
                                         "staggerindex",     "tiledversion", "editorsettings" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return true;
    return false;
}

bool kind_is_json_map(const char *head, size_t size)
{
    size_t depth = 0;
    for (size_t i = 0; i < size; i++) {
        char c = head[i];
        depth += c == '{' || c == '[';
        if (c == '}' || c == ']')
            depth -= depth > 0;
        if (c != '"')
            continue;
        size_t begin = ++i;
        for (; i < size && head[i] != '"'; i++)
            i += head[i] == '\\';
        size_t end = i + 1;
        while (end < size && strchr(" \t\r\n", head[end]) != NULL && head[end] != 0)
            end++;
        if (depth == 1 && head[0] == '{' && end < size && head[end] == ':' && is_map_name(head + begin, i - begin))
            return true;
    }
    return false;
}
