// The cut that a job settles on: see deal.h. The first is made from a small sample. Then every rank counts what it
// would send to each region, which all of them add up: that is exact, and shows whether to cut again.
#include "deal.h"

#include "allocator.h"
#include "cut.h"

#include <string.h>

enum {
    SAMPLE_REGION = 128,     // boxes of the sample for each region
    SAMPLE_LEAST = 1024,     // and at least
    SAMPLE_MOST = 1 << 24,   // and at most
    CUTS_MOST = 3,           // because work is unequal
    FINER_MOST = 8,          // because memory is short
    INDEX_FLOAT_BYTES = 48,  // of a box in a tree of floats, while it is built
    INDEX_DOUBLE_BYTES = 80, // and in one of doubles
};

/// What all ranks know of the cut.
typedef struct cut_loads {
    uint64_t *boxes; ///< For each region those that touch it, by their weights.
    double *work;    ///< And the expected work of its pairs, in boxes.
    uint32_t room;   ///< Room in both arrays, and in the begins.
} cut_loads;

static void free_loads(const qd__job *job, qd__deal *deal, cut_loads *loads)
{
    const qd_allocator *memory = &job->memory;
    qd__allocator_give(memory, loads->boxes, loads->room, sizeof *loads->boxes);
    qd__allocator_give(memory, loads->work, loads->room, sizeof *loads->work);
    qd__allocator_give(memory, deal->begins, deal->cut.count, sizeof *deal->begins);
    memset(loads, 0, sizeof *loads);
    deal->begins = NULL;
}

static qd_result make_cut_room(const qd__job *job, qd__deal *deal, cut_loads *loads, uint32_t regions)
{
    const qd_allocator *memory = &job->memory;
    free_loads(job, deal, loads);
    loads->room = regions;
    loads->boxes = qd__allocator_get(memory, regions, sizeof *loads->boxes);
    loads->work = qd__allocator_get(memory, regions, sizeof *loads->work);
    deal->begins = qd__allocator_get(memory, regions, sizeof *deal->begins);
    deal->cut.count = regions;
    deal->cut.begins = deal->begins;
    return qd__job_agree(job, loads->boxes && loads->work && deal->begins ? QD_OK : QD_NO_MEMORY);
}

/// Rank 0 cuts, and sends the cut to the others.
static qd_result cut_by_sample(qd__job *job, qd__deal *deal, cut_loads *loads, uint64_t wanted)
{
    qd__sample sample;
    qd_result result = qd__sample_take(job, wanted, job->cost.cuts++, &sample);
    if (result == QD_OK) {
        if (job->rank == 0)
            result = qd__cut_make(job, &sample, deal->cut.count, &deal->cut.lattice, deal->begins, loads->work);
        result = qd__job_agree(job, result);
    }
    qd__sample_free(job, &sample);
    if (result == QD_OK) {
        const int regions = (int)deal->cut.count;
        MPI_Bcast(&deal->cut.lattice, 4, MPI_DOUBLE, 0, job->comm);
        MPI_Bcast(deal->begins, regions, MPI_UINT64_T, 0, job->comm);
        MPI_Bcast(loads->work, regions, MPI_DOUBLE, 0, job->comm);
    }
    return result;
}

/// Adds a weight to regions.
typedef struct region_counts {
    uint64_t *of, weight;
} region_counts;

static void count_region(void *context, uint32_t region)
{
    region_counts *counts = context;
    counts->of[region] += counts->weight;
}

