// A table of places in the list, by the hashes of the ids (open addressing). Each place has some bits of its hash
// beside it, so that ids are compared only where they are most likely the same.
#include "same_ids.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PART_BITS = 3 }; // hashes are gone through in so many parts, to take less memory

typedef struct id_place {
    uint32_t item; // from 1; 0: free
    uint32_t tag;
} id_place;

// FNV-1a, and a last stir so that the low bits depend on all.
uint64_t same_ids_hash(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text != 0; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    hash ^= hash >> 32;
    return hash * UINT64_C(0x9e3779b97f4a7c15);
}

// Enters an item, unless its id is there.
static bool is_new(id_place *places, size_t mask, const items *list, uint32_t item, const char *text, uint64_t hash)
{
    const uint32_t tag = (uint32_t)(hash >> 32);
    size_t at = (size_t)(hash ^ hash >> 29) & mask;
    for (; places[at].item != 0; at = (at + 1) & mask)
        if (places[at].tag == tag && strcmp(items_text(list, places[at].item - 1), text) == 0)
            return false;
    places[at] = (id_place){ item + 1, tag };
    return true;
}

// The items that have the id of an earlier one.
typedef struct same_items {
    size_t count;
    size_t first; // of them
    const char *text;
} same_items;

// Goes through the items with hashes that begin with `part`. False: they are too many for the table.
static bool find_same(id_place *places, size_t room, const items *list, unsigned bits, uint64_t part, same_items *same)
{
    const char *text = items_text(list, 0);
    size_t entered = 0;
    for (uint32_t i = 0; i < list->count; i++, text += strlen(text) + 1) {
        const uint64_t hash = same_ids_hash(text);
        if (bits > 0 && hash >> (64 - bits) != part)
            continue;
        if (is_new(places, room - 1, list, i, text, hash)) {
            if (++entered > room - room / 8)
                return false;
        } else if (same->count++ == 0 || i < same->first) {
            same->first = i;
            same->text = text;
        }
    }
    return true;
}

// Goes through all of them, part by part. False: a part was too many for the table.
static bool find_all_same(id_place *places, size_t room, const items *list, unsigned bits, same_items *same)
{
    *same = (same_items){ 0 };
    for (uint64_t part = 0; part < UINT64_C(1) << bits; part++) {
        memset(places, 0, room * sizeof *places);
        if (!find_same(places, room, list, bits, part, same))
            return false;
    }
    return true;
}

bool same_ids_tell(const items *list, const char *file)
{
    if (!list->has_texts || list->index != NULL || list->count < 2 || list->count > UINT32_MAX / 2)
        return true;
    size_t whole = 64;
    while (whole < list->count + list->count / 2)
        whole *= 2;
    same_items same;
    bool found = false;
    for (unsigned bits = PART_BITS; !found;
         bits = 0) { // parts can only be too uneven if ids were chosen the ids for it
        size_t room = bits > 0 ? whole >> (bits - 1) : whole;
        id_place *places = malloc(room * sizeof *places);
        if (places == NULL) {
            complain("%s", strerror(ENOMEM));
            return false;
        }
        found = find_all_same(places, room, list, bits, &same);
        free(places);
    }
    if (same.count > 0)
        note_at(file, "%zu item%s the id of an earlier one; the first such id is '%.80s'", same.count,
                same.count == 1 ? " has" : "s have", same.text);
    return true;
}
