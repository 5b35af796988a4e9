/// The option --threads, and the pool behind it.
#ifndef QUADRILLE_CONSOLE_WORKERS_H
#define QUADRILLE_CONSOLE_WORKERS_H

#include "options.h"

#include <quadrille/threads.h>

/// For an int64_t that is 0 when not given.
#define THREADS_OPTION(settings, member)                                                                               \
    {                                                                                                                  \
        OPTION("threads", 0, settings, member), TAKES_INT("N", 1, QD_MAX_WORKERS),                                     \
            .help = "threads that work for the quadtree (default: 1); the\nanswers are the same with any number"       \
    }

/// A pool of so many; says so where fewer could be started. NULL for one or none: that needs no pool.
qd_threads *workers_start(int64_t threads);

#endif
