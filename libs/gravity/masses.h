// Bodies in the order of the tree, and its nodes as a list that is walked from front to back.
//
//        A                 the list:   A  B  c  d  E  f  g  h
//      /   \               skip                 .        .
//     B     E              of B:       .  B --------> E  .      what does not open B goes on behind all that is
//    / \   /|\             of A:       A ------------------->   below it
//   c   d f g h            bodies:        [c..][d.] [f][g.][h]  those below a node lie together
//
// The tree sorts the bodies, as floats; what is summed up and decided is in doubles. Coordinates are the caller's less
// a shift, times a power of two, so that the scene's extent is about 1: both without rounding, see scale.c.
#ifndef QD_GRAVITY_MASSES_H
#define QD_GRAVITY_MASSES_H

#include "memory.h"
#include "scale.h"

#include <quadrille/gravity.h>
#include <quadrille/tree.h>

/// Why a node is never opened: everything in it is at one place; or it is a given cell.
#define QD__OPENING_POINT (-1.0)
#define QD__OPENING_CELL (-2.0)

/// What a walk asks of a node. That of a cell has no bodies of its own and no node below it; it counts as one body.
typedef struct qd__mass_node {
    double x, y;    ///< Centre of mass.
    double opening; ///< Squared distance from it up to which the node is opened, or QD__OPENING_POINT or _CELL.
    uint32_t next;  ///< Where the list goes on behind all that is below it.
    uint32_t first; ///< The first body in and below it.
    uint32_t count; ///< How many these are.
    uint32_t own;   ///< So many of them, the first, are in no node below it.
} qd__mass_node;

/// What a node does where it is not opened: as in qd_gravity_part.
typedef struct qd__mass_shape {
    double mass, dx, dy, sxx, sxy, syy;
    double min_x, min_y, max_x, max_y;
} qd__mass_shape;

/// Bodies that share one walk: so many from `first` on.
typedef struct qd__mass_group {
    uint32_t first, count;
} qd__mass_group;

/// The bodies and all that follows from where they are.
typedef struct qd__masses {
    qd__scale scale;
    bool both_signs;      ///< Are there among the masses.
    size_t count, room;   ///< Bodies and cells.
    size_t bodies;        ///< Numbers from this on are those of cells.
    double *x, *y, *mass; ///< For a cell: its centre's.
    uint32_t *number;     ///< The caller's.

    qd__mass_node *nodes;
    size_t node_count, node_room;
    qd__mass_shape *shapes; ///< The nodes' shapes.
    size_t shape_room;

    qd__mass_group *groups;
    size_t group_count, group_room;
} qd__masses;

/// Sorts what is given into `masses` by a tree that holds nothing else, and makes the list of its nodes. Memory comes
/// from the definition's allocator. False: out of memory; `masses` is to be filled again or closed.
bool qd__masses_fill(qd__masses *masses, qd_tree *tree, const qd_gravity_def *def, const qd__given *given);

void qd__masses_close(qd__masses *masses, const qd_allocator *allocator);

#endif
