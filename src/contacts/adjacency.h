// Which slots are in contact with which: with each slot, those of its partners.
//
//     slot 3   2   7 9 - - - -            up to fourteen lie with the slot, in a cache line
//     slot 7   1   3 - - - - -
//     slot 9   9   table  - 3 - 5 ...     more in a table, where a number says itself where it lies: so one is found
//                                         and taken out without a look at the others, of a box as large as the world
//                                         too
//
// They hold only slots; ids and user values are looked up for reports.
#ifndef QD_ADJACENCY_H
#define QD_ADJACENCY_H

#include "pool.h"
#include "simd_base.h"

/// Marks a partner in a table as seen. Slots that contacts are kept for are smaller.
#define QD__SEEN (UINT32_C(1) << 31)

enum {
    QD__END_LANES = 16,
    QD__END_FEW = 14,       ///< Partners that lie with their slot,
    QD__END_FIRST = 2,      ///< from this lane on.
    QD__END_BITS_MOST = 31, ///< A table has up to 2^this places.
    QD__END_CHUNK_BITS = 9,
};

/// The partners of one slot, a cache line. Each can be marked as seen.
typedef union qd__end {
    uint32_t lanes[QD__END_LANES]; ///< All of it, to look for a partner in all places at once.
    struct {
        uint32_t count;
        uint16_t bits; ///< They lie in a table of 2^bits places; 0: in `few`.
        uint16_t seen; ///< Marks of the few, a bit each.
        union {
            uint32_t few[QD__END_FEW]; ///< 0 behind the last.
            uint32_t *table;           ///< 0: none.
        };
    };
} qd__end;

typedef struct qd__adjacency {
    qd__pool ends;                          ///< By slot, from 1 on: as many as are used.
    size_t count;                           ///< Contacts there are.
    uint32_t *spare[QD__END_BITS_MOST + 1]; ///< Tables that are not in use, by bits.
    struct qd__adjacency_slab *slabs;       ///< What tables are cut from,
    size_t slab_bytes;                      ///< and how large the next one is, at least.
} qd__adjacency;

/// Some slots: the numbers in an array but for the zeros.
typedef struct qd__partners {
    const uint32_t *all;
    size_t places;
} qd__partners;

void qd__adjacency_open(qd__adjacency *adjacency);
void qd__adjacency_close(qd__adjacency *adjacency, qd__memory *memory);

static inline qd__end *qd__end_at(const qd__adjacency *adjacency, uint32_t slot)
{
    return (qd__end *)qd__pool_record(&adjacency->ends, slot - 1, QD__END_CHUNK_BITS, sizeof(qd__end));
}

/// Makes ends for slots up to one, without partners yet. False: no memory, or 2^31 slots.
bool qd__adjacency_reserve_slots(qd__adjacency *adjacency, qd__memory *memory, uint32_t slots);

/// Adds a contact between two slots. False: no memory, and nothing has changed. One that is there already may be added
/// again, and be removed as often. No partner may be marked.
bool qd__adjacency_add(qd__adjacency *adjacency, qd__memory *memory, uint32_t a, uint32_t b);

/// Removes one that is there. No partner may be marked.
void qd__adjacency_remove(qd__adjacency *adjacency, qd__memory *memory, uint32_t a, uint32_t b);

/// Those that a slot is in contact with, until contacts are added or removed.
static inline qd__partners qd__adjacency_of(const qd__adjacency *adjacency, uint32_t slot)
{
    const qd__end *end = qd__end_at(adjacency, slot);
    const qd__partners few = { end->few, end->count };
    if (end->bits == 0)
        return few;
    return (qd__partners){ end->table, (size_t)1 << end->bits };
}

/// Asks for the partners of a slot.
static inline void qd__adjacency_prefetch(const qd__adjacency *adjacency, uint32_t slot)
{
    qd__prefetch(qd__end_at(adjacency, slot), 1);
}

bool qd__adjacency_see_in_table(qd__end *end, uint32_t other);

/// Marks a partner of a slot as seen, once at most until the marks are taken off. False: it is none. How many partners
/// there are cannot be predicted, so all the few are compared.
static inline bool qd__adjacency_see(qd__adjacency *adjacency, uint32_t slot, uint32_t other)
{
    qd__end *end = qd__end_at(adjacency, slot);
    if (end->bits > 0)
        return qd__adjacency_see_in_table(end, other);
    const uint32_t same = qd__sixteen_equal(end->lanes, other) >> QD__END_FIRST;
    end->seen |= (uint16_t)same;
    return same != 0;
}

/// Prefetches the table of a slot; its end has been read already.
static inline void qd__adjacency_prefetch_table(const qd__adjacency *adjacency, uint32_t slot)
{
    const qd__end *end = qd__end_at(adjacency, slot);
    if (end->bits > 0)
        qd__prefetch(end->table, 1);
}

#endif
