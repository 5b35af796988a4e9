// A tree in the caller's buffer.
#ifndef QD_FIXED_H
#define QD_FIXED_H

#include "quad.h"

/// The fault of a definition's buffer, the rest of it being good; NULL: no fault, or no buffer.
const char *qd__fixed_problem(const qd_tree_def *def);

/// Creates a tree in the buffer of a definition. QD_BAD_VALUE, and *tree stays NULL.
qd_result qd__fixed_create(const qd_tree_def *def, struct qd_tree **tree);

#endif
