/// A small pool of POSIX threads that serves as the executor of trees. The library itself knows nothing of threads;
/// this is for the programs here, and an example of how little an executor takes.
#ifndef QUADRILLE_POOL_H
#define QUADRILLE_POOL_H

#include <quadrille/base.h>

typedef struct pool pool;

enum { POOL_MOST = 64 }; ///< Workers.

/// Starts workers - 1 threads; the thread that calls does its share of each job. Where the system gives fewer threads
/// the pool has fewer: ask pool_workers. NULL: no memory for it.
pool *pool_create(uint32_t workers);

/// Ends the threads. No tree that has this executor may be used again but for destroying it. NULL is allowed.
void pool_destroy(pool *self);

/// How many parts run at once, the calling thread included; at least 1.
uint32_t pool_workers(const pool *self);

/// For qd_tree_def; none for NULL. May serve any number of trees. When it is called while it is busy for another
/// thread, it does the job on the thread that calls.
qd_executor pool_executor(pool *self);

#endif
