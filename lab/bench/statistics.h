/// What a row of a table says about many times.
#ifndef QUADRILLE_BENCH_STATISTICS_H
#define QUADRILLE_BENCH_STATISTICS_H

#include <stddef.h>

/// Every figure but the median is one of the values: the smallest that so large a share of all does not exceed. All
/// zero without values.
typedef struct summary {
    double median, quartile_1, quartile_3, p99, least, most;
} summary;

/// `scratch` has room for `count` numbers; the values stay in their order.
summary summary_of(const double *values, size_t count, double *scratch);

#endif
