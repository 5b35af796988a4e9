// Casts and segments: ranked by when what moves comes to a box. Nodes are asked by the box around the shape, which no
// item in them is met before; so are items, and a circle's corners are looked at only where that meets.
#ifndef QD_CAST_H
#define QD_CAST_H

#include "ranking.h"

/// A cast or a segment; finite but for the limit.
typedef struct qd__cast {
    qd_rank rank;
    qd_shape_type type;
    qd_box box;     ///< A point or centre is both corners of it.
    double radius;  ///< 0 where it is none of a circle.
    qd_vec2 motion; ///< Or the other end.
    double limit;
} qd__cast;

void qd__cast_ranking(const struct qd_tree *tree, const qd__cast *cast, qd__ranking *ranking);

#endif
