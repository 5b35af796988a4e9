// A question about pairs made ready: what a walk is to look for, in the trees that it goes through.
#ifndef QD_PAIR_QUESTION_H
#define QD_PAIR_QUESTION_H

#include "walk.h"

/// Begins a walk, its batch apart. False: the question finds nothing. NULL: every overlapping pair.
bool qd__walk_begin(qd__walk *walk, const struct qd_tree *tree, const qd_pair_query *query);

#endif
