// The contacts that end: those of the selected items that were not seen while pairs were sought, and those of items
// that are gone.
//
// Workers take a share of the slots each. A share first says how many contacts could end at most, so that it has its
// own place in the list; then it lists them, and the gaps between the shares are closed.
#include "steps.h"

#include "parts.h"

#include <string.h>

enum { SHARES_PER_WORKER = 2, SHARES_MOST = QD__WORKERS_MOST * SHARES_PER_WORKER };

/// The contacts that end among some slots, which one worker looks at.
typedef struct sweep_share {
    qd_contacts *contacts;
    qd__numbers over;
    uint64_t swept;
} sweep_share;

/// All shares of the selected slots.
typedef struct sweep {
    uint32_t shares;
    bool sought;
    sweep_share all[SHARES_MOST];
} sweep;

/// Lists a contact of a slot as one that ends. A contact of two slots that are both gone through belongs to the
/// lower of them, as pairs do. False: no memory.
static bool end_contact(sweep_share *share, uint32_t slot, uint32_t other)
{
    if (slot > other && (share->contacts->change_log.flags[other] & (QD__SELECTED | QD__GONE)))
        return true;
    return qd__numbers_add(&share->over, &share->contacts->memory, qd__key(slot, other));
}

/// Lists the contacts of a slot that were not seen, and takes the marks off. With `done` false it takes off the marks
/// alone. False: no memory, or it was not done before.
static bool end_unmarked(sweep_share *share, uint32_t slot, bool done)
{
    const qd__adjacency *adjacency = &share->contacts->adjacency;
    qd__end *end = qd__end_at(adjacency, slot);
    share->swept += qd__adjacency_of(adjacency, slot).places;
    if (end->bits > 0) {
        for (size_t i = 0; i >> end->bits == 0; i++) {
            uint32_t *other = &end->table[i];
            if (*other & QD__SEEN)
                *other &= ~QD__SEEN;
            else if (*other != 0 && done)
                done = end_contact(share, slot, *other);
        }
        return done;
    }
    for (uint32_t unseen = qd__low_bits(end->count) & ~end->seen; unseen && done; unseen &= unseen - 1)
        done = end_contact(share, slot, end->few[qd__lowest_bit(unseen)]);
    end->seen = 0;
    return done;
}

/// False: no memory.
static bool end_unmarked_from(sweep_share *share, size_t from, size_t to, bool done)
{
    const qd_contacts *contacts = share->contacts;
    const uint32_t *touched = contacts->change_log.touched;
    for (size_t i = from; i < to; i++) {
        if (i + QD__LATER < contacts->selected)
            qd__adjacency_prefetch(&contacts->adjacency, touched[i + QD__LATER]);
        done = end_unmarked(share, touched[i], done);
    }
    return done;
}

static void bound_share(void *job, uint32_t part)
{
    sweep *all = (sweep *)job;
    const qd_contacts *contacts = all->all[part].contacts;
    const size_t to = qd__part_start(contacts->selected, part + 1, all->shares);
    size_t most = 0;
    for (size_t i = qd__part_start(contacts->selected, part, all->shares); i < to; i++) {
        if (i + QD__LATER < contacts->selected)
            qd__adjacency_prefetch(&contacts->adjacency, contacts->change_log.touched[i + QD__LATER]);
        const qd__end *end = qd__end_at(&contacts->adjacency, contacts->change_log.touched[i]);
        most += end->bits == 0 ? qd__count_bits(qd__low_bits(end->count) & ~(uint32_t)end->seen) : end->count;
    }
    all->all[part].over.room = most;
}

static void sweep_one_share(void *job, uint32_t part)
{
    sweep *all = (sweep *)job;
    sweep_share own = all->all[part];
    const size_t selected = own.contacts->selected;
    end_unmarked_from(&own, qd__part_start(selected, part, all->shares),
                      qd__part_start(selected, part + 1, all->shares), all->sought);
    all->all[part] = own; // once, since its neighbours in memory are those of other threads
}

/// False: no memory; the marks are off all the same.
static bool sweep_in_shares(sweep_share *whole, uint32_t shares, bool sought)
{
    const struct qd_tree *tree = whole->contacts->change_log.tree;
    sweep all; // its shares are set one by one: most of them are not in use
    all.shares = shares;
    for (uint32_t i = 0; i < shares; i++)
        all.all[i] = (sweep_share){ .contacts = whole->contacts };
    qd__run_parts(tree, bound_share, &all, shares);
    size_t most = 0;
    for (uint32_t i = 0; i < shares; i++)
        most += all.all[i].over.room;
    all.sought = sought && qd__numbers_reserve(&whole->over, &whole->contacts->memory, most);
    size_t start = 0;
    for (uint32_t i = 0; i < shares && all.sought; i++) {
        all.all[i].over.all = whole->over.all + start;
        start += all.all[i].over.room;
    }
    qd__run_parts(tree, sweep_one_share, &all, shares);
    // What ends in the shares comes into one list, without gaps.
    for (uint32_t i = 0; i < shares; i++) {
        const sweep_share *share = &all.all[i];
        if (share->over.count > 0)
            memmove(whole->over.all + whole->over.count, share->over.all, share->over.count * sizeof *share->over.all);
        whole->over.count += share->over.count;
        whole->swept += share->swept;
    }
    return all.sought;
}

bool qd__sweep_unmarked(qd_contacts *contacts, bool sought)
{
    const qd__change_log *change_log = &contacts->change_log;
    const size_t selected = contacts->selected;
    const uint32_t shares = change_log->tree ? qd__parts_for(change_log->tree, selected, SHARES_PER_WORKER) : 1;
    sweep_share whole = { .contacts = contacts, .over = contacts->over };
    whole.over.count = 0;
    bool done = shares > 1 ? sweep_in_shares(&whole, shares, sought) : end_unmarked_from(&whole, 0, selected, sought);
    for (size_t i = 0; i < change_log->gone_count && done; i++) {
        const uint32_t slot = change_log->gone[i];
        done = (change_log->flags[slot] & QD__SELECTED) || end_unmarked(&whole, slot, true);
    }
    contacts->over = whole.over;
    contacts->swept += whole.swept;
    return done;
}
