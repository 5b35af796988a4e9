/// @file tree.h
/// The index itself: create it, put boxes in, move them, take them out.
///
/// Threads: any number may query a tree while none changes it. There are no locks and no globals. A tree that is given
/// an executor has large jobs done by the caller's threads; it is still one call at a time that changes it.
#ifndef QUADRILLE_TREE_H
#define QUADRILLE_TREE_H

#include <quadrille/geometry.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qd_tree qd_tree;

/// Name of an item in one tree. All zero is null. A removed item's id stays stale for good. Slots are dense from 1 and
/// re-used: arrays of yours can be indexed by slot.
typedef struct qd_id {
    uint32_t slot, generation;
} qd_id;

static inline bool qd_id_is_null(qd_id id)
{
    return id.slot == 0;
}

static inline bool qd_id_equal(qd_id a, qd_id b)
{
    return a.slot == b.slot && a.generation == b.generation;
}

/// An id as one number, to be kept where only a number fits: the slot is in the low half.
static inline uint64_t qd_id_to_u64(qd_id id)
{
    return (uint64_t)id.generation << 32 | id.slot;
}

static inline qd_id qd_id_from_u64(uint64_t bits)
{
    qd_id id = { (uint32_t)bits, (uint32_t)(bits >> 32) };
    return id;
}

/// A mask that matches no layer. Bit 31 is never a layer: there are 31 of them, bits 0 to 30.
#define QD_NO_LAYERS 0x80000000u
/// A mask that matches every layer: what mask 0 stands for.
#define QD_ALL_LAYERS 0x7fffffffu

/// Collision filter: two items can pair only if each one's mask has one of the other's layers.
/// layers 0 means layer bit 0; mask 0 means QD_ALL_LAYERS; mask QD_NO_LAYERS means none. Bit 31 of layers is ignored;
/// layers of bit 31 alone are refused.
typedef struct qd_filter {
    uint32_t layers, mask;
} qd_filter;

/// Does touching count as overlapping? Closed: yes, and points work everywhere. Open: no, for worlds of tiles, where a
/// player standing on a floor must not be "colliding" with it. One rule for every call on the tree.
typedef enum qd_edges { QD_EDGES_CLOSED = 0, QD_EDGES_OPEN = 1 } qd_edges;

#define QD_MAX_DEPTH 24

/// Zero every field you do not care about; zero means "default".
typedef struct qd_tree_def {
    qd_box world;      ///< Where most items will be; they may lie anywhere. Default (all zero): learnt from the first
                       ///< items. It becomes the first root node, widened to a square with a power of two as its side.
    size_t reserve;    ///< Items to make room for now.
    qd_edges edges;    ///< Default closed.
    int leaf_capacity; ///< A node splits above this many items, 1..4096. Default 64.
    int max_depth;     ///< Levels of nodes below the world, 1..QD_MAX_DEPTH. Default 16.
    bool totals;       ///< Keep a value with each item, and what they come to in each node: see totals.h. Default: no.
    qd_allocator allocator;
    qd_executor executor; ///< Threads for large jobs. Default: none.
} qd_tree_def;

/// New empty tree. `def` is read, not kept; NULL means all defaults. NULL result: no memory, or a bad definition (a
/// world that is invalid or has no extent, a number out of range). Cost O(reserve).
QD_API qd_tree *qd_tree_create(const qd_tree_def *def);

/// What the address of a buffer for qd_tree_create_in is a multiple of.
#define QD_BUFFER_ALIGNMENT 64

/// A tree in a buffer of fixed size, which never allocates. `qd_tree_size_for` says how many bytes it takes for so many
/// items, 0 meaning that there is no such size; a little more than 64 for each item. In a buffer of that size so many
/// items can always be held, wherever they lie, however they have moved, whatever has been inserted and removed before.
/// (A slot is retired after 2^31 reuses; the tree then holds one item less.) When it is full, inserting one item
/// returns a null id, inserting many QD_NO_MEMORY with nothing inserted; no item in the tree is lost.
///
/// The fuller the tree, the less room there is to keep items where they belong, and the slower it gets: up to about
/// four fifths full it is as fast as any, filled to the last item a small window may look at a good part of them. So
/// ask for a size for half as many more where speed matters. qd_tree_rebuild needs room for an eighth more items,
/// else returns QD_NO_MEMORY; it moves all items to the nodes where they belong, as far as there is room. A leaf
/// capacity below 20 or so is kept only as long as there are nodes for it.
QD_API size_t qd_tree_size_for(size_t items);

