/// The nodes of structures other than the library's quadtree, over the items of a tree: the classic quadtrees, the
/// grid, and trees of other kinds (lab/baselines), to be drawn as the tree's own are.
#ifndef QUADRILLE_DRAW_STRUCTURE_H
#define QUADRILLE_DRAW_STRUCTURE_H

#include "node_list.h"

/// Names of structures, the library's quadtree first, and NULL at the end; and what each is, for the picture.
extern const char *const structure_names[], *const structure_titles[];

/// Are its nodes as large as what they hold, so that they overlap?
bool structure_nests(int which);

/// The nodes of the structure with this name, by its place, into an empty list. The outermost ones reach as far as
/// doubles do. How far boxes are from the origin is rounded to floats, so that next to it hardly anything is. False: no
/// memory, or floats cannot hold that, of which it has complained then. node_list_free in any case.
bool structure_take(node_list *list, int which, const qd_tree *tree, qd_vec2 origin, bool down, bool *complained);

#endif
