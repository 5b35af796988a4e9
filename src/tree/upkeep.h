// What follows every change of the tree: the upkeep that is spread over the changes that cause it.
#ifndef QD_UPKEEP_H
#define QD_UPKEEP_H

#include "directory.h"
#include "refit.h"

enum { QD__UPKEEP_FEW = 8 }; ///< Up to one in so many items may lie badly.

/// Rebuilds the tree when too many items are misplaced. Returns whether it has.
bool qd__upkeep_root(struct qd_tree *tree);

/// After an item has come: that leaves tight bounds tight, and so pays for no refitting.
static inline void qd__upkeep_insert(struct qd_tree *tree)
{
    tree->changes++;
    const size_t few = tree->count / QD__UPKEEP_FEW;
    if ((tree->rest > few || tree->sunk > few) && qd__upkeep_root(tree)) {
        return;
    }
    qd__directory_refine_if_due(tree);
}

/// After another change to one item. Few changes have more to do than to add up.
static inline void qd__upkeep_one(struct qd_tree *tree)
{
    qd__upkeep_insert(tree);
    tree->refit_credit += QD__REFIT_CREDIT;
    if (tree->refit_credit >= QD__REFIT_PIECE) {
        qd__refit_some(tree);
    }
}

/// After a change to many, when the bounds have been refitted already.
void qd__upkeep_many(struct qd_tree *tree);

#endif
