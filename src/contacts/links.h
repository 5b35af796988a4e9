// Contacts as records, each in the lists of both its items.
//
//     slot 3   -> [3 7] -> [3 9]                 a record has two links on and two back: side 0 is for the list of
//     slot 7   -> [3 7]      |                   its lower slot, side 1 for that of its higher one
//     slot 9   -> [5 9] -> [3 9]
//
// Which slots are in contact with which is all they say; ids and user values are looked up where they are told.
#ifndef QD_LINKS_H
#define QD_LINKS_H

#include "bits.h"
#include "pool.h"

enum { QD__CONTACT_CHUNK_BITS = 9 };

typedef struct qd__contact {
    uint32_t next[2]; ///< The first one is the pool's while the record is free.
    uint32_t prev[2];
    uint32_t slots[2]; ///< The lower one first; both 0 while the record is free.
    uint64_t seen;     ///< Number of the update that saw it last.
} qd__contact;

/// What is known of a slot.
typedef struct qd__end {
    uint32_t first; ///< Of its contacts, or QD__NONE.
    uint32_t note;  ///< A note about the slot while its partners are gone through: may be anything else.
} qd__end;

typedef struct qd__links {
    qd__pool records;
    qd__end *ends;  ///< By slot.
    uint32_t slots; ///< The highest of them.
    uint32_t room;  ///< What there is memory for, 0 left out.
    size_t count;   ///< Contacts there are.
} qd__links;

void qd__links_open(qd__links *links);
void qd__links_close(qd__links *links, qd__memory *memory);

/// Makes room for slots up to one. False: no memory, and nothing has changed.
bool qd__links_reserve_slots(qd__links *links, qd__memory *memory, uint32_t slots);

/// Makes room for so many contacts more. False: no memory.
bool qd__links_reserve_more(qd__links *links, qd__memory *memory, size_t more);

/// Adds a contact between two slots, for which there is room.
void qd__links_add(qd__links *links, uint32_t low, uint32_t high, uint64_t seen);

void qd__links_remove(qd__links *links, uint32_t index);

static inline qd__contact *qd__contact_at(const qd__links *links, uint32_t contact)
{
    return qd__pool_record(&links->records, contact, QD__CONTACT_CHUNK_BITS, sizeof(qd__contact));
}

/// Asks for the first contact of a slot.
static inline void qd__links_prefetch(const qd__links *links, uint32_t slot)
{
    if (links->ends[slot].first != QD__NONE) {
        qd__prefetch(qd__contact_at(links, links->ends[slot].first), 1);
    }
}

/// On which side of a contact a slot is.
static inline unsigned qd__contact_side(const qd__contact *contact, uint32_t slot)
{
    return contact->slots[1] == slot;
}

/// Notes with each partner of a slot which contact that is, for qd__links_noted. Returns how many there are.
size_t qd__links_note(qd__links *links, uint32_t slot);

/// The contact of a slot whose contacts were noted last with another, or QD__NONE. A note that was left by somebody
/// else names a contact of others, or none that is.
static inline uint32_t qd__links_noted(const qd__links *links, uint32_t slot, uint32_t other)
{
    const uint32_t index = links->ends[other].note;
    if (index >= links->records.used) {
        return QD__NONE;
    }
    const qd__contact *contact = qd__contact_at(links, index);
    const unsigned side = slot > other;
    return contact->slots[side] == slot && contact->slots[1 - side] == other ? index : QD__NONE;
}

#endif
