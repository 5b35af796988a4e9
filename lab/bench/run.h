/// Carrying out a plan.
#ifndef QUADRILLE_BENCH_RUN_H
#define QUADRILLE_BENCH_RUN_H

#include "plan.h"

/// Gets results as they come, and may end the run. Functions that are NULL are not called.
typedef struct bench_watch {
    /// The last cell of the results is final.
    void (*cell)(void *context, const results *all);

    /// The cells from `first` to the last one are all there are of a task.
    void (*task)(void *context, const results *all, size_t first);

    /// Is it to end? Asked before each contender's turn.
    bool (*enough)(void *context);

    void *context;
} bench_watch;

typedef enum bench_end {
    BENCH_DONE,
    BENCH_ENOUGH,    ///< The watch had enough; cells that were not through are not among the results.
    BENCH_NO_MEMORY, ///< Nor are they here.
} bench_end;

/// Measures all that the plan asks for. results_free afterwards, however it ends.
bench_end bench_run(const plan *p, const bench_watch *watch, results *all);

#endif
