// Convex polygons against an AABB, by separating axes: box and polygon miss each other just when one side of either
// has all of the other beyond it. For the sides of the box that is a comparison, for those of the polygon a question
// about the one corner of the box that reaches farthest over it:
//
//         q          Within the side from p to q is what lies to its left. It runs up and to the left, so
//    .     \         the corner of a box that reaches farthest to its left is the lower left one, and the
//    |box|  \        one that reaches least far the upper right one: the first decides whether any of the
//    '-- '   p       box is within, the second whether all of it is.
//
// All of it is exact (orient.h), so what holds for an item holds for all bounds around it.
#ifndef QD_POLYGON_H
#define QD_POLYGON_H

#include "aabb.h"

#include <quadrille/predicate.h>

typedef struct qd__edge {
    qd_vec2 from, to; ///< The polygon is to the left.
} qd__edge;

typedef struct qd__polygon {
    qd__edge edges[QD_POLYGON_MOST];
    unsigned count;
    qd_box box; ///< Around it.
} qd__polygon;

/// False: it is not valid.
bool qd__polygon_of(qd_polygon polygon, qd__polygon *result);

/// Does no edge of the polygon have all of the box beyond it? Together with a comparison of the boxes it says whether
/// they overlap.
bool qd__polygon_reaches(const qd__polygon *polygon, const qd__aabb *aabb, bool open);

/// Does no edge have any of the box beyond it?
bool qd__polygon_holds(const qd__polygon *polygon, const qd__aabb *aabb);

#endif
