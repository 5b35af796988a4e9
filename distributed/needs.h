// What bodies of other ranks need to know of a rank's own: a locally essential tree, as it is called. Each rank tells
// all where its bodies lie, by a few boxes, and sends to every other the parts of its tree that are seen from there.
#ifndef QD_MPI_NEEDS_H
#define QD_MPI_NEEDS_H

#include "job.h"

#include <quadrille/gravity.h>

/// Boxes that each rank tells of.
enum { QD__NEEDS_BOXES = 32 };

/// Where a rank's bodies lie.
typedef struct qd__needs_look {
    uint64_t count;
    qd_box boxes[QD__NEEDS_BOXES];
} qd__needs_look;

/// What came and went.
typedef struct qd__needs_cost {
    uint64_t bodies, cells; ///< Received.
    uint64_t bytes_sent, messages_sent;
} qd__needs_cost;

/// Makes `sources` what the bodies in `own` need of those of all other ranks. The result is agreed on. Collective.
qd_result qd__needs_exchange(const qd__job *job, const qd_gravity *own, qd_gravity *sources, qd__needs_cost *cost);

#endif
