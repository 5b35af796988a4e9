// From the most to the least telling: bytes that only one kind begins with, the name, the first letter of a text.
#include "kind.h"
#include "blank.h"

#include <string.h>

// The magic of snapshots is eight bytes, half of them there to be spoilt by what takes the file for text. Any two of
// them may be damaged.
bool kind_is_index(const char *head, size_t size)
{
    static const char magic[] = "\x89QDS\r\n\x1a\n";
    enum { LETTERS = 4, MAGIC = sizeof magic - 1, ENOUGH = MAGIC - 2 };
    int same = 0;
    for (size_t i = 0; i < MAGIC && i < size; i++)
        same += head[i] == magic[i];
    return same >= ENOUGH || (size >= 2 && memcmp(head, magic, size < LETTERS ? size : LETTERS) == 0);
}

static bool begins(const char *head, size_t size, const char *with, size_t length)
{
    return size >= length && memcmp(head, with, length) == 0;
}

static file_kind find_text(const char *path, const char *text, size_t size, const char **remedy)
{
    int first = size > 0 ? text[0] : 0;
    if (first == '<') {
        *remedy = kind_of_xml(text, size);
        return *remedy != NULL ? KIND_OTHER : KIND_MAP_XML;
    }
    *remedy = kind_of_program(text, size);
    if (*remedy == NULL && (first == '{' || first == '['))
        *remedy = kind_of_json(path, text, size);
    if (*remedy != NULL)
        return KIND_OTHER;
    if (first == 0x1e || kind_ends_with(path, ".geojson"))
        return KIND_GEOJSON;
    if (kind_ends_with(path, ".tmj"))
        return KIND_MAP_JSON;
    if (first != '{' && first != '[') {
        *remedy = kind_without_text(text, size);
        return *remedy != NULL ? KIND_OTHER : KIND_CSV;
    }
    return kind_is_json_map(text, size) ? KIND_MAP_JSON : KIND_GEOJSON;
}

file_kind kind_find(const char *path, const char *head, size_t size, const char **remedy)
{
    *remedy = NULL;
    if (kind_is_index(head, size))
        return KIND_INDEX;
    // XML may be UTF-16 as well: then its mark, or none, is followed by a '<' of two bytes.
    if (begins(head, size, "\xff\xfe<\0", 4) || begins(head, size, "\xfe\xff\0<", 4) ||
        begins(head, size, "<\0?\0", 4) || begins(head, size, "\0<\0?", 4))
        return KIND_MAP_XML;
    *remedy = kind_of_bytes(path, head, size);
    if (*remedy != NULL)
        return KIND_OTHER;
    if (kind_ends_with(path, ".tmx"))
        return KIND_MAP_XML;
    size_t skipped = begins(head, size, "\xef\xbb\xbf", 3) ? 3 : 0;
    while (skipped < size && is_blank(head[skipped]))
        skipped++;
    return find_text(path, head + skipped, size - skipped, remedy);
}
