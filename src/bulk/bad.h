// The entries of a call for many that cannot be done.
#ifndef QD_BAD_H
#define QD_BAD_H

#include "quad.h"

/// The first bad entry of a call for many.
typedef struct qd__bad {
    qd_result result;
    size_t index;
} qd__bad;

static inline void qd__note_bad(qd__bad *first_bad, qd_result result, size_t index)
{
    if (first_bad->result == QD_OK) {
        first_bad->result = result;
        first_bad->index = index;
    }
}

/// May this entry be moved? Otherwise it is noted.
static inline const qd__slot *qd__slot_to_move(const struct qd_tree *tree, qd_id id, qd__fbox box, size_t index,
                                               qd__bad *first_bad)
{
    const qd__slot *slot = qd__slots_find(&tree->pools.slots, id);
    if (!slot) {
        qd__note_bad(first_bad, QD_STALE_ID, index);
        return NULL;
    }
    if (!qd__fbox_is_valid(box)) {
        qd__note_bad(first_bad, QD_BAD_VALUE, index);
        return NULL;
    }
    return slot;
}

#endif
