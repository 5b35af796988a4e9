// The sort keys of a bulk load, and the batch of items in their order. See build.h for what a key is made of.
//
// Items go by the first bits of their keys, their codes, into buckets, the nodes of one level, with their ends kept: so
// the items below any node of that level or above it are known without a search. Only the crowded buckets are sorted,
// and only their items need whole keys: buckets with more items than a leaf takes, or with items of larger nodes.
//
//   codes    [ by item                              ]
//   order    [ bucket 0 | bucket 1 | ... | the rest ]  numbers of items
//   starts     ^          ^                ^
#ifndef QD_KEYS_H
#define QD_KEYS_H

#include "quad.h"
#include "sort.h"

/// Items in the order they are laid out in.
typedef struct qd__batch {
    const qd_item *items;
    const qd_id *ids;
    uint32_t first_slot; ///< When the slots of all ids follow one another; 0 when they do not.
    size_t room;         ///< Items, those with a null id as well.
    size_t count;        ///< Those with an id that is not.
    qd__lattice lattice; ///< That the keys are made by.
    bool filtered;       ///< Some item may have a filter that is not the default.
    size_t at_max_depth; ///< Different items, too many for one leaf, that the lattice cannot part.

    unsigned levels;   ///< From the world down to the buckets' nodes.
    uint32_t *order;   ///< All items, those without an id last.
    uint32_t *codes;   ///< By item: its bucket, marked where it is of a larger node. Room for sorting, later.
    uint32_t *starts;  ///< Of each bucket, of the rest, and of what has no id.
    uint32_t *tallies; ///< For counting: an array like `starts` for each stretch of the items.
    size_t bytes;      ///< Of memory, all in one piece from `order` on.
    uint64_t *keys;    ///< By item, for the items of crowded buckets; NULL while there are none.
} qd__batch;

/// Chooses the lattice, and sorts. False: no memory, and nothing is held.
bool qd__batch_open(qd__batch *batch, struct qd_tree *tree, const qd_item *items, const qd_id *ids, size_t count,
                    bool learn);
void qd__batch_close(qd__batch *batch, struct qd_tree *tree);

/// How many of the items are in the world; they come first.
size_t qd__batch_in_world(const qd__batch *batch);

/// Where the quarters of a node end in the stretch [low, high) of what lies deeper than the node.
void qd__batch_end_quarters(const struct qd_tree *tree, const qd__batch *batch, qd__square square, size_t low,
                            size_t high, size_t ends[4]);

/// Where the own items of a node with more of them than a leaf takes end in the stretch [low, high) of what lies in the
/// node; they come first.
size_t qd__batch_end_own(const qd__batch *batch, qd__square square, size_t low, size_t high);

/// Do some of the items in [low, high), at least one, have other corners than the rest of them?
bool qd__batch_is_parted(const struct qd_tree *tree, const qd__batch *batch, size_t low, size_t high);

/// Where a bucket starts; the next starts where it ends.
static inline uint32_t qd__batch_start(const qd__batch *batch, uint32_t bucket)
{
    return batch->starts[bucket] & ~QD__MIXED;
}

/// The slot of an item's id; where it can, without a look at the ids, which are all over the memory.
static inline uint32_t qd__batch_slot(const qd__batch *batch, uint32_t index)
{
    return batch->first_slot ? batch->first_slot + index : batch->ids[index].slot;
}

static inline unsigned qd__key_shift(uint64_t key)
{
    return 31 - (unsigned)(key & ((1u << QD__KEY_RANK_BITS) - 1));
}

static inline uint64_t qd__key_corner(uint64_t key)
{
    return key >> QD__KEY_RANK_BITS;
}

#endif
