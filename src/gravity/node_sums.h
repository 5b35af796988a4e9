// What each node comes to. See masses.h.
#ifndef QD_NODE_SUMS_H
#define QD_NODE_SUMS_H

#include "masses.h"

/// Sums up what is in the nodes, from the bottom, and says from where they are opened. False: no memory.
bool qd__masses_sum(qd__masses *masses, qd__memory *memory, double theta);

#endif
