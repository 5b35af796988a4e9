// The sample that the plane is cut by: one box of each stretch of so much work, in the order of the ranks, picked by a
// hash. Where all boxes weigh the same, the same are picked whichever rank has them.
#ifndef QD_MPI_SAMPLE_H
#define QD_MPI_SAMPLE_H

#include "job.h"

/// The sample, on rank 0 alone; elsewhere the counts are 0.
typedef struct qd__sample {
    qd_box *boxes;   ///< Those of the first set, then those of the second.
    size_t count[2]; ///< In each set.
    size_t room;     ///< In the array.
    uint64_t stride; ///< Work that each stands for: boxes, where each weighs 1.
} qd__sample;

/// Takes about `wanted` boxes of both sets together. The result is agreed on; qd__sample_free in either case.
/// Collective.
qd_result qd__sample_take(const qd__job *job, uint64_t wanted, uint32_t turn, qd__sample *sample);
void qd__sample_free(const qd__job *job, qd__sample *sample);

#endif
