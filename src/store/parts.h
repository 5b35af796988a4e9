// Work in parts for a tree: how much of it is worth a thread. libs/base/executor.h says what a part may do.
#ifndef QD_PARTS_H
#define QD_PARTS_H

#include "executor.h"
#include "quad.h"

#define QD__LEAST_ITEMS (1 << 15) ///< Default of qd_executor.least_items.

/// Into how many parts to cut the work on so many items: no more than `most` for each worker, 1 without an executor.
static inline uint32_t qd__parts_for(const struct qd_tree *tree, size_t items, uint32_t most)
{
    return QD__CAN_WORKERS ? qd__executor_parts(&tree->settings.executor, items, most) : 1;
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
    const qd_executor none = { NULL, NULL, 1, 0 };
    qd__executor_run(QD__CAN_WORKERS ? &tree->settings.executor : &none, work, job, parts);
}

#endif
