/// @file tree.h
/// The index itself: create it; insert, move and remove boxes and points.
#ifndef QUADRILLE_TREE_H
#define QUADRILLE_TREE_H

#include <quadrille/geometry.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A quadtree of boxes and points. Its definition selects floats or doubles; every function works on both.
///
/// A float tree rounds each number in items and questions to the nearest float and answers exactly for these floats, as
/// if the whole interface were float. Numbers that round beyond FLT_MAX count as infinite. A double tree stores
/// doubles; it takes 32 bytes more an item and some time.
///
/// A double tree is fast where floats distinguish positions relative to the centre of the world. Where thousands of
/// items lie within one ten-millionth of their distance from it, a search compares them all.
typedef struct qd_tree qd_tree;

/// Names an item of one tree. 0 is never an item. The id of a removed item stays stale forever. Low half: the slot,
/// from 1, dense and reused, so that arrays of the caller can be indexed by it. High half: the generation.
typedef uint64_t qd_id;

/// The slot of an id.
QD_INLINE uint32_t qd_id_slot(qd_id id)
{
    return (uint32_t)id;
}

/// No layer, in either field of a filter.
#define QD_NO_LAYER 0x80000000u

/// Collision filter: layers 0..30, a bit each. 0 means all, in both fields, for items and for questions; QD_NO_LAYER
/// means none. Bit 31 is otherwise ignored; every value is valid.
///
/// Two items can pair when each mask has one of the other item's layers. A question sees an item when the question's
/// mask has one of the item's layers, and the item's mask one of the question's layers; a field of a question that is 0
/// is not tested, so a zeroed filter sees every item.
typedef struct qd_filter {
    uint32_t layers; ///< What it is.
    uint32_t mask;   ///< What it meets.
} qd_filter;

/// Does touching count as overlapping? The same for every call on the tree. Open edges suit tiles: a player standing on
/// the floor does not collide with it. With open edges an item without width overlaps a box only if the box extends
/// beyond it to the left and right; without height, above and below: equal points do not overlap.
typedef enum qd_edges { QD_CLOSED = 0, QD_OPEN = 1 } qd_edges;

/// Largest max_depth of a definition.
#define QD_MAX_DEPTH 24

/// Alignment of buffers for trees, and of snapshots that are mapped.
#define QD_ALIGNMENT 64

/// Settings of a tree. NULL and zeroed fields mean the defaults.
typedef struct qd_tree_def {
    qd_precision precision; ///< Default QD_FLOAT.
    qd_edges edges;         ///< Default QD_CLOSED.
    qd_box world; ///< Where most items will be; items outside it work too. It becomes the first root node, widened to a
                  ///< square. Needs a width and a height. Default: taken from the first items.
    size_t reserve;    ///< Creation allocates memory for this many items.
    int leaf_capacity; ///< A leaf with more items than this splits, 1..4096. Default 64.
    int max_depth;     ///< Levels of nodes below the world, 1..QD_MAX_DEPTH. Default 16.
    bool totals;       ///< Keep a value with each item, and sums of them in each node (totals.h).
    void *buffer; ///< The tree lives in this memory, aligned to QD_ALIGNMENT, and never allocates. The caller frees it
                  ///< after the tree, and must not touch it before. `reserve` is ignored.
    size_t buffer_size;     ///< Bytes at `buffer`; see qd_tree_buffer_size.
    qd_allocator allocator; ///< Default: the C library's. A tree in a buffer uses it only for saving, many questions
                            ///< and pairs on threads, and zeroed means none: saving then fails with QD_NO_MEMORY, the
                            ///< others give the same answers more slowly.
    qd_executor executor;   ///< Threads for large jobs. Default: none.
} qd_tree_def;

/// Creates an empty tree. QD_NO_MEMORY; QD_BAD_VALUE: see qd_tree_def_problem. Cost O(reserve), or O(buffer_size /
/// 1000).
QD_API qd_result qd_tree_create(const qd_tree_def *def, qd_tree **tree);

/// The error in a definition, as one line of English that names the field; NULL: the definition is valid. Errors are a
/// number out of range, a world that is invalid or lacks a width or a height, a buffer that is misaligned, too small
/// for one item, or used with totals. Cost O(1).
QD_API const char *qd_tree_def_problem(const qd_tree_def *def);

/// Bytes of a buffer for `items` items: about 64 each, 96 with doubles. 0: the size would overflow. That many items
/// always fit, whatever their places and the history of the tree. (A slot is retired after 2^31 reuses; the tree then
/// holds one item less.) Up to about 80 % full such a tree is as fast as any; in a full one, a small window may visit a
/// large part of the items: for speed, size the buffer for 1.5 times the items. Cost O(1).
QD_API size_t qd_tree_buffer_size(const qd_tree_def *def, size_t items);

/// Frees the tree. Contacts and interest that observe it may outlive it. Ignored when NULL.
QD_API void qd_tree_destroy(qd_tree *tree);

/// Removes every item and keeps the memory; all ids become stale. QD_READ_ONLY. Cost O(slots).
QD_API qd_result qd_tree_clear(qd_tree *tree);

