// Change log since the last update of its reader: what contacts are computed from.
//
// Its memory is allocated beforehand, by the reader: a slot is listed once at most, so lists as long as there are
// slots are long enough, and noting a change needs no memory. Slots that have come since are not noted: whatever is in
// them is new to the reader. A tree without a reader pays one comparison a change.
//
//     slots    1 2 3 4 5 6 7 | 8 9          known: 7; slots past it, 8 and 9, are implicitly new
//     flags    - L - L G L - |
//     touched  [ 4 2 6 ]  oldest first      came, or has another box or filter
//     gone     [ 5 ]                        with the first item that left the slot: later ones were never seen
#ifndef QD_CHANGE_LOG_H
#define QD_CHANGE_LOG_H

#include "quad.h"

/// What is noted of a slot. Further bits are for the reader.
enum {
    QD__LISTED = 1, ///< In the list of those touched.
    QD__STORED = 2, ///< Touched by a call that moved many, and yet to be listed.
    QD__GONE = 4,   ///< Its item is in the list of those gone.
    QD__CHANGE_LOG_FREE = 8,
};

typedef struct qd__change_log {
    struct qd__change_log *next; ///< Another one on the same tree.
    struct qd_tree *tree;        ///< NULL: it was destroyed, and all its items are gone.
    uint32_t known, room;        ///< Slots that are noted, 1 to `known`, and slots with memory.
    uint8_t *flags;              ///< By slot.
    uint32_t *touched, *gone;    ///< Lists of slots.
    qd_entry *last;              ///< By slot that says QD__GONE: the item that left it.
    uint32_t touched_count, gone_count;
    bool stored; ///< Some flags may say QD__STORED.
} qd__change_log;

/// Begins with all items of a tree unknown.
void qd__change_log_open(qd__change_log *change_log, struct qd_tree *tree);
void qd__change_log_close(qd__change_log *change_log, qd__memory *memory);

/// How many slots are noted after a look.
static inline uint32_t qd__change_log_slots(const qd__change_log *change_log)
{
    return change_log->tree ? change_log->tree->pools.slots.used : change_log->known;
}

/// Lists new and stored slots, so that `touched` is complete. False: no memory, and nothing is lost.
bool qd__change_log_read(qd__change_log *change_log, qd__memory *memory);

/// Forgets the first so many of those touched; their flags no longer say that they are listed.
void qd__change_log_drop(qd__change_log *change_log, size_t count);

void qd__change_log_note_touched(qd__change_log *first, uint32_t slot);

/// An item is about to be gone.
void qd__change_log_note_gone(qd__change_log *first, const qd_entry *item);

/// All items are about to be gone.
void qd__change_log_note_clear(struct qd_tree *tree);

/// All items are about to be gone, and the tree with them.
void qd__change_log_note_end(struct qd_tree *tree);

/// An item came, or has another box or filter.
static inline void qd__change_log_touched(const struct qd_tree *tree, uint32_t slot)
{
    if (tree->upkeep.change_logs)
        qd__change_log_note_touched(tree->upkeep.change_logs, slot);
}

/// An item has another box: noted by any thread, each slot by one of them, and listed later. `stored` must be set.
static inline void qd__change_log_stored(const qd__change_log *first, uint32_t slot)
{
    for (const qd__change_log *change_log = first; change_log; change_log = change_log->next)
        if (slot <= change_log->known)
            change_log->flags[slot] |= QD__STORED;
}

#endif
