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
#ifndef QD_MASSES_H
#define QD_MASSES_H

#include "memory.h"
#include "strict.h"

#include <quadrille/gravity.h>
#include <quadrille/tree.h>

/// From the caller's coordinates to ours: (x - shift) * factor.
typedef struct qd__scale {
    double x, y;           ///< The shift.
    double factor, length; ///< Powers of two, one the other's inverse.
} qd__scale;

static inline double qd__scaled_x(const qd__scale *scale, double x)
{
    return (x - scale->x) * scale->factor;
}

static inline double qd__scaled_y(const qd__scale *scale, double y)
{
    return (y - scale->y) * scale->factor;
}

/// Back to the caller's.
static inline double qd__unscaled_x(const qd__scale *scale, double x)
{
    return x * scale->length + scale->x;
}

static inline double qd__unscaled_y(const qd__scale *scale, double y)
{
    return y * scale->length + scale->y;
}

/// What a walk asks of a node.
typedef struct qd__mass_node {
    double x, y;    ///< Centre of mass.
    double opening; ///< Squared distance from it up to which the node is opened; negative: never.
    uint32_t next;  ///< Where the list goes on behind all that is below it.
    uint32_t first; ///< Of the bodies in and below it.
    uint32_t count; ///< Of them.
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
    bool both_signs; ///< Are there among the masses.
    size_t count, room;
    double *x, *y, *mass;
    uint32_t *number; ///< The caller's.

    qd__mass_node *nodes;
    size_t node_count, node_room;
    qd__mass_shape *shapes; ///< Of the nodes.
    size_t shape_room;

    qd__mass_group *groups;
    size_t group_count, group_room;
} qd__masses;

/// The least and the greatest of some values; 0 and 0 where there is none.
typedef struct qd__extent {
    double low, high;
} qd__extent;

qd__extent qd__extent_of(const double *values, size_t first, size_t end);

/// The scale for some bodies that are not to be told apart below the softening.
qd__scale qd__scale_for(const qd_bodies *bodies, double softening);

/// Sorts bodies into `masses` by a tree that holds nothing else, and makes the list of its nodes. False: no memory;
/// `masses` is to be filled again or closed.
bool qd__masses_fill(qd__masses *masses, qd__memory *memory, qd_tree *tree, const qd_gravity_def *def,
                     const qd_bodies *bodies);

/// Makes the list from the tree's nodes; the arrays of bodies have room for all of its items. Below nodes that the tree
/// cannot divide, for its floats are too coarse, it divides further itself. False: no memory.
bool qd__masses_list(qd__masses *masses, qd__memory *memory, const qd_tree *tree, const qd_bodies *bodies,
                     uint32_t leaf);

/// Sums up what is in the nodes, from the bottom, and says from where they are opened. False: no memory.
bool qd__masses_sum(qd__masses *masses, qd__memory *memory, double theta);

/// Deals the bodies out to groups. False: no memory.
bool qd__masses_group(qd__masses *masses, qd__memory *memory, uint32_t most);

void qd__masses_close(qd__masses *masses, qd__memory *memory);

#endif
