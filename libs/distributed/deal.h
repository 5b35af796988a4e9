// Which boxes go where: the cut that the job settles on.
//
// With p ranks and r rounds there are p r regions, and rank i works at regions i r to i r + r - 1, one in each round.
#ifndef QD_MPI_DEAL_H
#define QD_MPI_DEAL_H

#include "regions.h"

#include "job.h"

/// A box as it is sent, which is all that a region needs to know of it.
typedef struct qd__deal_float {
    uint64_t user;
    float sides[4];
} qd__deal_float;

/// The same of doubles.
typedef struct qd__deal_double {
    uint64_t user;
    double sides[4];
} qd__deal_double;

/// Bytes of such a box.
static inline size_t qd__deal_size(const qd__job *job)
{
    return job->def.precision == QD_FLOAT ? sizeof(qd__deal_float) : sizeof(qd__deal_double);
}

/// The cut, and where this rank's boxes go.
typedef struct qd__deal {
    qd__cut cut;
    uint64_t *begins;   ///< The cut's.
    uint32_t *homes[2]; ///< For each box of this rank its region, or QD__CUT_SEVERAL.
    uint32_t rounds;
} qd__deal;

/// Cuts the plane, again where the work is too unequal, and finer where a region needs too much memory. The result is
/// agreed on; qd__deal_end in either case. Collective.
qd_result qd__deal_begin(qd__job *job, qd__deal *deal);
void qd__deal_end(const qd__job *job, qd__deal *deal);

#endif
