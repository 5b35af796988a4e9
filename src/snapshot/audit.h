// Is a tree that has come in as bytes what saving would have written? See audit.c.
#ifndef QD_AUDIT_H
#define QD_AUDIT_H

#include "layout.h"

/// Are some bytes all zero? Reads eight at a time where it can.
bool qd__are_zero(const void *bytes, size_t size);

/// Checks the head's own numbers, before anything else is looked at.
bool qd__audit_head(const qd__head *head);

/// Checks everything in the pools of a tree against the head, and sets what follows from it: how many items
/// lie in the rest, whether any has a filter, and the list of free slots. Reads nothing outside the pools, whatever
/// they hold, and looks at each record once. False: something is wrong.
bool qd__audit_tree(struct qd_tree *tree, const qd__head *head);

#endif
