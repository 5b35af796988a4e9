// The directory: a table over the world from which searches start near where they want to go.
//
// The world is cut into 2^level squares a side, so that each has some leaves' worth of items. An entry for each square
// names the quad that divides it, or the leaf, of that size or larger, that holds it:
//
//      nodes                     entries, level 2
//      +-------+---+---+         +---+---+---+---+
//      |       | q | r |         | a   a | q | r |      q, r: quads that divide a square
//      |   a   +---+---+         +       +---+---+      a: a leaf of four squares; s: one of two, a half
//      |       |   s   |         | a   a | s   s |
//      +-------+---+---+         +---+---+---+---+
//      |  ...
//
// A divided node of a square's size or larger may have items of its own, which are too large to go deeper. A table for
// each of these levels names the nodes that do.
//
// How far to look: an item's centre lies in its node, on the lattice, so it reaches out of that node by half its longer
// side. `reach` is the most, in steps, by which anything in a leaf or below a square's quad does; the own items of a
// level reach half a node's side. The map to steps is monotone: what overlaps a window overlaps it in steps.
//
// A tree has no directory while it has few items or no memory for it, and it is not asked while items are misplaced.
// Then searches start from the root.
#ifndef QD_DIRECTORY_H
#define QD_DIRECTORY_H

#include "quad.h"

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
    return tree->directory.ready && !tree->misplaced;
}

static inline qd__nodes qd__entry_nodes(uint32_t entry)
{
    const qd__nodes leaf = { entry >> 3, 1u << (entry >> 1 & 3) }, all = { entry >> 1, 0xf };
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
static inline const uint32_t *qd__directory_own_row(const qd__directory *directory, unsigned level, uint32_t y)
{
    return directory->at + qd__directory_before(level) + ((size_t)y << level);
}

/// The squares in which anything may be that overlaps a window.
qd__span qd__directory_squares(const struct qd_tree *tree, const qd__aabb *window);

/// The side of a square.
static inline double qd__directory_side(const struct qd_tree *tree)
{
    return 2.0 / tree->lattice.scale / (double)(UINT32_C(1) << tree->directory.level);
}

/// The nodes of a level that may have own items overlapping a window.
qd__span qd__directory_owners(const struct qd_tree *tree, const qd__aabb *window, unsigned level);

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
        const uint32_t *row = qd__directory_row(&tree->directory, y);
        for (uint32_t x = span.x0; x <= span.x1; x++) {
            qd__prefetch(qd__quad_at(tree, qd__entry_nodes(row[x]).quad), QD__QUAD_LOOK);
        }
    }
}

/// Of the squares.
static inline unsigned qd__directory_shift(const struct qd_tree *tree)
{
    return QD__WORLD_SHIFT - tree->directory.level;
}

/// The entry of the square that a spot of the world is in, which may be larger; QD__NONE: there is no directory.
static inline uint32_t qd__directory_square(const struct qd_tree *tree, const qd__spot *spot)
{
    const unsigned shift = qd__directory_shift(tree);
    if (!tree->directory.ready) {
        return QD__NONE;
    }
    const uint32_t x = (spot->x - QD__WORLD_CORNER) >> shift, y = (spot->y - QD__WORLD_CORNER) >> shift;
    return qd__directory_row(&tree->directory, y)[x];
}

/// The deepest entry for a spot of the world, or QD__NONE: none, or the spot is larger than a square.
static inline uint32_t qd__directory_entry(const struct qd_tree *tree, const qd__spot *spot)
{
    return spot->shift > qd__directory_shift(tree) ? QD__NONE : qd__directory_square(tree, spot);
}

/// An item of this spot has been put into a node, or stays there: lets the reach be that of it.
void qd__directory_widen(struct qd_tree *tree, uint32_t node, const qd__spot *spot);

static inline void qd__directory_reach(struct qd_tree *tree, uint32_t node, const qd__spot *spot)
{
    const uint32_t known =
        tree->directory.reach < tree->directory.reach_next ? tree->directory.reach : tree->directory.reach_next;
    if ((UINT32_C(1) << spot->shift) / 2 + 1 > known) {
        qd__directory_widen(tree, node, spot);
    }
}

/// Entries of the tables for so many items in leaves of a capacity; 0: there is to be no directory.
size_t qd__directory_room(size_t items, uint32_t capacity);

/// Makes the directory for the tree as it is, or none if it has few items. Without memory there is none, or a coarser
/// one. Cost O(entries).
void qd__directory_make(struct qd_tree *tree);

/// Goes on making a finer one, a few squares at each change. It takes the place of the other when it is complete; until
/// then both are kept up.
void qd__directory_refine(struct qd_tree *tree);

/// When the tree has grown: the one after a change to one item, the other after a change to many.
static inline void qd__directory_refine_if_due(struct qd_tree *tree)
{
    if (tree->count >= tree->directory.due) {
        qd__directory_refine(tree);
    }
}

static inline void qd__directory_make_if_due(struct qd_tree *tree)
{
    if (tree->count >= tree->directory.due) {
        qd__directory_make(tree);
    }
}

void qd__directory_close(struct qd_tree *tree);

/// A node has been divided, or its quad is about to be removed.
void qd__directory_divided(struct qd_tree *tree, uint32_t node);
void qd__directory_merged(struct qd_tree *tree, uint32_t node);

/// A half, of which this is the node of the even lane, has been merged or parted.
void qd__directory_halved(struct qd_tree *tree, uint32_t node);

/// A divided node may have got its first item of its own, or lost its last.
void qd__directory_note_own(struct qd_tree *tree, uint32_t node);

/// Finds out how far anything reaches, from tight bounds. Cost O(entries).
void qd__directory_measure(struct qd_tree *tree);

/// The same bit by bit: a quad has been refitted. They come from the last to the first.
void qd__directory_refitted(struct qd_tree *tree, uint32_t index);

/// Lets the reach be that of a leaf's bounds; that of a quad that has leaves of a square's size or larger, or divides
/// a square.
void qd__directory_cover(struct qd_tree *tree, uint32_t node);
void qd__directory_cover_quad(struct qd_tree *tree, uint32_t index);

/// For tests: are the entries those of the tree as it is, and does nothing reach further than is known?
bool qd__directory_is_sound(const struct qd_tree *tree);

#endif
