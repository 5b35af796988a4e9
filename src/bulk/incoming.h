// New boxes on their way to many items: each bucket fetches those of its own items.
//
//     ids     [ 7 ][ 2 ][ 9 ]            by slot  [ - - 1 - - - - 0 - 2 ]        bucket   [ 9 | 7 ]
//     boxes   [ a ][ b ][ c ]                           ^         ^   ^                  [ c | a ]
//
// The caller's order and the tree's have nothing to do with each other, so one of the two is gone through by leaps.
// Reading boxes by leaps is cheaper than writing them so, and leaves a bucket whole in the cache for what comes next:
// which items have left the node, the bounds. Where the ids are in the order of their slots without a gap, as
// after a bulk load, a slot says by itself which box is meant, and nothing is noted.
#ifndef QD_INCOMING_H
#define QD_INCOMING_H

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

typedef struct qd__incoming {
    const qd__fbox *boxes;
    const uint32_t *by_slot; ///< Which of the boxes is for the item of a slot; QD__NONE: it stays as it is. Or NULL:
    uint32_t first, count;   ///< slot `first` + i has the box i of `count`.
    bool for_all;            ///< Each item has a box, found by `first` alone.
    struct qd__change_log *change_logs; ///< Listeners for boxes that differ from those before, or NULL.
} qd__incoming;

/// How many slots may be noted: they are counted from 1.
static inline size_t qd__incoming_slots(const struct qd_tree *tree)
{
    return (size_t)tree->pools.slots.used + 1;
}

/// Finds out which item gets which box; if an id comes twice, the item gets the later box. Skips entries that cannot be
/// moved and notes the first of them in `first_bad`. If the ids are in the order of their slots, the boxes are checked
/// later, by qd__incoming_store. The tree's scratch must have room for qd__incoming_slots; the answer uses it.
qd__incoming qd__incoming_note(const struct qd_tree *tree, const qd_id *ids, const qd__fbox *boxes, uint32_t count,
                               qd__bad *first_bad);

/// Prefetches the boxes that are for items of a bucket.
void qd__incoming_prefetch(const qd__incoming *incoming, const qd__bucket *bucket);

/// Closes the gaps of the bucket at a location, stores the boxes that are for its items, and marks those that leave the
/// node with these. The bucket's bounds are then those of the others. Where a box is not valid the item keeps the one
/// it has, and `unsound` is set.
void qd__incoming_store(const struct qd_tree *tree, const qd__incoming *incoming, uint32_t location, bool *unsound);

/// Reports the first box that is not valid.
void qd__incoming_note_unsound(const qd__incoming *incoming, qd__bad *first_bad);

#endif
