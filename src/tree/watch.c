// Change log since the last update of its reader: see watch.h.
#include "watch.h"

#include <string.h>

void qd__watch_open(qd__watch *watch, struct qd_tree *tree)
{
    memset(watch, 0, sizeof *watch);
    watch->tree = tree;
    watch->next = tree->watches;
    tree->watches = watch;
}

void qd__watch_close(qd__watch *watch, qd__memory *memory)
{
    if (watch->tree) {
        qd__watch **link = &watch->tree->watches;
        while (*link != watch) {
            link = &(*link)->next;
        }
        *link = watch->next;
    }
    qd__memory_give(memory, watch->flags, (size_t)watch->room + 1, sizeof *watch->flags);
    qd__memory_give(memory, watch->touched, watch->room, sizeof *watch->touched);
    qd__memory_give(memory, watch->gone, watch->room, sizeof *watch->gone);
}

/// Memory for so many slots at least. False: no memory, and nothing has changed.
static bool make_room(qd__watch *watch, qd__memory *memory, uint32_t slots)
{
    if (slots <= watch->room) {
        return true;
    }
    const size_t half_more = (size_t)watch->room + watch->room / 2;
    // not covered: three thousand million slots would need more memory than a test may take
    const uint32_t room = slots > half_more || half_more > UINT32_MAX - 1 ? slots : (uint32_t)half_more;
    qd__watch next = *watch;
    next.room = room;
    next.flags = qd__memory_get(memory, (size_t)room + 1, sizeof *next.flags);
    next.touched = qd__memory_get(memory, room, sizeof *next.touched);
    next.gone = qd__memory_get(memory, room, sizeof *next.gone);
    const bool got = next.flags && next.touched && next.gone;
    if (got && watch->room > 0) {
        memcpy(next.flags, watch->flags, ((size_t)watch->known + 1) * sizeof *next.flags);
        memcpy(next.touched, watch->touched, watch->touched_count * sizeof *next.touched);
        memcpy(next.gone, watch->gone, watch->gone_count * sizeof *next.gone);
    }
    const qd__watch *idle = got ? watch : &next;
    qd__memory_give(memory, idle->flags, (size_t)idle->room + 1, sizeof *idle->flags);
    qd__memory_give(memory, idle->touched, idle->room, sizeof *idle->touched);
    qd__memory_give(memory, idle->gone, idle->room, sizeof *idle->gone);
    if (got) {
        *watch = next;
    }
    return got;
}

static void list(qd__watch *watch, uint32_t slot)
{
    if (!(watch->flags[slot] & QD__LISTED)) {
        watch->flags[slot] |= QD__LISTED;
        watch->touched[watch->touched_count++] = slot;
    }
}

static void list_stored(qd__watch *watch)
{
    for (uint32_t slot = 1; slot <= watch->known; slot++) {
        if (watch->flags[slot] & QD__STORED) {
            watch->flags[slot] &= (uint8_t)~QD__STORED;
            list(watch, slot);
        }
    }
    watch->stored = false;
}

bool qd__watch_look(qd__watch *watch, qd__memory *memory)
{
    const uint32_t slots = qd__watch_slots(watch);
    if (!make_room(watch, memory, slots)) {
        return false;
    }
    if (watch->stored) {
        list_stored(watch);
    }
    while (watch->known < slots) {
        const uint32_t slot = ++watch->known;
        watch->flags[slot] = 0;
        list(watch, slot);
    }
    return true;
}

void qd__watch_drop(qd__watch *watch, size_t count)
{
    watch->touched_count -= (uint32_t)count;
    if (watch->touched_count > 0) {
        memmove(watch->touched, watch->touched + count, watch->touched_count * sizeof *watch->touched);
    }
}

void qd__watch_note_touched(qd__watch *first, uint32_t slot)
{
    for (qd__watch *watch = first; watch; watch = watch->next) {
        if (slot <= watch->known) {
            list(watch, slot);
        }
    }
}

void qd__watch_note_gone(qd__watch *first, const qd_found *item)
{
    const uint32_t slot = item->id.slot;
    for (qd__watch *watch = first; watch; watch = watch->next) {
        if (slot <= watch->known && !(watch->flags[slot] & QD__GONE)) {
            watch->flags[slot] |= QD__GONE;
            watch->gone[watch->gone_count++] = *item;
        }
    }
}

void qd__watch_note_clear(struct qd_tree *tree)
{
    for (uint32_t size = 0; size < QD__SIZES && tree->watches; size++) {
        for (uint32_t index = 0; index < tree->buckets[size].used; index++) {
            const qd__bucket *bucket = qd__pool_at(&tree->buckets[size], index);
            for (uint64_t live = bucket->live; live; live &= live - 1) {
                qd__watch_note_gone(tree->watches, &qd__bucket_items(bucket)[qd__lowest_bit_long(live)]);
            }
        }
    }
}

void qd__watch_note_end(struct qd_tree *tree)
{
    qd__watch_note_clear(tree);
    for (qd__watch *watch = tree->watches; watch; watch = watch->next) {
        watch->tree = NULL;
    }
}
