// The calls: cut the plane, and then round by round pack, send and search.
#include "deal.h"
#include "match.h"
#include "pack.h"

#include <string.h>

/// What the caller wants done with pairs.
typedef struct pair_taking {
    qd_mpi_visitor *visit;
    void *context;
} pair_taking;

static qd_result exchange_round(qd__job *job, const qd__deal *deal, uint32_t round, qd__match *match)
{
    qd_result result = QD_OK;
    for (int set = 0; result == QD_OK && set < job->set_count; set++) {
        qd__packed packed;
        const bool room = qd__pack_round(job, deal, set, round, &packed);
        result = qd__job_agree(job, room ? QD_OK : QD_NO_MEMORY);
        if (result == QD_OK) {
            result = qd__exchange(job, &packed, &match->sets[set]);
            job->cost.boxes += match->sets[set].count;
        }
        qd__pack_free(job, &packed);
    }
    return result;
}

static qd_result do_round(qd__job *job, const qd__deal *deal, uint32_t round, const pair_taking *taking)
{
    qd__match match;
    memset(&match, 0, sizeof match);
    match.job = job;
    match.cut = &deal->cut;
    match.region = (uint32_t)job->rank * deal->rounds + round;
    match.visit = taking->visit;
    match.context = taking->context;
    const double begin = MPI_Wtime();
    qd_result result = exchange_round(job, deal, round, &match);
    const double there = MPI_Wtime();
    job->cost.exchange_time += there - begin;
    if (result == QD_OK)
        result = qd__job_agree(job, qd__match_plant(&match) ? QD_OK : QD_NO_MEMORY);
    if (result == QD_OK) {
        qd__match_search(&match);
        job->cost.search_time += MPI_Wtime() - there;
        result = qd__job_agree(job, match.stopped ? QD_STOPPED : QD_OK);
    }
    qd__match_free(&match);
    return result;
}

static qd_result do_job(qd__job *job, const pair_taking *taking)
{
    if (job->sets[0].all == 0 || (job->set_count == 2 && job->sets[1].all == 0))
        return QD_OK;
    qd__deal deal;
    const double begin = MPI_Wtime();
    qd_result result = qd__deal_begin(job, &deal);
    job->cost.partition_time = MPI_Wtime() - begin;
    for (uint32_t round = 0; result == QD_OK && round < deal.rounds; round++)
        result = do_round(job, &deal, round, taking);
    qd__deal_end(job, &deal);
    return result;
}

static qd_result find_pairs(MPI_Comm comm, const qd_mpi_def *def, const qd_mpi_boxes *const parts[2], int set_count,
                            const pair_taking *taking, qd_mpi_cost *cost, size_t *bad)
{
    qd__job job;
    qd_result result = qd__job_begin(&job, comm, def, parts, set_count, bad);
    if (result == QD_OK)
        result = do_job(&job, taking);
    job.cost.all_pairs = qd__job_sum(&job, job.cost.pairs);
    job.cost.most_boxes = qd__job_most(&job, job.cost.boxes);
    job.cost.all_boxes = qd__job_sum(&job, job.cost.boxes);
    if (cost)
        *cost = job.cost;
    qd__job_end(&job);
    return result;
}

qd_result qd_mpi_pairs(MPI_Comm comm, const qd_mpi_def *def, const qd_mpi_boxes *boxes, qd_mpi_visitor *visit,
                       void *context, qd_mpi_cost *cost, size_t *bad)
{
    const qd_mpi_boxes *const parts[2] = { boxes, NULL };
    const pair_taking taking = { visit, context };
    return find_pairs(comm, def, parts, 1, &taking, cost, bad);
}

qd_result qd_mpi_join(MPI_Comm comm, const qd_mpi_def *def, const qd_mpi_boxes *a, const qd_mpi_boxes *b,
                      qd_mpi_visitor *visit, void *context, qd_mpi_cost *cost, size_t *bad)
{
    const qd_mpi_boxes *const parts[2] = { a, b };
    const pair_taking taking = { visit, context };
    return find_pairs(comm, def, parts, 2, &taking, cost, bad);
}
