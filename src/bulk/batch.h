// The items of a bulk load, in the order they are laid out in. See build.h for what a key is made of.
//
// Items go by the first bits of their keys into buckets, the nodes of one level, with their ends kept: so the items
// below any node of that level or above it are known without a search. Only crowded buckets are sorted: those with more
// items than a leaf takes, or with items of larger nodes.
//
//   keys     [ by item                              ]
//   order    [ bucket 0 | bucket 1 | ... | the rest ]  numbers of items
//   sorted   [ bucket 0 | bucket 1 | ... | the rest ]  their keys
//   starts     ^          ^                ^
//
// A key has QD__KEY_LEVELS levels. Where more items than a leaf takes lie deeper, their keys are made again from there.
#ifndef QD_BATCH_H
#define QD_BATCH_H

#include "quad.h"
#include "sort.h"
#include "source.h"

/// Items in the order they are laid out in.
typedef struct qd__batch {
    const qd__source *from;
    const qd__fbox *boxes; ///< Of `from`.
    const qd_id *ids;
    qd_id first_id;      ///< When the ids follow one another, slot by slot; 0 when they do not.
    size_t room;         ///< Items, those with a null id as well.
    size_t count;        ///< Those with an id that is not.
    qd__lattice lattice; ///< That the keys are made by.
    bool filtered;       ///< Some item may have a filter that is not the default.
    size_t at_max_depth; ///< Different items, too many for one leaf, that the lattice cannot part.

    unsigned levels;    ///< From the world down to the buckets' nodes.
    uint32_t *order;    ///< All items, those without an id last.
    uint32_t *keys;     ///< By item. Room for sorting, later.
    uint32_t *starts;   ///< Where each bucket, the rest, and the items without an id start.
    uint32_t *tallies;  ///< For counting: an array like `starts` for each stretch of the items.
    size_t numbers;     ///< From `order` on, in one block: C libraries return the memory of several to the system.
    uint32_t *sorted;   ///< Keys beside `order`; NULL: no bucket is crowded.
    size_t sorted_room; ///< For these, and behind them for sorting.
} qd__batch;

/// The bucket of the rest: those before it are the nodes of one level of the world, the one after it has no ids.
static inline uint32_t qd__batch_rest(const qd__batch *batch)
{
    return UINT32_C(1) << (2 * batch->levels);
}

/// Where a bucket starts; the next starts where it ends.
static inline uint32_t qd__batch_start(const qd__batch *batch, uint32_t bucket)
{
    return batch->starts[bucket] & ~QD__MIXED;
}

/// Are there so many items that what they touch is seldom in the cache?
static inline bool qd__batch_is_large(const qd__batch *batch)
{
    return QD__CAN_PREFETCH && batch->count > QD__LARGE / 8;
}

/// The id of an item; where it can, without a look at the ids, which are all over the memory.
static inline qd_id qd__batch_id(const qd__batch *batch, uint32_t index)
{
    return batch->first_id ? batch->first_id + index : batch->ids[index];
}

#endif
