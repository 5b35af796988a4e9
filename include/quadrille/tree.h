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
/// doubles; it needs 32 more bytes per item and is somewhat slower.
///
/// A double tree is fast if floats can distinguish the positions of its items relative to the centre of the world. It
/// is slow for a distant cluster: if thousands of items lie closer together than a ten-millionth of their distance from
/// that centre, a search compares all of them.
typedef struct qd_tree qd_tree;

/// Names an item of one tree. 0 is never an item. The id of a removed item stays stale forever. The low 32 bits are the
/// slot: slots start at 1, are dense and are reused, so you can use them as indices of your own arrays. The high 32
/// bits are the generation, which changes with each use of the slot.
typedef uint64_t qd_id;

/// The slot of an id.
QD_INLINE uint32_t qd_id_slot(qd_id id)
{
    return (uint32_t)id;
}

/// No layer, in either field of a filter.
#define QD_NO_LAYER 0x80000000u

/// Collision filter: layers 0..30, a bit each. A field that is 0 means all layers, QD_NO_LAYER means none. Bit 31
/// is otherwise ignored; every value is valid.
///
/// Two items can pair when the mask of each has a layer of the other. A question sees an item when two tests pass: the
/// question's mask has a layer of the item, and the item's mask has a layer of the question. A field of the question
/// that is 0 skips its test, so a zeroed filter sees every item, those with QD_NO_LAYER too.
typedef struct qd_filter {
    uint32_t layers; ///< The layers it is on.
    uint32_t mask;   ///< The layers it meets.
} qd_filter;

/// Does touching count as overlapping? This holds for every call on the tree. Open edges suit tiles: a player standing
/// on the floor does not collide with it. With open edges an item without width overlaps a box only if the box extends
/// beyond it to the left and to the right, and an item without height only if the box extends beyond it above and
/// below. So two equal points do not overlap.
typedef enum qd_edges { QD_CLOSED = 0, QD_OPEN = 1 } qd_edges;

/// Largest max_depth of a definition.
#define QD_MAX_DEPTH 24

/// Alignment of buffers for trees, and of snapshots that are mapped.
#define QD_ALIGNMENT 64

/// Settings of a tree. NULL and zeroed fields mean the defaults.
typedef struct qd_tree_def {
    qd_precision precision; ///< Default QD_FLOAT.
    qd_edges edges;         ///< Default QD_CLOSED.
    /// Where most items will be; items outside it work too. Needs a width and a height. Default: taken from the first
    /// items. The root is a square from its `min` on; the side is the least power of two that covers it. So the root is
    /// the world itself if that is such a square. Leaves are squares too, but with a `leaf_capacity` of 32 or more two
    /// quarters side by side that have few items are one leaf, a half.
    ///
    ///     +-------+---+---+ 16   World: 0 to 12 by 0 to 10, up to the dots.
    ///     |       | a | b |      Root: 0 to 16 on both axes, with the quarters 0 to 3.
    ///     |   2   +---+---+      Quarter 3 has three leaves: the squares a and b, and
    ///     |.......|...h   | 10   h, a half.
    ///     +-------+-------+ 8
    ///     |       |   .   |
    ///     |   0   | 1 .   |
    ///     |       |   .   |
    ///     +-------+---.---+ 0
    ///     0       8   12  16
    ///
    qd_box world;
    size_t reserve;     ///< Creation allocates memory for this many items.
    int leaf_capacity;  ///< A leaf with more items than this splits, 1..4096. Default 64.
    int max_depth;      ///< Levels of nodes below the world, 1..QD_MAX_DEPTH. Default 16.
    bool totals;        ///< Keep a value with each item, and sums of them in each node (totals.h).
    uint16_t id_series; ///< Trees of different series share no ids: each refuses those of another as stale, until a
                        ///< slot has been reused 32,768 times. Each number is allowed; a high one retires slots
                        ///< earlier, the highest after so many uses. Default 0.
    void *buffer; ///< The tree lives in this memory, aligned to QD_ALIGNMENT, and its items never need other memory.
                  ///< The caller frees it after the tree, and must not touch it before. `reserve` is ignored.
    size_t buffer_size;     ///< Bytes at `buffer`; see qd_tree_buffer_size.
    qd_allocator allocator; ///< Default: the C library's; for a tree in a buffer: none. Such a tree uses an allocator
                            ///< only for saving, for many questions, and for pairs on threads. Without one, saving
                            ///< fails with QD_NO_MEMORY; the other two give the same answers more slowly.
    qd_executor executor;   ///< Threads for large jobs. Default: none.
} qd_tree_def;

/// Creates an empty tree. QD_NO_MEMORY; QD_BAD_VALUE: see qd_tree_def_problem. Cost O(reserve), or O(buffer_size /
/// 1000).
QD_API qd_result qd_tree_create(const qd_tree_def *def, qd_tree **tree);

/// The error in a definition, as one line of English that names the field; NULL: the definition is valid. It reports a
/// number out of range; a world that is invalid, or without width or height; and a buffer that is misaligned, too small
/// for one item, or combined with totals. Cost O(1).
QD_API const char *qd_tree_def_problem(const qd_tree_def *def);

