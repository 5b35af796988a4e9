// The list of all tasks.
#include "task_pairs.h"

const task *const tasks[] = { &task_rebuild, &task_tick, NULL };