/// One item. Coordinates come back as stored: -0.0 is stored and returned as 0.0.
typedef struct qd_item {
    qd_box box;
    uint64_t user; ///< The caller's; comes back with every result.
    qd_filter filter;
    int64_t value; ///< For totals.h. Without totals it is ignored and read back as 0.
} qd_item;

/// Inserts one item. QD_BAD_VALUE (invalid box), QD_NO_MEMORY, QD_FULL, QD_READ_ONLY. Cost O(depth), amortised.
QD_API qd_result qd_tree_insert(qd_tree *tree, const qd_item *item, qd_id *id);

/// Removes one item; its id becomes stale. QD_STALE_ID, QD_READ_ONLY. Needs no memory. Cost O(1), amortised.
QD_API qd_result qd_tree_remove(qd_tree *tree, qd_id id);

/// Change one property of an item; the next answer is exact. QD_STALE_ID, QD_READ_ONLY; QD_BAD_VALUE: an invalid box,
/// or a value in a tree without totals. Only the first filter in a tree that is not the default may need memory
/// (QD_NO_MEMORY). Cost O(1) for a user value and for a box that stays near, else O(depth), amortised.
QD_API qd_result qd_tree_set_box(qd_tree *tree, qd_id id, const qd_box *box);
QD_API qd_result qd_tree_set_user(qd_tree *tree, qd_id id, uint64_t user);
QD_API qd_result qd_tree_set_filter(qd_tree *tree, qd_id id, const qd_filter *filter);
QD_API qd_result qd_tree_set_value(qd_tree *tree, qd_id id, int64_t value);

/// Copies an item as stored, with the defaults of its filter resolved. QD_STALE_ID; every number is allowed as an id.
/// Cost O(1).
QD_API qd_result qd_tree_get(const qd_tree *tree, qd_id id, qd_item *item);

/// Items in arrays of the caller; all arrays but the boxes are packed. A NULL array has a default.
typedef struct qd_items {
    qd_boxes boxes;
    const uint64_t *users;    ///< NULL: first_user, first_user + 1, ...
    const qd_filter *filters; ///< NULL: `filter` for all.
    const int64_t *values;    ///< NULL: 0. Ignored in a tree without totals.
    uint64_t first_user;
    qd_filter filter;
} qd_items;

/// Many items at once: the outcome of single calls in order, faster. A bad entry (invalid box, stale id) is skipped and
/// the others are done; the result is then the error of the first bad entry and *bad its index. Without a bad entry
/// *bad is left alone. insert_many writes `count` ids, 0 for bad entries; on QD_NO_MEMORY and QD_FULL nothing is
/// inserted, all ids are 0 and *bad is left alone. QD_READ_ONLY: nothing is done. Moving and removing need no memory.
/// Cost O(count * depth) when count is small beside the tree, else O(n + count).
QD_API qd_result qd_tree_insert_many(qd_tree *tree, const qd_items *items, size_t count, qd_id *ids, size_t *bad);
QD_API qd_result qd_tree_move_many(qd_tree *tree, const qd_id *ids, const qd_boxes *boxes, size_t count, size_t *bad);
QD_API qd_result qd_tree_remove_many(qd_tree *tree, const qd_id *ids, size_t count, size_t *bad);

/// The exact bounding box of all items; without items it is inverted, min +INFINITY and max -INFINITY. Cost about
/// O(sqrt n).
QD_API void qd_tree_bounds(const qd_tree *tree, qd_box *bounds);

/// Settings with defaults resolved: precision, edges, leaf_capacity, max_depth, totals; the rest is zero. Cost O(1).
QD_API void qd_tree_get_def(const qd_tree *tree, qd_tree_def *def);

/// Builds the tree again, packed, with its root over most items. A double tree without a world in its definition also
/// moves the origin of its AABBs if most items are far from it. Ids stay valid. QD_NO_MEMORY, QD_FULL (a buffer needs
/// room for an eighth more), QD_READ_ONLY. Cost O(n); needs about as much memory again while it runs.
QD_API qd_result qd_tree_rebuild(qd_tree *tree);

/// Shortcut: the new tree, or NULL on failure.
QD_INLINE qd_tree *qd_tree_new(const qd_tree_def *def)
{
    qd_tree *tree = NULL;
    (void)qd_tree_create(def, &tree);
    return tree;
}

/// Shortcut: inserts a box with the default filter; returns its id, or 0 on failure.
QD_INLINE qd_id qd_tree_add(qd_tree *tree, qd_box box, uint64_t user)
{
    qd_item item = { box, user, { 0, 0 }, 0 };
    qd_id id = 0;
    (void)qd_tree_insert(tree, &item, &id);
    return id;
}

/// Shortcut: qd_tree_set_box.
QD_INLINE qd_result qd_tree_move(qd_tree *tree, qd_id id, qd_box box)
{
    return qd_tree_set_box(tree, id, &box);
}

/// Shortcut: does the id name a live item?
QD_INLINE bool qd_tree_has(const qd_tree *tree, qd_id id)
{
    return qd_tree_get(tree, id, NULL) == QD_OK;
}

#ifdef __cplusplus
}
#endif
#endif
