// Work in parts: on the threads of the caller's executor, or on the calling thread without one.
//
// A part writes only what no other part of the same job reads or writes, and neither allocates nor frees. The calling
// thread does what must come in order (numbers of buckets and quads, lists) before or after. So the outcome is the same
// bytes whichever thread runs which part, and there is nothing to lock.
#ifndef QD_EXECUTOR_H
#define QD_EXECUTOR_H

#include <quadrille/base.h>

enum {
    QD__WORKERS_MOST = 64,
    QD__PARTS_PER_WORKER = 8, ///< Parts are never equally long; more of them even that out.
    QD__PARTS_MOST = QD__WORKERS_MOST * QD__PARTS_PER_WORKER,
    QD__GRAIN = 512, ///< Items or bodies of a part, at least: below that, waking a thread costs more than it saves.
};

/// Into how many parts to cut the work on so many items: no more than `most` for each worker, 1 without an executor.
static inline uint32_t qd__executor_parts(const qd_executor *executor, size_t items, uint32_t most)
{
    const size_t workers = executor->workers < QD__WORKERS_MOST ? executor->workers : QD__WORKERS_MOST;
    const size_t grains = items / QD__GRAIN, parts = workers * most;
    return !executor->run || workers < 2 || grains < 2 ? 1 : (uint32_t)(grains < parts ? grains : parts);
}

/// Does each part of a job once.
static inline void qd__executor_run(const qd_executor *executor, qd_work *work, void *job, uint32_t parts)
{
    if (parts > 1 && executor->run) {
        executor->run(executor->context, work, job, parts);
        return;
    }
    for (uint32_t part = 0; part < parts; part++)
        work(job, part);
}

/// Where a part of `count` things starts; the part after the last starts at `count`.
static inline size_t qd__part_start(size_t count, uint32_t part, uint32_t parts)
{
    return (size_t)((uint64_t)count * part / parts);
}

#endif
