/// Ticks in which few boxes move.
#ifndef QUADRILLE_BENCH_TASK_FEW_H
#define QUADRILLE_BENCH_TASK_FEW_H

#include "task.h"

extern const task task_few_1, task_few_10;

/// How many boxes move in a tick of such a cell; 0: it is of another task.
size_t few_moved(const cell *c);

#endif
