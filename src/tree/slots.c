// The slot table: see slots.h.
#include "slots.h"

void qd__slots_open(qd__pool *slots)
{
    qd__pool_open(slots, sizeof(qd__slot), QD__SLOT_CHUNK_BITS, UINT32_MAX - 1);
}

qd_id qd__slots_acquire(qd__pool *slots, qd__memory *memory)
{
    const uint32_t used = slots->used;
    const uint32_t index = qd__pool_take(slots, memory);
    qd_id id = { 0, 0 };
    if (index == QD__NONE) {
        return id;
    }
    qd__slot *slot = qd__slot_at(slots, index + 1);
    if (index == used) {
        slot->generation = 0; // never handed out before
    }
    slot->place = QD__NONE;
    slot->generation++;
    id.slot = index + 1;
    id.generation = slot->generation;
    return id;
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
        qd__slot *slot = qd__pool_at(slots, index);
        const bool retired = slot->generation == 0 || slot->generation == UINT32_MAX;
        slot->generation += slot->generation & 1;
        if (!retired) {
            qd__pool_give(slots, index);
        }
    }
}
