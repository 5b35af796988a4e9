// Where the root belongs: the square in which most of the items are.
#ifndef QD_ROOT_H
#define QD_ROOT_H

#include "lattice.h"

#include <quadrille/tree.h>

/// Lays a lattice over the items with the numbers in `list`, or with NULL the first `count`, leaving out at most 1/64
/// of their centres where that makes the world much smaller: one item parked far away must not sink all others into one
/// node. The side is chosen such that, where items are spread evenly, the leaves of some level hold two thirds of
/// `capacity` when there are `population` of them in the tree; with a capacity of 0 it is a power of two. Returns
/// false, and lays nothing, when all centres are equal. Of many items only a sample is looked at, and the share left
/// out may be a little more.
bool qd__root_learn(qd__lattice *lattice, const qd_item *items, const uint32_t *list, size_t count, size_t population,
                    uint32_t capacity);

#endif