/// New empty tree in `size` bytes at `buffer`, as many items as they hold by qd_tree_size_for. The buffer is the tree's
/// until the last call on it. Destroying the tree frees nothing, and is needed only where contacts that watch it are to
/// outlive the buffer. `def` as for qd_tree_create, but `reserve` is not looked at, and the allocator is for saving
/// (io.h) and for many questions (many.h) alone; all zero: these have no memory. NULL result: a bad definition or one
/// with totals, a buffer that is not aligned, or too small for a single item. Cost O(size / 1000).
QD_API qd_tree *qd_tree_create_in(void *buffer, size_t size, const qd_tree_def *def);

/// Frees the tree and all it holds. NULL is allowed.
QD_API void qd_tree_destroy(qd_tree *tree);

/// Removes every item and keeps the memory. All ids go stale. Cost O(slots).
QD_API void qd_tree_clear(qd_tree *tree);

/// What an item is made of. `user` is yours and comes back with every result.
typedef struct qd_item {
    qd_box box;
    uint64_t user;
    qd_filter filter;
} qd_item;

/// Inserts one item; returns its id. A null id means no memory, an invalid box, or layers of bit 31 alone; nothing has
/// changed then. Cost O(depth), amortised.
QD_API qd_id qd_tree_insert(qd_tree *tree, qd_item item);

/// Gives an item a new box; every answer is exact at once. QD_STALE_ID, QD_BAD_VALUE: nothing has changed. Never fails
/// for want of memory. Cost O(1) while the item stays near, else O(depth), amortised.
QD_API qd_result qd_tree_move(qd_tree *tree, qd_id id, qd_box box);

/// Removes an item; its id goes stale. Never fails for want of memory. QD_STALE_ID: nothing has changed.
QD_API qd_result qd_tree_remove(qd_tree *tree, qd_id id);

/// Replaces an item's user value. QD_STALE_ID: nothing has changed. Cost O(1).
QD_API qd_result qd_tree_set_user(qd_tree *tree, qd_id id, uint64_t user);

/// Replaces an item's filter. QD_STALE_ID, QD_BAD_VALUE (layers of bit 31 alone), QD_NO_MEMORY: nothing has changed.
/// Memory is needed only for a filter that is not the default while all items have that: room is made for the filters
/// of all of them. Cost O(depth), and then O(items).
QD_API qd_result qd_tree_set_filter(qd_tree *tree, qd_id id, qd_filter filter);

/// Many at once: the same outcome as one by one in order, faster. A bad entry (invalid box or filter, stale id) is
/// passed over and the others are done; the result is then that of the first bad entry, and *bad its index. Without
/// one, *bad is left alone. `bad` may be NULL. Cost follows count when count is small beside the tree.
///
/// insert_many writes the new ids to `ids` (count entries, may be NULL), null for bad entries; with QD_NO_MEMORY it has
/// inserted nothing and all of `ids` is null. Moving and removing never fail for want of memory.
QD_API qd_result qd_tree_insert_many(qd_tree *tree, const qd_item *items, size_t count, qd_id *ids, size_t *bad);
QD_API qd_result qd_tree_move_many(qd_tree *tree, const qd_id *ids, const qd_box *boxes, size_t count, size_t *bad);
QD_API qd_result qd_tree_remove_many(qd_tree *tree, const qd_id *ids, size_t count, size_t *bad);

/// Copies an item out, its filter with the defaults resolved. False: stale id, and *item is left alone. Cost O(1).
QD_API bool qd_tree_get(const qd_tree *tree, qd_id id, qd_item *item);

/// Is the id that of a live item? Any bits may be asked about. Cost O(1).
QD_API bool qd_tree_contains(const qd_tree *tree, qd_id id);

/// How many items there are. Cost O(1).
QD_API size_t qd_tree_count(const qd_tree *tree);

/// What the tree's definition says about `edges`, `leaf_capacity`, `max_depth` and `totals`, defaults resolved; all
/// else is zero.
QD_API qd_tree_def qd_tree_definition(const qd_tree *tree);

/// The exact bounding box of all items. Empty tree: inverted, min +infinity and max -infinity. Cost about O(sqrt n).
QD_API qd_box qd_tree_bounds(const qd_tree *tree);

/// Rebuilds the whole tree: tight, packed, in order, the root over where most items are. Ids survive.
/// QD_NO_MEMORY: nothing has changed. Cost O(n); needs about as much memory again while it runs.
QD_API qd_result qd_tree_rebuild(qd_tree *tree);

#ifdef __cplusplus
}
#endif
#endif
