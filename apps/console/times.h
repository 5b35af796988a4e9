/// Statistics of measured times.
#ifndef QUADRILLE_CONSOLE_TIMES_H
#define QUADRILLE_CONSOLE_TIMES_H

#include <stddef.h>

/// All 0 without times. p95: the smallest that 95 % of them do not exceed.
typedef struct times {
    double p50, p95, mean, most;
} times;

/// Sorts them.
times times_of(double *ms, size_t count);

#endif
