// Nearest: ranked by squared distance.
#ifndef QD_NEAR_H
#define QD_NEAR_H

#include "ranking.h"

/// False: nothing has a key, whatever there is.
bool qd__near_ranking(const struct qd_tree *tree, qd_vec2 point, float max_distance, qd__ranking *ranking);

#endif
