// The allocator of an object of gravity: the caller's, or one of blocks aligned to 64 bytes, large ones by huge pages.
#ifndef QD_GRAVITY_MEMORY_H
#define QD_GRAVITY_MEMORY_H

#include "allocator.h"

/// The caller's, or ours where it is zeroed.
qd_allocator qd__gravity_allocator(qd_allocator allocator);

#endif
