/// T5, T8 and T9: putting boxes in and taking them out, a pile, and the memory that it takes.
#ifndef QUADRILLE_BENCH_TASK_CHANGE_H
#define QUADRILLE_BENCH_TASK_CHANGE_H

#include "task.h"

extern const task task_insert, task_remove, task_bulk, task_pile, task_memory;

#endif
