// The sort keys of a bulk load, and the batch of items in their order. See build.h for what a key is made of.
#ifndef QD_KEYS_H
#define QD_KEYS_H

#include "quad.h"
#include "sort.h"

/// Items in the order they are laid out in.
typedef struct qd__batch {
    const qd_item *items;
    qd__key *keys;       ///< Sorted.
    size_t count;        ///< Keys: the items whose id is not null.
    qd__lattice lattice; ///< That the keys are made by.
    size_t sunk;         ///< Different items, too many for one leaf, that the lattice cannot part.

    qd__key *buffers; ///< Two arrays of `room` keys each; `keys` is one of them.
    size_t room;
} qd__batch;

/// Chooses the lattice, and sorts. False: no memory, and nothing is held.
bool qd__batch_open(qd__batch *batch, struct qd_tree *tree, const qd_item *items, const qd_id *ids, size_t count,
                    bool learn);
void qd__batch_close(qd__batch *batch, struct qd_tree *tree);

/// The buffer that the keys are not in.
static inline qd__key *qd__batch_spare(const qd__batch *batch)
{
    return batch->keys == batch->buffers ? batch->buffers + batch->room : batch->buffers;
}

/// How many of the sorted keys are of items in the world; the others follow.
size_t qd__keys_in_world(const qd__key *keys, size_t count);

/// Where a quarter of a cell ends in the stretch [low, high) of what lies below the cell, low being the quarter's
/// start.
size_t qd__keys_end_of_quarter(const struct qd_tree *tree, qd__square square, const qd__key *keys, size_t low,
                               size_t high, uint32_t quarter);

enum { QD__KEY_RANK_BITS = 5 };

static inline unsigned qd__key_shift(uint64_t key)
{
    return 31 - (unsigned)(key & ((1u << QD__KEY_RANK_BITS) - 1));
}

static inline uint64_t qd__key_corner(uint64_t key)
{
    return key >> QD__KEY_RANK_BITS;
}

#endif
