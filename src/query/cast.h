// Casts and segments: ranked by when what moves comes to a box. Nodes are asked by the box around the shape, which no
// item in them is met before; so are items, and a circle's corners are looked at only where that meets.
#ifndef QD_CAST_H
#define QD_CAST_H

#include "ranking.h"

/// Of a cast or a segment. False: it is not finite, or its limit is none.
bool qd__cast_ranking(const struct qd_tree *tree, const qd_ranked *cast, qd__ranking *ranking);

#endif
