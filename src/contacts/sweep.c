// The contacts that end: those of the selected items that were not seen while pairs were sought, and those of items
// that are gone.
#include "sweep.h"

/// Lists a contact of a slot as one that ends. A contact of two slots that are both gone through belongs to the
/// lower of them, as pairs do. False: no memory.
static bool end_contact(qd_contacts *contacts, uint32_t slot, uint32_t other)
{
    if (slot > other && (contacts->change_log.flags[other] & (QD__SELECTED | QD__GONE))) {
        return true;
    }
    return qd__numbers_add(&contacts->over, &contacts->memory, qd__key(slot, other));
}

/// Lists the contacts of a slot that were not seen, which lie with it, and takes the marks off. With `done` false it
/// takes off the marks alone. False: no memory, or it was not done before.
static bool end_unmarked_few(qd_contacts *contacts, uint32_t slot, qd__end *end, bool done)
{
    for (uint32_t unseen = qd__low_bits(end->count) & ~end->seen; unseen && done; unseen &= unseen - 1) {
        done = end_contact(contacts, slot, end->few[qd__lowest_bit(unseen)]);
    }
    end->seen = 0;
    return done;
}

/// The same where they lie in a table.
static bool end_unmarked_many(qd_contacts *contacts, uint32_t slot, qd__end *end, bool done)
{
    for (size_t i = 0; i >> end->bits == 0; i++) {
        uint32_t *other = &end->table[i];
        if (*other & QD__SEEN) {
            *other &= ~QD__SEEN;
        } else if (*other != 0 && done) {
            done = end_contact(contacts, slot, *other);
        }
    }
    return done;
}

static bool end_unmarked(qd_contacts *contacts, uint32_t slot, bool done)
{
    qd__end *end = qd__end_at(&contacts->adjacency, slot);
    contacts->swept += qd__adjacency_of(&contacts->adjacency, slot).places;
    return end->bits == 0 ? end_unmarked_few(contacts, slot, end, done) : end_unmarked_many(contacts, slot, end, done);
}

bool qd__sweep_unmarked(qd_contacts *contacts, bool sought)
{
    const qd__change_log *change_log = &contacts->change_log;
    bool done = sought;
    contacts->over.count = 0;
    for (size_t i = 0; i < contacts->selected; i++) {
        if (i + QD__LATER < contacts->selected) {
            qd__adjacency_prefetch(&contacts->adjacency, change_log->touched[i + QD__LATER]);
        }
        done = end_unmarked(contacts, change_log->touched[i], done);
    }
    for (size_t i = 0; i < change_log->gone_count && done; i++) {
        const uint32_t slot = change_log->gone[i];
        done = (change_log->flags[slot] & QD__SELECTED) || end_unmarked(contacts, slot, true);
    }
    return done;
}
