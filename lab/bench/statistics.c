// Order statistics of a sorted copy.
#include "statistics.h"
#include "order.h"

#include <stdlib.h>
#include <string.h>

// The value at or below which `percent` of all lie; whole numbers, so that no rounding moves the rank.
static double ranked(const double *sorted, size_t count, size_t percent)
{
    size_t rank = (count * percent + 99) / 100;
    return sorted[rank > 0 ? rank - 1 : 0];
}

summary summary_of(const double *values, size_t count, double *scratch)
{
    if (count == 0)
        return (summary){ 0 };
    memcpy(scratch, values, count * sizeof *values);
    qsort(scratch, count, sizeof *scratch, order_doubles);
    return (summary){
        .median = (scratch[(count - 1) / 2] + scratch[count / 2]) / 2,
        .quartile_1 = ranked(scratch, count, 25),
        .quartile_3 = ranked(scratch, count, 75),
        .p99 = ranked(scratch, count, 99),
        .least = scratch[0],
        .most = scratch[count - 1],
    };
}
