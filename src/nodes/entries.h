// The entries of the directory: what they name, where they are, and which squares a search goes through. See
// directory.h.
#ifndef QD_ENTRIES_H
#define QD_ENTRIES_H

#include "quad.h"

#include <assert.h>

/// Nodes of one level, from column x0 and row y0 to x1 and y1, both included.
typedef struct qd__span {
    uint32_t x0, y0, x1, y1;
} qd__span;

/// What an entry names: one node, a leaf, or the four of a quad.
typedef struct qd__nodes {
    uint32_t quad, lanes; ///< Number of the quad; a bit for each of its nodes.
} qd__nodes;

static inline bool qd__directory_serves(const struct qd_tree *tree)
{
    return tree->directory.current.ready && !tree->upkeep.misplaced;
}

static inline qd__nodes qd__entry_nodes(uint32_t entry)
{
    const qd__nodes leaf = { qd__node_quad(entry >> 1), 1u << qd__node_lane(entry >> 1) }, all = { entry >> 1, 0xf };
    return entry & 1 ? leaf : all;
}

static inline uint32_t qd__span_count(qd__span span)
{
    return (span.x1 - span.x0 + 1) * (span.y1 - span.y0 + 1);
}

/// Entries of the levels before this one, in one table after the other.
static inline size_t qd__directory_before(unsigned level)
{
    return (((size_t)1 << 2 * level) - 1) / 3;
}

/// The row of entries for a row of squares.
static inline const uint32_t *qd__directory_row(const qd__directory *directory, uint32_t y)
{
    return directory->at + directory->first + ((size_t)y << directory->level);
}

/// The row of nodes with items of their own at a level, QD__NONE for those that have none.
static inline uint32_t *qd__directory_own_row(const qd__directory *directory, unsigned level, uint32_t y)
{
    return directory->at + qd__directory_before(level) + ((size_t)y << level);
}

/// The side of a square.
static inline double qd__directory_side(const struct qd_tree *tree)
{
    return 2.0 / tree->lattice.scale / (double)(UINT32_C(1) << tree->directory.current.level);
}

/// Visits each leaf or quad once: is the entry at (x, y) the first of its leaf in the span?
static inline bool qd__directory_is_first(const qd__directory *directory, qd__span span, uint32_t x, uint32_t y)
{
    const uint32_t *row = qd__directory_row(directory, y);
    return !(row[x] & 1) || ((x == span.x0 || row[x - 1] != row[x]) &&
                             (y == span.y0 || qd__directory_row(directory, y - 1)[x] != row[x]));
}

/// Prefetches what the entries of some squares name.
static inline void qd__directory_prefetch(const struct qd_tree *tree, qd__span span)
{
    for (uint32_t y = span.y0; y <= span.y1; y++) {
        const uint32_t *row = qd__directory_row(&tree->directory.current, y);
        for (uint32_t x = span.x0; x <= span.x1; x++)
            qd__tree_prefetch_quad(tree, qd__entry_nodes(row[x]).quad);
    }
}

/// The shift of the squares.
static inline unsigned qd__directory_shift(const struct qd_tree *tree)
{
    return QD__WORLD_SHIFT - tree->directory.current.level;
}

/// Returns the address of the entry of the square that holds a spot of the world. There must be a directory.
static inline const uint32_t *qd__directory_place(const struct qd_tree *tree, const qd__spot *spot)
{
    assert(tree->directory.current.ready && qd__spot_in_world(*spot));
    const unsigned shift = qd__directory_shift(tree);
    const uint32_t x = (spot->x - QD__WORLD_CORNER) >> shift, y = (spot->y - QD__WORLD_CORNER) >> shift;
    return &qd__directory_row(&tree->directory.current, y)[x];
}

/// Returns the entry of the square that holds a spot of the world; the spot may be larger than the square. Returns
/// QD__NONE if the tree has no directory.
static inline uint32_t qd__directory_square(const struct qd_tree *tree, const qd__spot *spot)
{
    return tree->directory.current.ready ? *qd__directory_place(tree, spot) : QD__NONE;
}

/// The level of a node of the world, and which of that level's nodes it is.
typedef struct qd__position {
    unsigned level;
    uint32_t x, y;
} qd__position;

/// What stands where a leaf is, or the one it is merged with.
static inline uint32_t qd__leaf_entry(const struct qd_tree *tree, uint32_t node)
{
    return qd__node_taking(qd__quad_of(tree, node), node) << 1 | 1;
}

/// Does a directory have entries for a node? True: `at` is where. Not for the rest's node where the world is.
static inline bool qd__is_listed(const struct qd_tree *tree, const qd__directory *directory, uint32_t node,
                                 qd__position *at)
{
    if (!directory->ready || !qd__node_in_world(node, qd__quad_of(tree, node)))
        return false;
    const qd__square square = qd__node_square(tree, node);
    *at = (qd__position){ QD__WORLD_SHIFT - square.shift, (square.x - QD__WORLD_CORNER) >> square.shift,
                          (square.y - QD__WORLD_CORNER) >> square.shift };
    return at->level <= directory->level;
}

/// Has a divided node items of its own?
static inline bool qd__owns_items(const struct qd_tree *tree, uint32_t node)
{
    const qd__quad *quad = qd__quad_of(tree, node);
    const uint32_t lane = qd__node_lane(node);
    return quad->child[lane] != QD__NONE && quad->bucket[lane] != QD__NONE;
}

/// The position of one of a node's quarters.
static inline qd__position qd__quarter_of(qd__position at, uint32_t lane)
{
    assert(lane < 4);
    return (qd__position){ at.level + 1, at.x << 1 | (lane & 1), at.y << 1 | lane >> 1 };
}

/// Lets the reach be no less than so many steps.
static inline void qd__reach_widen(qd__directory *directory, int64_t reach)
{
    directory->reach = reach > directory->reach ? (uint32_t)reach : directory->reach;
    directory->reach_next = reach > directory->reach_next ? (uint32_t)reach : directory->reach_next;
}

#endif
