// A rank's bodies: arrays, and bodies on their way between ranks.
#ifndef QD_MPI_BODIES_H
#define QD_MPI_BODIES_H

#include "job.h"

/// All zero is none. The arrays are in one block.
typedef struct qd__bodies {
    size_t count, room;
    uint64_t *users;
    double *x, *y, *vx, *vy, *mass;
    double *ax, *ay, *potential; ///< What acts on them. It does not go along to other ranks.
} qd__bodies;

/// Makes room for so many; the earlier ones are gone. False: out of memory.
bool qd__bodies_renew(qd__bodies *bodies, const qd_allocator *memory, size_t count);
void qd__bodies_free(qd__bodies *bodies, const qd_allocator *memory);

/// Cuts the plane so that the ranks' shares of all bodies promise equal work, and sends every body to its rank. `work`
/// is that of each of this rank's bodies. The result is agreed on. Collective.
qd_result qd__bodies_deal(qd__job *job, qd__bodies *bodies, uint64_t work);

#endif
