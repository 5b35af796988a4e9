/// Observers among movers.
#ifndef QUADRILLE_BENCH_TASK_INTEREST_H
#define QUADRILLE_BENCH_TASK_INTEREST_H

#include "task.h"

extern const task task_interest;

#endif
