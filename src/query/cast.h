// The rankings of moving shapes: by when they come to a box.
#ifndef QD_CAST_H
#define QD_CAST_H

#include "ranking.h"

#include <quadrille/cast.h>

/// False: nothing is hit, whatever there is.
bool qd__moving_box_ranking(const struct qd_tree *tree, const qd_moving_box *moving, qd__ranking *ranking);
bool qd__moving_circle_ranking(const struct qd_tree *tree, const qd_moving_circle *moving, qd__ranking *ranking);

#endif
