// One update: what has begun and what has ended.
//
//     look      list what was touched; select as many of them as the budget allows
//     seek      find the pairs that the selected items are in now                               seek.c
//     compare   those that are contacts already have been seen; the others begin; contacts that were not seen end
//     reserve   all the memory that is still needed
//     apply     cannot fail
//
// Until the last step nothing changes but notes that nobody reads later, so that a lack of memory loses nothing.
#include "order.h"
#include "state.h"

/// Keys between asking for what is known of a slot, for its first contact, for its second one, and using them.
enum { NEXT = 4, SOON = 8, LATER = 16 };

static void look(qd_contacts *contacts)
{
    qd__watch *watch = &contacts->watch;
    contacts->selected = watch->touched_count;
    if (contacts->budget > 0 && contacts->selected > contacts->budget) {
        contacts->selected = contacts->budget;
    }
    for (size_t i = 0; i < contacts->selected; i++) {
        watch->flags[watch->touched[i]] |= QD__SELECTED;
    }
}

/// The first contact of the slot that a key is of; NULL: none.
static const qd__contact *first_of(const qd_contacts *contacts, uint64_t key)
{
    const uint32_t first = contacts->links.ends[key >> 32].first;
    return first != QD__NONE ? qd__contact_at(&contacts->links, first) : NULL;
}

/// Asks for what is known of the slots of the keys that come next.
static void prefetch_next(const qd_contacts *contacts, size_t at)
{
    const qd__end *ends = contacts->links.ends;
    const qd__numbers *keys = &contacts->keys;
    if (at + LATER < keys->count) {
        qd__prefetch(&ends[(uint32_t)keys->all[at + LATER]], 1);
        qd__prefetch(&ends[keys->all[at + LATER] >> 32], 1);
        const qd__contact *soon = first_of(contacts, keys->all[at + SOON]);
        const qd__contact *next = first_of(contacts, keys->all[at + NEXT]);
        if (soon) {
            qd__prefetch(soon, 1);
        }
        const uint32_t second =
            next ? next->next[qd__contact_side(next, (uint32_t)(keys->all[at + NEXT] >> 32))] : QD__NONE;
        if (second != QD__NONE) {
            qd__prefetch(qd__contact_at(&contacts->links, second), 1);
        }
    }
}

/// Lists the contacts of a slot that were not seen; those of two selected items belong to the lower slot, as keys do.
/// False: no memory.
static bool gather_from(qd_contacts *contacts, uint32_t slot)
{
    const uint8_t *flags = contacts->watch.flags;
    for (uint32_t index = contacts->links.ends[slot].first; index != QD__NONE;) {
        qd__contact *contact = qd__contact_at(&contacts->links, index);
        const unsigned side = qd__contact_side(contact, slot);
        const uint32_t other = contact->slots[1 - side];
        contacts->looked++;
        if (contact->seen != contacts->number && (other > slot || !(flags[other] & QD__SELECTED))) {
            contact->seen = contacts->number; // so that it does not come twice
            if (!qd__numbers_add(&contacts->over, &contacts->memory, index)) {
                return false;
            }
        }
        index = contact->next[side];
    }
    return true;
}

/// Sees those pairs of a slot, from `at` on, that are contacts already; the others are kept from `fresh` on, the lower
/// slot first. What was in contact with an item that is gone was not in contact with the one that has its slot now.
static size_t compare_slot(qd_contacts *contacts, uint32_t slot, size_t *at, size_t fresh)
{
    const uint8_t *flags = contacts->watch.flags;
    qd__links *links = &contacts->links;
    uint64_t *keys = contacts->keys.all;
    if (!(flags[slot] & QD__GONE)) {
        contacts->looked += qd__links_note(links, slot);
    }
    for (; *at < contacts->keys.count && keys[*at] >> 32 == slot; ++*at) {
        const uint32_t other = (uint32_t)keys[*at];
        prefetch_next(contacts, *at);
        uint32_t contact = QD__NONE;
        if (!((flags[slot] | flags[other]) & QD__GONE)) {
            contact = qd__links_noted(links, slot, other);
        }
        if (contact != QD__NONE) {
            qd__contact_at(links, contact)->seen = contacts->number;
        } else {
            keys[fresh++] = slot < other ? qd__key(slot, other) : qd__key(other, slot);
        }
    }
    return fresh;
}

