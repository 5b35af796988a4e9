/// Has the trees of a test program share out their large jobs, or store doubles: whatever links to the test support
/// calls this instead of qd_tree_create and qd_tree_new, under these names. With QUADRILLE_TEST_WORKERS=N in the
/// environment, N of 2 and more, each tree with no executor in its definition gets N workers; with
/// QUADRILLE_TEST_PRECISION=double each tree of floats becomes one of doubles. Without them nothing is different.
#ifndef TESTS_WORKERS_H
#define TESTS_WORKERS_H

#include <quadrille/tree.h>

/// Has the environment asked for them?
bool trees_have_workers(void);

/// How often a search for all pairs calls the allocator: workers want one block, which goes back; else never.
uint64_t calls_for_pairs(void);

/// QD_DOUBLE if the environment has asked for it.
qd_precision trees_precision(void);

qd_result tree_create_with_workers(const qd_tree_def *def, qd_tree **tree);

#endif
