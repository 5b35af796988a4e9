// Picking and gathering a sample: see sample.h.
#include "sample.h"

#include "allocator.h"

#include <string.h>

/// A number that looks like chance, the same everywhere (the finalizer of splitmix64).
static uint64_t scramble(uint64_t value)
{
    value += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

/// Boxes of one rank's part at most.
static size_t most_picked(const qd__job *job, int set, uint64_t stride)
{
    return (size_t)(job->sets[set].part.count * job->sets[set].weight / stride) + 2;
}

static size_t pick_boxes(const qd__job *job, int set, uint64_t stride, uint32_t turn, qd_box *out)
{
    const qd__job_set *boxes = &job->sets[set];
    const uint64_t end = boxes->before + boxes->part.count * boxes->weight;
    size_t count = 0;
    for (uint64_t stretch = boxes->before / stride; boxes->part.count > 0 && stretch <= (end - 1) / stride; stretch++) {
        const uint64_t picked = stretch * stride + scramble(stretch ^ (uint64_t)turn << 48) % stride;
        if (picked >= boxes->before && picked < end)
            out[count++] = qd__job_box(job, set, (size_t)((picked - boxes->before) / boxes->weight));
    }
    return count;
}

/// How many boxes each rank has picked of each set, as rank 0 gets to know it.
typedef struct picked_counts {
    int *each, *starts; ///< For all ranks; NULL but on rank 0.
    int all;
} picked_counts;

/// Adds up the counts of all ranks.
static void gather_counts(const qd__job *job, int count, picked_counts *counts)
{
    MPI_Gather(&count, 1, MPI_INT, counts->each, 1, MPI_INT, 0, job->comm);
    counts->all = 0;
    for (int rank = 0; job->rank == 0 && counts->each && counts->starts && rank < job->ranks; rank++) {
        counts->starts[rank] = counts->all;
        counts->all += counts->each[rank];
    }
}

static qd_result gather_sets(const qd__job *job, qd_box *const mine[2], const int counts[2], picked_counts *of,
                             qd__sample *sample)
{
    const qd_allocator *memory = &job->memory;
    const int both = counts[0] + counts[1];
    gather_counts(job, both, of);
    sample->room = (size_t)of->all;
    sample->boxes = job->rank == 0 ? qd__allocator_get(memory, sample->room, sizeof *sample->boxes) : NULL;
    const qd_result result = qd__job_agree(job, job->rank == 0 && !sample->boxes ? QD_NO_MEMORY : QD_OK);
    for (int set = 0; result == QD_OK && set < 2 && set < job->set_count; set++) {
        gather_counts(job, counts[set], of);
        qd_box *all = job->rank == 0 ? sample->boxes + (set > 0 ? sample->count[0] : 0) : NULL;
        MPI_Datatype box_type;
        MPI_Type_contiguous(4, MPI_DOUBLE, &box_type);
        MPI_Type_commit(&box_type);
        MPI_Gatherv(mine[set], counts[set], box_type, all, of->each, of->starts, box_type, 0, job->comm);
        MPI_Type_free(&box_type);
        sample->count[set] = (size_t)of->all;
    }
    return result;
}

qd_result qd__sample_take(const qd__job *job, uint64_t wanted, uint32_t turn, qd__sample *sample)
{
    const qd_allocator *memory = &job->memory;
    const uint64_t all = job->sets[0].all + job->sets[1].all;
    memset(sample, 0, sizeof *sample);
    sample->stride = all / wanted + 1;
    qd_box *mine[2] = { NULL, NULL };
    int counts[2] = { 0, 0 };
    picked_counts of = { NULL, NULL, 0 };
    const size_t ranks = job->rank == 0 ? (size_t)job->ranks : 0;
    of.each = qd__allocator_get(memory, ranks, sizeof *of.each);
    of.starts = qd__allocator_get(memory, ranks, sizeof *of.starts);
    qd_result result = of.each && of.starts ? QD_OK : QD_NO_MEMORY;
    for (int set = 0; set < 2 && set < job->set_count; set++) {
        mine[set] = qd__allocator_get(memory, most_picked(job, set, sample->stride), sizeof *mine[set]);
        result = mine[set] ? result : QD_NO_MEMORY;
        counts[set] = mine[set] ? (int)pick_boxes(job, set, sample->stride, turn, mine[set]) : 0;
    }
    result = qd__job_agree(job, result);
    if (result == QD_OK)
        result = gather_sets(job, mine, counts, &of, sample);
    for (int set = 0; set < 2 && set < job->set_count; set++)
        qd__allocator_give(memory, mine[set], most_picked(job, set, sample->stride), sizeof *mine[set]);
    qd__allocator_give(memory, of.each, ranks, sizeof *of.each);
    qd__allocator_give(memory, of.starts, ranks, sizeof *of.starts);
    return result;
}

void qd__sample_free(const qd__job *job, qd__sample *sample)
{
    qd__allocator_give(&job->memory, sample->boxes, sample->room, sizeof *sample->boxes);
    sample->boxes = NULL;
}
