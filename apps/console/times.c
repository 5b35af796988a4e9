// Statistics of measured times.
#include "times.h"
#include "order.h"

#include <stdlib.h>

times times_of(double *ms, size_t count)
{
    times all = { 0, 0, 0, 0 };
    if (count == 0)
        return all;
    for (size_t i = 0; i < count; i++)
        all.mean += ms[i] / (double)count;
    qsort(ms, count, sizeof *ms, order_doubles);
    all.p50 = (ms[(count - 1) / 2] + ms[count / 2]) / 2;
    all.p95 = ms[(95 * count + 99) / 100 - 1];
    all.most = ms[count - 1];
    return all;
}
