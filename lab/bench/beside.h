/// What the small programs beside the bench share: the wall's clock, the median, memory that they cannot do without.
#ifndef QUADRILLE_BENCH_BESIDE_H
#define QUADRILLE_BENCH_BESIDE_H

#include "statistics.h"

#include <quadrille/pairs.h>
#include <stdlib.h>
#include <time.h>

/// By the wall's clock: asking for the thread's would take longer than some parts of a job do.
static inline double beside_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/// Ends the program without memory.
static inline void *beside_need(void *memory)
{
    if (!memory)
        exit(1);
    return memory;
}

static inline double beside_median(const double *values, size_t count)
{
    double *scratch = beside_need(calloc(count, sizeof *scratch));
    const double median = summary_of(values, count, scratch).median;
    free(scratch);
    return median;
}

/// A visitor that only lets the walk go on.
static inline qd_flow beside_ignore(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)context, (void)pairs, (void)distances, (void)count;
    return QD_CONTINUE;
}

#endif
