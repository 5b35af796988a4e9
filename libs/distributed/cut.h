// Making the cut: a lattice over most boxes, and ranges of the curve that promise equal work.
#ifndef QD_MPI_CUT_H
#define QD_MPI_CUT_H

#include "regions.h"
#include "sample.h"

/// Pairs that cost as much as one box that is received and put into a tree.
#define QD__CUT_PAIRS_TO_BOX 32

/// Cuts by a sample, which is not empty, into `count` regions: sets the lattice, the begins and the work that the pairs
/// of each region are expected to be, in boxes. Of rank 0, not collective. QD_NO_MEMORY.
qd_result qd__cut_make(const qd__job *job, const qd__sample *sample, uint32_t count, qd__curve_lattice *lattice,
                       uint64_t *begins, double *work);

#endif
