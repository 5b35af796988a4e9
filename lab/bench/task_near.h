/// T6 and T7: what is nearest to a point, and what a ray meets first.
#ifndef QUADRILLE_BENCH_TASK_NEAR_H
#define QUADRILLE_BENCH_TASK_NEAR_H

#include "task.h"

extern const task task_near_1, task_near_8, task_rays;

#endif