/// Bytes of a buffer for `items` items: about 64 each, 96 with doubles. 0: the size would overflow. That many items fit
/// wherever they lie and whatever was inserted or removed before, except that each slot that has been reused 2^31 times
/// is retired, which leaves room for one item less. A tree in a buffer is as fast as any other until the buffer is
/// about 80 % full; when it is full, even a small window may visit a large part of the items. For speed, size the
/// buffer for 1.5 times the items. Cost O(1).
QD_API size_t qd_tree_buffer_size(const qd_tree_def *def, size_t items);

/// Frees the tree; NULL is ignored. Contacts and interest that observe the tree may outlive it.
QD_API void qd_tree_destroy(qd_tree *tree);

/// Removes every item and keeps the memory; all ids become stale. QD_READ_ONLY. Cost O(slots).
QD_API qd_result qd_tree_clear(qd_tree *tree);

/// One item. Coordinates come back as stored: -0.0 is stored and returned as 0.0.
typedef struct qd_item {
    qd_box box;
    uint64_t user; ///< Your own number or pointer; every result returns it.
    qd_filter filter;
    int64_t value; ///< For totals.h. Without totals it is ignored and read back as 0.
} qd_item;

/// Inserts one item. QD_BAD_VALUE (invalid box), QD_NO_MEMORY, QD_FULL, QD_READ_ONLY. Cost O(depth), amortised.
QD_API qd_result qd_tree_insert(qd_tree *tree, const qd_item *item, qd_id *id);

/// Removes one item; its id becomes stale. QD_STALE_ID, QD_READ_ONLY. Needs no memory. Cost O(1), amortised.
QD_API qd_result qd_tree_remove(qd_tree *tree, qd_id id);

/// Change one property of an item; the next answer is exact. QD_STALE_ID, QD_READ_ONLY; QD_BAD_VALUE: an invalid box,
/// or a value in a tree without totals. Only qd_tree_set_filter may need memory (QD_NO_MEMORY), and only for the first
/// filter of the tree that is not the default. Cost O(1) for a user value and for a box that stays near, else O(depth),
/// amortised.
QD_API qd_result qd_tree_set_box(qd_tree *tree, qd_id id, const qd_box *box);
QD_API qd_result qd_tree_set_user(qd_tree *tree, qd_id id, uint64_t user);
QD_API qd_result qd_tree_set_filter(qd_tree *tree, qd_id id, const qd_filter *filter);
QD_API qd_result qd_tree_set_value(qd_tree *tree, qd_id id, int64_t value);

/// Copies an item as stored, with the defaults of its filter resolved. QD_STALE_ID; every number is allowed as an id.
/// Cost O(1).
QD_API qd_result qd_tree_get(const qd_tree *tree, qd_id id, qd_item *item);

/// Items in your arrays; all arrays but the boxes are packed. A NULL array has a default.
typedef struct qd_items {
    qd_boxes boxes;
    const uint64_t *users;    ///< NULL: first_user, first_user + 1, ...
    const qd_filter *filters; ///< NULL: `filter` for all.
    const int64_t *values;    ///< NULL: 0. Ignored in a tree without totals.
    uint64_t first_user;
    qd_filter filter;
} qd_items;

/// Many items in one call, faster than single calls in the same order. A bad entry (invalid box, stale id) is skipped
/// and the others are done; the result is then the error of the first bad entry, and *bad is its index. If no entry is
/// bad, *bad stays as it is. insert_many writes `count` ids, 0 for each bad entry. Where single calls would insert some
/// items before QD_NO_MEMORY or QD_FULL, it inserts nothing, sets all ids to 0 and leaves *bad as it is. On
/// QD_READ_ONLY nothing is done. Moving and removing need no memory. Cost O(count * depth) when count is small compared
/// with the tree, else O(n + count).
QD_API qd_result qd_tree_insert_many(qd_tree *tree, const qd_items *items, size_t count, qd_id *ids, size_t *bad);
QD_API qd_result qd_tree_move_many(qd_tree *tree, const qd_id *ids, const qd_boxes *boxes, size_t count, size_t *bad);
QD_API qd_result qd_tree_remove_many(qd_tree *tree, const qd_id *ids, size_t count, size_t *bad);

/// The exact bounding box of all items; without items it is inverted, min +INFINITY and max -INFINITY. Cost about
/// O(sqrt n).
QD_API void qd_tree_bounds(const qd_tree *tree, qd_box *bounds);

/// Settings with defaults resolved: precision, edges, leaf_capacity, max_depth, totals; the rest is zero. Cost O(1).
QD_API void qd_tree_get_def(const qd_tree *tree, qd_tree_def *def);

/// Builds the tree again, compactly, with a root node that covers most items. A double tree without a world in its
/// definition also chooses a new centre if most items are far from the present one. Ids stay valid. Cost O(n); needs
/// about as much memory again while it runs (QD_NO_MEMORY). A tree in a buffer needs no other memory, but free room in
/// the buffer for an eighth of its items (QD_FULL). QD_READ_ONLY.
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
