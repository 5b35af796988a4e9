// One update: what has begun and what has ended.
//
//     look      list what was touched; select as many of them as the budget allows
//     seek      find the pairs that the selected items are in now                                       seek.c
//     compare   those that are contacts already stay; the others begin; contacts not among them end     compare.c
//     reserve   all the memory that is still needed
//     apply     cannot fail
//
// Until the last step nothing changes but notes that nobody reads later, so that a lack of memory loses nothing.
#include "order.h"
#include "state.h"

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

static bool reserve(qd_contacts *contacts)
{
    qd__memory *memory = &contacts->memory;
    const size_t begin = contacts->keys.count, end = contacts->over.count;
    return qd__links_reserve_more(&contacts->links, memory, begin) &&
           qd__pairs_reserve(&contacts->began, memory, begin) && qd__pairs_reserve(&contacts->ended, memory, end) &&
           qd__numbers_reserve(&contacts->scratch, memory, begin > end ? begin : end);
}

/// Asks for the contacts that the next new ones will be put before.
static void prefetch_links(const qd__links *links, const qd__numbers *keys, size_t at)
{
    if (at + QD__LATER < keys->count) {
        qd__prefetch(&links->ends[keys->all[at + QD__LATER] >> 32], 1);
        qd__prefetch(&links->ends[(uint32_t)keys->all[at + QD__LATER]], 1);
    }
    if (at + QD__SOON < keys->count) {
        qd__links_prefetch(links, (uint32_t)(keys->all[at + QD__SOON] >> 32));
        qd__links_prefetch(links, (uint32_t)keys->all[at + QD__SOON]);
    }
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
        prefetch_links(&contacts->links, &contacts->keys, i);
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
    // The ends first: whatever is noted from the look on, of a slot that it has come to know, has an end.
    if (!qd__links_reserve_slots(&contacts->links, &contacts->memory, qd__watch_slots(&contacts->watch)) ||
        !qd__watch_look(&contacts->watch, &contacts->memory)) {
        return QD_NO_MEMORY;
    }
    look(contacts);
    const bool done = qd__seek(contacts) && qd__compare(contacts) && reserve(contacts);
    if (done) {
        apply(contacts);
    }
    unselect(contacts, done);
    return done ? QD_OK : QD_NO_MEMORY;
}
