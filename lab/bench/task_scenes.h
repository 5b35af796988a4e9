/// T13: the scenes of the demo, as they are run there, by every method that can run them.
#ifndef QUADRILLE_BENCH_TASK_SCENES_H
#define QUADRILLE_BENCH_TASK_SCENES_H

#include "task.h"

extern const task task_scenes;

#endif
