// What the files of the directory have in common: where a node is, the entries for it, and how far its items reach.
#ifndef QD_ENTRIES_H
#define QD_ENTRIES_H

#include "directory.h"

/// The level of a node of the world, and which of that level's nodes it is.
typedef struct qd__position {
    unsigned level;
    uint32_t x, y;
} qd__position;

static inline qd__position qd__position_of(qd__square square)
{
    const qd__position at = { QD__WORLD_SHIFT - square.shift, (square.x - QD__WORLD_CORNER) >> square.shift,
                              (square.y - QD__WORLD_CORNER) >> square.shift };
    return at;
}

/// What stands where a leaf is, or the one it is merged with.
static inline uint32_t qd__leaf_entry(const struct qd_tree *tree, uint32_t node)
{
    return qd__node_taking(qd__quad_at(tree, node >> 2), node) << 1 | 1;
}

/// Where a node is named while it has items of its own besides those below it.
static inline uint32_t *qd__own_entry(const qd__directory *directory, qd__position at)
{
    return directory->at + qd__directory_before(at.level) + ((size_t)at.y << at.level) + at.x;
}

/// Does a directory have entries for a node? True: `at` is where.
static inline bool qd__is_listed(const struct qd_tree *tree, const qd__directory *directory, uint32_t node,
                                 qd__position *at)
{
    const qd__square square = qd__node_square(tree, node);
    if (!directory->ready || !qd__square_in_world(square)) {
        return false;
    }
    *at = qd__position_of(square);
    return at->level <= directory->level;
}

/// Has a divided node items of its own?
static inline bool qd__owns_items(const struct qd_tree *tree, uint32_t node)
{
    const qd__quad *quad = qd__quad_at(tree, node >> 2);
    return quad->child[node & 3] != QD__NONE && quad->bucket[node & 3] != QD__NONE;
}

/// Of one of a node's quarters.
static inline qd__position qd__quarter_of(qd__position at, uint32_t lane)
{
    const qd__position quarter = { at.level + 1, at.x << 1 | (lane & 1), at.y << 1 | lane >> 1 };
    return quarter;
}

/// Lets the reach be no less than so many steps.
static inline void qd__reach_widen(qd__directory *directory, int64_t reach)
{
    directory->reach = reach > directory->reach ? (uint32_t)reach : directory->reach;
    directory->reach_next = reach > directory->reach_next ? (uint32_t)reach : directory->reach_next;
}

/// By how many steps a box reaches out of a square.
int64_t qd__square_reach(const struct qd_tree *tree, const qd__aabb *bounds, qd__square square);

/// The square that a quad divides.
static inline qd__square qd__quad_square(const qd__quad *quad)
{
    const qd__square square = { quad->x, quad->y, quad->shift + 1u, 0 };
    return square;
}

#endif
