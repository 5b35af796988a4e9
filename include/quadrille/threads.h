/// @file threads.h
/// A pool of threads that serves as the executor of trees and of gravity, for programs that have no pool of their own.
/// A library of its own, quadrille-threads, on POSIX threads or on those of Windows; quadrille.h does not include this
/// header, and the index starts no threads.
///
///     qd_threads *threads = qd_threads_new(0);
///     qd_tree_def def = { .executor = qd_threads_executor(threads) };
///
/// One pool may serve any number of trees. Answers, their order and the ids are the same with it and without
/// (qd_executor). Create it first and destroy it last. The rules of base.h hold here too.
///
/// Threads: any thread may create a pool, and any thread may destroy it, even another one. Any number of threads may
/// use trees with one pool at once, as base.h allows for each tree: a job that finds the pool busy runs on the thread
/// that calls, and so does a job that a part of another job starts. The pool calls nothing but the parts of jobs:
/// callbacks stay on the calling thread.
#ifndef QUADRILLE_THREADS_H
#define QUADRILLE_THREADS_H

#include <quadrille/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Most workers of a pool: an executor uses no more.
#define QD_MAX_WORKERS 64

/// A pool of threads.
typedef struct qd_threads qd_threads;

/// Settings.
typedef struct qd_threads_def {
    uint32_t workers;       ///< Parts that run at once, the calling thread included: the pool starts one thread fewer.
                            ///< 0: as many as the processors that this process may use. At most QD_MAX_WORKERS count.
    qd_allocator allocator; ///< Default: the C library's. Called when the pool is created and destroyed.
} qd_threads_def;

/// Creates a pool and starts its threads. If the system refuses a thread, the pool works with those that it has got:
/// that is no failure, and qd_threads_workers returns how many work. QD_NO_MEMORY. Cost: a start for each thread, some
/// 10 microseconds on Linux, and its stack.
///
/// The threads block all signals on POSIX systems, so that the handlers of the program run on its own threads. A thread
/// without work looks for the next job for about 200 microseconds and then sleeps. A child process (fork) has no
/// threads of the pool and must not use it.
QD_API qd_result qd_threads_create(const qd_threads_def *def, qd_threads **threads);

/// Ends the threads, waits for that, and frees the pool. No job may run on it, and objects that have its executor may
/// afterwards only be destroyed. Ignored when NULL.
QD_API void qd_threads_destroy(qd_threads *threads);

/// Parts that run at once, the calling thread included: from 1 (the system has no threads, or refuses them) to
/// QD_MAX_WORKERS. Cost O(1).
QD_API uint32_t qd_threads_workers(const qd_threads *threads);

/// The executor for a definition, valid until the pool is destroyed. With one worker, or when NULL, it is zeroed: the
/// calling thread does everything. Its `least_items` is 0, which means the default. Its `run` is thread-safe. Cost
/// O(1).
QD_API qd_executor qd_threads_executor(qd_threads *threads);

/// Shortcut: a pool of so many workers, 0 for one on each processor, with the default allocator; NULL if out of memory,
/// which qd_threads_executor takes for no pool.
QD_INLINE qd_threads *qd_threads_new(uint32_t workers)
{
    qd_threads *threads = NULL;
    qd_threads_def def;
    def.workers = workers;
    def.allocator.resize = NULL;
    def.allocator.context = NULL;
    (void)qd_threads_create(&def, &threads);
    return threads;
}

#ifdef __cplusplus
}
#endif
#endif
