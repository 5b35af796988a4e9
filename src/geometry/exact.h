// What decides between boxes of doubles: overlapping, and distances that do not overflow.
//
// One function each decides for items and for bounds alike. They are monotone: a box inside another is never nearer, so
// a search may pass by a node on the answer for a box around it. Bounds may be infinite.
#ifndef QD_EXACT_H
#define QD_EXACT_H

#include "strict.h"

#include <math.h>
#include <quadrille/geometry.h>

static inline bool qd__boxes_overlap(const qd_box *a, const qd_box *b, bool open)
{
    return open ? (a->min.x < b->max.x) & (b->min.x < a->max.x) & (a->min.y < b->max.y) & (b->min.y < a->max.y)
                : (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) & (b->min.y <= a->max.y);
}

/// For qd__length: where squares may not be what they should be.
double qd__unusual_length(double x, double y);

/// The length of a vector without negative components, which may be infinite; at most DBL_MAX.
static inline double qd__length(double x, double y)
{
    const double squares = x * x + y * y;
    const bool usual =
        (squares >= 0x1p-800 && squares <= 0x1p1000) || x + y == 0; // a branch on which is larger would be a toss-up
    return usual ? sqrt(squares) : qd__unusual_length(x, y);
}

/// Between two boxes, 0 where they overlap or touch; DBL_MAX where that is too little.
double qd__box_distance(const qd_box *a, const qd_box *b);

/// The point of a box that is nearest to another, never -0.0. A maximum and a minimum: branches would be a toss-up.
static inline qd_vec2 qd__nearest_point(const qd_box *box, double x, double y)
{
    const double up_x = x > box->min.x ? x : box->min.x, up_y = y > box->min.y ? y : box->min.y;
    return (qd_vec2){ (up_x < box->max.x ? up_x : box->max.x) + 0.0, (up_y < box->max.y ? up_y : box->max.y) + 0.0 };
}

/// The largest distance from a box to one inside the bounds.
double qd__box_distance_most(const qd_box *bounds, const qd_box *from);

#endif
