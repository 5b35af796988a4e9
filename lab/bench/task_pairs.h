/// T1 and T2: every overlapping pair, of a set that is new and of one that has moved.
#ifndef QUADRILLE_BENCH_TASK_PAIRS_H
#define QUADRILLE_BENCH_TASK_PAIRS_H

#include "task.h"

extern const task task_rebuild, task_tick;

/// A part of T2: ticks during which boxes come in.
extern const task task_tick_growing;

/// Parts of T10: ticks at growing sizes, and on the scenes that are hard on an index.
extern const task task_growth_ticks, task_worst;

/// Can it find pairs?
bool able_to_pair(const contender_kind *kind);

#endif
