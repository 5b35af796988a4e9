// Convex polygons against a box, by separating axes: box and polygon miss each other just when one side of either has
// all of the other beyond it. For the sides of the box that is a comparison, for those of the polygon a question about
// the one corner of the box that reaches farthest over it:
//
//         q          Within the side from p to q is what lies to its left. It runs up and to the left, so
//    .     \         the corner of a box that reaches farthest to its left is the lower left one, and the
//    |box|  \        one that reaches least far the upper right one: the first decides whether any of the
//    '-- '   p       box is within, the second whether all of it is.
//
// All of it is exact (orient.h), so what holds for an item holds for all bounds around it.
#ifndef QD_POLYGON_H
#define QD_POLYGON_H

#include <quadrille/query.h>

typedef struct qd__polygon {
    unsigned count;
    qd_vec2 corners[QD_MAX_CORNERS + 1]; ///< To the left of each edge; the first comes once more at the end.
} qd__polygon;

/// Corners as they are given, either way round. False: they are not a convex polygon with an area.
bool qd__polygon_of(const qd_vec2 *corners, size_t count, qd__polygon *polygon);

/// The box around it.
qd_box qd__polygon_box(const qd__polygon *polygon);

/// Does no edge of the polygon have all of the box beyond it? Together with a comparison of the boxes it says whether
/// they overlap.
bool qd__polygon_reaches(const qd__polygon *polygon, const qd_box *box, bool open);

/// Does no edge have any of the box beyond it?
bool qd__polygon_holds(const qd__polygon *polygon, const qd_box *box);

#endif
