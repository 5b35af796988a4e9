// Where the root belongs: the square in which most of the items are. And whether it is good: the one judge of that, for
// loads, for rebuilding in place, and for what follows changes.
#ifndef QD_ROOT_H
#define QD_ROOT_H

#include "lattice.h"

enum {
    QD__ROOT_FEW = 8,   ///< Up to one in so many items may lie badly: outside the world, or too many for one leaf that
                        ///< cannot split.
    QD__ROOT_FINER = 8, ///< How much smaller a world must be to be a better one: full leaves alone make no root bad.
};

/// Is a root bad that leaves so many of the items lying badly?
static inline bool qd__root_is_bad(size_t badly, size_t items)
{
    return badly > items / QD__ROOT_FEW;
}

/// Is a world so much smaller that it parts what the other one cannot?
static inline bool qd__root_is_finer(const qd__lattice *lattice, const qd__lattice *than)
{
    return lattice->scale >= (float)QD__ROOT_FINER * than->scale;
}

/// Lays a lattice over the items with the numbers in `list`, or with NULL the first `count`, leaving out at most 1/64
/// of their centres where that makes the world much smaller: one item parked far away must not put all others into one
/// node. The side is chosen such that, where items are spread evenly, the leaves of some level hold two thirds of
/// `capacity` when there are `population` of them in the tree; with a capacity of 0 it is a power of two. Returns
/// false, and lays nothing, when all centres are equal. With many items it looks only at a sample, and the share left
/// out may be a little more.
bool qd__root_learn(qd__lattice *lattice, const qd__fbox *boxes, const uint32_t *list, size_t count, size_t population,
                    uint32_t capacity);

#endif
