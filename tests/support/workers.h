/// @file workers.h
/// Has the trees of a test program share their large jobs out: whatever links to the test support calls this instead of
/// qd_tree_create, under that name. With QUADRILLE_TEST_WORKERS=N in the environment, N of 2 and more, each tree whose
/// definition names no executor gets N workers; without it nothing is different.
#ifndef TESTS_WORKERS_H
#define TESTS_WORKERS_H

#include <quadrille/tree.h>

/// Has the environment asked for them?
bool trees_have_workers(void);

qd_tree *tree_create_with_workers(const qd_tree_def *def);

#endif
