// Items that leave their nodes while many are moved.
//
// A list takes each leaver out of its bucket while that is in the cache. It keeps the leavers until all boxes are
// stored, since the buckets that they go to may not have their new boxes before. Three kinds of leavers stay in their
// buckets, marked in `left`, and are moved afterwards: those that the list has no room for; those of buckets that are
// not the first of their node, where another item would take the place of the one that goes; and all leavers of a tree
// that keeps totals.
#ifndef QD_LEAVERS_H
#define QD_LEAVERS_H

#include "quad.h"

/// An item that is in no bucket.
typedef struct qd__leaver {
    qd__entry entry;
    uint32_t from; ///< The node that it has left.
    uint32_t to;   ///< The node that it goes to; QD__NONE: a search from the root will find it.
} qd__leaver;

enum { QD__LEAVERS_FEW = 64 };

typedef struct qd__leavers {
    qd__leaver *list;
    size_t room, count;
    size_t behind; ///< Leavers that are not listed.
    qd__leaver few[QD__LEAVERS_FEW];
} qd__leavers;

/// Makes an empty list. It uses `size` bytes of the caller's if they hold more than `few`.
void qd__leavers_begin(qd__leavers *all, void *bytes, size_t size);

/// Takes the leavers out of the bucket at a location, or leaves all of them behind.
void qd__leavers_take(struct qd_tree *tree, qd__leavers *all, uint32_t location);

/// Takes the leavers out of all buckets, in the order of memory.
void qd__leavers_take_all(struct qd_tree *tree, qd__leavers *all);

/// Puts the listed items where they belong.
void qd__leavers_settle(struct qd_tree *tree, qd__leavers *all);

/// Takes and puts those that were left behind. The list must be empty; `slots` has room for all of them.
void qd__leavers_settle_behind(struct qd_tree *tree, qd__leavers *all, uint32_t *slots);

#endif
