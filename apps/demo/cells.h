/// A copy of the tree's nodes, or those of another structure, with the children of each: for drawing and explaining.
#ifndef QUADRILLE_DEMO_CELLS_H
#define QUADRILLE_DEMO_CELLS_H

#include <methods.h>
#include <quadrille/inspect.h>

#define CELL_NONE SIZE_MAX

/// A node in floats, as those of a tree of floats are.
typedef struct tree_cell {
    fbox square, bounds;
    size_t items, items_below;
    int depth;
    bool leaf;
} tree_cell;

static inline fvec2 cell_middle(const tree_cell *node)
{
    return (fvec2){ node->square.min.x / 2 + node->square.max.x / 2, node->square.min.y / 2 + node->square.max.y / 2 };
}

typedef struct cells {
    tree_cell *nodes; ///< Parents before children, each followed by the nodes below it.
    size_t *ends;     ///< For each node, the index behind the last node below it.
    size_t count, space;
    bool failed; ///< No memory: the copy is empty.
} cells;

/// Zeroed before the first time. Cost O(cells * depth).
void cells_take(cells *self, const qd_tree *tree);
/// The same for whatever method an index has: those without nodes leave it empty. Bounds are the cells themselves.
void cells_take_from(cells *self, const scene_index *index);
void cells_free(cells *self);

/// The next child of a cell behind `last`, its first one for CELL_NONE; CELL_NONE: `last` was the last. The children of
/// CELL_NONE are the roots.
size_t cells_child(const cells *self, size_t parent, size_t last);

/// The child, or for CELL_NONE the root, in which a box would be looked for next: the one that holds its centre and is
/// at least as large as the box. CELL_NONE: no child does, so the box lives in the parent.
size_t cells_toward(const cells *self, size_t parent, fbox box);

/// The cell in which an item with that box lives: the deepest one that cells_toward leads to. That is the rule of the
/// tree but for rounding at the cells' edges.
size_t cells_home(const cells *self, fbox box);

/// The cell that a cell is a child of; CELL_NONE: it is a root.
size_t cells_above(const cells *self, size_t cell);

/// The deepest cell that has a place in its square, or CELL_NONE.
size_t cells_at(const cells *self, fvec2 place);

#endif
