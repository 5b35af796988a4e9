// The rows of an index: see rows.h. Numbers are little-endian, whatever the machine.
#include "rows.h"

#include "index_file.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 32, HAS_TEXTS = 1, DOWN = 2, VERSION = 1 };

static const char magic[8] = { 'q', 'u', 'a', 'd', 'r', 'o', 'w', 's' };

static void put_number(unsigned char *to, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t take_number(const unsigned char *from)
{
    uint64_t number = 0;
    for (int i = 8; i-- > 0;)
        number = number << 8 | from[i];
    return number;
}

qd_extra rows_pack(const items *list)
{
    size_t size = HEAD + 8 * list->count + list->texts_used;
    unsigned char *bytes = malloc(size);
    if (bytes == NULL)
        return (qd_extra){ NULL, 0 };
    memcpy(bytes, magic, sizeof magic);
    uint64_t flags = (list->has_texts ? HAS_TEXTS : 0) | (list->down ? DOWN : 0);
    put_number(bytes + 8, VERSION | flags << 32);
    put_number(bytes + 16, list->count);
    put_number(bytes + 24, list->texts_used);
    size_t name = 0; // names lie one after the other
    for (size_t i = 0; i < list->count; i++) {
        put_number(bytes + HEAD + 8 * i, list->has_texts ? name : items_number(list, i));
        name += list->has_texts ? strlen(items_text(list, i)) + 1 : 0;
    }
    if (list->texts_used > 0)
        memcpy(bytes + HEAD + 8 * list->count, list->texts, list->texts_used);
    return (qd_extra){ bytes, size };
}

bool rows_begin(qd_extra extra)
{
    return extra.size >= HEAD && memcmp(extra.bytes, magic, sizeof magic) == 0;
}

const char *rows_unpack(items *list, qd_extra extra, size_t count)
{
    const unsigned char *bytes = extra.bytes;
    uint64_t version = take_number(bytes + 8), texts = take_number(bytes + 24);
    if ((uint32_t)version != VERSION || version >> 32 > (HAS_TEXTS | DOWN))
        return "its rows are from another version" INDEX_REMEDY;
    if (take_number(bytes + 16) != count || texts > extra.size || extra.size - texts != HEAD + 8 * (uint64_t)count)
        return "its rows are corrupt" INDEX_REMEDY;
    list->has_texts = version >> 32 & HAS_TEXTS;
    list->down = version >> 32 & DOWN;
    list->count = count;
    list->packed = bytes + HEAD;
    list->texts = (char *)(uintptr_t)bytes + HEAD + 8 * count;
    list->texts_used = (size_t)texts;
    list->borrowed = true;
    bool sound = texts == 0 || list->texts[texts - 1] == 0;
    for (size_t i = 0; sound && list->has_texts && i < count; i++)
        sound = take_number(list->packed + 8 * i) < texts;
    return sound ? NULL : "its rows are corrupt" INDEX_REMEDY;
}
