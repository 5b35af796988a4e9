// The slot table: from an id to the location of its item.
//
// A slot's generation is odd while an item lives in it and even while it is free, so an id made up from the generation
// a free slot has now is refused like any other. The last generation retires the slot: no id ever comes twice.
#ifndef QD_SLOTS_H
#define QD_SLOTS_H

#include "pool.h"
#include "simd.h"

#include <assert.h>
#include <quadrille/tree.h>

enum { QD__SLOT_CHUNK_BITS = 9 };

typedef struct qd__slot {
    uint32_t location; ///< Where the live item is. The pool's link while free.
    uint32_t generation;
} qd__slot;

/// An id from its two halves.
static inline qd_id qd__id_of(uint32_t slot, uint32_t generation)
{
    return (qd_id)generation << 32 | slot;
}

static inline uint32_t qd__id_generation(qd_id id)
{
    return (uint32_t)(id >> 32);
}

void qd__slots_open(qd__pool *slots);

/// An id for a new item, its location not yet set; 0: no memory. A slot that was never used begins with the generation
/// `begin`, which is odd.
qd_id qd__slots_acquire(qd__pool *slots, qd__memory *memory, uint32_t begin);

/// The same for several new items at once, the ids one by one would give. Returns how many there was memory for.
size_t qd__slots_acquire_many(qd__pool *slots, qd__memory *memory, uint32_t begin, qd_id *ids, size_t count);

/// Can so many slots be had without memory? Cost O(count).
bool qd__slots_has_free(const qd__pool *slots, size_t count);

/// Ends every live id; the next ones start from slot 1 again.
void qd__slots_release_all(qd__pool *slots);

static inline qd__slot *qd__slot_at(const qd__pool *slots, uint32_t slot)
{
    assert(slot != 0);
    return (qd__slot *)qd__pool_record(slots, slot - 1, QD__SLOT_CHUNK_BITS, sizeof(qd__slot));
}

/// How many slots lie one after the other in memory, from one on.
static inline uint32_t qd__slots_in_chunk(uint32_t slot)
{
    const uint32_t chunk = UINT32_C(1) << QD__SLOT_CHUNK_BITS;
    return chunk - (slot - 1) % chunk;
}

/// The slot of a live id, or NULL. Any bits may be asked about.
static inline qd__slot *qd__slots_find(const qd__pool *slots, qd_id id)
{
    if (qd_id_slot(id) == 0 || qd_id_slot(id) > slots->used || !(qd__id_generation(id) & 1))
        return NULL;
    qd__slot *slot = qd__slot_at(slots, qd_id_slot(id));
    return slot->generation == qd__id_generation(id) ? slot : NULL;
}

/// Are the ids live ones, their slots in a row? There must be one.
bool qd__slots_in_a_row(const qd__pool *slots, const qd__simd *simd, const qd_id *ids, size_t count);

/// Ends a live id.
static inline void qd__slots_release(qd__pool *slots, qd_id id)
{
    qd__slot *slot = qd__slot_at(slots, qd_id_slot(id));
    assert(slot->generation == qd__id_generation(id) && (slot->generation & 1));
    slot->generation = qd__id_generation(id) + 1; // from odd to even; from the last one to 0, which no id has
    if (slot->generation != 0) {
        slot->location = slots->free;
        slots->free = qd_id_slot(id) - 1;
    }
}

#endif
