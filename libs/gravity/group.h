// Bodies that share one walk. See masses.h.
#ifndef QD_GRAVITY_GROUP_H
#define QD_GRAVITY_GROUP_H

#include "masses.h"

/// Shares the bodies out to groups. False: out of memory.
bool qd__masses_group(qd__masses *masses, const qd_allocator *allocator, uint32_t most);

#endif
