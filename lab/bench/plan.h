/// What is to be measured: which tasks, scenes, sizes and contenders, and how often.
#ifndef QUADRILLE_BENCH_PLAN_H
#define QUADRILLE_BENCH_PLAN_H

#include "results.h"

#include <contender.h>

/// A contender under the name that the tables give it.
typedef struct entry {
    const char *name;
    const contender_kind *kind;
    const char *library; ///< Whose it is and which version; NULL: of this repository.
    uint32_t workers;    ///< Threads that work for the library's own; 0 or 1: only the one that calls.
    ask_mode asks;       ///< Other than as given: takes part only in tasks that can ask like that.
    bool quadratic;      ///< Every box is compared with every other.
    bool keeps_pairs;    ///< Remembers every pair as it moves, asked for or not.
} entry;

/// All there are, the library's own first; ends with an entry without a name.
extern const entry entries[];

/// The library's own, with one thread or several: never left out for being slow, since all ratios are to it.
bool entry_is_own(const contender_kind *kind);

/// NULL: unknown name.
const entry *entry_find(const char *name);

enum { PLAN_TASKS = 16, PLAN_SCENES = 32, PLAN_SIZES = 16, PLAN_ENTRIES = 32, PLAN_TEAMS = 8 };

struct task; // task.h

typedef struct plan {
    const struct task *const *all; ///< The known tasks; ends with NULL. Usually `tasks` (tasks.h).
    const char *tasks[PLAN_TASKS]; ///< Names of those that are run, such as "T1".
    size_t task_count;             ///< 0: all.
    const char *scenes[PLAN_SCENES];
    size_t scene_count; ///< 0: each task's own.
    size_t sizes[PLAN_SIZES];
    size_t size_count; ///< 0: each task's own.
    bool between;      ///< With each task's own sizes also plan_between, in the tasks that take them.
    size_t largest;    ///< Takes sizes up to this one, or this one if all are larger; 0: all.
    entry entries[PLAN_ENTRIES];
    size_t entry_count;
    char teams[PLAN_TEAMS][24]; ///< Names of the entries that have several threads.
    size_t team_count;
    size_t runs;
    size_t ticks; ///< In a run; 0: as many as suit the size.
    uint64_t seed;
    double limit_ms; ///< Other contenders that take longer than this for one step are left out.
    bool quick;      ///< Small sizes, few runs.
    bool cpu_time;   ///< By the clock of the process instead of the one on the wall.
} plan;

/// Sizes that nothing was ever tuned for, between those that tasks have; ends with 0.
extern const size_t plan_between[];

/// Ticks in a run on so many boxes.
size_t plan_ticks(const plan *p, size_t n);

#endif
