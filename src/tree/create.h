// The steps by which a tree comes about: alone, in a caller's buffer, or from a snapshot.
#ifndef QD_CREATE_H
#define QD_CREATE_H

#include "quad.h"

/// The first values of all fields, with pools that hold nothing yet. Chooses the executor, the vectors and `open` of
/// the settings itself. Uses only the allocator and the executor of the definition; NULL: the defaults.
void qd__tree_init(struct qd_tree *tree, const qd_tree_def *def, const qd__settings *settings, qd__origin origin);

/// Fills in all that a definition (NULL: all defaults) says, with pools that hold nothing yet. Returns what is wrong
/// with the definition, its buffer apart; NULL: nothing.
const char *qd__tree_begin(struct qd_tree *tree, const qd_tree_def *def);

/// Moves a tree that has begun into memory of its own. NULL: no memory.
struct qd_tree *qd__tree_lift(const struct qd_tree *begun);

/// Makes room for so many items in leaves about two thirds full, a third of them in smaller buckets. False: no memory.
bool qd__tree_reserve(struct qd_tree *tree, size_t items);

#endif
