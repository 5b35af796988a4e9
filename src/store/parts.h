// Work in parts: on the caller's threads where the definition named an executor, on this thread where not.
//
// A part writes only what no other part of the same job reads or writes, and neither takes nor gives memory. What must
// come in order (numbers of buckets and quads, lists) is left to the calling thread, before or after. So the outcome is
// the same bytes whichever thread runs which part, and there is nothing to lock.
#ifndef QD_PARTS_H
#define QD_PARTS_H

#include "quad.h"

enum {
    QD__WORKERS_MOST = 64,
    QD__PARTS_PER_WORKER = 8, ///< Parts are never equally long; more of them even that out.
    QD__PARTS_MOST = QD__WORKERS_MOST * QD__PARTS_PER_WORKER,
    QD__GRAIN = 512,           ///< Items of a part, at least: below that, waking a thread costs more than it does.
    QD__LEAST_ITEMS = 1 << 15, ///< Default of qd_executor.least_items.
};

static inline bool qd__has_workers(const struct qd_tree *tree)
{
    return QD__CAN_WORKERS && tree->settings.executor.workers > 1;
}

/// Into how many parts to cut the work on so many items: no more than `most` for each worker, 1 without an executor.
static inline uint32_t qd__parts_for(const struct qd_tree *tree, size_t items, uint32_t most)
{
    const size_t grains = items / QD__GRAIN, parts = (size_t)tree->settings.executor.workers * most;
    return !qd__has_workers(tree) || grains < 2 ? 1 : (uint32_t)(grains < parts ? grains : parts);
}

/// The same for work that does little to each item: 1 part below qd_executor.least_items. A smaller tree is in the
/// cache of the core that changed it last, and another core waits ten times as long for each of its lines.
static inline uint32_t qd__parts_for_items(const struct qd_tree *tree, size_t items, uint32_t most)
{
    const size_t least = tree->settings.executor.least_items ? tree->settings.executor.least_items : QD__LEAST_ITEMS;
    return items < least ? 1 : qd__parts_for(tree, items, most);
}

static inline void qd__run_parts(const struct qd_tree *tree, qd_work *work, void *job, uint32_t parts)
{
    // not covered: without workers there is never more than one part
    if (parts > 1 && qd__has_workers(tree)) {
        tree->settings.executor.run(tree->settings.executor.context, work, job, parts);
        return;
    }
    for (uint32_t part = 0; part < parts; part++) {
        work(job, part);
    }
}

/// Where a part of `count` things starts; the part after the last starts at `count`.
static inline size_t qd__part_start(size_t count, uint32_t part, uint32_t parts)
{
    return (size_t)((uint64_t)count * part / parts);
}

#endif
