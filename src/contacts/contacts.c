// The life of contacts, and their lists.
#include "events.h"

#include <string.h>

qd_contacts *qd_contacts_create(qd_tree *tree, const qd_contacts_def *def)
{
    const qd_contacts_def defaults = { .budget = 0 };
    def = def ? def : &defaults;
    qd__memory memory = { def->allocator.resize ? def->allocator : tree->memory.allocator, 0 };
    qd_contacts *contacts = qd__memory_get(&memory, 1, sizeof *contacts);
    if (!contacts) {
        return NULL;
    }
    memset(contacts, 0, sizeof *contacts);
    contacts->memory = memory;
    contacts->budget = def->budget;
    qd__adjacency_open(&contacts->adjacency);
    qd__change_log_open(&contacts->change_log, tree);
    return contacts;
}

void qd_contacts_destroy(qd_contacts *contacts)
{
    if (!contacts) {
        return;
    }
    qd__memory memory = contacts->memory;
    qd__change_log_close(&contacts->change_log, &memory);
    qd__adjacency_close(&contacts->adjacency, &memory);
    qd__memory_give(&memory, contacts->keys.all, contacts->keys.room, sizeof *contacts->keys.all);
    qd__memory_give(&memory, contacts->over.all, contacts->over.room, sizeof *contacts->over.all);
    qd__memory_give(&memory, contacts->gone.all, contacts->gone.room, sizeof *contacts->gone.all);
    qd__memory_give(&memory, contacts->scratch.all, contacts->scratch.room, sizeof *contacts->scratch.all);
    qd__memory_give(&memory, contacts->began.all, contacts->began.room, sizeof *contacts->began.all);
    qd__memory_give(&memory, contacts->ended.all, contacts->ended.room, sizeof *contacts->ended.all);
    qd__memory_give(&memory, contacts->stayed.all, contacts->stayed.room, sizeof *contacts->stayed.all);
    qd__memory_give(&memory, contacts, 1, sizeof *contacts);
}

static qd_contact_list pairs_of(const qd__pairs *pairs)
{
    const qd_contact_list list = { pairs->all, pairs->count };
    return list;
}

qd_contact_list qd_contacts_began(const qd_contacts *contacts)
{
    return pairs_of(&contacts->began);
}

qd_contact_list qd_contacts_ended(const qd_contacts *contacts)
{
    return pairs_of(&contacts->ended);
}

/// Fills `keys` with all contacts, for which there is room.
static void list_keys(qd_contacts *contacts)
{
    contacts->keys.count = 0;
    for (uint32_t slot = 1; slot <= contacts->adjacency.ends.used; slot++) {
        const qd__partners partners = qd__adjacency_of(&contacts->adjacency, slot);
        for (size_t i = 0; i < partners.places; i++) {
            if (partners.all[i] > slot) {
                contacts->keys.all[contacts->keys.count++] = qd__key(slot, partners.all[i]);
            }
        }
    }
}

/// Takes those out of `pairs` that are in `others` too; both are in order.
static void leave_out(qd__pairs *pairs, const qd__pairs *others)
{
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < pairs->count; i++) {
        const qd_pair pair = pairs->all[i];
        const bool both = at < others->count && others->all[at].a.id.slot == pair.a.id.slot &&
                          others->all[at].b.id.slot == pair.b.id.slot;
        at += both;
        pairs->all[kept] = pair;
        kept += !both;
    }
    pairs->count = kept;
}

qd_result qd_contacts_stayed(qd_contacts *contacts, qd_contact_list *list)
{
    const size_t count = contacts->adjacency.count;
    contacts->stayed.count = 0;
    *list = (qd_contact_list){ NULL, 0 };
    if (!qd__numbers_reserve(&contacts->keys, &contacts->memory, count) ||
        !qd__reserve_events(contacts, count, &contacts->stayed)) {
        return QD_NO_MEMORY;
    }
    list_keys(contacts);
    qd__emit_events(contacts, contacts->keys.all, contacts->keys.count, &contacts->stayed);
    leave_out(&contacts->stayed, &contacts->began);
    *list = pairs_of(&contacts->stayed);
    return QD_OK;
}

qd_contacts_stats qd_contacts_figures(const qd_contacts *contacts)
{
    const qd_contacts_stats stats = { contacts->adjacency.count, contacts->change_log.touched_count,
                                      contacts->selected,        contacts->looked,
                                      contacts->memory.bytes,    contacts->cost };
    return stats;
}
