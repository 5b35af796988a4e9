// Rays: ranked by where they enter.
#ifndef QD_RAY_H
#define QD_RAY_H

#include "ranking.h"

bool qd__ray_is_good(const qd_ray *ray);
bool qd__ray_ranking(const struct qd_tree *tree, const qd_ray *ray, qd__ranking *ranking);

#endif
