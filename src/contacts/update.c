// One update, by mark and sweep: what has begun and what has ended.
//
//     select    as many of the touched items as the budget allows
//     mark      the pairs that the selected items are in now: contacts are marked, others begin   mark_overlaps.c
//     sweep     contacts of the selected items that are not marked end; the marks are cleared     sweep.c
//     reserve   memory for the events
//     add       what begins, or nothing without memory for all of it
//     apply     removes what ends, writes the events; cannot fail
//
// Until the last two steps nothing changes but marks that are cleared again, so an allocation that fails loses nothing.
// A pair may end and begin at once, where a slot has another item now: then it is among the contacts twice for a
// moment.
#include "steps.h"

static void select_touched(qd_contacts *contacts)
{
    qd__change_log *change_log = &contacts->change_log;
    contacts->selected = change_log->touched_count;
    if (contacts->budget > 0 && contacts->selected > contacts->budget)
        contacts->selected = contacts->budget;
    for (size_t i = 0; i < contacts->selected; i++)
        change_log->flags[change_log->touched[i]] |= QD__SELECTED;
}

/// Asks for what the next contacts will be added to or removed from.
static void prefetch_adjacency(const qd__adjacency *adjacency, const qd__numbers *keys, size_t at)
{
    if (at + QD__LATER < keys->count) {
        qd__adjacency_prefetch(adjacency, qd__key_low(keys->all[at + QD__LATER]));
        qd__adjacency_prefetch(adjacency, qd__key_high(keys->all[at + QD__LATER]));
    }
}

/// Adds what is new to the contacts. False: no memory, and nothing has changed.
static bool add_new(qd_contacts *contacts)
{
    qd__adjacency *adjacency = &contacts->adjacency;
    const qd__numbers *keys = &contacts->keys;
    for (size_t i = 0; i < keys->count; i++) {
        prefetch_adjacency(adjacency, keys, i);
        if (!qd__adjacency_add(adjacency, &contacts->memory, qd__key_low(keys->all[i]), qd__key_high(keys->all[i]))) {
            while (i-- > 0) {
                qd__adjacency_remove(adjacency, &contacts->memory, qd__key_low(keys->all[i]),
                                     qd__key_high(keys->all[i]));
            }
            return false;
        }
    }
    return true;
}

/// Removes what has ended, and writes the events of both kinds while items that are gone are still known.
static void apply(qd_contacts *contacts)
{
    qd__change_log *change_log = &contacts->change_log;
    const qd__numbers *over = &contacts->over;
    for (size_t i = 0; i < over->count; i++) {
        prefetch_adjacency(&contacts->adjacency, over, i);
        qd__adjacency_remove(&contacts->adjacency, &contacts->memory, qd__key_low(over->all[i]),
                             qd__key_high(over->all[i]));
    }
    qd__emit_events(contacts, over->all, over->count, &contacts->ended);
    for (size_t i = 0; i < change_log->gone_count; i++)
        change_log->flags[change_log->gone[i]] &= (uint8_t)~QD__GONE;
    change_log->gone_count = 0;
    qd__emit_events(contacts, contacts->keys.all, contacts->keys.count, &contacts->began);
}

/// Those that were tested are no longer touched, unless they have to be tested once more.
static void unselect(qd_contacts *contacts, bool tested)
{
    qd__change_log *change_log = &contacts->change_log;
    const uint8_t flags = QD__SELECTED | (tested ? QD__LISTED : 0);
    for (size_t i = 0; i < contacts->selected; i++)
        change_log->flags[change_log->touched[i]] &= (uint8_t)~flags;
    if (tested)
        qd__change_log_drop(change_log, contacts->selected);
    else
        contacts->selected = 0;
}

qd_result qd_contacts_update(qd_contacts *contacts)
{
    contacts->began.count = contacts->ended.count = 0;
    contacts->selected = 0;
    contacts->cost = (qd_cost){ 0, 0, 0 };
    contacts->swept = 0;
    // The ends first: whatever is noted from then on, of a slot that the change log has come to know, has an end.
    qd__change_log *change_log = &contacts->change_log;
    if (!qd__adjacency_reserve_slots(&contacts->adjacency, &contacts->memory, qd__change_log_slots(change_log)) ||
        !qd__change_log_read(change_log, &contacts->memory))
        return QD_NO_MEMORY; // nothing is lost
    select_touched(contacts);
    const bool marked = qd__mark_overlaps(contacts);
    const bool swept = qd__sweep_unmarked(contacts, marked); // clears all marks, even if not all overlaps were marked
    const bool done = swept && qd__reserve_events(contacts) && add_new(contacts); // the last step that can fail
    if (done)
        apply(contacts);
    unselect(contacts, done);
    return done ? QD_OK : QD_NO_MEMORY;
}
