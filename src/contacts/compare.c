// The pairs that were found are compared with the contacts that there are: slot by slot, its contacts against its
// pairs.
//
// Contacts lie anywhere, and where the next one of a slot is only the one before it says. So several slots are walked
// at once, a step of each in turn: while one waits for its next contact the others go on.
//
//     slot 3   [3 7] -> [3 9]                    turn 1   3 7   5 9   8 1
//     slot 5   [5 9]                             turn 2   3 9         8 4
//     slot 8   [1 8] -> [4 8] -> [8 9]           turn 3               8 9
#include "state.h"

enum {
    AT_ONCE = 32, ///< Slots that are walked at once.
    FEW = 16,     ///< Pairs of one slot among which each of its contacts may be looked for.
};

/// A slot on the way through its contacts.
typedef struct slot_walk {
    uint32_t slot;
    uint32_t contact; ///< Where it is.
    size_t at, count; ///< Its pairs among the keys; 0 in the place of those that are contacts.
} slot_walk;

typedef struct comparison {
    qd_contacts *contacts;
    bool failed; ///< No memory.
    unsigned count;
    slot_walk walks[AT_ONCE];
} comparison;

static void prefetch_end(const qd_contacts *contacts, uint32_t slot)
{
    qd__prefetch(&contacts->links.ends[slot], 1);
}

/// Lists a contact of a slot as one that ends, unless it was seen; that of two selected items belongs to the lower
/// slot, as keys do.
static void end_unless_seen(comparison *self, uint32_t index, uint32_t slot, uint32_t other)
{
    qd_contacts *contacts = self->contacts;
    qd__contact *contact = qd__contact_at(&contacts->links, index);
    if (contact->seen != contacts->number && (other > slot || !(contacts->watch.flags[other] & QD__SELECTED))) {
        contact->seen = contacts->number; // so that it does not come twice
        self->failed |= !qd__numbers_add(&contacts->over, &contacts->memory, index);
    }
}

/// What was in contact with an item that is gone was not in contact with the one that has its slot now.
static bool may_last(const qd_contacts *contacts, uint32_t slot, uint32_t other)
{
    return !((contacts->watch.flags[slot] | contacts->watch.flags[other]) & QD__GONE);
}

/// Looks at one contact of a slot, and asks for the next one. False: it was the last.
static bool step(comparison *self, slot_walk *walk)
{
    qd_contacts *contacts = self->contacts;
    const uint32_t index = walk->contact, slot = walk->slot;
    const qd__contact *contact = qd__contact_at(&contacts->links, index);
    const unsigned side = qd__contact_side(contact, slot);
    const uint32_t other = contact->slots[1 - side];
    walk->contact = contact->next[side];
    if (walk->contact != QD__NONE) {
        qd__prefetch(qd__contact_at(&contacts->links, walk->contact), 1);
    }
    uint64_t *keys = contacts->keys.all + walk->at;
    size_t found = 0;
    while (found < walk->count && keys[found] != qd__key(slot, other)) {
        found++;
    }
    if (found < walk->count && may_last(contacts, slot, other)) {
        keys[found] = 0;
    } else {
        end_unless_seen(self, index, slot, other);
    }
    contacts->looked++;
    return walk->contact != QD__NONE;
}

/// One step for each slot that is under way.
static void step_all(comparison *self)
{
    for (unsigned i = 0; i < self->count;) {
        if (step(self, &self->walks[i])) {
            i++;
        } else {
            self->walks[i] = self->walks[--self->count];
        }
    }
}

/// Sends a slot on its way, whose pairs, if any, are some of the keys.
static void start(comparison *self, uint32_t slot, size_t at, size_t count)
{
    const qd__links *links = &self->contacts->links;
    const uint32_t first = links->ends[slot].first;
    if (first == QD__NONE) {
        return;
    }
    qd__prefetch(qd__contact_at(links, first), 1);
    while (self->count == AT_ONCE) {
        step_all(self);
    }
    self->walks[self->count++] = (slot_walk){ slot, first, at, count };
}

/// The same for a slot with many pairs: its contacts are noted with its partners beforehand.
static void start_with_many(comparison *self, uint32_t slot, size_t at, size_t count)
{
    qd_contacts *contacts = self->contacts;
    qd__links *links = &contacts->links;
    contacts->looked += qd__links_note(links, slot);
    for (size_t i = at; i < at + count; i++) {
        const uint32_t other = (uint32_t)contacts->keys.all[i];
        const uint32_t contact = may_last(contacts, slot, other) ? qd__links_noted(links, slot, other) : QD__NONE;
        if (contact != QD__NONE) {
            qd__contact_at(links, contact)->seen = contacts->number;
            contacts->keys.all[i] = 0;
        }
    }
    start(self, slot, at, 0);
}

/// The slots that have pairs.
static void start_found(comparison *self)
{
    qd_contacts *contacts = self->contacts;
    const qd__numbers *keys = &contacts->keys;
    for (size_t at = 0, end = 0; at < keys->count; at = end) {
        const uint32_t slot = (uint32_t)(keys->all[at] >> 32);
        for (; end < keys->count && keys->all[end] >> 32 == slot; end++) {
            if (end + QD__LATER < keys->count) {
                prefetch_end(contacts, (uint32_t)(keys->all[end + QD__LATER] >> 32));
            }
        }
        contacts->watch.flags[slot] |= QD__COMPARED;
        if (end - at > FEW) {
            start_with_many(self, slot, at, end - at);
        } else {
            start(self, slot, at, end - at);
        }
    }
}

/// The other selected ones, and those that are gone: whatever they were in contact with, they are not now.
static void start_lonely(comparison *self)
{
    const qd_contacts *contacts = self->contacts;
    const qd__watch *watch = &contacts->watch;
    for (size_t i = 0; i < contacts->selected; i++) {
        if (i + QD__LATER < contacts->selected) {
            prefetch_end(contacts, watch->touched[i + QD__LATER]);
        }
        if (!(watch->flags[watch->touched[i]] & QD__COMPARED)) {
            start(self, watch->touched[i], 0, 0);
        }
    }
    for (size_t i = 0; i < watch->gone_count; i++) {
        start(self, watch->gone[i].id.slot, 0, 0);
    }
}

/// Closes up the keys of what begins, the lower slot first.
static void close_up(qd__numbers *keys)
{
    size_t kept = 0;
    for (size_t i = 0; i < keys->count; i++) {
        const uint64_t key = keys->all[i];
        const uint32_t slot = (uint32_t)(key >> 32), other = (uint32_t)key;
        keys->all[kept] = slot < other ? key : qd__key(other, slot);
        kept += key != 0;
    }
    keys->count = kept;
}

bool qd__compare(qd_contacts *contacts)
{
    comparison self; // too large to be cleared for nothing
    self.contacts = contacts;
    self.failed = false;
    self.count = 0;
    contacts->over.count = 0;
    start_found(&self);
    start_lonely(&self);
    while (self.count > 0) {
        step_all(&self);
    }
    close_up(&contacts->keys);
    return !self.failed;
}
