/// The tree of a plane that costs least: distortion and lambda times bits, over all trees, bottom-up.
#ifndef QUADRILLE_IMAGE_PLAN_H
#define QUADRILLE_IMAGE_PLAN_H

#include "costs.h"
#include "waves.h"

typedef struct qd__planner qd__planner;

/// NULL: out of memory.
qd__planner *qd__planner_create(const qd__waves *waves, qd__blocks *memory);

/// Gives the plane its tree, wishes, leaves and coefficients, for the step that it has.
void qd__plan(qd__planner *planner, qd__plane *plane, const uint8_t *samples, const qd__costs *costs);

#endif
