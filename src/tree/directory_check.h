// Is the directory right? For tests.
#ifndef QD_DIRECTORY_CHECK_H
#define QD_DIRECTORY_CHECK_H

#include "quad.h"

/// For tests: are the entries those of the tree as it is, and does nothing reach further than is known?
bool qd__directory_is_sound(const struct qd_tree *tree);

#endif
