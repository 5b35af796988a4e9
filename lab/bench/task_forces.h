/// T14: what bodies do to each other, to the same error.
#ifndef QUADRILLE_BENCH_TASK_FORCES_H
#define QUADRILLE_BENCH_TASK_FORCES_H

#include "task.h"

extern const task task_forces_1, task_forces_2;

#endif
