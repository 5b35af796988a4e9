// A tree of rounded boxes, and beside it the exact ones by slot: all that a qd_wide is.
#ifndef QD_WIDE_TREE_H
#define QD_WIDE_TREE_H

#include "exact.h"
#include "narrow.h"
#include "quad.h"

enum { QD__WIDE_CHUNK_BITS = 7 };

struct qd_wide {
    qd__memory memory;    ///< What is here and not in the tree.
    struct qd_tree *tree; ///< Closed, whatever the edges: rounding makes boxes touch that do not.
    qd__pool boxes;       ///< qd_dbox, by slot; of those that are free, anything.
    qd__origin origin;
    bool given; ///< The definition named a world: the origin stays.
    bool open;
    qd_box *scratch; ///< Rounded boxes of a call that moves many; kept, so that the next one allocates nothing.
    size_t scratch_room;
};

/// The exact box of a slot that is or was in use.
static inline qd_dbox *qd__wide_box(const struct qd_wide *wide, uint32_t slot)
{
    return qd__pool_record(&wide->boxes, slot - 1, QD__WIDE_CHUNK_BITS, sizeof(qd_dbox));
}

/// Room for the exact boxes of so many slots. False: no memory.
static inline bool qd__wide_reserve(struct qd_wide *wide, size_t slots)
{
    return qd__pool_reserve(&wide->boxes, &wide->memory, slots);
}

/// Adding zero leaves no negative zero, as in a tree.
static inline void qd__wide_keep(struct qd_wide *wide, uint32_t slot, const qd_dbox *box)
{
    const qd_dbox kept = { { box->min.x + 0.0, box->min.y + 0.0 }, { box->max.x + 0.0, box->max.y + 0.0 } };
    *qd__wide_box(wide, slot) = kept;
}

/// The box as the tree gets it; an invalid one stays invalid.
static inline qd_box qd__wide_narrow(const struct qd_wide *wide, const qd_dbox *box)
{
    const qd_box invalid = { { NAN, NAN }, { NAN, NAN } };
    return qd__dbox_is_valid(box) ? qd__narrow(&wide->origin, *box) : invalid;
}

/// While there are no items: puts the origin into the middle of what comes.
static inline void qd__wide_center(struct qd_wide *wide, const qd_dbox *box)
{
    const qd_dvec2 middle = { box->min.x / 2 + box->max.x / 2, box->min.y / 2 + box->max.y / 2 };
    wide->origin = qd__origin_at(middle);
}

#endif
