/// All tasks of the bench, by what they time; T1 to T14 are the tables of the documents.
#ifndef QUADRILLE_BENCH_TASKS_H
#define QUADRILLE_BENCH_TASKS_H

#include "task.h"

/// T1 and T2: every overlapping pair, of a set that is new and of one that has moved. A part of T2: ticks during which
/// boxes come in. Parts of T10: ticks at growing sizes, and on the scenes that are hard on an index.
extern const task task_rebuild, task_tick, task_tick_growing, task_growth_ticks, task_worst;

/// Ticks in which few boxes move.
extern const task task_few_1, task_few_10;

/// T4 and T11: which boxes overlap a window, in a large set that rests and in a small one of which all move. A part of
/// T10: windows at growing sizes.
extern const task task_windows_small, task_windows_large, task_observer, task_growth_windows;

/// T5, T8 and T9: putting boxes in and taking them out, a pile, and the memory that it takes.
extern const task task_insert, task_remove, task_bulk, task_pile, task_memory;

/// T6 and T7: what is nearest to a point, and what a ray meets first.
extern const task task_near_1, task_near_8, task_rays;

/// Observers among movers.
extern const task task_interest;

/// T13: the scenes of the demo, as they are run there, by every method that can run them.
extern const task task_scenes;

/// T14: what bodies do to each other, to the same error.
extern const task task_forces_1, task_forces_2;

/// In the order of their tables; ends with NULL. A plan takes it, and nothing that a task stands on knows it.
extern const task *const tasks[];

/// How many boxes move in a tick of such a cell of task_few; 0: it is of another task.
size_t few_moved(const cell *c);

#endif
