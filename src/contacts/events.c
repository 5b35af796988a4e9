// Pairs as they are reported: see steps.h.

#include "parts.h"
#include "steps.h"

static bool reserve_pairs(qd__pairs *pairs, qd__memory *memory, size_t count)
{
    return qd__memory_reserve(memory, &pairs->all, pairs->count, &pairs->room, count, sizeof *pairs->all);
}

qd_entry qd__contact_item(const qd_contacts *contacts, uint32_t slot)
{
    const qd__change_log *change_log = &contacts->change_log;
    const struct qd_tree *tree = change_log->tree;
    if (!tree || (change_log->flags[slot] & QD__GONE)) // without a tree every item is gone
        return change_log->last[slot];
    const uint32_t location = qd__slot_at(&tree->pools.slots, slot)->location;
    return *qd__location_item(qd__tree_bucket(tree, location), location);
}

/// Prefetches an item that will be reported; its slot has been prefetched before.
static void prefetch_contact(const qd_contacts *contacts, uint32_t slot)
{
    const struct qd_tree *tree = contacts->change_log.tree;
    if (!(contacts->change_log.flags[slot] & QD__GONE)) {
        const uint32_t location = qd__slot_at(&tree->pools.slots, slot)->location;
        qd__prefetch(qd__location_item(qd__tree_bucket(tree, location), location), 1);
    }
}

bool qd__reserve_events(qd_contacts *contacts)
{
    const size_t over = contacts->over.count, keys = contacts->keys.count;
    return qd__numbers_reserve(&contacts->scratch, &contacts->memory, over > keys ? over : keys) &&
           reserve_pairs(&contacts->ended, &contacts->memory, over) &&
           reserve_pairs(&contacts->began, &contacts->memory, keys);
}

/// Events that are written in parts.
typedef struct emission {
    const qd_contacts *contacts;
    const uint64_t *keys;
    qd_pair *events;
    size_t count;
    uint32_t parts;
} emission;

static void emit_part(void *job, uint32_t part)
{
    const emission *all = (const emission *)job;
    const size_t end = qd__part_start(all->count, part + 1, all->parts);
    for (size_t i = qd__part_start(all->count, part, all->parts); i < end; i++) {
        const struct qd_tree *tree = all->contacts->change_log.tree;
        if (tree && i + QD__LATER < all->count) {
            qd__tree_prefetch_slot(tree, qd__key_low(all->keys[i + QD__LATER]));
            qd__tree_prefetch_slot(tree, qd__key_high(all->keys[i + QD__LATER]));
        }
        if (tree && i + QD__SOON < all->count) {
            prefetch_contact(all->contacts, qd__key_low(all->keys[i + QD__SOON]));
            prefetch_contact(all->contacts, qd__key_high(all->keys[i + QD__SOON]));
        }
        all->events[i].a = qd__contact_item(all->contacts, qd__key_low(all->keys[i]));
        all->events[i].b = qd__contact_item(all->contacts, qd__key_high(all->keys[i]));
    }
}

void qd__emit_events(qd_contacts *contacts, uint64_t *keys, size_t count, qd__pairs *pairs)
{
    const struct qd_tree *tree = contacts->change_log.tree;
    qd__order(keys, contacts->scratch.all, count, 0);
    emission all = { contacts, keys, pairs->all, count, 1 };
    if (tree) {
        all.parts = qd__parts_for(tree, count, QD__PARTS_PER_WORKER);
        qd__run_parts(tree, emit_part, &all, all.parts);
    } else {
        emit_part(&all, 0);
    }
    pairs->count = count;
}
