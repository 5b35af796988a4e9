// The pool behind --threads. Too few threads are worth a word, but nothing to fail for: the answers are the same.
#include "workers.h"

#include "report.h"

#include <inttypes.h>

qd_threads *workers_start(int64_t threads)
{
    if (threads <= 1)
        return NULL;
    qd_threads *workers = qd_threads_new((uint32_t)threads);
    uint32_t started = workers != NULL ? qd_threads_workers(workers) : 1;
    if (started < threads)
        note("only %" PRIu32 " of %" PRId64 " threads could be started; going on with those", started, threads);
    return workers;
}
