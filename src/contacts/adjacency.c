// The partners of each slot: see adjacency.h.
//
// A table is one of open addressing: a number lies at the place that a hash of it says, or at the next free one after
// that (D. E. Knuth, The Art of Computer Programming, volume 3, 6.4, algorithms L and R).
#include "adjacency.h"

#include <string.h>

enum {
    FIRST_BITS = 5,
    SLAB_FIRST = 1 << 10, ///< Bytes of the first slab; each is twice as large as the one before,
    SLAB_MOST = 1 << 16,  ///< up to this, or as large as the table that it is for.
    SLAB_HEAD = 64,       ///< Tables lie on cache lines.
};

/// Memory for some tables of a size.
struct qd__adjacency_slab {
    struct qd__adjacency_slab *next;
    size_t bytes;
};

void qd__adjacency_open(qd__adjacency *adjacency)
{
    memset(adjacency, 0, sizeof *adjacency);
    qd__pool_open(&adjacency->ends, sizeof(qd__end), QD__END_CHUNK_BITS, QD__SEEN - 1);
    adjacency->slab_bytes = SLAB_FIRST;
}

static size_t places_of(unsigned bits)
{
    return (size_t)1 << bits;
}

void qd__adjacency_close(qd__adjacency *adjacency, qd__memory *memory)
{
    while (adjacency->slabs) {
        struct qd__adjacency_slab *slab = adjacency->slabs;
        adjacency->slabs = slab->next;
        qd__memory_give(memory, slab, slab->bytes, 1);
    }
    qd__pool_close(&adjacency->ends, memory);
}

bool qd__adjacency_reserve_slots(qd__adjacency *adjacency, qd__memory *memory, uint32_t slots)
{
    while (adjacency->ends.used < slots) {
        const uint32_t index = qd__pool_take(&adjacency->ends, memory);
        if (index == QD__NONE)
            return false;
        memset(qd__end_at(adjacency, index + 1), 0, sizeof(qd__end));
    }
    return true;
}

/// Keeps a table that is not in use: it begins with where the next one is.
static void spare_table(qd__adjacency *adjacency, uint32_t *table, uint32_t bits)
{
    memcpy(table, &adjacency->spare[bits], sizeof adjacency->spare[bits]);
    adjacency->spare[bits] = table;
}

/// Cuts spare tables from new memory. False: no memory.
static bool make_tables(qd__adjacency *adjacency, qd__memory *memory, uint32_t bits)
{
    const size_t size = places_of(bits) * sizeof(uint32_t);
    const size_t count = size < adjacency->slab_bytes ? adjacency->slab_bytes / size : 1;
    struct qd__adjacency_slab *slab = (struct qd__adjacency_slab *)qd__memory_get(memory, SLAB_HEAD + count * size, 1);
    if (!slab)
        return false;
    *slab = (struct qd__adjacency_slab){ adjacency->slabs, SLAB_HEAD + count * size };
    adjacency->slabs = slab;
    adjacency->slab_bytes = adjacency->slab_bytes < SLAB_MOST ? 2 * adjacency->slab_bytes : SLAB_MOST;
    unsigned char *tables = (unsigned char *)slab + SLAB_HEAD;
    for (size_t i = count; i-- > 0;)
        spare_table(adjacency, (uint32_t *)(void *)(tables + i * size), bits);
    return true;
}

/// The place where a slot should lie in a table. Partners often have slots in a row, or in steps of one width, so their
/// bits are mixed well (the finish of A. Appleby's MurmurHash3).
static size_t home_of(uint32_t slot, uint32_t bits)
{
    slot = (slot ^ slot >> 16) * UINT32_C(0x85ebca6b);
    slot = (slot ^ slot >> 13) * UINT32_C(0xc2b2ae35);
    return (slot ^ slot >> 16) >> (32 - bits);
}

/// The place of a slot that is not marked in a table, or the empty one where it would be.
static size_t place_in_table(const qd__end *end, uint32_t slot)
{
    size_t at = home_of(slot, end->bits);
    while (end->table[at] != slot && end->table[at] != 0)
        at = (at + 1) & (places_of(end->bits) - 1);
    return at;
}

