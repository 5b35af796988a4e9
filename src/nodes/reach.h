// How far the items of the directory's squares reach, and so which squares a search looks at. See directory.h.
#ifndef QD_REACH_H
#define QD_REACH_H

#include "entries.h"

/// By how many steps a box reaches out of a square of the world.
uint32_t qd__square_reach(const struct qd_tree *tree, const qd__aabb *bounds, qd__square square);

/// No item of the world reaches further out of its square than the world's side, whatever the bounds are. The world's
/// outermost steps count as those beside them: no square is so small.
static inline qd__span qd__span_of(const struct qd_tree *tree, const qd__aabb *window, uint32_t reach, unsigned shift)
{
    const uint32_t side = UINT32_C(1) << QD__WORLD_SHIFT, half = side / 2;
    const int32_t most = (int32_t)(reach < side ? reach : side), last = (int32_t)half - 1;
    int32_t steps[4];
    for (int i = 0; i < 4; i++) { // two lower corners, two upper ones negated
        const int32_t step = qd__lattice_steps(window->v[i], tree->lattice.center[i], tree->lattice.scale) - most;
        const int32_t low = step < last ? step : last;
        steps[i] = low > -last ? low : -last;
    }
    return (qd__span){ (half + (uint32_t)steps[0]) >> shift, (half + (uint32_t)steps[1]) >> shift,
                       (half - (uint32_t)steps[2]) >> shift, (half - (uint32_t)steps[3]) >> shift };
}

/// The squares in which anything may be that overlaps a window.
static inline qd__span qd__squares_met(const struct qd_tree *tree, const qd__aabb *window)
{
    return qd__span_of(tree, window, tree->directory.current.reach, QD__WORLD_SHIFT - tree->directory.current.level);
}

/// The same, as a call.
qd__span qd__directory_squares(const struct qd_tree *tree, const qd__aabb *window);

/// The nodes of a level that may have own items overlapping a window.
qd__span qd__directory_owners(const struct qd_tree *tree, const qd__aabb *window, unsigned level);

/// An item of this spot has been put into a node, or stays there: lets the reach be that of it.
void qd__directory_widen(struct qd_tree *tree, uint32_t node, const qd__spot *spot);

static inline void qd__directory_reach(struct qd_tree *tree, uint32_t node, const qd__spot *spot)
{
    const qd__directories *all = &tree->directory;
    const uint32_t least = all->current.reach < all->current.reach_next ? all->current.reach : all->current.reach_next;
    const uint32_t known = least < all->finer.reach ? least : all->finer.reach;
    if ((UINT32_C(1) << spot->shift) / 2 + 1 > known)
        qd__directory_widen(tree, node, spot);
}

/// Finds out how far anything reaches, from tight bounds. Cost O(quads).
void qd__directory_measure(struct qd_tree *tree);

/// The same bit by bit: a quad has been refitted. They come from the last to the first.
void qd__directory_refitted(struct qd_tree *tree, uint32_t index);

/// Lets the reach be that of a leaf's bounds; that of a quad that has leaves of a square's size or larger, or divides
/// a square.
void qd__directory_cover(struct qd_tree *tree, uint32_t node);
void qd__directory_cover_quad(struct qd_tree *tree, uint32_t index);

/// Lets the reach of the finer directory be that of what an entry of the current one names, where it is in the finer.
void qd__directory_cover_finer(struct qd_tree *tree, uint32_t entry);

#endif
