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

#include "reach.h"

/// Entries of the tables for so many items in leaves of a capacity; 0: there is to be no directory.
size_t qd__directory_room(size_t items, uint32_t capacity);

/// Makes the directory for the tree as it is, or none if it has few items. Without memory it makes none, or a coarser
/// one. Cost O(entries).
void qd__directory_make(struct qd_tree *tree);

/// Goes on making a finer one, a few squares at each change. It takes the place of the other when it is complete; until
/// then both are kept up.
void qd__directory_refine(struct qd_tree *tree);

void qd__directory_close(struct qd_tree *tree);

/// The entry for a place where a search begins; QD__NONE: none. Prefetches the bucket of a leaf: what the
/// caller prepares in the meantime takes as long as that needs to come from memory.
uint32_t qd__directory_entry_at(const struct qd_tree *tree, qd__fvec2 place);

/// A node has been divided, has lost its quad, or has been merged with another or parted from it.
void qd__directory_enter(struct qd_tree *tree, uint32_t node);

/// A divided node may have got its first item of its own, or lost its last.
void qd__directory_note_own(struct qd_tree *tree, uint32_t node);

#endif
