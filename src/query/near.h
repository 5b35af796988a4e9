// Nearest: ranked by squared distance in a tree of floats, by distance in one of doubles.
#ifndef QD_NEAR_H
#define QD_NEAR_H

#include "ranking.h"

/// False: the point or box is not finite, or the limit of the distance is none.
bool qd__near_ranking(const struct qd_tree *tree, const qd_ranked *nearest, qd__ranking *ranking);

#endif