static void put_partner(qd__end *end, uint32_t slot)
{
    if (end->bits == 0) {
        end->few[end->count++] = slot;
        return;
    }
    size_t at = home_of(slot, end->bits);
    while (end->table[at] != 0)
        at = (at + 1) & (places_of(end->bits) - 1);
    end->table[at] = slot;
    end->count++;
}

/// Moves the partners of a slot into a table of 2^bits places or, with 0, with the slot, which needs no memory.
/// False: no memory, and nothing has changed.
static bool lay_anew(qd__adjacency *adjacency, qd__memory *memory, uint32_t slot, uint32_t bits)
{
    // not covered: sixteen hundred million partners would need more memory than a test may take
    if (bits > QD__END_BITS_MOST)
        return false;
    qd__end fresh = { { 0 } };
    fresh.bits = (uint16_t)bits;
    if (bits > 0) {
        if (!adjacency->spare[bits] && !make_tables(adjacency, memory, bits))
            return false;
        fresh.table = adjacency->spare[bits];
        memcpy(&adjacency->spare[bits], fresh.table, sizeof adjacency->spare[bits]);
        memset(fresh.table, 0, places_of(bits) * sizeof *fresh.table);
    }
    const qd__partners old = qd__adjacency_of(adjacency, slot);
    for (size_t i = 0; i < old.places; i++)
        if (old.all[i] != 0)
            put_partner(&fresh, old.all[i]);
    qd__end *end = qd__end_at(adjacency, slot);
    if (end->bits > 0)
        spare_table(adjacency, end->table, end->bits);
    *end = fresh;
    return true;
}

static bool add_partner(qd__adjacency *adjacency, qd__memory *memory, uint32_t slot, uint32_t other)
{
    qd__end *end = qd__end_at(adjacency, slot);
    // A table is kept a quarter empty, lest the way from a home grows long.
    const bool full = end->bits == 0 ? end->count == QD__END_FEW : end->count >= places_of(end->bits) / 4 * 3;
    if (full && !lay_anew(adjacency, memory, slot, end->bits == 0 ? FIRST_BITS : end->bits + 1))
        return false;
    put_partner(end, other);
    return true;
}

static void remove_partner(qd__adjacency *adjacency, qd__memory *memory, uint32_t slot, uint32_t other)
{
    qd__end *end = qd__end_at(adjacency, slot);
    if (end->bits == 0) {
        uint32_t *found = end->few, *last = &end->few[end->count - 1]; // the last one comes to lie in its place
        while (*found != other)
            found++;
        *found = *last;
        *last = 0;
        end->count--;
        return;
    }
    // Empties a place of a table; those after it that should lie further forward come closer.
    size_t at = place_in_table(end, other);
    uint32_t *table = end->table;
    const size_t mask = places_of(end->bits) - 1;
    for (size_t next = (at + 1) & mask; table[next] != 0; next = (next + 1) & mask) {
        const size_t home = home_of(table[next], end->bits);
        if (((next - home) & mask) >= ((next - at) & mask)) {
            table[at] = table[next];
            at = next;
        }
    }
    table[at] = 0;
    end->count--;
    if (end->count <= QD__END_FEW / 2)
        lay_anew(adjacency, memory, slot, 0);
    else if (end->count < places_of(end->bits) / 8)
        lay_anew(adjacency, memory, slot, end->bits - 1); // without memory the large one stays
}

bool qd__adjacency_see_in_table(qd__end *end, uint32_t other)
{
    uint32_t *found = &end->table[place_in_table(end, other)];
    *found |= *found ? QD__SEEN : 0;
    return *found != 0;
}

bool qd__adjacency_add(qd__adjacency *adjacency, qd__memory *memory, uint32_t a, uint32_t b)
{
    if (!add_partner(adjacency, memory, a, b))
        return false;
    if (!add_partner(adjacency, memory, b, a)) {
        remove_partner(adjacency, memory, a, b);
        return false;
    }
    adjacency->count++;
    return true;
}

void qd__adjacency_remove(qd__adjacency *adjacency, qd__memory *memory, uint32_t a, uint32_t b)
{
    remove_partner(adjacency, memory, a, b);
    remove_partner(adjacency, memory, b, a);
    adjacency->count--;
}
