// How a call begins and ends, and how ranks agree: see job.h.
#include "job.h"

#include "allocator.h"

#include <math.h>
#include <string.h>

qd_result qd__job_agree(const qd__job *job, qd_result mine)
{
    int most = (int)mine;
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, job->comm);
    return (qd_result)most;
}

uint64_t qd__job_sum(const qd__job *job, uint64_t mine)
{
    MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_UINT64_T, MPI_SUM, job->comm);
    return mine;
}

uint64_t qd__job_most(const qd__job *job, uint64_t mine)
{
    MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_UINT64_T, MPI_MAX, job->comm);
    return mine;
}

/// Is the definition right and the same on all ranks, and is no box bad on any? Numbers are equal where the largest of
/// them and of their complements are those of any rank.
static qd_result agree_on_input(const qd__job *job, bool right)
{
    enum { NUMBERS = 5, WRONG = 2 * NUMBERS, AGREED };
    const qd_mpi_def *def = &job->def;
    uint64_t imbalance = 0, mine[AGREED], most[AGREED];
    memcpy(&imbalance, &def->imbalance, sizeof imbalance);
    const uint64_t numbers[NUMBERS] = { (uint64_t)def->precision, (uint64_t)def->edges, def->memory, imbalance,
                                        def->message };
    for (int i = 0; i < NUMBERS; i++) {
        mine[i] = numbers[i];
        mine[NUMBERS + i] = ~numbers[i];
    }
    mine[WRONG] = !right;
    MPI_Allreduce(mine, most, AGREED, MPI_UINT64_T, MPI_MAX, job->comm);
    bool agreed = most[WRONG] == 0;
    for (int i = 0; i < NUMBERS; i++)
        agreed = agreed && most[i] == ~most[NUMBERS + i];
    return agreed ? QD_OK : QD_BAD_VALUE;
}

/// The first bad box of this rank, counted through both sets, or SIZE_MAX.
static size_t first_bad_box(const qd__job *job)
{
    size_t passed = 0;
    for (int set = 0; set < job->set_count; set++) {
        for (size_t i = 0; i < job->sets[set].part.count; i++) {
            const qd_box box = qd__job_box(job, set, i);
            if (!qd_box_is_valid(&box))
                return passed + i;
        }
        passed += job->sets[set].part.count;
    }
    return SIZE_MAX;
}

void qd__job_weigh(qd__job *job)
{
    const uint64_t mine[2] = { job->sets[0].part.count * job->sets[0].weight,
                               job->sets[1].part.count * job->sets[1].weight };
    uint64_t upto[2], all[2];
    MPI_Scan(mine, upto, 2, MPI_UINT64_T, MPI_SUM, job->comm);
    MPI_Allreduce(mine, all, 2, MPI_UINT64_T, MPI_SUM, job->comm);
    for (int set = 0; set < 2; set++) {
        job->sets[set].before = upto[set] - mine[set];
        job->sets[set].all = all[set];
    }
}

qd_result qd__job_begin(qd__job *job, MPI_Comm comm, const qd_mpi_def *def, const qd_mpi_boxes *const parts[2],
                        int set_count, size_t *bad)
{
    memset(job, 0, sizeof *job);
    MPI_Comm_dup(comm, &job->comm);
    MPI_Comm_set_errhandler(job->comm, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_rank(job->comm, &job->rank);
    MPI_Comm_size(job->comm, &job->ranks);
    job->set_count = set_count;
    for (int set = 0; set < set_count; set++) {
        job->sets[set].part = *parts[set];
        job->sets[set].weight = 1;
    }
    job->def = def ? *def : (qd_mpi_def){ 0 };
    def = &job->def;
    job->def.imbalance = def->imbalance == 0 ? 1.25 : def->imbalance;
    job->def.message = def->message > 0 ? def->message : UINT32_C(16) << 20;
    job->memory = qd__allocator_or_libc(job->def.allocator);
    const bool right = (def->precision == QD_FLOAT || def->precision == QD_DOUBLE) &&
                       (def->edges == QD_CLOSED || def->edges == QD_OPEN) && isfinite(def->imbalance) &&
                       def->imbalance >= 1 && def->message >= 64 && def->message <= UINT32_C(1) << 30;
    const size_t first = right ? first_bad_box(job) : SIZE_MAX;
    const qd_result result = agree_on_input(job, right && first == SIZE_MAX);
    if (result != QD_OK && bad)
        *bad = first;
    if (result == QD_OK)
        qd__job_weigh(job);
    return result;
}

void qd__job_end(qd__job *job)
{
    MPI_Comm_free(&job->comm);
}