/// Leaves in `keys` the pairs that begin, and lists in `over` the contacts that end. False: no memory.
static bool compare(qd_contacts *contacts)
{
    const qd__watch *watch = &contacts->watch;
    size_t fresh = 0;
    bool good = true;
    contacts->over.count = 0;
    for (size_t at = 0; at < contacts->keys.count && good;) {
        const uint32_t slot = (uint32_t)(contacts->keys.all[at] >> 32);
        fresh = compare_slot(contacts, slot, &at, fresh);
        good = gather_from(contacts, slot); // while its contacts are in the cache
        watch->flags[slot] |= QD__COMPARED;
    }
    contacts->keys.count = fresh;
    for (size_t i = 0; i < contacts->selected && good; i++) {
        const uint32_t slot = watch->touched[i];
        good = (watch->flags[slot] & QD__COMPARED) || gather_from(contacts, slot);
    }
    for (size_t i = 0; i < watch->gone_count && good; i++) {
        good = gather_from(contacts, watch->gone[i].id.slot);
    }
    return good;
}

static bool reserve(qd_contacts *contacts)
{
    qd__memory *memory = &contacts->memory;
    const size_t begin = contacts->keys.count, end = contacts->over.count;
    return qd__links_reserve_more(&contacts->links, memory, begin) &&
           qd__pairs_reserve(&contacts->began, memory, begin) && qd__pairs_reserve(&contacts->ended, memory, end) &&
           qd__numbers_reserve(&contacts->scratch, memory, begin > end ? begin : end);
}

/// Ends what is over, while items that are gone can still be told, and then begins what is new.
static void apply(qd_contacts *contacts)
{
    qd__watch *watch = &contacts->watch;
    for (size_t i = 0; i < contacts->over.count; i++) {
        const uint32_t index = (uint32_t)contacts->over.all[i];
        const qd__contact *contact = qd__contact_at(&contacts->links, index);
        contacts->over.all[i] = qd__key(contact->slots[0], contact->slots[1]);
        qd__links_remove(&contacts->links, index);
    }
    qd__tell(contacts, contacts->over.all, contacts->over.count, &contacts->ended);
    for (size_t i = 0; i < watch->gone_count; i++) {
        watch->flags[watch->gone[i].id.slot] &= (uint8_t)~QD__GONE;
    }
    watch->gone_count = 0;
    qd__tell(contacts, contacts->keys.all, contacts->keys.count, &contacts->began);
    for (size_t i = 0; i < contacts->keys.count; i++) {
        const uint64_t key = contacts->keys.all[i];
        qd__links_add(&contacts->links, (uint32_t)(key >> 32), (uint32_t)key, contacts->number);
    }
}

/// Those that were tested are no longer touched, unless they have to be tested once more.
static void unselect(qd_contacts *contacts, bool tested)
{
    qd__watch *watch = &contacts->watch;
    const uint8_t flags = QD__SELECTED | QD__COMPARED | (tested ? QD__LISTED : 0);
    for (size_t i = 0; i < contacts->selected; i++) {
        watch->flags[watch->touched[i]] &= (uint8_t)~flags;
    }
    if (tested) {
        qd__watch_drop(watch, contacts->selected);
    } else {
        contacts->selected = 0;
    }
}

qd_result qd_contacts_update(qd_contacts *contacts)
{
    contacts->began.count = contacts->ended.count = contacts->stayed.count = 0;
    contacts->selected = 0;
    contacts->cost = (qd_cost){ 0, 0, 0 };
    contacts->looked = 0;
    contacts->number++;
    if (!qd__watch_look(&contacts->watch, &contacts->memory) ||
        !qd__links_reserve_slots(&contacts->links, &contacts->memory, contacts->watch.known)) {
        return QD_NO_MEMORY;
    }
    look(contacts);
    const bool done = qd__seek(contacts) && compare(contacts) && reserve(contacts);
    if (done) {
        apply(contacts);
    }
    unselect(contacts, done);
    return done ? QD_OK : QD_NO_MEMORY;
}
