/// The quadrants of nodes by their names, NW NE SW SE: those of the root, and those of the smallest node around the
/// mouse that has room for names, with the number of items in each.
#ifndef QUADRILLE_DEMO_QUADRANTS_H
#define QUADRILLE_DEMO_QUADRANTS_H

#include "cells.h"

#include <drawing.h>

/// The name of a child by its place in its parent, y downwards.
const char *quadrant_name(const tree_cell *parent, const tree_cell *child);

/// The nodes with named quadrants: the root, and the deepest node around a place with quadrants of at least a given
/// width. CELL_NONE: there it would be the root, or has no quadrants.
typedef struct quadrants {
    size_t root, parent;
} quadrants;

quadrants quadrants_at(const cells *tree, fvec2 place, float least);

/// Draws the names and numbers, and a frame around the node at the place.
void quadrants_draw(const cells *tree, fvec2 place, drawing *out);

#endif
