// The partners of each slot: see links.h.
//
// A table is one of open addressing: a number lies at the place that a hash of it says, or at the next free one after
// that (D. E. Knuth, The Art of Computer Programming, volume 3, 6.4, algorithms L and R).
#include "links.h"

#include <string.h>

enum { FIRST_BITS = 5 };

void qd__links_open(qd__links *links)
{
    memset(links, 0, sizeof *links);
}

static size_t places_of(unsigned bits)
{
    return (size_t)1 << bits;
}

/// Keeps a table that nobody needs: it begins with where the next one is.
static void spare_table(qd__links *links, uint32_t *table, uint32_t bits)
{
    memcpy(table, &links->spare[bits], sizeof links->spare[bits]);
    links->spare[bits] = table;
}

/// One that was kept, or NULL.
static uint32_t *take_spare(qd__links *links, uint32_t bits)
{
    uint32_t *table = links->spare[bits];
    if (table) {
        memcpy(&links->spare[bits], table, sizeof links->spare[bits]);
    }
    return table;
}

void qd__links_close(qd__links *links, qd__memory *memory)
{
    for (uint32_t slot = 1; slot <= links->slots; slot++) {
        const qd__end *end = &links->ends[slot];
        if (end->bits > 0) {
            qd__memory_give(memory, end->table, places_of(end->bits), sizeof(uint32_t));
        }
    }
    for (unsigned bits = FIRST_BITS; bits <= QD__END_BITS_MOST; bits++) {
        for (uint32_t *table; (table = take_spare(links, bits));) {
            qd__memory_give(memory, table, places_of(bits), sizeof *table);
        }
    }
    qd__memory_give(memory, links->ends, (size_t)links->room + 1, sizeof *links->ends);
    qd__memory_give(memory, links->gone, (size_t)links->room + 1, sizeof *links->gone);
}

/// Memory for so many slots at least. False: no memory, and nothing has changed.
static bool make_room(qd__links *links, qd__memory *memory, uint32_t slots)
{
    const size_t half_more = (size_t)links->room + links->room / 2;
    // not covered: three thousand million slots would need more memory than a test may take
    const uint32_t room = slots > half_more || half_more > UINT32_MAX - 1 ? slots : (uint32_t)half_more;
    qd__end *ends = qd__memory_get(memory, (size_t)room + 1, sizeof *ends);
    uint32_t *gone = qd__memory_get(memory, (size_t)room + 1, sizeof *gone);
    if (!ends || !gone) {
        qd__memory_give(memory, ends, (size_t)room + 1, sizeof *ends);
        qd__memory_give(memory, gone, (size_t)room + 1, sizeof *gone);
        return false;
    }
    if (links->ends) {
        memcpy(ends, links->ends, ((size_t)links->slots + 1) * sizeof *ends);
    }
    qd__memory_give(memory, links->ends, (size_t)links->room + 1, sizeof *links->ends);
    qd__memory_give(memory, links->gone, (size_t)links->room + 1, sizeof *links->gone);
    links->ends = ends;
    links->gone = gone;
    links->room = room;
    return true;
}

bool qd__links_reserve_slots(qd__links *links, qd__memory *memory, uint32_t slots)
{
    // not covered: two thousand million slots would need more memory than a test may take
    if (slots >= QD__SLOTS_MOST || (slots > links->room && !make_room(links, memory, slots))) {
        return false;
    }
    if (slots > links->slots) {
        memset(&links->ends[links->slots + 1], 0, (slots - links->slots) * sizeof *links->ends);
        links->slots = slots;
    }
    return true;
}

/// An empty table. NULL: no memory.
static uint32_t *take_table(qd__links *links, qd__memory *memory, uint32_t bits)
{
    uint32_t *table = take_spare(links, bits);
    table = table ? table : qd__memory_get(memory, places_of(bits), sizeof *table);
    if (table) {
        memset(table, 0, places_of(bits) * sizeof *table);
    }
    return table;
}

/// The place where a slot should lie in a table.
static size_t home_of(uint32_t slot, uint32_t bits)
{
    return slot * UINT32_C(0x9e3779b1) >> (32 - bits);
}

