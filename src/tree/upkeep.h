// What follows every change of the tree: the upkeep that is spread over the changes that cause it.
#ifndef QD_UPKEEP_H
#define QD_UPKEEP_H

#include "quad.h"

/// After a change to one item.
void qd__upkeep_one(struct qd_tree *tree);

/// After a change to many, when the bounds have been refitted already.
void qd__upkeep_many(struct qd_tree *tree);

#endif
