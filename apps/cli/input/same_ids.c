// A table of places in the list, by the hashes of the ids (open addressing). Each place has some bits of its hash
// beside it, so that ids are compared only where they are most likely the same.
#include "same_ids.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct id_place {
    uint32_t item; // from 1; 0: free
    uint32_t tag;
} id_place;

// FNV-1a, and a last stir so that the low bits depend on all.
static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != 0; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    hash ^= hash >> 32;
    return hash * UINT64_C(0x9e3779b97f4a7c15);
}

// Enters an item, unless its id is there.
static bool is_new(id_place *places, size_t mask, const items *list, uint32_t item, const char *text)
{
    const uint64_t hash = hash_of(text);
    const uint32_t tag = (uint32_t)(hash >> 32);
    size_t at = (size_t)(hash ^ hash >> 29) & mask;
    for (; places[at].item != 0; at = (at + 1) & mask)
        if (places[at].tag == tag && strcmp(items_text(list, places[at].item - 1), text) == 0)
            return false;
    places[at] = (id_place){ item + 1, tag };
    return true;
}

bool same_ids_tell(const items *list, const char *file)
{
    if (!list->has_texts || list->index != NULL || list->count < 2 || list->count > UINT32_MAX / 2)
        return true;
    size_t room = 2;
    while (room < list->count + list->count / 2)
        room *= 2;
    id_place *places = calloc(room, sizeof *places);
    if (places == NULL) {
        complain("%s", strerror(ENOMEM));
        return false;
    }
    size_t same = 0;
    const char *text = items_text(list, 0), *first = NULL;
    for (uint32_t i = 0; i < list->count; i++, text += strlen(text) + 1) {
        if (is_new(places, room - 1, list, i, text))
            continue;
        first = same++ == 0 ? text : first;
    }
    free(places);
    if (same > 0)
        complain_at(file, 0, "%zu item%s the id of an earlier one; the first such id is '%.80s'", same,
                    same == 1 ? " has" : "s have", first);
    return true;
}
