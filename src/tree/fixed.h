// A tree in a buffer of the caller's.
#ifndef QD_FIXED_H
#define QD_FIXED_H

#include "quad.h"

/// What is wrong with the buffer of a definition that is good otherwise; NULL: nothing, or there is no buffer.
const char *qd__fixed_problem(const qd_tree_def *def);

/// Creates a tree in the buffer of a definition. QD_BAD_VALUE, and *tree stays NULL.
qd_result qd__fixed_create(const qd_tree_def *def, struct qd_tree **tree);

#endif
