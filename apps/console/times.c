// Statistics of measured times.
#include "times.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

times times_of(double *ms, size_t count)
{
    times all = { 0, 0, 0, 0 };
    if (count == 0)
        return all;
    for (size_t i = 0; i < count; i++)
        all.mean += ms[i] / (double)count;
    qsort(ms, count, sizeof *ms, compare);
    all.p50 = (ms[(count - 1) / 2] + ms[count / 2]) / 2;
    all.p95 = ms[(95 * count + 99) / 100 - 1];
    all.most = ms[count - 1];
    return all;
}
