// The slot table: see slots.h.
#include "slots.h"

#include <assert.h>
#include <string.h>

void qd__slots_open(qd__pool *slots)
{
    qd__pool_open(slots, sizeof(qd__slot), QD__SLOT_CHUNK_BITS, UINT32_MAX - 1);
}

// A slot in one number, so that compilers make vectors of loops over slots: two numbers with a step between them they
// take one by one.

static inline uint64_t load_slot(const qd__slot *slot)
{
    uint64_t bits;
    memcpy(&bits, slot, sizeof bits);
    return bits;
}

static inline uint64_t slot_bits(uint32_t location, uint32_t generation)
{
    const qd__slot slot = { location, generation };
    return load_slot(&slot);
}

/// The ids of the next items in slots that are free and follow one another in a chunk.
static void begin_slots(qd__slot *run, uint32_t first, qd_id *ids, uint32_t count)
{
    const uint64_t one = slot_bits(0, 1), none = slot_bits(QD__NONE, 0);
    for (uint32_t i = 0; i < count; i++)
        ids[i] = qd__id_of(first + i + 1, run[i].generation + 1);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t bits = (load_slot(&run[i]) + one) | none;
        memcpy(&run[i], &bits, sizeof bits);
    }
}

/// How many of the free slots from one on, `most` at most, are each the next free one after the one before it.
static uint32_t run_length(const qd__slot *run, uint32_t first, uint32_t most)
{
    const uint64_t step = slot_bits(1, 0);
    uint64_t next = slot_bits(first + 1, 0), differing = 0;
    for (uint32_t i = 0; i + 1 < most; i++, next += step)
        differing |= load_slot(&run[i]) ^ next;
    if ((differing & slot_bits(QD__NONE, 0)) == 0)
        return most;
    uint32_t length = 1;
    while (run[length - 1].location == first + length)
        length++;
    return length;
}

qd_id qd__slots_acquire(qd__pool *slots, qd__memory *memory, uint32_t begin)
{
    const bool fresh = slots->free == QD__NONE;
    if (fresh && !qd__pool_has_room(slots) && !qd__pool_reserve(slots, memory, (size_t)slots->used + 1))
        return 0;
    const uint32_t index = fresh ? slots->used++ : slots->free;
    qd__slot *slot = qd__slot_at(slots, index + 1);
    slots->free = fresh ? QD__NONE : slot->location;
    slot->generation = fresh ? begin : slot->generation + 1;
    slot->location = QD__NONE;
    assert(slot->generation & 1);
    return qd__id_of(index + 1, slot->generation);
}

size_t qd__slots_acquire_many(qd__pool *slots, qd__memory *memory, uint32_t begin, qd_id *ids, size_t count)
{
    // Slots that were given back, as long as one follows the other in a chunk at once: after a clear all do.
    size_t got = 0;
    while (got < count && slots->free != QD__NONE) {
        const uint32_t first = slots->free, in_chunk = qd__slots_in_chunk(first + 1);
        const uint32_t used = slots->used - first < in_chunk ? slots->used - first : in_chunk; // a buffer may end there
        const uint32_t most = count - got < used ? (uint32_t)(count - got) : used;
        qd__slot *run = qd__slot_at(slots, first + 1);
        const uint32_t length = run_length(run, first, most);
        slots->free = run[length - 1].location;
        assert(slots->free == QD__NONE || slots->free < slots->used);
        begin_slots(run, first, ids + got, length);
        got += length;
    }
    if (got == count || !qd__pool_reserve(slots, memory, slots->used + (count - got)))
        return got;
    // The rest get slots that were never handed out before.
    while (got < count) {
        const uint32_t first = slots->used, in_chunk = qd__slots_in_chunk(first + 1);
        const uint32_t length = count - got < in_chunk ? (uint32_t)(count - got) : in_chunk;
        qd__slot *run = qd__slot_at(slots, first + 1);
        memset(run, 0, length * sizeof *run);
        for (uint32_t i = 0; begin != 1 && i < length; i++)
            run[i].generation = begin - 1;
        begin_slots(run, first, ids + got, length);
        slots->used += length;
        got += length;
    }
    assert(slots->used <= slots->limit);
    return count;
}

bool qd__slots_in_a_row(const qd__pool *slots, const qd__simd *simd, const qd_id *ids, size_t count)
{
    const uint32_t first = qd_id_slot(ids[0]);
    if (first == 0 || first > slots->used || count > slots->used - first + 1)
        return false;
    bool good = true;
    for (uint32_t from = 0, end; from < count && good; from = end) {
        const uint32_t left = qd__slots_in_chunk(first + from);
        const qd__slot *some = qd__slot_at(slots, first + from);
        end = count - from < left ? (uint32_t)count : from + left;
        good = simd->all_live(&ids[from], &some->location, first + from, end - from);
    }
    return good;
}

bool qd__slots_has_free(const qd__pool *slots, size_t count)
{
    size_t room = (size_t)slots->chunk_count << slots->chunk_bits;
    room = room < slots->limit ? room : slots->limit;
    size_t found = room - slots->used;
    for (uint32_t index = slots->free; found < count && index != QD__NONE; found++)
        index = qd__slot_at(slots, index + 1)->location;
    return found >= count;
}

/// Ends the live ids of the slots from one on, and makes those of them that are not retired the first free ones.
static void release_run(qd__pool *slots, qd__slot *run, uint32_t index, uint32_t length)
{
    assert(length > 0 && index + length <= slots->used);
    const uint64_t one = slot_bits(0, 1), even = slot_bits(0, ~UINT32_C(1)), step = slot_bits(1, 0);
    uint64_t next = slot_bits(index + 1, 0), below = 0;
    for (uint32_t i = 0; i < length; i++, next += step) {
        const uint64_t ended = (load_slot(&run[i]) + one) & even;
        below |= ended - one;
        const uint64_t bits = ended | next;
        memcpy(&run[i], &bits, sizeof bits);
    }
    const uint64_t top = slot_bits(0, UINT32_C(1) << 31); // set in what is one below 0, or in a very high generation
    if ((below & top) == 0) {
        run[length - 1].location = slots->free;
        slots->free = index;
        return;
    }
    for (uint32_t i = length; i-- > 0;) {
        if (run[i].generation != 0) {
            run[i].location = slots->free;
            slots->free = index + i;
        }
    }
}

void qd__slots_release_all(qd__pool *slots)
{
    slots->free = QD__NONE;
    for (uint32_t end = slots->used; end > 0;) {
        const uint32_t start = (end - 1) >> QD__SLOT_CHUNK_BITS << QD__SLOT_CHUNK_BITS;
        release_run(slots, qd__slot_at(slots, start + 1), start, end - start);
        end = start;
    }
}
