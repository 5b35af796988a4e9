/// All contenders by name, the library's quadtree among them.
#ifndef QUADRILLE_CONTENDERS_H
#define QUADRILLE_CONTENDERS_H

#include "contender.h"
#include <quadrille/tree.h>

/// The quadtree with its defaults: insert_many, move_many and visit_pairs, the items' numbers as user values.
extern const contender_kind contender_quadtree;

/// The same by another definition, which may have threads to work for it. NULL: no memory.
contender *contender_quadtree_with(const qd_tree_def *def);

/// The tree behind it: to be looked at, not to be changed.
const qd_tree *contender_quadtree_tree(const contender *self);

/// Tests and nodes of its last `changes`, and the pairs that it has since then.
contender_cost contender_quadtree_changes_cost(const contender *self);

/// Forces by all pairs, as the library sums them up. It knows pull alone, and is not among contender_names.
extern const contender_kind contender_direct;

#define CONTENDERS 7

/// Their names, the quadtree's first, and NULL at the end.
extern const char *const contender_names[CONTENDERS + 1];

/// The kind with the name at `index` in contender_names.
const contender_kind *contender_at(size_t index);

/// The place of a kind in contender_names; CONTENDERS: it is not there.
size_t contender_number(const contender_kind *kind);

/// The kind of that name, or NULL.
const contender_kind *contender_find(const char *name);

#endif
