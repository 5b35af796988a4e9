// The list of all tasks.
#include "tasks.h"

const task *const tasks[] = {
    &task_rebuild,       &task_tick,           &task_tick_growing, &task_few_1,    &task_few_10,
    &task_windows_small, &task_windows_large,  &task_insert,       &task_remove,   &task_bulk,
    &task_near_1,        &task_near_8,         &task_rays,         &task_pile,     &task_memory,
    &task_growth_ticks,  &task_growth_windows, &task_worst,        &task_observer, &task_interest,
    &task_scenes,        &task_forces_1,       &task_forces_2,     NULL,
};
