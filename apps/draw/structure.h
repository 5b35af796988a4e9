/// The nodes of structures other than the library's quadtree, over the items of a tree: the classic quadtrees and the
/// grid (lab/baselines), to be drawn as the tree's own are.
#ifndef QUADRILLE_DRAW_STRUCTURE_H
#define QUADRILLE_DRAW_STRUCTURE_H

#include "node_list.h"

/// Names of structures, the library's quadtree first, and NULL at the end; and what each is, for the picture.
extern const char *const structure_names[], *const structure_titles[];

/// The nodes of the structure with this name, by its place, into an empty list. Boxes are rounded to floats. False: no
/// memory, or floats cannot hold them, of which it has complained then. node_list_free in any case.
bool structure_take(node_list *list, int which, const qd_tree *tree, bool down, bool *complained);

#endif
