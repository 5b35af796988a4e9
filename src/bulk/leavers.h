// Items that leave their nodes while many are moved.
//
// They are taken out while their bucket is in the cache, and kept in a list until all boxes are stored: until then the
// buckets that they go to may be yet to come. Some stay where they are, marked in the bucket's `left`, and are gone for
// afterwards: those that the list has no room for; those of buckets that are not the first of their node, where another
// item would take the place of one that goes; and all of a tree that keeps totals.
#ifndef QD_LEAVERS_H
#define QD_LEAVERS_H

#include "quad.h"

/// An item that is in no bucket.
typedef struct qd__leaver {
    qd__entry entry;
    uint32_t from, to; ///< The node that it has left; where it goes, or QD__NONE: that is found out from the root.
} qd__leaver;

enum { QD__LEAVERS_FEW = 64 };

typedef struct qd__leavers {
    qd__leaver *list;
    size_t room, count;
    size_t behind; ///< Leavers that are not listed.
    qd__leaver few[QD__LEAVERS_FEW];
} qd__leavers;

/// An empty list, which lies in some bytes where these are more than there is room for without.
void qd__leavers_begin(qd__leavers *all, void *bytes, size_t size);

/// Takes the leavers out of the bucket at a location, or leaves all of them behind.
void qd__leavers_take(struct qd_tree *tree, qd__leavers *all, uint32_t location);

/// Puts all that are listed where they belong.
void qd__leavers_settle(struct qd_tree *tree, qd__leavers *all);

/// Takes and puts those that were left behind. The list must be empty; `slots` has room for all of them.
void qd__leavers_settle_behind(struct qd_tree *tree, qd__leavers *all, uint32_t *slots);

#endif
