// The tree that a snapshot is made of: the items of a tree, laid out as if they had all been loaded at once.
#ifndef QD_PLAN_H
#define QD_PLAN_H

#include "quad.h"

typedef struct qd__plan {
    struct qd_tree tree; ///< Its slots are a copy; the lists of free ones in ascending order. It has no exact boxes:
                         ///< those of the tree it was made from are as they are saved.
    size_t count;
    qd__fbox *boxes; ///< By slot, as are the others.
    uint64_t *users;
    qd_filter *filters; ///< NULL: all are the default.
    qd_id *ids;
} qd__plan;

/// False: no memory, and nothing is held.
bool qd__plan_open(qd__plan *plan, const struct qd_tree *tree);
void qd__plan_close(qd__plan *plan);

#endif
