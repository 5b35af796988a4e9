// What decides: touching, distances and rays in double, against exact boxes.
//
// One function each decides for items and for bounds alike. They are monotone: a box inside another is never nearer and
// never met earlier, so a search may pass by a node on the answer for a box around it. Bounds may be infinite.
#ifndef QD_EXACT_H
#define QD_EXACT_H

#include "strict.h"

#include <quadrille/wide.h>

static inline bool qd__boxes_overlap(const qd_dbox *a, const qd_dbox *b, bool open)
{
    return open ? (a->min.x < b->max.x) & (b->min.x < a->max.x) & (a->min.y < b->max.y) & (b->min.y < a->max.y)
                : (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) & (b->min.y <= a->max.y);
}

/// How far `at` is outside a range, at most DBL_MAX.
static inline double qd__gap(double low, double high, double at)
{
    const double below = low - at, above = at - high;
    const double most = below > above ? below : above;
    return most > DBL_MAX ? DBL_MAX : most > 0 ? most : 0;
}

/// From a finite point to the box, 0 inside; DBL_MAX where that is too little.
double qd__distance(const qd_dbox *box, qd_dvec2 point);

/// A ray: finite, its direction not zero.
typedef struct qd__wide_line {
    qd_dvec2 origin, direction;
    double end;
    bool open; ///< A box only grazed is passed by.
} qd__wide_line;

/// Where the ray comes to the box, 0 when it starts inside; NaN when it passes it by or ends before. `axis`, if not
/// NULL, gets that of the face it enters through: 0 for x (also at a corner), 1 for y.
double qd__wide_line_enters(const qd_dbox *box, const qd__wide_line *line, int *axis);

#endif
