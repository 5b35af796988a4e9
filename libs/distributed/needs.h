// What bodies of other ranks need to know of a rank's own: a locally essential tree, as it is called. Each rank tells
// all where its bodies lie, by one box, and ranks that are near by more of them; it sends to every other the parts of
// its tree that are seen from there.
#ifndef QD_MPI_NEEDS_H
#define QD_MPI_NEEDS_H

#include "job.h"

#include <quadrille/gravity.h>

/// Where a rank's bodies are: in one box, which it sends to all ranks, or in more.
typedef struct qd__needs_around {
    uint64_t count; ///< 0: it has none.
    qd_box box;
} qd__needs_around;

enum { QD__NEEDS_BOXES = 64 };

typedef struct qd__needs_look {
    uint64_t count;
    qd_box boxes[QD__NEEDS_BOXES];
} qd__needs_look;

void qd__needs_find(const qd_gravity *own, qd__needs_around *around, qd__needs_look *look);

/// Does a rank with bodies around there send more boxes to another? The same for both.
bool qd__needs_are_near(const qd__needs_around *a, const qd__needs_around *b);

/// What came and went.
typedef struct qd__needs_cost {
    uint64_t bodies, cells; ///< Received.
    uint64_t bytes_sent, messages_sent;
} qd__needs_cost;

/// Makes `sources` what the bodies in `own` need of those of all other ranks. The result is agreed on. Collective.
qd_result qd__needs_exchange(const qd__job *job, const qd_gravity *own, qd_gravity *sources, qd__needs_cost *cost);

#endif
