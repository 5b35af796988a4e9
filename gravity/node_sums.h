// What each node comes to. See masses.h.
#ifndef QD_GRAVITY_NODE_SUMS_H
#define QD_GRAVITY_NODE_SUMS_H

#include "masses.h"

/// Sums up what is in the nodes, from the bottom, and says from where they are opened; those of cells are what was
/// given. False: out of memory.
bool qd__masses_sum(qd__masses *masses, const qd_allocator *allocator, const qd__given *given, double theta);

#endif
