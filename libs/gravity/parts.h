// Work in parts: on the threads of the caller's executor, or on the calling thread without one.
//
// A part writes only what no other part of the same job reads or writes, and neither allocates nor frees, so the
// outcome is the same bytes whichever thread runs which part. The index has the same few lines (src/store/parts.h);
// memory.h says why they are repeated.
#ifndef QD_GRAVITY_PARTS_H
#define QD_GRAVITY_PARTS_H

#include <quadrille/base.h>

enum {
    QD__GRAVITY_WORKERS = 64,         ///< So many count.
    QD__GRAVITY_PARTS_PER_WORKER = 8, ///< Parts are never equally long; more of them even that out.
    QD__GRAVITY_PARTS = QD__GRAVITY_WORKERS * QD__GRAVITY_PARTS_PER_WORKER,
    QD__GRAVITY_GRAIN = 512, ///< Bodies of a part, at least: below that, waking a thread costs more than it saves.
};

/// Into how many parts to cut the work on so many bodies: 1 without an executor.
static inline uint32_t qd__gravity_parts(const qd_executor *executor, size_t bodies)
{
    const size_t workers = executor->workers < QD__GRAVITY_WORKERS ? executor->workers : QD__GRAVITY_WORKERS;
    const size_t grains = bodies / QD__GRAVITY_GRAIN, parts = workers * QD__GRAVITY_PARTS_PER_WORKER;
    return !executor->run || workers < 2 || grains < 2 ? 1 : (uint32_t)(grains < parts ? grains : parts);
}

static inline void qd__gravity_run(const qd_executor *executor, qd_work *work, void *job, uint32_t parts)
{
    if (parts > 1) {
        executor->run(executor->context, work, job, parts);
    } else {
        work(job, 0);
    }
}

/// Where a part of `count` things starts; the part after the last starts at `count`.
static inline size_t qd__gravity_part_start(size_t count, uint32_t part, uint32_t parts)
{
    return (size_t)((uint64_t)count * part / parts);
}

#endif
