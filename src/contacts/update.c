// One update: what has begun and what has ended.
//
//     look      list what was touched; select as many of them as the budget allows
//     seek      find the pairs that the selected items are in now: contacts are marked, the others begin     seek.c
//     unseen    contacts of the selected items that are not marked end; the marks go                         unseen.c
//     reserve   the memory to tell it in
//     add       what begins, or nothing where there is no memory for all of it
//     apply     what ends; cannot fail
//
// Until the last two steps nothing changes but marks that go again, so that a lack of memory loses nothing. A pair may
// end and begin at once, where a slot has another item now: then it is among the contacts twice for a moment.
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

/// Asks for what the next contacts will be added to or removed from.
static void prefetch_links(const qd__links *links, const qd__numbers *keys, size_t at)
{
    if (at + QD__LATER < keys->count) {
        qd__links_prefetch(links, qd__key_low(keys->all[at + QD__LATER]));
        qd__links_prefetch(links, qd__key_high(keys->all[at + QD__LATER]));
    }
}

/// Adds what is new to the contacts. False: no memory, and nothing has changed.
static bool add_new(qd_contacts *contacts)
{
    qd__links *links = &contacts->links;
    const qd__numbers *keys = &contacts->keys;
    for (size_t i = 0; i < keys->count; i++) {
        prefetch_links(links, keys, i);
        if (!qd__links_add(links, &contacts->memory, qd__key_low(keys->all[i]), qd__key_high(keys->all[i]))) {
            while (i-- > 0) {
                qd__links_remove(links, &contacts->memory, qd__key_low(keys->all[i]), qd__key_high(keys->all[i]));
            }
            return false;
        }
    }
    return true;
}

/// Takes away what is over, and tells both while items that are gone still can be.
static void apply(qd_contacts *contacts)
{
    qd__watch *watch = &contacts->watch;
    const qd__numbers *over = &contacts->over;
    for (size_t i = 0; i < over->count; i++) {
        prefetch_links(&contacts->links, over, i);
        qd__links_remove(&contacts->links, &contacts->memory, qd__key_low(over->all[i]), qd__key_high(over->all[i]));
    }
    qd__tell(contacts, over->all, over->count, &contacts->ended);
    for (size_t i = 0; i < watch->gone_count; i++) {
        watch->flags[watch->gone[i].id.slot] &= (uint8_t)~QD__GONE;
    }
    watch->gone_count = 0;
    qd__tell(contacts, contacts->keys.all, contacts->keys.count, &contacts->began);
}

/// Those that were tested are no longer touched, unless they have to be tested once more.
static void unselect(qd_contacts *contacts, bool tested)
{
    qd__watch *watch = &contacts->watch;
    const uint8_t flags = QD__SELECTED | (tested ? QD__LISTED : 0);
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
    // The ends first: whatever is noted from the look on, of a slot that it has come to know, has an end.
    if (!qd__links_reserve_slots(&contacts->links, &contacts->memory, qd__watch_slots(&contacts->watch)) ||
        !qd__watch_look(&contacts->watch, &contacts->memory)) {
        return QD_NO_MEMORY;
    }
    look(contacts);
    const bool done = qd__list_unseen(contacts, qd__seek(contacts)) &&
                      qd__tell_reserve(contacts, contacts->over.count, &contacts->ended) &&
                      qd__tell_reserve(contacts, contacts->keys.count, &contacts->began) && add_new(contacts);
    if (done) {
        apply(contacts);
    }
    unselect(contacts, done);
    return done ? QD_OK : QD_NO_MEMORY;
}
