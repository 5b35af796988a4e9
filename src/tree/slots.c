// The slot table: see slots.h.
#include "slots.h"

void qd__slots_open(qd__pool *slots)
{
    qd__pool_open(slots, sizeof(qd__slot), QD__SLOT_CHUNK_BITS, UINT32_MAX - 1);
}

/// The id of the next item in a slot that is free.
static qd_id begin(qd__slot *slot, uint32_t index)
{
    slot->place = QD__NONE;
    slot->generation++;
    const qd_id id = { index + 1, slot->generation };
    return id;
}

qd_id qd__slots_acquire(qd__pool *slots, qd__memory *memory)
{
    const uint32_t used = slots->used;
    const uint32_t index = qd__pool_take(slots, memory);
    const qd_id null = { 0, 0 };
    if (index == QD__NONE) {
        return null;
    }
    qd__slot *slot = qd__slot_at(slots, index + 1);
    if (index == used) {
        slot->generation = 0; // never handed out before
    }
    return begin(slot, index);
}

/// Slots that were given back. After a clear they follow one another, so the next one is guessed, which needs no wait
/// for what the one before says.
static size_t acquire_free(qd__pool *slots, qd_id *ids, size_t count)
{
    size_t got = 0;
    while (got < count && slots->free != QD__NONE) {
        uint32_t index = slots->free, next;
        do {
            qd__slot *slot = qd__slot_at(slots, index + 1);
            next = slot->place;
            ids[got++] = begin(slot, index++);
        } while (next == index && got < count);
        slots->free = next;
    }
    return got;
}

size_t qd__slots_acquire_many(qd__pool *slots, qd__memory *memory, qd_id *ids, size_t count)
{
    size_t got = acquire_free(slots, ids, count);
    if (got == count || !qd__pool_reserve(slots, memory, slots->used + (count - got))) {
        return got;
    }
    for (; got < count; got++) {
        qd__slot *slot = qd__slot_at(slots, slots->used + 1);
        slot->generation = 0;
        ids[got] = begin(slot, slots->used++);
    }
    return got;
}

bool qd__slots_has_free(const qd__pool *slots, size_t count)
{
    size_t room = (size_t)slots->chunk_count << slots->chunk_bits;
    room = room < slots->limit ? room : slots->limit;
    size_t found = room - slots->used;
    for (uint32_t index = slots->free; found < count && index != QD__NONE; found++) {
        index = qd__slot_at(slots, index + 1)->place;
    }
    return found >= count;
}

void qd__slots_release(qd__pool *slots, qd_id id)
{
    qd__slot *slot = qd__slot_at(slots, id.slot);
    slot->generation++; // from odd to even; from the last one to 0, which no id has
    if (slot->generation != 0) {
        qd__pool_give(slots, id.slot - 1);
    }
}

void qd__slots_release_all(qd__pool *slots)
{
    slots->free = QD__NONE;
    for (uint32_t index = slots->used; index-- > 0;) {
        qd__slot *slot = qd__slot_at(slots, index + 1);
        const bool retired = slot->generation == 0 || slot->generation == UINT32_MAX;
        slot->generation += slot->generation & 1;
        if (!retired) {
            slot->place = slots->free;
            slots->free = index;
        }
    }
}
