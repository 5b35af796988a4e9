// One call: its definition with defaults resolved, the ranks, and the sets of boxes.
#ifndef QD_MPI_JOB_H
#define QD_MPI_JOB_H

#include <quadrille/distributed.h>

/// A set of boxes: this rank's part, and where it lies in the whole.
typedef struct qd__job_set {
    qd_mpi_boxes part;
    uint64_t weight; ///< The work that each box of this rank is, beside its pairs: 1 where it has not been measured.
    uint64_t before; ///< Work of the boxes on the ranks below this one.
    uint64_t all;    ///< On all ranks.
} qd__job_set;

/// What the steps of a call share.
typedef struct qd__job {
    MPI_Comm comm; ///< The library's own.
    int rank, ranks;
    qd_mpi_def def;
    qd_allocator memory; ///< The definition's, or the C library's.
    int set_count;       ///< 1: pairs within one set. 2: of two.
    bool no_pairs;       ///< Pairs are not looked for, so they are no work.
    qd__job_set sets[2];
    qd_mpi_cost cost;
} qd__job;

/// Box i of this rank's part, as the job's precision has it.
static inline qd_box qd__job_box(const qd__job *job, int set, size_t i)
{
    const qd_box box = qd_boxes_at(job->sets[set].part.boxes, i);
    if (job->def.precision == QD_DOUBLE)
        return box;
    return (qd_box){ { (float)box.min.x, (float)box.min.y }, { (float)box.max.x, (float)box.max.y } };
}

/// The user value of box i.
static inline uint64_t qd__job_user(const qd__job *job, int set, size_t i)
{
    const qd_mpi_boxes *part = &job->sets[set].part;
    return part->users ? part->users[i] : part->first_user + i;
}

/// The result that all ranks go on with: QD_OK if it is on all of them, otherwise the one with the largest number.
qd_result qd__job_agree(const qd__job *job, qd_result mine);

/// The sum of a number over all ranks, and the largest.
uint64_t qd__job_sum(const qd__job *job, uint64_t mine);
uint64_t qd__job_most(const qd__job *job, uint64_t mine);

/// Begins a job: resolves the definition, counts the boxes of all ranks and checks them. The result is agreed on.
/// qd__job_end afterwards, whatever it is.
qd_result qd__job_begin(qd__job *job, MPI_Comm comm, const qd_mpi_def *def, const qd_mpi_boxes *const parts[2],
                        int set_count, size_t *bad);
void qd__job_end(qd__job *job);

/// Adds up the work of boxes over the ranks, after parts or weights have changed. Collective.
void qd__job_weigh(qd__job *job);

#endif
