// A box of one tree as another tree would have it.
//
// Two trees that store doubles may round about different origins, and a tree that stores floats has none: then the
// numbers of their AABBs do not compare. Pairs within a distance are farther apart than their AABBs may be. In both
// cases a box is compared by its image: an AABB in numbers of the other tree that covers the AABBs of all that the box
// can make a pair with.
//
//     of one tree     of another, about its origin      and all around it within the distance
//                                                             +---------+
//      +--+               +------+                            | +------+|
//      |  |       ->      | [  ] |               ->           | |[  ]  ||
//      +--+               +------+                            | +------+|
//                                                             +---------+
#ifndef QD_IMAGE_H
#define QD_IMAGE_H

#include "walk.h"

/// The image of an AABB of one of the walk's trees in the other. The bounds of nothing, and an AABB that is unused,
/// stay that.
qd__aabb qd__image(const qd__walk *walk, const struct qd_tree *from, qd__aabb aabb, const struct qd_tree *to);

/// The images of the boxes of a bucket of the walk's first tree, by side, QD__LANES_MOST of each.
void qd__images(const qd__walk *walk, qd__boxes boxes, float *sides);

#endif
