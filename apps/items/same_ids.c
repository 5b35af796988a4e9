// A table of places in the list, by the hashes of the ids (open addressing). Each place has some bits of its hash
// beside it, so that ids are compared only where they are most likely the same.
#include "same_ids.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    PART_BITS = 3, // hashes are gone through in so many parts, to take less memory
    AT_ONCE = 64   // items entered together
};

typedef struct id_place {
    uint32_t item; // from 1; 0: free
    uint32_t tag;
} id_place;

static uint64_t stir(uint64_t hash, uint64_t bytes)
{
    hash = (hash ^ bytes) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

// Eight bytes at a time.
static uint64_t hash_of(const char *text, size_t size)
{
    uint64_t hash = size, bytes = 0;
    for (; size >= sizeof bytes; size -= sizeof bytes, text += sizeof bytes) {
        memcpy(&bytes, text, sizeof bytes);
        hash = stir(hash, bytes);
    }
    for (bytes = 0; size > 0; size--)
        bytes = bytes << 8 | (unsigned char)text[size - 1];
    return stir(stir(hash, bytes), 0);
}

uint64_t same_ids_hash(const char *text)
{
    return hash_of(text, strlen(text));
}

// An item on its way into the table.
typedef struct id_entry {
    uint32_t item;
    const char *text;
    uint64_t hash;
} id_entry;

// Enters an item, unless its id is there.
static bool is_new(id_place *places, size_t mask, const items *list, const id_entry *e)
{
    const uint32_t tag = (uint32_t)(e->hash >> 32);
    size_t at = (size_t)(e->hash ^ e->hash >> 29) & mask;
    for (; places[at].item != 0; at = (at + 1) & mask)
        if (places[at].tag == tag && strcmp(items_text(list, places[at].item - 1), e->text) == 0)
            return false;
    places[at] = (id_place){ e->item + 1, tag };
    return true;
}

// The items that have the id of an earlier one.
typedef struct same_items {
    size_t count;
    size_t first; // of them
    const char *text;
} same_items;

// Enters some items. One after the other, they wait for memory together. False: they are too many for the table.
static bool enter(id_place *places, size_t room, const items *list, const id_entry *entries, size_t count,
                  size_t *entered, same_items *same)
{
    for (size_t i = 0; i < count; i++) {
        const id_entry *e = &entries[i];
        if (is_new(places, room - 1, list, e)) {
            if (++*entered > room - room / 8)
                return false;
        } else if (same->count++ == 0 || e->item < same->first) {
            same->first = e->item;
            same->text = e->text;
        }
    }
    return true;
}

// Goes through the items with hashes that begin with `part`. False: they are too many for the table.
static bool find_same(id_place *places, size_t room, const items *list, unsigned bits, uint64_t part, same_items *same)
{
    const char *text = items_text(list, 0);
    id_entry entries[AT_ONCE];
    size_t entered = 0, count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const size_t size = strlen(text);
        const uint64_t hash = hash_of(text, size);
        entries[count] = (id_entry){ i, text, hash };
        count += bits == 0 || hash >> (64 - bits) == part;
        text += size + 1;
        if (count < AT_ONCE && i + 1 < list->count)
            continue;
        if (!enter(places, room, list, entries, count, &entered, same))
            return false;
        count = 0;
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
    // Part by part. Only if ids were chosen for it is one too many for its table; then all are one part.
    for (unsigned bits = PART_BITS; !found; bits = 0) {
        size_t room = bits > 0 ? whole >> (bits - 1) : whole;
        id_place *places = malloc(room * sizeof *places);
        if (places == NULL) {
            complain("%s", strerror(ENOMEM));
            return false;
        }
        same = (same_items){ 0 };
        found = true;
        for (uint64_t part = 0; found && part < UINT64_C(1) << bits; part++) {
            memset(places, 0, room * sizeof *places);
            found = find_same(places, room, list, bits, part, &same);
        }
        free(places);
    }
    if (same.count > 0)
        note_at(file, "%zu item%s the id of an earlier one; the first such id is '%.80s'", same.count,
                same.count == 1 ? " has" : "s have", same.text);
    return true;
}
