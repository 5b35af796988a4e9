/// All tasks that the bench has, in the order of their tables.
#ifndef QUADRILLE_BENCH_TASKS_H
#define QUADRILLE_BENCH_TASKS_H

#include "task.h"

/// Ends with NULL. A plan takes it, and nothing that a task stands on knows it.
extern const task *const tasks[];

#endif