/// The place of a slot in a table, or the empty one where it would be.
static size_t place_of(const qd__end *end, uint32_t slot)
{
    size_t at = home_of(slot, end->bits);
    while ((end->table[at] & ~QD__SEEN) != slot && end->table[at] != 0) {
        at = (at + 1) & (places_of(end->bits) - 1);
    }
    return at;
}

static void put(qd__end *end, uint32_t slot)
{
    if (end->bits == 0) {
        end->few[end->count++] = slot;
        return;
    }
    size_t at = home_of(slot, end->bits);
    while (end->table[at] != 0) {
        at = (at + 1) & (places_of(end->bits) - 1);
    }
    end->table[at] = slot;
    end->count++;
}

/// Lays the partners of a slot anew, in a table of 2^bits places or, with 0, with the slot, which needs no memory.
/// False: no memory, and nothing has changed.
static bool lay_anew(qd__links *links, qd__memory *memory, uint32_t slot, uint32_t bits)
{
    // not covered: three thousand million partners would need more memory than a test may take
    if (bits > QD__END_BITS_MOST) {
        return false;
    }
    qd__end fresh = { { 0 } };
    fresh.bits = (uint16_t)bits;
    if (bits > 0) {
        fresh.table = take_table(links, memory, bits);
        if (!fresh.table) {
            return false;
        }
    }
    const qd__partners old = qd__links_of(links, slot);
    for (size_t i = 0; i < old.places; i++) {
        if (old.all[i] != 0) {
            put(&fresh, old.all[i]);
        }
    }
    qd__end *end = &links->ends[slot];
    if (end->bits > 0) {
        spare_table(links, end->table, end->bits);
    }
    *end = fresh;
    return true;
}

/// Are there as many as may lie where they do? A table is kept a quarter empty, lest the way from a home grows long.
static bool is_full(const qd__end *end)
{
    return end->bits == 0 ? end->count == QD__END_FEW : end->count >= places_of(end->bits) / 4 * 3;
}

static bool add_partner(qd__links *links, qd__memory *memory, uint32_t slot, uint32_t other)
{
    qd__end *end = &links->ends[slot];
    if (is_full(end) && !lay_anew(links, memory, slot, end->bits == 0 ? FIRST_BITS : end->bits + 1)) {
        return false;
    }
    put(end, other);
    return true;
}

/// Empties a place of a table; those after it that should lie further forward come closer.
static void empty_place(qd__end *end, size_t at)
{
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
}

/// Takes a partner out of the few; the last one comes to lie in its place.
static void take_out(qd__end *end, uint32_t other)
{
    uint32_t *found = end->few, *last = &end->few[end->count - 1];
    while (*found != other) {
        found++;
    }
    *found = *last;
    *last = 0;
    end->count--;
}

static void remove_partner(qd__links *links, qd__memory *memory, uint32_t slot, uint32_t other)
{
    qd__end *end = &links->ends[slot];
    if (end->bits == 0) {
        take_out(end, other);
        return;
    }
    empty_place(end, place_of(end, other));
    end->count--;
    if (end->count <= QD__END_FEW / 2) {
        lay_anew(links, memory, slot, 0);
    } else if (end->count < places_of(end->bits) / 8) {
        lay_anew(links, memory, slot, end->bits - 1); // without memory the large one stays
    }
}

bool qd__links_see_in_table(const qd__end *end, uint32_t other)
{
    uint32_t *found = &end->table[place_of(end, other)];
    *found |= *found ? QD__SEEN : 0;
    return *found != 0;
}

bool qd__links_add(qd__links *links, qd__memory *memory, uint32_t a, uint32_t b)
{
    if (!add_partner(links, memory, a, b)) {
        return false;
    }
    if (!add_partner(links, memory, b, a)) {
        remove_partner(links, memory, a, b);
        return false;
    }
    links->count++;
    return true;
}

void qd__links_remove(qd__links *links, qd__memory *memory, uint32_t a, uint32_t b)
{
    remove_partner(links, memory, a, b);
    remove_partner(links, memory, b, a);
    links->count--;
}