static void find_homes(const qd__job *job, qd__deal *deal, cut_loads *loads)
{
    memset(loads->boxes, 0, loads->room * sizeof *loads->boxes);
    for (int set = 0; set < job->set_count; set++) {
        region_counts counts = { loads->boxes, job->sets[set].weight };
        for (size_t i = 0; i < job->sets[set].part.count; i++) {
            const qd_box box = qd__job_box(job, set, i);
            deal->homes[set][i] = qd__cut_home(&deal->cut, &box);
            if (deal->homes[set][i] != QD__CUT_SEVERAL)
                count_region(&counts, deal->homes[set][i]);
            else
                qd__cut_touched(&deal->cut, &box, count_region, &counts);
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, loads->boxes, (int)loads->room, MPI_UINT64_T, MPI_SUM, job->comm);
}

/// The largest work of a rank, as a multiple of the mean.
static double imbalance_of(const qd__job *job, const qd__deal *deal, const cut_loads *loads)
{
    double most = 0, all = 0;
    for (uint32_t rank = 0; rank < (uint32_t)job->ranks; rank++) {
        double work = 0;
        for (uint32_t round = 0; round < deal->rounds; round++) {
            const uint32_t region = rank * deal->rounds + round;
            work += (double)loads->boxes[region] + loads->work[region];
        }
        most = work > most ? work : most;
        all += work;
    }
    return all > 0 ? most / (all / job->ranks) : 1;
}

/// Bytes of the largest region.
static uint64_t memory_of(const qd__job *job, const cut_loads *loads)
{
    uint64_t most = 0;
    for (uint32_t region = 0; region < loads->room; region++)
        most = loads->boxes[region] > most ? loads->boxes[region] : most;
    const uint64_t index = job->def.precision == QD_FLOAT ? INDEX_FLOAT_BYTES : INDEX_DOUBLE_BYTES;
    return most * (qd__deal_size(job) + index);
}

/// Cuts into so many rounds of regions, until the work is equal enough.
static qd_result cut_evenly(qd__job *job, qd__deal *deal, cut_loads *loads)
{
    const uint64_t all = job->sets[0].all + job->sets[1].all;
    const uint32_t regions = (uint32_t)job->ranks * deal->rounds;
    uint64_t wanted = (uint64_t)SAMPLE_REGION * regions;
    wanted = wanted < SAMPLE_LEAST ? SAMPLE_LEAST : wanted > SAMPLE_MOST ? SAMPLE_MOST : wanted;
    qd_result result = make_cut_room(job, deal, loads, regions);
    bool again = result == QD_OK;
    for (int cut = 0; again; cut++) {
        result = cut_by_sample(job, deal, loads, wanted);
        if (result == QD_OK)
            find_homes(job, deal, loads);
        again = result == QD_OK && cut + 1 < CUTS_MOST && wanted < all && wanted * 4 <= SAMPLE_MOST &&
                imbalance_of(job, deal, loads) > job->def.imbalance;
        wanted *= 4;
    }
    return result;
}

/// More rounds until a region fits.
static qd_result cut_finely(qd__job *job, qd__deal *deal, cut_loads *loads)
{
    const uint64_t allowed = job->def.memory;
    qd_result result = cut_evenly(job, deal, loads);
    for (int finer = 0; result == QD_OK; finer++) {
        job->cost.most_memory = memory_of(job, loads);
        if (allowed == 0 || job->cost.most_memory <= allowed)
            break;
        const uint64_t times = job->cost.most_memory / allowed + 1;
        const uint64_t rounds = deal->rounds * (times < 16 ? times : 16);
        if (finer == FINER_MOST || rounds * (uint64_t)job->ranks > UINT64_C(1) << 22)
            return QD_TOO_SMALL;
        deal->rounds = (uint32_t)rounds;
        result = cut_evenly(job, deal, loads);
    }
    return result;
}

qd_result qd__deal_begin(qd__job *job, qd__deal *deal)
{
    memset(deal, 0, sizeof *deal);
    deal->rounds = 1;
    cut_loads loads = { NULL, NULL, 0 };
    bool room = true;
    for (int set = 0; set < job->set_count; set++) {
        deal->homes[set] = qd__allocator_get(&job->memory, job->sets[set].part.count, sizeof *deal->homes[set]);
        room = room && deal->homes[set];
    }
    qd_result result = qd__job_agree(job, room ? QD_OK : QD_NO_MEMORY);
    if (result == QD_OK)
        result = cut_finely(job, deal, &loads);
    uint64_t *begins = deal->begins; // the cut keeps them
    deal->begins = NULL;
    free_loads(job, deal, &loads);
    deal->begins = begins;
    job->cost.rounds = deal->rounds;
    return result;
}

void qd__deal_end(const qd__job *job, qd__deal *deal)
{
    const qd_allocator *memory = &job->memory;
    for (int set = 0; set < job->set_count; set++)
        qd__allocator_give(memory, deal->homes[set], job->sets[set].part.count, sizeof *deal->homes[set]);
    qd__allocator_give(memory, deal->begins, deal->cut.count, sizeof *deal->begins);
}
