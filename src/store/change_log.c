// Change log since the last update of its reader: see change_log.h.
#include "change_log.h"

#include <string.h>

void qd__change_log_open(qd__change_log *change_log, struct qd_tree *tree)
{
    memset(change_log, 0, sizeof *change_log);
    change_log->tree = tree;
    change_log->next = tree->upkeep.change_logs;
    tree->upkeep.change_logs = change_log;
}

void qd__change_log_close(qd__change_log *change_log, qd__memory *memory)
{
    if (change_log->tree) {
        qd__change_log **link = &change_log->tree->upkeep.change_logs;
        while (*link != change_log)
            link = &(*link)->next;
        *link = change_log->next;
    }
    qd__memory_give(memory, change_log->flags, (size_t)change_log->room + 1, sizeof *change_log->flags);
    qd__memory_give(memory, change_log->touched, change_log->room, sizeof *change_log->touched);
    qd__memory_give(memory, change_log->gone, change_log->room, sizeof *change_log->gone);
    qd__memory_give(memory, change_log->last, (size_t)change_log->room + 1, sizeof *change_log->last);
}

/// Memory for so many slots at least. False: no memory, and nothing has changed.
static bool make_log_room(qd__change_log *change_log, qd__memory *memory, uint32_t slots)
{
    if (slots <= change_log->room)
        return true;
    const size_t half_more = (size_t)change_log->room + change_log->room / 2;
    // not covered: three thousand million slots would need more memory than a test may take
    const uint32_t room = slots > half_more || half_more > UINT32_MAX - 1 ? slots : (uint32_t)half_more;
    qd__change_log next = *change_log;
    next.room = room;
    next.flags = (uint8_t *)qd__memory_get(memory, (size_t)room + 1, sizeof *next.flags);
    next.touched = (uint32_t *)qd__memory_get(memory, room, sizeof *next.touched);
    next.gone = (uint32_t *)qd__memory_get(memory, room, sizeof *next.gone);
    next.last = (qd_entry *)qd__memory_get(memory, (size_t)room + 1, sizeof *next.last);
    const bool got = next.flags && next.touched && next.gone && next.last;
    if (got && change_log->room > 0) {
        memcpy(next.flags, change_log->flags, ((size_t)change_log->known + 1) * sizeof *next.flags);
        memcpy(next.touched, change_log->touched, change_log->touched_count * sizeof *next.touched);
        memcpy(next.gone, change_log->gone, change_log->gone_count * sizeof *next.gone);
        memcpy(next.last, change_log->last, ((size_t)change_log->known + 1) * sizeof *next.last);
    }
    const qd__change_log *idle = got ? change_log : &next;
    qd__memory_give(memory, idle->flags, (size_t)idle->room + 1, sizeof *idle->flags);
    qd__memory_give(memory, idle->touched, idle->room, sizeof *idle->touched);
    qd__memory_give(memory, idle->gone, idle->room, sizeof *idle->gone);
    qd__memory_give(memory, idle->last, (size_t)idle->room + 1, sizeof *idle->last);
    if (got)
        *change_log = next;
    return got;
}

static void list_slot(qd__change_log *change_log, uint32_t slot)
{
    if (!(change_log->flags[slot] & QD__LISTED)) {
        change_log->flags[slot] |= QD__LISTED;
        change_log->touched[change_log->touched_count++] = slot;
    }
}

bool qd__change_log_read(qd__change_log *change_log, qd__memory *memory)
{
    const uint32_t slots = qd__change_log_slots(change_log);
    if (!make_log_room(change_log, memory, slots))
        return false;
    if (change_log->stored) {
        for (uint32_t slot = 1; slot <= change_log->known; slot++) {
            if (change_log->flags[slot] & QD__STORED) {
                change_log->flags[slot] &= (uint8_t)~QD__STORED;
                list_slot(change_log, slot);
            }
        }
        change_log->stored = false;
    }
    while (change_log->known < slots) {
        const uint32_t slot = ++change_log->known;
        change_log->flags[slot] = 0;
        list_slot(change_log, slot);
    }
    return true;
}

void qd__change_log_drop(qd__change_log *change_log, size_t count)
{
    change_log->touched_count -= (uint32_t)count;
    if (change_log->touched_count > 0) {
        memmove(change_log->touched, change_log->touched + count,
                change_log->touched_count * sizeof *change_log->touched);
    }
}

void qd__change_log_note_touched(qd__change_log *first, uint32_t slot)
{
    for (qd__change_log *change_log = first; change_log; change_log = change_log->next)
        if (slot <= change_log->known)
            list_slot(change_log, slot);
}

void qd__change_log_note_gone(qd__change_log *first, const qd_entry *item)
{
    const uint32_t slot = qd_id_slot(item->id);
    for (qd__change_log *change_log = first; change_log; change_log = change_log->next) {
        if (slot <= change_log->known && !(change_log->flags[slot] & QD__GONE)) {
            change_log->flags[slot] |= QD__GONE;
            change_log->gone[change_log->gone_count++] = slot;
            change_log->last[slot] = *item;
        }
    }
}

void qd__change_log_note_clear(struct qd_tree *tree)
{
    for (uint32_t size = 0; size < QD__SIZES && tree->upkeep.change_logs; size++) {
        for (uint32_t index = 0; index < tree->pools.buckets[size].used; index++) {
            const qd__bucket *bucket = (const qd__bucket *)qd__pool_at(&tree->pools.buckets[size], index);
            for (uint64_t live = bucket->live; live; live &= live - 1) {
                qd__change_log_note_gone(tree->upkeep.change_logs,
                                         &qd__bucket_items(bucket)[qd__lowest_bit_long(live)]);
            }
        }
    }
}

void qd__change_log_note_end(struct qd_tree *tree)
{
    qd__change_log_note_clear(tree);
    for (qd__change_log *change_log = tree->upkeep.change_logs; change_log; change_log = change_log->next)
        change_log->tree = NULL;
}
