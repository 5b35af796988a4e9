// The exact boxes of a tree of doubles, by slot, and the origin about which its AABBs are rounded.
#ifndef QD_PRECISE_H
#define QD_PRECISE_H

#include "quad.h"

/// Stores the exact box of a new item. Adding zero leaves no negative zero.
static inline void qd__precise_keep(const struct qd_tree *tree, uint32_t slot, const qd_box *box)
{
    const qd_box kept = { { box->min.x + 0.0, box->min.y + 0.0 }, { box->max.x + 0.0, box->max.y + 0.0 } };
    *qd__exact_box(tree, slot) = kept;
}

/// Stores the box of an item that moves; notes in the change log if it differs.
void qd__precise_move(const struct qd_tree *tree, uint32_t slot, const qd_box *box);

/// The origin in the middle of a valid box.
qd__origin qd__precise_middle(const qd_box *box);

enum { QD__CENTERS = 63 };

/// The centres of some of many boxes, evenly picked.
typedef struct qd__centers {
    double x[QD__CENTERS], y[QD__CENTERS];
    size_t count;
} qd__centers;

/// Among so many boxes, the distance from one that is picked to the next.
static inline size_t qd__centers_step(size_t boxes)
{
    return boxes / QD__CENTERS + 1;
}

void qd__centers_add(qd__centers *centers, const qd_box *box);

/// Those of a tree's items.
qd__centers qd__centers_of(const struct qd_tree *tree);

/// The origin among the boxes: the median on both axes, so that a few that are far away do not count. There must be
/// one. Sorts the centres.
qd__origin qd__centers_origin(qd__centers *centers);

/// Puts the origin into the middle of a box, if the tree is empty and its world was not given.
void qd__precise_center(struct qd_tree *tree, const qd_box *box);

/// Rounds all items about a new origin, if most of them are far away from the old one for how near they are to each
/// other. Not if the definition named a world. Needs no memory.
void qd__precise_move_origin(struct qd_tree *tree);

#endif
