// Bodies that share one walk. See masses.h.
#ifndef QD_GROUP_H
#define QD_GROUP_H

#include "masses.h"

/// Shares the bodies out to groups. False: no memory.
bool qd__masses_group(qd__masses *masses, qd__memory *memory, uint32_t most);

#endif
