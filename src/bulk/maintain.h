// What follows every change of the tree: the maintenance that is spread over the changes that cause it.
#ifndef QD_MAINTAIN_H
#define QD_MAINTAIN_H

#include "directory.h"
#include "rebuild.h"
#include "refit.h"
#include "root.h"

/// After an item has come: that leaves tight bounds tight, and so pays for no refitting.
static inline void qd__maintain_insert(struct qd_tree *tree)
{
    tree->upkeep.changes++;
    const bool bad =
        qd__root_is_bad(tree->rest, tree->count) || qd__root_is_bad(tree->upkeep.at_max_depth, tree->count);
    if (bad && qd__rebuild_if_due(tree))
        return;
    if (tree->count >= tree->directory.current.due)
        qd__directory_refine(tree);
}

/// After another change to one item. Few changes have more to do than to add up.
static inline void qd__maintain_one(struct qd_tree *tree)
{
    qd__maintain_insert(tree);
    tree->upkeep.refit_credit += QD__REFIT_CREDIT;
    if (tree->upkeep.refit_credit >= QD__REFIT_PIECE)
        qd__refit_some(tree);
}

/// After a change to many, when the bounds have been refitted already. True: the tree was rebuilt.
static inline bool qd__maintain_many(struct qd_tree *tree)
{
    tree->upkeep.changes++;
    const bool rebuilt = qd__rebuild_if_due(tree);
    if (!rebuilt && tree->count >= tree->directory.current.due)
        qd__directory_make(tree);
    return rebuilt;
}

#endif
