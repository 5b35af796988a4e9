// The pool behind --threads. Too few threads are worth a word, but nothing to fail for: the answers are the same.
#include "workers.h"

#include "report.h"

#include <inttypes.h>

pool *workers_start(int64_t threads)
{
    if (threads <= 1)
        return NULL;
    pool *workers = pool_create((uint32_t)threads);
    uint32_t started = workers != NULL ? pool_workers(workers) : 1;
    if (started < threads)
        note("only %" PRIu32 " of %" PRId64 " threads could be started; going on with those", started, threads);
    return workers;
}
