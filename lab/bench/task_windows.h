/// T4 and T11: which boxes overlap a window, in a large set that rests and in a small one of which all move.
#ifndef QUADRILLE_BENCH_TASK_WINDOWS_H
#define QUADRILLE_BENCH_TASK_WINDOWS_H

#include "task.h"

extern const task task_windows_small, task_windows_large, task_observer;

/// Parts of T10: windows at growing sizes.
extern const task task_growth_windows;

/// Windows a tick in T11.
#define OBSERVER_WINDOWS 64

#endif
