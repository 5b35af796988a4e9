// Indexes that ranks share: how they are made. See distributed.h.
#include "index.h"

#include "allocator.h"
#include "deal.h"
#include "exchange.h"
#include "pack.h"

#include <stddef.h>
#include <string.h>

void qd_mpi_index_refresh(qd_mpi_index *index)
{
    qd_box own;
    qd_tree_bounds(index->tree, &own);
    MPI_Allgather(&own, 4, MPI_DOUBLE, index->bounds, 4, MPI_DOUBLE, index->job.comm);
}

qd_tree *qd_mpi_index_tree(qd_mpi_index *index)
{
    return index->tree;
}

void qd_mpi_index_destroy(qd_mpi_index *index)
{
    if (index) {
        const qd_allocator memory = index->job.memory;
        qd_tree_destroy(index->tree);
        qd__allocator_give(&memory, index->bounds, (size_t)index->job.ranks, sizeof *index->bounds);
        qd__job_end(&index->job);
        qd__allocator_give(&memory, index, 1, sizeof *index);
    }
}

/// Its user values are beside the sides, in another array than boxes of the caller's would have them.
static bool plant_received(const qd__job *job, const qd__received *boxes, qd_tree *tree)
{
    const bool narrow = job->def.precision == QD_FLOAT;
    const size_t size = qd__deal_size(job), side = narrow ? sizeof(float) : sizeof(double);
    const char *first = boxes->bytes + (narrow ? offsetof(qd__deal_float, sides) : offsetof(qd__deal_double, sides));
    uint64_t *users = qd__allocator_get(&job->memory, (size_t)boxes->count, sizeof *users);
    for (uint64_t i = 0; users && i < boxes->count; i++)
        memcpy(&users[i], boxes->bytes + i * size, sizeof *users); // the first member
    qd_items items = { .users = users };
    items.boxes = (qd_boxes){ first,           first + side,       first + 2 * side, first + 3 * side,
                              (ptrdiff_t)size, job->def.precision, QD_CORNERS };
    const bool good = users && qd_tree_insert_many(tree, &items, (size_t)boxes->count, NULL, NULL) == QD_OK;
    qd__allocator_give(&job->memory, users, (size_t)boxes->count, sizeof *users);
    return good;
}

/// Boxes on their way to the ranks that have them from now on.
static qd_result share_boxes(qd__job *job, qd_tree *tree)
{
    qd__deal deal;
    qd__packed packed = { 0 };
    qd__received received = { 0 };
    qd_result result = qd__deal_begin(job, &deal);
    if (result == QD_OK) {
        // Every box is at home where its lower corner is.
        for (size_t i = 0; i < job->sets[0].part.count; i++) {
            const qd_box box = qd__job_box(job, 0, i);
            deal.homes[0][i] = qd__cut_owner(&deal.cut, box.min.x, box.min.y);
        }
        const bool packs = qd__pack_round(job, &deal, 0, 0, &packed);
        result = qd__job_agree(job, packs ? QD_OK : QD_NO_MEMORY);
    }
    if (result == QD_OK)
        result = qd__exchange(job, &packed, &received);
    if (result == QD_OK)
        result = qd__job_agree(job, plant_received(job, &received, tree) ? QD_OK : QD_NO_MEMORY);
    qd__received_free(job, &received);
    qd__pack_free(job, &packed);
    qd__deal_end(job, &deal);
    return result;
}

/// An index without a tree. The result is agreed on.
static qd_result make_index(const qd__job *job, qd_mpi_index **index)
{
    const qd_allocator *memory = &job->memory;
    qd_mpi_index *made = qd__allocator_get(memory, 1, sizeof *made);
    qd_box *bounds = qd__allocator_get(memory, (size_t)job->ranks, sizeof *bounds);
    const qd_result result = qd__job_agree(job, made && bounds ? QD_OK : QD_NO_MEMORY);
    if (result != QD_OK || !made) {
        qd__allocator_give(memory, bounds, (size_t)job->ranks, sizeof *bounds);
        qd__allocator_give(memory, made, 1, sizeof *made);
        return result;
    }
    *made = (qd_mpi_index){ .job = *job, .bounds = bounds };
    memset(made->job.sets, 0, sizeof made->job.sets);
    *index = made;
    return QD_OK;
}

qd_result qd_mpi_index_create(MPI_Comm comm, const qd_mpi_def *def, const qd_mpi_boxes *boxes, qd_mpi_index **index,
                              size_t *bad)
{
    const qd_mpi_boxes *const parts[2] = { boxes, NULL };
    qd__job job;
    *index = NULL;
    qd_result result = qd__job_begin(&job, comm, def, parts, 1, bad);
    job.def.memory = 0;
    if (result == QD_OK)
        result = make_index(&job, index);
    if (result != QD_OK || !*index) {
        qd__job_end(&job);
        return result;
    }
    const qd_tree_def wanted = { .precision = job.def.precision,
                                 .edges = job.def.edges,
                                 .allocator = job.def.allocator,
                                 .executor = job.def.executor };
    result = qd__job_agree(&job, qd_tree_create(&wanted, &(*index)->tree));
    if (result == QD_OK && job.sets[0].all > 0)
        result = share_boxes(&job, (*index)->tree);
    if (result != QD_OK) {
        qd_mpi_index_destroy(*index);
        *index = NULL;
        return result;
    }
    qd_mpi_index_refresh(*index);
    return QD_OK;
}

qd_result qd_mpi_index_adopt(MPI_Comm comm, const qd_mpi_def *def, qd_tree *tree, qd_mpi_index **index)
{
    const qd_mpi_boxes none = { .count = 0 };
    const qd_mpi_boxes *const parts[2] = { &none, NULL };
    qd__job job;
    *index = NULL;
    qd_result result = qd__job_begin(&job, comm, def, parts, 1, NULL);
    if (result == QD_OK)
        result = qd__job_agree(&job, tree ? QD_OK : QD_BAD_VALUE);
    if (result == QD_OK) { // nearest of floats and of doubles are ordered by different keys
        qd_tree_def settings;
        qd_tree_get_def(tree, &settings);
        const uint64_t doubles = settings.precision == QD_DOUBLE;
        const bool mixed = qd__job_most(&job, doubles) + qd__job_most(&job, 1 - doubles) > 1;
        result = mixed ? QD_BAD_VALUE : QD_OK;
    }
    if (result == QD_OK)
        result = make_index(&job, index);
    if (result != QD_OK || !*index) {
        qd__job_end(&job);
        return result;
    }
    (*index)->tree = tree;
    qd_mpi_index_refresh(*index);
    return QD_OK;
}
